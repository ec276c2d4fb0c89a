"""Our own players as analysts: the evaluation as it is, or a search."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya._core import VERSION
from tabiya.analysts._analyst import Progress
from tabiya.games import Position
from tabiya.players import Player, SearchReport, player_identity


@dataclass(frozen=True)
class StaticAnalyst:
    """The static evaluation of a player.

    >>> import tabiya
    >>> analyst = StaticAnalyst(tabiya.Player("chess"))
    >>> analyst.name, analyst.effort
    ('tabiya', 'static')
    """

    player: Player
    name: str = "tabiya"

    @property
    def game(self) -> str:
        """Return the game it knows."""
        return self.player.game.name

    @property
    def effort(self) -> str:
        """Return how hard it looks: not at all."""
        return "static"

    @property
    def identity(self) -> None:
        """Return None: an evaluation is as quick as a look into a cache."""
        return

    def assess(
        self, positions: Sequence[Position], *, threads: int = 1, progress: Progress | None = None
    ) -> NDArray[np.float64]:
        """Return the evaluations, from the side to move."""
        del threads
        scores = self.player.evaluate_many(positions)
        if progress:
            progress(len(positions), len(positions))
        return scores


@dataclass(frozen=True)
class SearchAnalyst:
    """A search of a player, with one limit.

    >>> import tabiya
    >>> SearchAnalyst(tabiya.Player("chess"), nodes=1024).effort
    '1,024 nodes'
    """

    player: Player
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    name: str = "tabiya"

    def __post_init__(self) -> None:
        limits = (self.depth, self.nodes, self.seconds)
        if sum(limit is not None for limit in limits) != 1:
            raise ValueError(f"analyst: expected one of depth, nodes, seconds, found {limits}")

    @property
    def game(self) -> str:
        """Return the game it knows."""
        return self.player.game.name

    @property
    def effort(self) -> str:
        """Return its limit in words."""
        return effort_words(self.depth, self.nodes, self.seconds)

    @property
    def identity(self) -> str | None:
        """Return all that the score depends on; None where it depends on the clock."""
        if self.seconds is not None:
            return None
        return f"{player_identity(self.player)} {VERSION} {self.effort}"

    def assess(
        self, positions: Sequence[Position], *, threads: int = 1, progress: Progress | None = None
    ) -> NDArray[np.float64]:
        """Return the scores, from the side to move."""
        reports = self.reports(positions, threads=threads, progress=progress)
        return np.array([report.score for report in reports], dtype=np.float64)

    def reports(
        self, positions: Sequence[Position], *, threads: int = 1, progress: Progress | None = None
    ) -> list[SearchReport]:
        """Return all that the searches found."""
        return self.player.search_many(
            positions,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
            threads=threads,
            progress=progress,
        )


def score_at_depth(report: SearchReport, depth: int) -> float:
    """Return what a search no deeper than this would have found: its iterations are the same."""
    return [i.score for i in report.iterations if i.depth <= depth][-1]


def effort_words(depth: int | None, nodes: int | None, seconds: float | None) -> str:
    """Say a limit.

    >>> effort_words(4, None, None), effort_words(None, None, 0.5)
    ('depth 4', '0.5 s')
    """
    if depth is not None:
        return f"depth {depth}"
    return f"{nodes:,} nodes" if nodes is not None else f"{seconds:g} s"
