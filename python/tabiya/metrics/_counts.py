"""Counts of results: the tables that every verdict starts from."""

from collections.abc import Sequence
from numbers import Real

import numpy as np
from numpy.typing import NDArray

Counts = Sequence[float] | NDArray[np.float64] | NDArray[np.int64]

# Results of a pair of games by points (0, 1/2, 1, 3/2, 2), and of a game (loss, draw, win).
N_PAIR_RESULTS = 5
N_GAME_RESULTS = 3
N_AXES = 2


def read_counts(
    pentanomial: Counts | None, trinomial: Counts | None, *, may_be_empty: bool = False
) -> NDArray[np.float64]:
    """Return the counts that were given, five for pairs or three for games.

    Raises
    ------
    ValueError
        If not exactly one of them is given, if there are not five or three numbers, if one is
        negative or not finite, or if there are no results at all.
    """
    if (pentanomial is None) == (trinomial is None):
        found = "none" if pentanomial is None else "both"
        raise ValueError(f"expected either pentanomial or trinomial counts, found {found}")
    if pentanomial is not None:
        counts = read_row("pentanomial", pentanomial, N_PAIR_RESULTS)
    else:
        assert trinomial is not None, "one of them is given"
        counts = read_row("trinomial", trinomial, N_GAME_RESULTS)
    if not may_be_empty and counts.sum() == 0:
        raise ValueError("expected at least one result, found counts that are all 0")
    return counts


def read_row(name: str, row: Counts, length: int) -> NDArray[np.float64]:
    """Return a row of counts as an array, once it was found to be one."""
    values = list(row) if isinstance(row, Sequence | np.ndarray) else None
    is_row = isinstance(row, Sequence | np.ndarray) and not isinstance(row, str | bytes)
    if values is None or not is_row or len(values) != length:
        raise ValueError(f"{name}: expected {length} counts, found {row!r}")
    for value in values:
        is_number = isinstance(value, Real) and not isinstance(value, bool | np.bool_)
        if not is_number or not np.isfinite(float(value)) or value < 0:
            raise ValueError(f"{name}: expected counts of 0 or more, found {row!r}")
    return np.array(values, dtype=np.float64)


def read_table(
    counts: Sequence[Counts] | NDArray[np.float64] | NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return rows of counts as an array, once they were found to be such rows."""
    try:
        table = np.asarray(counts, dtype=np.float64)
    except (TypeError, ValueError):
        table = np.empty(0)
    is_table = table.ndim == N_AXES and table.shape[1] in (N_GAME_RESULTS, N_PAIR_RESULTS)
    if not is_table or not np.isfinite(table).all() or (table < 0).any():
        raise ValueError(f"expected rows of 5 or 3 counts of 0 or more, found {counts!r}")
    return table


def read_confidence(confidence: float) -> float:
    """Return a confidence, once it was found to lie between 0 and 1."""
    if not isinstance(confidence, Real) or not 0 < confidence < 1:
        raise ValueError(f"confidence: expected a number between 0 and 1, found {confidence!r}")
    return float(confidence)
