"""How sure a concordance is, and whether two of them differ.

Tau is a sum over pairs. Positions of one game resemble each other, so each game in turn is left
out, and how much tau scatters then says how much it would change on other games. The scatter of few
games is itself uncertain; Student's distribution allows for that. Tau cannot pass 1, so that the
interval is laid out where there is no end, by the inverse hyperbolic tangent.

CITE: Efron 1982, "The Jackknife, the Bootstrap and Other Resampling Plans", chapter 3; Fisher 1921
on the transformation.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from tabiya import _core
from tabiya.metrics._concordance import code_labels
from tabiya.metrics._estimate import Estimate
from tabiya.metrics._numbers import (
    Numbers,
    label_numbers,
    numbers,
    pair_weights,
    weights_of_others,
)

# With fewer games an interval would promise what it cannot keep.
LEAST_GROUPS = 5
# Larger games are counted one by one, smaller ones all at once.
MOST_TOGETHER = 64


@dataclass(frozen=True)
class Difference:
    """By how much one analyst agrees better than another on the same positions.

    Attributes
    ----------
    value, low, high : float
        The difference of the two taus, and its interval; NaN where there are too few games.
    p : float
        Chance of a difference this large if there were none; NaN where there are too few games.
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

    Returns
    -------
    Estimate
        Without an interval (NaN, "too few") if there are fewer than five games.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> y = rng.integers(-3, 4, 2000)
    >>> estimate = tau_interval(y + rng.normal(0, 3, 2000), y)
    >>> bool(estimate.low < estimate.value < estimate.high), round(estimate.value, 1)
    (True, 0.4)
    """
    doubt = _doubt(confidence)
    tau, without = _left_out(x, y, weights, groups)
    error = _error(without)
    if math.isnan(error):
        return Estimate(tau, math.nan, math.nan)
    if error == 0 or abs(tau) == 1:
        reach = _unseen(len(without), confidence)
        return Estimate(tau, max(-1.0, tau - reach), min(1.0, tau + reach))
    centre, reach = math.atanh(tau), _quantile(doubt, len(without)) * error / (1 - tau**2)
    return Estimate(tau, math.tanh(centre - reach), math.tanh(centre + reach))


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
    >>> round(tau_difference([1, 2, 3, 4], [1, 3, 2, 4], [1, 2, 3, 4]).value, 3)
    0.333
    """
    doubt = _doubt(confidence)
    tau_1, without_1 = _left_out(first, y, weights, groups)
    tau_2, without_2 = _left_out(second, y, weights, groups)
    value, n = tau_1 - tau_2, len(without_1)
    error = _error(without_1 - without_2)
    if math.isnan(error):
        return Difference(value, math.nan, math.nan, math.nan)
    if error == 0:
        reach, p = _unseen(n, confidence), 1.0 if value == 0 else 0.0
    else:
        reach = _quantile(doubt, n) * error
        p = 2 * float(scipy.special.stdtr(n - 1, -abs(value) / error))
    return Difference(value, max(-2.0, value - reach), min(2.0, value + reach), p)


def _left_out(
    x: ArrayLike,
    y: ArrayLike | Sequence[str],
    weights: ArrayLike | None,
    groups: ArrayLike | None,
) -> tuple[float, NDArray[np.float64]]:
    """Return tau, and what it is without each of the groups."""
    scores = numbers("x", x)
    m = len(scores)
    labels = code_labels(y, m)
    z = np.ones(m) if weights is None else pair_weights(weights, m)
    try:
        surplus = z * _core.contributions(scores, labels, z)
    except ValueError as error:
        raise ValueError(f"x: {error}") from None
    pairs = z * weights_of_others(z)
    all_surplus, all_pairs = float(surplus.sum()) / 2, float(pairs.sum()) / 2
    tau = max(-1.0, min(1.0, all_surplus / all_pairs))
    index = np.arange(m) if groups is None else _index(groups, m)
    n_groups = int(index.max()) + 1
    within = np.zeros((2, n_groups))
    if n_groups < m:
        within = _within(scores, label_numbers(y), z, index, n_groups)
    # Without a group, all pairs are gone that one or both positions of which belong to it.
    lost = np.bincount(index, surplus, n_groups), np.bincount(index, pairs, n_groups)
    with np.errstate(divide="ignore", invalid="ignore"):
        without = (all_surplus - lost[0] + within[0]) / (all_pairs - lost[1] + within[1])
    return tau, without


def _index(groups: ArrayLike, m: int) -> NDArray[np.int64]:
    names = np.asarray(groups)
    if names.shape != (m,):
        raise ValueError(f"groups: expected {m} names, found shape {names.shape}")
    return np.unique(names, return_inverse=True)[1].astype(np.int64)


def _within(
    x: Numbers, y: Numbers, z: NDArray[np.float64], index: NDArray[np.int64], n_groups: int
) -> NDArray[np.float64]:
    """Return surplus and weight of the pairs inside of each group."""
    found = np.zeros((2, n_groups))
    sizes = np.bincount(index, minlength=n_groups)
    order = np.argsort(index, kind="stable")
    ends = np.cumsum(sizes)
    for group in np.flatnonzero(sizes > MOST_TOGETHER).tolist():
        own = order[ends[group] - sizes[group] : ends[group]]
        shares = _core.contributions(x[own], _core.Labels(y[own]), z[own])
        found[:, group] = shares @ z[own] / 2, weights_of_others(z[own]) @ z[own] / 2
    order = order[sizes[index[order]] <= MOST_TOGETHER]
    x, y, z, index = x[order], y[order], z[order], index[order]
    for step in range(1, int(sizes[sizes <= MOST_TOGETHER].max(initial=1))):
        pair = np.flatnonzero(index[step:] == index[:-step])
        later = pair + step
        weight = z[pair] * z[later]
        sign = _sign(x[pair], x[later]) * _sign(y[pair], y[later])
        found[0] += np.bincount(index[pair], weight * sign, n_groups)
        found[1] += np.bincount(index[pair], weight, n_groups)
    return found


def _sign(a: Numbers, b: Numbers) -> NDArray[np.int8]:
    return (a > b).astype(np.int8) - (a < b).astype(np.int8)


def _error(without: NDArray[np.float64]) -> float:
    """Return the jackknife's error; NaN if there are too few groups."""
    n = len(without)
    if n < LEAST_GROUPS or not np.isfinite(without).all():
        return math.nan
    return math.sqrt((n - 1) / n * float(np.square(without - without.mean()).sum()))


def _quantile(doubt: float, n_groups: int) -> float:
    return float(scipy.special.stdtrit(n_groups - 1, 1 - doubt))


def _unseen(n_groups: int, confidence: float) -> float:
    """Return how far off tau may be though no group differs from the others.

    Games of a kind that is not among so many are at most this share of all (the rule of three), and
    so have a part in at most twice that share of the pairs, each of which counts one instead of
    minus one.
    """
    return float(4 * (1 - (1 - confidence) ** (1 / n_groups)))


def _doubt(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: expected a number between 0 and 1, found {confidence!r}")
    return (1 - confidence) / 2
