"""Who sits at the other side of the terminal."""

import math
import random
from dataclasses import dataclass

import tabiya
from tabiya.games import Position

# With a seed, the first moves are drawn from those that are nearly as good as the best.
N_DRAWN_MOVES = 4
NEARLY = 20.0
# Nodes per move.
LEVELS = {"beginner": 50, "easy": 500, "medium": 20_000, "hard": 200_000, "expert": 2_000_000}


@dataclass
class Opponent:
    """A player with limits, and with a liking for variety if it has a generator.

    >>> from tabiya.games import game
    >>> opponent = Opponent(tabiya.players.Player("othello"), nodes=500, seconds=None)
    >>> opponent.think(game("othello").initial()).game
    'othello'
    """

    player: "tabiya.players.Player"
    nodes: int | None
    seconds: float | None
    generator: random.Random | None = None
    n_thoughts: int = 0

    def __post_init__(self) -> None:
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"play: expected nodes of 1 or more, found {self.nodes}")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise ValueError(f"play: expected seconds above 0, found {self.seconds}")

    def think(
        self, position: Position, *, left: float | None = None, increment: float = 0.0
    ) -> "tabiya.players.SearchReport":
        """Search for the move to play, with so many seconds left on the clock if there is one."""
        self.n_thoughts += 1
        if self.generator is not None and self.n_thoughts <= N_DRAWN_MOVES:
            drawn = self._draw(position, self.generator)
            if drawn is not None:
                return drawn
        if left is None:
            return self.advise(position)
        clock = tabiya.players.TimeLeft(
            max(left, tabiya.players.LEAST_SECONDS),
            increment,
            n_searched=self.n_thoughts,
            overhead=0.01,
        )
        return self.player.search(position, nodes=self.nodes, clock=clock, keep=True)

    def advise(self, position: Position) -> "tabiya.players.SearchReport":
        """Search for the best move."""
        if self.nodes is None and self.seconds is None:
            return self.player.search(position, nodes=LEVELS["medium"], keep=True)
        return self.player.search(position, nodes=self.nodes, seconds=self.seconds, keep=True)

    def _draw(
        self, position: Position, generator: random.Random
    ) -> "tabiya.players.SearchReport | None":
        """Search what follows every move, and draw from the best; None where a game may end."""
        moves = position.legal_moves()
        children = [position.play(move) for move in moves]
        if any(child.result is not None for child in children):
            return None
        n = len(moves)
        reports = self.player.search_many(
            children,
            nodes=None if self.nodes is None else max(1, self.nodes // n),
            seconds=None if self.seconds is None else self.seconds / n,
        )
        worst = min(report.score for report in reports)
        near = [i for i, report in enumerate(reports) if report.score <= worst + NEARLY]
        index = generator.choice(near)
        move, report = moves[index], reports[index]
        return tabiya.players.SearchReport(
            move=move,
            score=-report.score,
            pv=(move, *report.pv),
            nodes=sum(each.nodes for each in reports),
            depth=report.depth + 1,
            seconds=sum(each.seconds for each in reports),
            iterations=(),
            game=report.game,
        )
