"""Numbers merged into ordered categories, such as the seven symbols."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from tabiya.positions._labels import SYMBOLS
from tabiya.positions._set import PositionSet


def categorise(positions: PositionSet, edges: Sequence[float] | int) -> PositionSet:
    """Merge labels that are numbers into ordered categories.

    Seven categories become the seven symbols, with values from -3 to 3. Any other number of them is
    numbered from 0, and of the kind "category".

    Parameters
    ----------
    positions : PositionSet
        A set with labels of one kind. Rows without a value are left out.
    edges : sequence of float, or int
        Where one category ends and the next begins; a value on an edge is in the upper one. Or how
        many categories, with as equal a number of positions in each as there can be.

    Raises
    ------
    ValueError
        If the labels are of several kinds, if no label has a value, or if the edges do not rise.

    Examples
    --------
    >>> import polars as pl
    >>> values = [-400.0, -90.0, 0.0, 35.0, 150.0, 420.0]
    >>> rows = [{"position": str(v), "kind": "score", "value": v} for v in values]
    >>> found = PositionSet("chess", pl.DataFrame(rows))
    >>> "".join(categorise(found, [-250, -120, -40, 40, 120, 250]).table["label"])
    '-+⩱==±+-'
    >>> categorise(found, 2).table["value"].to_list()
    [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    """
    table = positions.labelled().table
    kinds = table["kind"].unique(maintain_order=True).to_list()
    if len(kinds) != 1:
        raise ValueError(f"expected labels of one kind, found {', '.join(kinds)}")
    values = table["value"].to_numpy()
    if isinstance(edges, int):
        if edges < 1:
            raise ValueError(f"categories: expected a number above 0, found {edges!r}")
        shares = np.arange(1, edges) / edges
        borders = np.quantile(values, shares)
    else:
        borders = np.asarray(edges, dtype=np.float64)
    if not np.all(np.diff(borders) > 0) or not np.all(np.isfinite(borders)):
        raise ValueError(f"edges: expected numbers that rise, found {borders.tolist()}")
    found = np.searchsorted(borders, values, side="right")
    n_categories = len(borders) + 1
    if n_categories == len(SYMBOLS):
        names, kind, first = list(SYMBOLS), "symbol", -(len(SYMBOLS) // 2)
    else:
        names, kind, first = [str(number) for number in range(n_categories)], "category", 0
    return positions.with_table(
        table.with_columns(
            pl.Series("label", names).gather(found),
            pl.lit(kind).alias("kind"),
            pl.Series("value", found + float(first)),
        )
    )
