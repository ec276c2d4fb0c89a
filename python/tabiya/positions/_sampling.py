"""Fewer positions, or the same with weights: random samples and inverse frequencies."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya.positions._set import PositionSet

# More labels than anyone tells apart: these are numbers, and should be made categories first.
MOST_LABELS = 64
SORTED_BY = ["position", "kind", "label", "file", "game", "ply", "line"]


def sample(positions: PositionSet, n: int, seed: int = 0) -> PositionSet:
    """Return a random sample in the order of the set.

    The same rows with the same seed give the same sample, whatever order they come in.

    Parameters
    ----------
    positions : PositionSet
        The set.
    n : int
        How many rows.
    seed : int
        Seed of the choice.

    Raises
    ------
    ValueError
        If there are fewer rows.

    Examples
    --------
    >>> import polars as pl
    >>> texts = [f"7k/8/8/8/8/8/{n}K{7 - n}/8 w - - 0 1" for n in range(1, 7)]
    >>> rows = [{"position": text, "side": "white", "label": "="} for text in texts]
    >>> found = PositionSet("chess", pl.DataFrame(rows))
    >>> len(sample(found, 4)), sample(found, 4).table.equals(sample(found, 4).table)
    (4, True)
    """
    if not 0 <= n <= len(positions):
        raise ValueError(f"n: expected 0 to {len(positions)} positions, found {n!r}")
    rows = np.sort(shuffled_rows(positions.table, seed)[:n])
    return positions.with_table(positions.table[rows])


def weigh(positions: PositionSet) -> PositionSet:
    """Return the set with weights in inverse proportion to how often a label occurs.

    All labels together weigh the same, and the mean weight is 1. CITE: Gomboc 2004 §6.2, with the
    weights of §4.5.

    Raises
    ------
    ValueError
        If the labels are of several kinds, or too many to be categories.

    Examples
    --------
    >>> import polars as pl
    >>> rows = [{"position": str(n), "label": "=" if n else "+-"} for n in range(4)]
    >>> weigh(PositionSet("chess", pl.DataFrame(rows))).table["weight"].round(3).to_list()
    [2.0, 0.667, 0.667, 0.667]
    """
    labels = category_labels(positions)
    weight = len(positions) / (len(labels) * pl.len().over("label"))
    return positions.with_table(positions.table.with_columns(weight.alias("weight")))


def shuffled_rows(table: pl.DataFrame, seed: int) -> NDArray[np.int64]:
    """Return the numbers of the rows in random order; the order they come in does not matter."""
    order = table.with_row_index("row").sort(SORTED_BY)["row"].to_numpy().astype(np.int64)
    return np.random.default_rng(seed).permutation(order)


def category_labels(positions: PositionSet) -> list[str]:
    """Return the labels of a set from the worst to the best for the first player.

    Raises
    ------
    ValueError
        If they are of several kinds, or too many to be categories, or if there are none.
    """
    kinds = positions.table["kind"].unique(maintain_order=True).to_list()
    if len(kinds) != 1:
        raise ValueError(f"expected labels of one kind, found {', '.join(kinds) or 'none'}")
    labels = positions.table.group_by("label").agg(pl.col("value").mean()).sort("value", "label")
    if labels.height > MOST_LABELS:
        raise ValueError(
            f"expected at most {MOST_LABELS} different labels, found {labels.height}: "
            "merge them into categories first"
        )
    return labels["label"].to_list()
