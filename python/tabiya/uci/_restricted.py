"""A search that looks at some moves of the root only, one after the other.

The core searches all moves, so what follows each move is searched for itself, deeper and deeper.
That takes longer than a search of the root, but is exact in what it answers.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tabiya._core import DECIDED_SCORE, WIN_SCORE
from tabiya.games import Position
from tabiya.players import Iteration, Player, Report, Stop

MOST_DEPTH = 64


@dataclass(frozen=True)
class Bounds:
    """Limits of the search as a whole, and how to know that it was stopped."""

    depth: int | None
    nodes: int | None
    seconds: float | None
    soft_seconds: float | None
    stop: Stop
    is_stopped: Callable[[], bool]


def search_moves(
    player: Player,
    position: Position,
    moves: list[str],
    bounds: Bounds,
    on_iteration: Callable[[Iteration], object],
) -> Report:
    """Search some legal moves of a position; the first ply is always completed.

    Examples
    --------
    >>> from tabiya.games import game
    >>> bounds = Bounds(3, None, None, None, Stop(), lambda: False)
    >>> start, heard = game("chess").initial(), []
    >>> report = search_moves(Player("chess"), start, ["a2a3", "e2e4"], bounds, heard.append)
    >>> report.move, report.depth, len(heard)
    ('e2e4', 3, 3)
    """
    started, nodes = time.monotonic(), 0
    iterations: list[Iteration] = []
    order = list(moves)

    def is_over() -> bool:
        is_late = bounds.seconds is not None and time.monotonic() - started >= bounds.seconds
        return (
            bounds.is_stopped() or is_late or (bounds.nodes is not None and nodes >= bounds.nodes)
        )

    for depth in range(1, min(bounds.depth or MOST_DEPTH, MOST_DEPTH) + 1):
        found: dict[str, Report] = {}
        for move in order:
            if iterations and is_over():
                break
            passed = time.monotonic() - started
            found[move] = _search_after(
                player,
                position,
                move,
                depth=depth - 1,
                nodes=None if bounds.nodes is None else max(1, bounds.nodes - nodes),
                seconds=None if bounds.seconds is None else max(0.001, bounds.seconds - passed),
                stop=bounds.stop,
            )
            nodes += found[move].nodes
        if iterations and (len(found) < len(order) or is_over()):
            break
        order.sort(key=lambda move: -found[move].score)
        best, seconds = found[order[0]], time.monotonic() - started
        iterations.append(Iteration(depth, best.score, best.pv, nodes, seconds, hash_fill=0))
        on_iteration(iterations[-1])
        if is_over() or (bounds.soft_seconds is not None and seconds >= bounds.soft_seconds):
            break
    last = iterations[-1]
    return Report(
        move=last.pv[0],
        score=last.score,
        pv=last.pv,
        nodes=nodes,
        depth=last.depth,
        seconds=time.monotonic() - started,
        iterations=tuple(iterations),
        game=position.game.name,
    )


def _search_after(
    player: Player,
    position: Position,
    move: str,
    *,
    depth: int,
    nodes: int | None,
    seconds: float | None,
    stop: Stop,
) -> Report:
    """Return a report on one move: its score for the side that plays it, and the line."""
    child = position.play(move)
    if child.result is not None:
        score = 0.0 if child.result == "1/2-1/2" else WIN_SCORE - 1
        return Report(move, score, (move,), 1, 1, 0.0, (), position.game.name)
    report = player.search(
        child, depth=max(1, depth), nodes=nodes, seconds=seconds, keep=True, stop=stop
    )
    score = -report.score
    if abs(score) > DECIDED_SCORE:
        score += -1 if score > 0 else 1  # one ply further away
    line = (move, *report.pv)
    return Report(move, score, line, report.nodes, depth, report.seconds, (), position.game.name)
