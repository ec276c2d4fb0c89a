"""The same position more than once: one row, and how much its labels disagree."""

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya import _core
from tabiya.positions._labels import KINDS, label_text

# Of these an annotator can only have meant one, of the others the mean is as good.
ORDERED = ("symbol", "category")

# What becomes of the first of several rows of the same position and kind.
MERGED = np.dtype(
    [
        ("row", "<u8"),
        ("value", "<f8"),
        ("counts", "<i4", 2),
        ("weight", "<f8"),
        ("disputed", "?"),
    ]
)
_KINDS = pl.Enum(KINDS)
_IS_ORDERED = np.array([kind in ORDERED for kind in KINDS])
# What tells labels of different kinds apart: whole numbers far from each other.
_KIND_KEYS = np.arange(1, len(KINDS) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
# What the core has to know of the kinds of labels that stand in games.
PGN_KINDS = [(int(_KIND_KEYS[KINDS.index(kind)]), kind in ORDERED) for kind in _core.PGN_KINDS]


def position_key(game: str) -> pl.Expr:
    """Return what makes positions the same: in chess all but the two counters."""
    position = pl.col("position")
    return position.str.replace(r" \d+ \d+$", "") if game == "chess" else position


def merge(table: pl.DataFrame, game: str) -> pl.DataFrame:
    """Make one row of those of the same position and kind, in the place of the first.

    Results and scores become their mean, symbols their median; of two in the middle the one nearer
    to equality counts, and of ∓ and ± equality itself. Where it is from is that of the first.
    ``conflicts`` is how many of the labels are not the commonest one.
    """
    if table.is_empty():
        return table
    [heap] = deal_rows(table, game, n_heaps=1)
    others, merged = merge_heap(heap)
    is_first = np.ones(table.height, np.bool_)
    is_first[others] = False
    return apply_merged(table.filter(pl.Series(is_first)), is_first, merged)


def deal_rows(table: pl.DataFrame, game: str, *, n_heaps: int, first_row: int = 0) -> list[bytes]:
    """Return heaps of what merging has to know of rows, the first of which has this number."""
    kinds = table["kind"].cast(_KINDS).to_physical().to_numpy()
    values = table["value"].to_numpy()
    said = values.view(np.uint64)
    if table["value"].null_count():
        said = np.where(np.isnan(values), table["label"].hash().to_numpy(), said)
    return _core.deal_labels(
        table["position"].str.join("\n").item(),
        game == "chess",
        first_row,
        _KIND_KEYS[kinds],
        said,
        values,
        np.column_stack([table["count"].to_numpy(), table["conflicts"].to_numpy()]),
        table["weight"].to_numpy(),
        _IS_ORDERED[kinds],
        n_heaps,
    )


def merge_heap(heap: bytes) -> tuple[NDArray[np.uint64], NDArray[Any]]:
    """Return the rows of a heap that are not the first of theirs, and what the first come to."""
    others, rows, *columns = _core.merge_heap(heap)
    merged = np.empty(len(rows), MERGED)
    merged["row"] = rows
    for name, column in zip(("value", "counts", "weight", "disputed"), columns, strict=True):
        merged[name] = column
    return others, merged


def apply_merged(
    table: pl.DataFrame, is_first: NDArray[np.bool_], merged: NDArray[Any], first_row: int = 0
) -> pl.DataFrame:
    """Return rows with what they have come to; they are those that are the first of theirs."""
    if len(merged):
        places = np.cumsum(is_first) - 1
        rows = places[merged["row"].astype(np.int64) - first_row]
        values = table["value"].to_numpy().copy()
        values[rows] = merged["value"]
        columns = {"value": pl.Series(values).fill_nan(None)}
        news = (merged["counts"][:, 0], merged["counts"][:, 1], merged["weight"])
        for name, new in zip(("count", "conflicts", "weight"), news, strict=True):
            column = table[name].to_numpy().copy()
            column[rows] = new
            columns[name] = pl.Series(column)
        disputed = rows[merged["disputed"]]
        table = table.with_columns(**columns)
        table = table.with_columns(_relabelled(table, disputed))
    return table


def _relabelled(table: pl.DataFrame, disputed: NDArray[np.int64]) -> pl.Series:
    """Return the labels, written anew where they disagreed."""
    pairs = table[disputed].select("kind", "value", "label")
    different = pairs.select("kind", "value").unique().drop_nulls()
    texts = [label_text(kind, value) for kind, value in different.iter_rows()]
    different = different.with_columns(pl.Series("text", texts, dtype=pl.String))
    pairs = pairs.join(different, on=["kind", "value"], how="left", maintain_order="left")
    return table["label"].scatter(disputed, pairs.select(pl.coalesce("text", "label")).to_series())
