"""Errors of coefficients by leaving out groups of games, at the cost of one more pass.

Positions of one game are much alike, so that the errors of independent examples are too small.
What a group adds to the sums of all is taken off them again: exactly for means and covariances, and
for a likelihood by one step of Newton's method from its maximum.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from tabiya import _core
from tabiya.combine._base import find_units
from tabiya.combine._discriminant import Moments
from tabiya.combine._logistic import Logistic
from tabiya.combine._threads import n_threads

N_GROUPS = 20

Estimates = list[NDArray[np.float64]]


def errors_by_group(
    model: Any,
    features: NDArray[np.float32],
    won: NDArray[np.float64],
    groups: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return standard errors of the constant and the coefficients of a fitted model.

    Parameters
    ----------
    model : Logistic, Fisher or Quadratic
        Fitted to these examples.
    features : ndarray of shape (n_examples, n_features)
    won : ndarray of shape (n_examples,)
    groups : ndarray of shape (n_examples,)
        Numbers of the games, which are dealt into groups.

    Returns
    -------
    ndarray of shape (n_features + 1,)
        The constant first; NaN if there is one group only.
    """
    order = np.argsort(groups % N_GROUPS, kind="stable")
    sizes = np.bincount(groups % N_GROUPS, minlength=N_GROUPS)
    ends = np.cumsum(sizes)
    rows, labels = features[order], won[order]
    parts = [
        (rows[end - size : end], labels[end - size : end])
        for end, size in zip(ends, sizes, strict=True)
        if size
    ]
    if len(parts) < 2:  # noqa: PLR2004 (of one there is no spread)
        return np.full(features.shape[1] + 1, np.nan)
    units, threads = find_units(features), n_threads(model.n_jobs)
    leave_out = _leave_out_logistic if isinstance(model, Logistic) else _leave_out_moments
    estimates = np.array(leave_out(model, parts, units, threads))
    n = len(estimates)
    spread = np.square(estimates - estimates.mean(axis=0)).sum(axis=0)
    return np.asarray(np.sqrt(spread * (n - 1) / n))


def _leave_out_logistic(
    model: Logistic, parts: list[Any], units: NDArray[np.float64], threads: int
) -> Estimates:
    origins, factors = units.T
    own = np.concatenate([model.intercept_ + model.coef_ @ origins, model.coef_[0] / factors])
    looks = [
        _core.logistic_newton(rows, won, None, units, own.tolist(), threads) for rows, won in parts
    ]
    gradient = sum(look[1] for look in looks)
    information = sum(look[2] for look in looks)
    kept = np.ix_(*2 * [np.concatenate([[True], ~model.dropped_])])
    estimates = []
    for _, part_gradient, part_information in looks:
        step = np.zeros(len(own))
        right = (gradient - part_gradient)[kept[0][:, 0]]
        step[kept[0][:, 0]] = np.linalg.solve((information - part_information)[kept], right)
        found = own + step
        coefficients = found[1:] * factors
        estimates.append(np.concatenate([[found[0] - coefficients @ origins], coefficients]))
    return estimates


def _leave_out_moments(
    model: Any, parts: list[Any], units: NDArray[np.float64], threads: int
) -> Estimates:
    sums = [_core.class_moments(rows, won, None, units, threads) for rows, won in parts]
    total = [[sum(part[label][i] for part in sums) for i in range(3)] for label in (0, 1)]
    estimates = []
    for part in sums:
        left = [[total[label][i] - part[label][i] for i in range(3)] for label in (0, 1)]
        if min(count for count, _, _ in left) <= 0:
            continue
        other = clone(model)
        other._combine(Moments.of_sums(left), ~model.dropped_, units)  # noqa: SLF001 (its own kind)
        estimates.append(np.concatenate([other.intercept_, other.coef_[0]]))
    return estimates
