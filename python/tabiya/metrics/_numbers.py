"""Arrays of scores, labels and weights, checked before the core sees them."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers: TypeAlias = NDArray[np.float64] | NDArray[np.signedinteger] | NDArray[np.uint64]

# What the core takes without a copy; everything else becomes float64.
NATIVE = ("f8", "i8", "i4", "i2", "i1", "u8")
# What has an order: booleans, whole numbers, floats, and objects that may be numbers.
ORDERED = "biufOUST"
# Whole numbers up to this are exact as floats.
EXACT = 2**53
# Products of weights with exponents beyond this are brought nearer to one.
MOST_EXPONENT = 900

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
    """Return a contiguous vector of a kind that the core knows; whole numbers keep every digit.

    >>> numbers("x", [1, 2]).dtype.kind
    'i'
    >>> numbers("x", [2**70 + 1, -1, 2**70])
    array([2, 0, 1])
    """
    array = np.ascontiguousarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name}: expected a vector of numbers, found shape {array.shape}")
    return native(name, values, array)


def native(name: str, values: ArrayLike, array: NDArray[np.generic]) -> Numbers:
    """Return an array made of some values, of any shape, as numbers of a kind the core knows."""
    if array.dtype.kind not in ORDERED:
        raise ValueError(f"{name}: expected numbers that have an order, found {array.dtype}")
    whole = _huge_whole(values, array)
    if whole is not None:
        return _ranked(whole)
    if array.dtype.str.lstrip("<>|=") in NATIVE and array.dtype.isnative:
        return array  # type: ignore[return-value]  # NATIVE names the kinds of Numbers
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: expected numbers, found {array.dtype}") from None


def _huge_whole(values: ArrayLike, array: NDArray[np.generic]) -> NDArray[np.object_] | None:
    """Return Python's whole numbers if no kind of NumPy's holds them all, else None.

    NumPy makes objects of those beyond 64 bits, and floats of those that need the sign and all 64.
    """
    if array.dtype.kind == "f" and not isinstance(values, np.ndarray) and array.size:
        beyond = np.abs(np.nan_to_num(array.astype(np.float64))).max() >= EXACT
        array = np.array(values, dtype=object) if beyond else array
    if array.dtype.kind != "O" or not all(
        isinstance(each, int | np.integer) for each in array.flat
    ):
        return None
    return array  # type: ignore[return-value]  # its kind was looked at


def _ranked(whole: NDArray[np.object_]) -> NDArray[np.signedinteger]:
    """Return numbers that order as these do, and fit."""
    _, ranks = np.unique(whole, return_inverse=True)
    return ranks.reshape(whole.shape).astype(np.int64)


def label_numbers(labels: ArrayLike | Sequence[str]) -> Numbers:
    """Return labels as numbers: as they are, or by the order of symbols or of results.

    >>> label_numbers(["+-", "=", "∓"])
    array([ 3.,  0., -2.])
    """
    array = np.asarray(labels)
    if array.dtype.kind not in "UOT" or not all(isinstance(label, str) for label in array):
        return numbers("y", labels)
    table = RESULTS if array.size and array[0] in RESULTS else ORDER
    try:
        return np.array([table[label] for label in array], dtype=np.float64)
    except KeyError as error:
        known = ", ".join(table)
        raise ValueError(f"y: expected one of {known}, found {error.args[0]!r}") from None


def pair_weights(weights: ArrayLike, m: int) -> NDArray[np.float64]:
    """Return weights that are finite, not negative, and not all but one zero.

    Where products of two would overflow or vanish, all are first divided by a power of two.

    >>> pair_weights([1e200, 2e200, 4e200], 3).max() < 10
    np.True_
    """
    array = np.ascontiguousarray(weights)
    if array.dtype.kind == "c":
        raise ValueError(f"weights: expected numbers that have an order, found {array.dtype}")
    array = array.astype(np.float64)
    if array.shape != (m,):
        raise ValueError(f"weights: expected {m} numbers, found shape {array.shape}")
    if not np.isfinite(array).all() or (array < 0).any():
        raise ValueError("weights: expected finite numbers that are not negative")
    if np.count_nonzero(array) < 2:  # noqa: PLR2004 (a pair needs two)
        raise ValueError("weights: expected at least two positions that weigh something")
    heaviest = np.frexp(np.partition(array, m - 2)[-2:])[1].sum()
    return np.ldexp(array, -(heaviest // 2)) if abs(heaviest) > MOST_EXPONENT else array


def weights_of_others(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each position what all others weigh.

    Added up from both sides: taking a weight from the sum of all leaves nothing beside one that is
    much larger.

    >>> weights_of_others(np.array([1e30, 1.0, 2.0]))
    array([3.e+00, 1.e+30, 1.e+30])
    """
    before = np.concatenate([[0.0], np.cumsum(weights)[:-1]])
    after = np.concatenate([np.cumsum(weights[::-1])[-2::-1], [0.0]])
    return np.asarray(before + after)
