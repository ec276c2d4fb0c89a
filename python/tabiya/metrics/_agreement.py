"""How sure a concordance is, and whether two of them differ.

Tau is a sum over pairs, so every position has a share in it; how much these shares scatter says how
much tau would change on other positions. Positions of one game resemble each other, so whole games
are what is exchanged (the infinitesimal jackknife; Efron 1982, chapter 6).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabiya import _core
from tabiya.metrics._concordance import code_labels
from tabiya.metrics._estimate import Estimate
from tabiya.metrics._numbers import numbers, pair_weights, weights_of_others

LEAST_GROUPS = 2


@dataclass(frozen=True)
class Difference:
    """By how much one analyst agrees better than another on the same positions.

    Attributes
    ----------
    value, low, high : float
        The difference of the two taus, and its interval.
    p : float
        Chance of a difference this large if there were none.
    """

    value: float
    low: float
    high: float
    p: float


def tau_interval(
    x: ArrayLike,
    y: ArrayLike | Sequence[str],
    weights: ArrayLike | None = None,
    *,
    groups: ArrayLike | None = None,
    confidence: float = 0.95,
) -> Estimate:
    """Return tau with its interval.

    Parameters
    ----------
    x, y, weights
        As in :func:`concordance`.
    groups : array of shape (m,), optional
        What belongs together, such as the number of the game; else every position stands alone.
    confidence : float
        How often the interval should hold the true value.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> y = rng.integers(-3, 4, 2000)
    >>> estimate = tau_interval(y + rng.normal(0, 3, 2000), y)
    >>> bool(estimate.low < estimate.value < estimate.high), round(estimate.value, 1)
    (True, 0.4)
    """
    tau, influence = _influence(x, y, weights, groups)
    return _estimate(tau, influence, confidence)


def tau_difference(
    first: ArrayLike,
    second: ArrayLike,
    y: ArrayLike | Sequence[str],
    weights: ArrayLike | None = None,
    *,
    groups: ArrayLike | None = None,
    confidence: float = 0.95,
) -> Difference:
    """Return by how much the first scores agree better with the labels than the second.

    Both are measured on the same positions, so that what is hard for both cancels out.

    Examples
    --------
    >>> tau_difference([1, 2, 3, 4], [1, 3, 2, 4], [1, 2, 3, 4]).value.__round__(3)
    0.333
    """
    tau_1, influence_1 = _influence(first, y, weights, groups)
    tau_2, influence_2 = _influence(second, y, weights, groups)
    value = tau_1 - tau_2
    estimate = _estimate(value, influence_1 - influence_2, confidence, bound=2.0)
    error = _error(influence_1 - influence_2)
    p = 1.0 if value == 0 else 2 * NormalDist().cdf(-abs(value) / error) if error else 0.0
    return Difference(value, estimate.low, estimate.high, p)


def _influence(
    x: ArrayLike,
    y: ArrayLike | Sequence[str],
    weights: ArrayLike | None,
    groups: ArrayLike | None,
) -> tuple[float, NDArray[np.float64]]:
    """Return tau, and by how much it changes per share by which a group is made heavier."""
    scores = numbers("x", x)
    m = len(scores)
    labels = code_labels(y, m)
    z = np.ones(m) if weights is None else pair_weights(weights, m)
    try:
        surplus = z * _core.contributions(scores, labels, z)
    except ValueError as error:
        raise ValueError(f"x: {error}") from None
    pairs = z * weights_of_others(z)
    all_pairs = pairs.sum() / 2
    tau = float(surplus.sum() / 2 / all_pairs)
    return tau, _by_group((surplus - tau * pairs) / all_pairs, groups)


def _by_group(shares: NDArray[np.float64], groups: ArrayLike | None) -> NDArray[np.float64]:
    if groups is None:
        return shares
    names = np.asarray(groups)
    if names.shape != shares.shape:
        raise ValueError(f"groups: expected {len(shares)} names, found shape {names.shape}")
    # Numbers that are close together need no sorting; those that nobody has fall out again.
    if (
        names.size == 0
        or names.dtype.kind not in "iu"
        or names.min() < 0
        or names.max() >= 2 * len(names)
    ):
        _, names = np.unique(names, return_inverse=True)
    sums = np.bincount(names, weights=shares)
    return sums[np.bincount(names) > 0].astype(np.float64)


def _error(influence: NDArray[np.float64]) -> float:
    n = len(influence)
    if n < LEAST_GROUPS:
        return math.inf
    return math.sqrt(n / (n - 1) * float(np.square(influence).sum()))


def _estimate(
    value: float, influence: NDArray[np.float64], confidence: float, *, bound: float = 1.0
) -> Estimate:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: expected a number between 0 and 1, found {confidence!r}")
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * _error(influence)
    return Estimate(value, max(-bound, value - reach), min(bound, value + reach))
