"""Spearman's rho, the other ordinal correlation (Gomboc 2004, §4.7)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabiya.metrics._concordance import LEAST_POSITIONS
from tabiya.metrics._numbers import Numbers, label_numbers, numbers, pair_weights


def spearman(x: ArrayLike, y: ArrayLike | Sequence[str], weights: ArrayLike | None = None) -> float:
    """Return the correlation of the ranks of scores and labels, ties sharing their mean rank.

    Parameters
    ----------
    x, y, weights
        As in :func:`concordance`; whole weights give what repeating the positions would give.

    Returns
    -------
    float
        NaN if scores or labels are all the same.

    Examples
    --------
    >>> round(spearman([1, 2, 3, 4], [1, 2, 4, 3]), 2)
    0.8
    """
    scores, labels = numbers("x", x), label_numbers(y)
    if len(scores) != len(labels):
        raise ValueError(f"y: expected {len(scores)} labels, one per score, found {len(labels)}")
    if len(scores) < LEAST_POSITIONS:
        raise ValueError(f"x: expected at least {LEAST_POSITIONS} positions, found {len(scores)}")
    z = np.ones(len(scores)) if weights is None else pair_weights(weights, len(scores))
    ranks = np.stack([_ranks("x", scores, z), _ranks("y", labels, z)])
    centred = ranks - (ranks @ z / z.sum())[:, None]
    (var_x, covariance), (_, var_y) = (centred * z) @ centred.T
    if not var_x * var_y:
        return float("nan")
    # Rounding must not carry it beyond what it can be.
    return max(-1.0, min(1.0, float(covariance / np.sqrt(var_x) / np.sqrt(var_y))))


def _ranks(name: str, values: Numbers, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each value the mean rank of all that are equal to it."""
    if np.isnan(np.asarray(values, dtype=np.float64)).any():
        raise ValueError(f"{name}: expected numbers, found NaN")
    _, index = np.unique(values, return_inverse=True)
    shares = np.bincount(index, weights=weights)
    middles: NDArray[np.float64] = np.cumsum(shares) - shares / 2
    return middles[index]
