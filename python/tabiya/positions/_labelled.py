"""Positions with labels of one kind, as arrays: what is measured against and learnt from."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya import _core
from tabiya.games import Batch, Game
from tabiya.positions._packing import pack_column
from tabiya.positions._parquet import has_own_columns, set_game
from tabiya.positions._read import read
from tabiya.positions._set import PositionSet

# Rows whose texts are in memory at a time.
PIECE = 1 << 17


@dataclass(frozen=True)
class LabelledPositions:
    """Positions and what was said of them.

    Attributes
    ----------
    game : str
        The game.
    positions : Batch
        The positions.
    table : polars.DataFrame
        Their rows in the set, or as many of their columns as were read; see ``rows``.
    values : ndarray of shape (n_positions,)
        Labels as numbers, from the first player.
    weights : ndarray of shape (n_positions,), optional
        How much each counts, unless all count alike.
    groups : ndarray of shape (n_positions,)
        What belongs together: the game, or else the position alone.
    origin : polars.LazyFrame, optional
        Where the rows are found if not all of their columns were read.
    """

    game: str
    positions: Batch
    table: pl.DataFrame
    values: NDArray[np.float64]
    weights: NDArray[np.float64] | None
    groups: NDArray[np.integer[Any]]
    origin: pl.LazyFrame | None = None

    def __len__(self) -> int:
        return len(self.positions)

    def rows(self, indices: NDArray[np.int64]) -> list[dict[str, Any]]:
        """Return some rows of the set, with all of their columns."""
        if self.origin is None:
            return self.table[indices].to_dicts()
        chosen = pl.DataFrame({"row": indices}, schema={"row": pl.UInt32})
        found = self.origin.with_row_index("row").join(chosen.lazy(), on="row", how="semi")
        table = found.collect(engine="streaming")
        return chosen.join(table, on="row", how="left", maintain_order="left").to_dicts()


def read_labelled_positions(path: Path | str, *, kind: str | None = None) -> LabelledPositions:
    """Read the labelled positions of a set, and no more of it than measuring takes.

    What it takes in memory is about 60 bytes per position of chess; all columns of a set take
    three times as much.

    Parameters
    ----------
    path : path
        A set, as :meth:`tabiya.positions.PositionSet.write` writes it.
    kind : str, optional
        The kind of label, if the set holds several.

    Raises
    ------
    ValueError
        If it is no set, if there are labels of several kinds, or fewer than two.
    """
    game = Game(set_game(path))
    if not has_own_columns(path):  # of somebody else: made ours, or refused
        return labelled_positions(read(path), kind=kind)
    try:
        return _read_columns(game, path, kind)
    except pl.exceptions.PolarsError as error:
        reason = str(error).splitlines()[0]
        raise ValueError(f"{path}: expected a set of positions, found damage: {reason}") from None


def _read_columns(game: Game, path: Path | str, kind: str | None) -> LabelledPositions:
    """Read the columns that measuring takes."""
    is_wanted = pl.col("value").is_not_null()
    if kind is not None:
        is_wanted &= pl.col("kind") == kind
    rows = pl.scan_parquet(path, glob=False)
    chosen = rows.filter(is_wanted)
    table = pl.DataFrame([_words(chosen, name) for name in ("kind", "file", "annotator")])
    _check_kinds(table, kind)
    numbers = chosen.select("value", "weight").collect(engine="streaming")
    games = chosen.select("game").collect(engine="streaming")
    return LabelledPositions(
        game=game.name,
        positions=_packed(game, rows, is_wanted, table.height),
        table=table,
        values=numbers["value"].to_numpy(),
        weights=_uneven(numbers["weight"].to_numpy()),
        groups=_groups(table.select("file").hstack(games)),
        origin=chosen,
    )


def _words(rows: pl.LazyFrame, name: str) -> pl.Series:
    """Return a column of few different words, in a byte or two each."""
    known = rows.select(pl.col(name).unique().drop_nulls()).collect(engine="streaming")
    kind = pl.Enum(known.to_series().sort())
    return rows.select(pl.col(name).cast(kind)).collect(engine="streaming").to_series()


def _packed(game: Game, rows: pl.LazyFrame, is_wanted: pl.Expr, n: int) -> Batch:
    """Pack the positions piece by piece, so that their texts are never there all at once."""
    packed = np.empty((n, _core.packed_width(game.name)), np.uint8)
    n_rows = rows.select(pl.len()).collect().item()
    end = 0
    for start in range(0, n_rows, PIECE):
        piece = rows.slice(start, PIECE).filter(is_wanted).select("position").collect()
        found = pack_column(game, piece["position"], end).packed
        packed[end : end + len(found)] = found
        end += len(found)
    return Batch(game, packed, checked=True)


def labelled_positions(
    positions: PositionSet,
    *,
    kind: str | None = None,
    mapping: Mapping[str, float] | None = None,
) -> LabelledPositions:
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
    table = chosen.table
    _check_kinds(table, kind)
    return LabelledPositions(
        game=chosen.game,
        positions=chosen.positions(),
        table=table,
        values=table["value"].to_numpy().astype(np.float64),
        weights=_uneven(table["weight"].to_numpy()),
        groups=_groups(table),
    )


def _check_kinds(table: pl.DataFrame, kind: str | None) -> None:
    kinds = sorted(table["kind"].cast(pl.String).unique())
    if len(kinds) > 1:
        raise ValueError(f"labels: expected one kind, found {', '.join(kinds)}; choose one")
    if table.height < 2:  # noqa: PLR2004 (a pair needs two)
        told = f" of kind {kind!r}" if kind else ""
        raise ValueError(f"labels: expected at least two positions{told}, found {table.height}")


def _uneven(weights: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return the weights unless all count alike."""
    return None if np.ptp(weights) == 0 else weights.astype(np.float64)


def _groups(table: pl.DataFrame) -> NDArray[np.int32]:
    """Return the number of each position's game; one without a game stands alone."""
    games = _codes(table["game"])
    if table.height == 0 or games.max() == 0:
        return np.arange(table.height, dtype=np.int32)
    # Two codes in one number; one without a game gets a code of its own behind those of the games.
    is_alone = games == 0
    games[is_alone] = games.max() + 1 + np.arange(np.count_nonzero(is_alone))
    both = _codes(table["file"]) * (games.max() + 1) + games
    return np.unique(both, return_inverse=True)[1].astype(np.int32)


def _codes(column: pl.Series) -> NDArray[np.int64]:
    """Return a number for each different value, in order; 0 where there is none."""
    if column.dtype == pl.Int64:
        column = column.rank("dense")
    else:
        column = column.cast(pl.Categorical).to_physical() + 1
    return column.cast(pl.Int64).fill_null(0).to_numpy(writable=True)
