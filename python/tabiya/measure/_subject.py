"""What is measured against: positions with labels of one kind, as arrays."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya.games import Position
from tabiya.positions import PositionSet


@dataclass(frozen=True)
class Subject:
    """Positions and what was said of them.

    Attributes
    ----------
    game : str
        The game.
    positions : tuple of Position
        The positions.
    table : polars.DataFrame
        Their rows in the set.
    values : ndarray of shape (n_positions,)
        Labels as numbers, from the first player.
    weights : ndarray of shape (n_positions,), optional
        How much each counts, unless all count alike.
    groups : ndarray of shape (n_positions,)
        What belongs together: the game, or else the position alone.
    """

    game: str
    positions: tuple[Position, ...]
    table: pl.DataFrame
    values: NDArray[np.float64]
    weights: NDArray[np.float64] | None
    groups: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.positions)


def make_subject(
    positions: PositionSet,
    *,
    kind: str | None = None,
    mapping: Mapping[str, float] | None = None,
) -> Subject:
    """Return the labelled positions of a set.

    Parameters
    ----------
    positions : PositionSet
        The set.
    kind : str, optional
        The kind of label, if the set holds several.
    mapping : mapping of str to float, optional
        Values of labels that have none, such as unclear positions.

    Raises
    ------
    ValueError
        If there are labels of several kinds, or fewer than two.
    """
    chosen = positions.labelled(kind, mapping)
    kinds = sorted(chosen.table["kind"].unique())
    if len(kinds) > 1:
        raise ValueError(f"labels: expected one kind, found {', '.join(kinds)}; choose one")
    if len(chosen) < 2:  # noqa: PLR2004 (a pair needs two)
        raise ValueError(f"labels: expected at least two positions, found {len(chosen)}")
    table = chosen.table
    weights = table["weight"].to_numpy().astype(np.float64)
    return Subject(
        game=chosen.game,
        positions=tuple(chosen.positions()),
        table=table,
        values=table["value"].to_numpy().astype(np.float64),
        weights=None if np.ptp(weights) == 0 else weights,
        groups=_groups(table),
    )


def _groups(table: pl.DataFrame) -> NDArray[np.int64]:
    """Return the number of each position's game; one without a game stands alone."""
    alone = pl.when(pl.col("game").is_null()).then(pl.int_range(pl.len()))
    keys = table.select("file", "game", alone=alone)
    numbers: NDArray[np.int64] = (
        keys.select(pl.struct(pl.all()).rank("dense")).to_series().to_numpy()
    )
    return numbers.astype(np.int64)
