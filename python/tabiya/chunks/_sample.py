"""Positions of games, taken at random: what libraries are held against, and learned from."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.games import Batch


@dataclass(frozen=True)
class Sample:
    """Positions of games with what happened next and how it ended.

    Attributes
    ----------
    batch : Batch
        The positions.
    games : ndarray of uint32
        The game of each.
    plies : ndarray of uint32
        The ply of each.
    moves : ndarray of uint16
        The move that was played: from in the six lowest bits, to in the next six; 0 for none.
    results : ndarray of float64
        What White got: 1, 0.5, 0, or NaN where nobody knows.
    """

    batch: Batch
    games: NDArray[np.uint32]
    plies: NDArray[np.uint32]
    moves: NDArray[np.uint16]
    results: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.batch)
