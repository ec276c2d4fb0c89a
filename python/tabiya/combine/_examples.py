"""Positions with results become examples: packed boards, what the side to move got, its game."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya import _core
from tabiya.games import Batch
from tabiya.positions import PositionSet


@dataclass(frozen=True)
class GameExamples:
    """Positions whose result is known.

    Attributes
    ----------
    batch : Batch
        The positions.
    won : ndarray of shape (n_positions,)
        What the side to move got: 1, 0, or one half for a draw.
    games : ndarray of shape (n_positions,)
        The number of the game that each is of.
    men : ndarray of shape (n_positions,)
        How many men stand on each board.
    """

    batch: Batch
    won: NDArray[np.float64]
    games: NDArray[np.int64]
    men: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.won)

    @property
    def game(self) -> str:
        """Return the name of the game."""
        return self.batch.game.name

    def take(self, chosen: NDArray[np.bool_]) -> "GameExamples":
        """Return some of them."""
        return GameExamples(
            self.batch[chosen], self.won[chosen], self.games[chosen], self.men[chosen]
        )


def examples_of(positions: PositionSet) -> GameExamples:
    """Return the positions of a set that are labelled by results.

    Raises
    ------
    ValueError
        If there is none.
    """
    labelled = positions.labelled("result")
    batch = labelled.positions()
    if not isinstance(batch, Batch):
        batch = Batch.of(batch, labelled.game)
    first = labelled.table["value"].to_numpy()
    won = np.where(batch.turns == 0, first, 1 - first)
    # A row without a game is one by itself.
    row = pl.int_range(pl.len()).cast(pl.String)
    group = pl.struct(
        pl.col("file").fill_null(""), pl.coalesce(pl.col("game").cast(pl.String), "row " + row)
    )
    games = labelled.table.select(group.rank("dense").alias("g") - 1).to_series().to_numpy()
    men = _core.packed_men(batch.game.name, batch.packed)
    return GameExamples(batch, won, games.astype(np.int64), men)
