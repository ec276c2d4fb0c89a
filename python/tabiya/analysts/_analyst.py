"""What an analyst is."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabiya._core import WIN_SCORE
from tabiya.games import Batch, Position

# Called with the number of positions done and the number of all.
Progress: TypeAlias = Callable[[int, int], object]


class Analyst(Protocol):
    """Anything that says what positions are worth."""

    @property
    def game(self) -> str:
        """Return the game it knows."""

    @property
    def name(self) -> str:
        """Return what people call it."""

    @property
    def effort(self) -> str:
        """Return how hard it looks: ``static``, ``depth 4``, ``1,024 nodes``."""

    @property
    def identity(self) -> str | None:
        """Return a text that is different for every analyst that may say something else.

        What it says is kept under this; None if it is as quick to ask again.
        """

    def assess(
        self, positions: Sequence[Position], *, threads: int = 1, progress: Progress | None = None
    ) -> NDArray[np.float64]:
        """Return the scores of games in progress, in centipawns, from the side to move."""


def result_scores(positions: Sequence[Position]) -> NDArray[np.float64]:
    """Return the scores of the first player where games are over; NaN where they go on."""
    if isinstance(positions, Batch):
        results = positions.results()
    else:
        values = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
        results = np.array([values.get(p.result or "", np.nan) for p in positions])
    return np.asarray((2 * results - 1) * WIN_SCORE)


def first_view(positions: Sequence[Position], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn scores of the side to move into scores of the first player.

    >>> import numpy as np, tabiya
    >>> after = tabiya.game("chess").initial().play("e2e4")
    >>> first_view([after], np.array([-30.0]))
    array([30.])
    """
    if isinstance(positions, Batch):
        return np.asarray(scores * positions.signs)
    signs = [1.0 if p.side_to_move == p.game.sides[0] else -1.0 for p in positions]
    return np.asarray(scores * np.array(signs))
