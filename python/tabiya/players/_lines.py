"""Searches that tell the score of several moves, or look at some moves of the root only.

The core searches a position for its best move. Here what follows each move is searched for itself,
deeper and deeper, with one memory: dearer than one search of the root, and exact for every move.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tabiya._core import DECIDED_SCORE, WIN_SCORE, GameOverError, IllegalMoveError, Stop
from tabiya.games import Position
from tabiya.players._report import Iteration, Report

if TYPE_CHECKING:
    from tabiya.players._player import Player

MOST_DEPTH = 64


@dataclass(frozen=True)
class Bounds:
    """Limits of the search as a whole, and how to know that it was stopped."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    soft_seconds: float | None = None
    stop: Stop | None = None
    is_stopped: Callable[[], bool] = lambda: False


def search_lines(
    player: "Player",
    position: Position,
    moves: Sequence[str] | None,
    bounds: Bounds,
    on_lines: Callable[[list[Report]], object] = lambda _: None,
) -> list[Report]:
    """Search moves of a position, all if none are named; the first ply is always completed.

    Returns
    -------
    list of Report
        One for each move, the best first, all of the same depth.

    Examples
    --------
    >>> from tabiya import Player, game
    >>> start, heard = game("chess").initial(), []
    >>> some = ["a2a3", "e2e4"]
    >>> found = search_lines(Player("chess"), start, some, Bounds(depth=3), heard.append)
    >>> [report.move for report in found], found[0].depth, len(heard)
    (['e2e4', 'a2a3'], 3, 3)
    """
    search = _Search(player, position, bounds)
    order = _check_moves(position, moves)
    found: list[Report] = []
    for depth in range(1, min(bounds.depth or MOST_DEPTH, MOST_DEPTH) + 1):
        deeper = search.deepen(order, depth, is_first=depth == 1)
        if deeper is None:
            break
        found = deeper
        order = [report.move for report in found]
        on_lines(found)
        if search.is_over() or search.is_late():
            break
    return [search.finish(report) for report in found]


class _Search:
    """What one search has used so far."""

    def __init__(self, player: "Player", position: Position, bounds: Bounds) -> None:
        self._player = player
        self._position = position
        self._bounds = bounds
        self._started = time.monotonic()
        self._nodes = 0

    def deepen(self, order: list[str], depth: int, *, is_first: bool) -> list[Report] | None:
        """Search every move to a depth and sort them; None if a limit was met before."""
        found = []
        for move in order:
            if not is_first and self.is_over():
                return None
            found.append(self._search_after(move, depth))
        if not is_first and self._bounds.is_stopped():
            return None
        return sorted(found, key=lambda report: -report.score)

    def is_over(self) -> bool:
        """Return whether a limit is reached."""
        bounds = self._bounds
        is_full = bounds.nodes is not None and self._nodes >= bounds.nodes
        return bounds.is_stopped() or self.is_late(bounds.seconds) or is_full

    def is_late(self, seconds: float | None = None) -> bool:
        """Return whether so much time has passed, or all after which no iteration begins."""
        seconds = self._bounds.soft_seconds if seconds is None else seconds
        return seconds is not None and time.monotonic() - self._started >= seconds

    def finish(self, report: Report) -> Report:
        """Return a report with what the whole search has used."""
        seconds = time.monotonic() - self._started
        last = Iteration(report.depth, report.score, report.pv, self._nodes, seconds, hash_fill=0)
        return Report(
            move=report.move,
            score=report.score,
            pv=report.pv,
            nodes=self._nodes,
            depth=report.depth,
            seconds=seconds,
            iterations=(last,),
            game=report.game,
        )

    def _search_after(self, move: str, depth: int) -> Report:
        """Return a report on one move: its score for the side that plays it, and the line."""
        game, bounds = self._position.game.name, self._bounds
        child = self._position.play(move)
        passed = time.monotonic() - self._started
        if child.result is not None:
            self._nodes += 1
            score = end_score(child, self._position.side_to_move)
            return Report(move, score, (move,), self._nodes, depth, passed, (), game)
        found = self._player.search(
            child,
            depth=max(1, depth - 1),
            nodes=None if bounds.nodes is None else max(1, bounds.nodes - self._nodes),
            seconds=None if bounds.seconds is None else max(0.001, bounds.seconds - passed),
            keep=True,
            stop=bounds.stop,
        )
        self._nodes += found.nodes
        score = 0.0 - found.score
        if abs(score) > DECIDED_SCORE and game != "othello":
            score += -1 if score > 0 else 1  # one ply further away
        passed = time.monotonic() - self._started
        return Report(move, score, (move, *found.pv), self._nodes, depth, passed, (), game)


def end_score(position: Position, side: str) -> float:
    """Return what the end of a game is worth to a side, as searches that see it say it.

    >>> from tabiya import game
    >>> mated = game("chess").position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    >>> end_score(mated, "white") > 0, end_score(mated, "white") == -end_score(mated, "black")
    (True, True)
    """
    if position.result == "1/2-1/2":
        return 0.0
    winner = position.game.sides[0 if position.result == "1-0" else 1]
    sign = 1 if winner == side else -1
    if position.game.name == "othello":
        own, other = (position.cells.count(disc) for disc in "XO")
        margin = abs(own - other) + position.cells.count(".")  # empty squares go to the winner
        return sign * (WIN_SCORE - 64 + margin)
    return sign * (WIN_SCORE - 1)


def _check_moves(position: Position, moves: Sequence[str] | None) -> list[str]:
    legal = position.legal_moves()
    if position.result is not None or not legal:
        raise GameOverError(f"search: expected a game that goes on, found {position.result}")
    for move in moves or ():
        if move not in legal:
            raise IllegalMoveError(f"expected a legal move, found {move!r} in {position}")
    return list(dict.fromkeys(moves)) if moves else legal
