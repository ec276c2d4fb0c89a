"""Arrays of scores, labels and weights, checked before the core sees them."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers: TypeAlias = NDArray[np.float64] | NDArray[np.signedinteger]

# What the core takes without a copy; everything else becomes float64.
NATIVE = ("f8", "i8", "i4", "i2", "i1")

# Seven assessments from Black's win to White's, in the ways they are written; and results.
ORDER: dict[str, float] = {
    **dict.fromkeys(("-+", "\N{MINUS SIGN}+"), -3.0),
    **dict.fromkeys(("∓", "-/+"), -2.0),
    **dict.fromkeys(("⩱", "=+", "=/+"), -1.0),
    "=": 0.0,
    **dict.fromkeys(("⩲", "+=", "+/="), 1.0),
    **dict.fromkeys(("±", "+/-"), 2.0),
    **dict.fromkeys(("+-", "+\N{MINUS SIGN}"), 3.0),
}
RESULTS: dict[str, float] = {"0-1": 0.0, "1/2-1/2": 0.5, "1-0": 1.0}


def numbers(name: str, values: ArrayLike) -> Numbers:
    """Return a contiguous vector of a kind that the core knows.

    >>> numbers("x", [1, 2]).dtype.kind
    'i'
    """
    array = np.ascontiguousarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name}: expected a vector of numbers, found shape {array.shape}")
    if array.dtype.str.lstrip("<>|=") in NATIVE and array.dtype.isnative:
        return array
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: expected numbers, found {array.dtype}") from None


def label_numbers(labels: ArrayLike | Sequence[str]) -> Numbers:
    """Return labels as numbers: as they are, or by the order of symbols or of results.

    >>> label_numbers(["+-", "=", "∓"])
    array([ 3.,  0., -2.])
    """
    array = np.asarray(labels)
    if array.dtype.kind not in "UOT" or not all(isinstance(label, str) for label in array):
        return numbers("y", array)
    table = RESULTS if array.size and array[0] in RESULTS else ORDER
    try:
        return np.array([table[label] for label in array], dtype=np.float64)
    except KeyError as error:
        known = ", ".join(table)
        raise ValueError(f"y: expected one of {known}, found {error.args[0]!r}") from None


def pair_weights(weights: ArrayLike, m: int) -> NDArray[np.float64]:
    """Return weights that are finite, not negative, and not all but one zero."""
    array = np.ascontiguousarray(weights, dtype=np.float64)
    if array.shape != (m,):
        raise ValueError(f"weights: expected {m} numbers, found shape {array.shape}")
    if not np.isfinite(array).all() or (array < 0).any():
        raise ValueError("weights: expected finite numbers that are not negative")
    if np.count_nonzero(array) < 2:  # noqa: PLR2004 (a pair needs two)
        raise ValueError("weights: expected at least two positions that weigh something")
    return array
