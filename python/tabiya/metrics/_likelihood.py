"""The likelihood of counted results, at its best under a condition; many tables at a time.

Results of pairs (or games) follow a multinomial distribution about which nothing else is assumed.
The best likelihood among the distributions of a given mean, or of a given mean in standard
deviations, is what sequential tests and intervals stand on.

CITE: Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
distribution" and "Normalized Elo", the papers behind Fishtest's statistics.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# What takes the place of a count of zero, as in Fishtest and fastchess: nothing is impossible.
ALMOST_NOTHING = 1e-3

# Newton's method squares its error, so that these are never reached but by hopeless tables.
NEWTON_STEPS = 200
HALVINGS = 30
REFINEMENTS = 100
NEWTON_PRECISION = 1e-13
REFINEMENT_PRECISION = 1e-8
# Rounding must not carry a probability over its pole.
POLE = 1e-15
TINY = 1e-300
# Deviations below it are not leapt to.
NARROWEST = 1e-6
MIDDLE = 0.5


def regularise(counts: Floats) -> Floats:
    """Return the counts with something very small in place of zeros."""
    return np.where(counts == 0, ALMOST_NOTHING, counts)


def points_of(counts: Floats) -> Floats:
    """Return the score in [0, 1] that each column of a table stands for."""
    return np.linspace(0.0, 1.0, counts.shape[-1])


def best_with_mean(counts: Floats, mean: Floats) -> Floats:
    """Return the likeliest distributions with these means.

    Parameters
    ----------
    counts : ndarray of shape (n_tables, n_outcomes)
        Counts above zero.
    mean : ndarray of shape (n_tables,)
        Means between 0 and 1, both excluded.

    Returns
    -------
    ndarray of shape (n_tables, n_outcomes)
    """
    shares = counts / counts.sum(axis=1, keepdims=True)
    return _tilt(shares, points_of(counts) - mean[:, None], np.zeros(len(shares)))[0]


def best_with_ratio(counts: Floats, ratio: Floats) -> Floats:
    """Return the likeliest distributions whose mean lies so many deviations above one half.

    The condition, mean - 1/2 = ratio * deviation, is not linear in the probabilities. It is
    replaced by its tangent at the distribution found last, until that distribution stays the same.

    Parameters
    ----------
    counts : ndarray of shape (n_tables, n_outcomes)
        Counts above zero.
    ratio : ndarray of shape (n_tables,)
        (mean - 1/2) / deviation.
    """
    shares = counts / counts.sum(axis=1, keepdims=True)
    points = points_of(counts)
    best = _start_with_ratio(shares, ratio)
    moments = _moments(best, points)
    multiplier = np.zeros(len(shares))
    rows = np.arange(len(shares))
    last = np.full(len(shares), np.inf)
    for _ in range(REFINEMENTS):
        # Two tangents, and then a leap to where their steps seem to lead (CITE: Irons and Tuck,
        # "A version of the Aitken accelerator for computer iteration", 1969).
        states = [moments[rows]]
        for _ in range(2):
            condition = _tangent(points, ratio[rows], states[-1])
            best[rows], multiplier[rows] = _tilt(shares[rows], condition, multiplier[rows])
            states.append(_moments(best[rows], points))
        step, following = states[1] - states[0], states[2] - states[1]
        bend = following - step
        size = np.maximum((bend**2).sum(axis=1), TINY)
        leap = states[2] - ((following * bend).sum(axis=1) / size)[:, None] * following
        leap = np.where(leap[:, 1:] > NARROWEST, leap, states[2])
        condition = _tangent(points, ratio[rows], leap)
        change = np.abs(following).max(axis=1)
        is_safe = (condition.max(axis=1) > 0) & (condition.min(axis=1) < 0) & (change < last[rows])
        moments[rows] = np.where(is_safe[:, None], leap, states[2])
        last[rows] = change
        rows = rows[change > REFINEMENT_PRECISION]
        if not len(rows):
            break
    return best


def _moments(chances: Floats, points: Floats) -> Floats:
    """Return mean and deviation of distributions."""
    mean = chances @ points
    variance = (chances * (points - mean[:, None]) ** 2).sum(axis=1)
    return np.stack([mean, np.sqrt(variance)], axis=1)


def _tangent(points: Floats, ratio: Floats, moments: Floats) -> Floats:
    """Return the condition of the ratio, made linear at a mean and deviation."""
    mean, deviation = moments[:, :1], moments[:, 1:]
    near = deviation * (1 + ((points - mean) / deviation) ** 2) / 2
    condition: Floats = points - MIDDLE - ratio[:, None] * near
    return condition


def _start_with_ratio(shares: Floats, ratio: Floats) -> Floats:
    """Return distributions that meet the condition of the ratio: shares and more of one result.

    The result is the one of which the least must be added. From such a start every tangent can be
    met, because the deviation never lies above its tangent.
    """
    points = points_of(shares)
    mean, square = shares @ points, shares @ points**2
    is_above = mean - MIDDLE > ratio * np.sqrt(np.maximum(square - mean**2, 0))
    least, column = np.full(len(shares), np.inf), np.zeros(len(shares), dtype=np.int64)
    for number, added in enumerate(points):
        rows = np.flatnonzero(is_above if added < MIDDLE else ~is_above)
        if added == MIDDLE or not len(rows):
            continue
        part = _part_to_add(mean[rows], square[rows], ratio[rows], added, is_above=added < MIDDLE)
        is_less = part < least[rows]
        least[rows[is_less]], column[rows[is_less]] = part[is_less], number
    start: Floats = shares * (1 - least[:, None])
    start[np.arange(len(start)), column] += least
    return start


def _part_to_add(
    mean: Floats, square: Floats, ratio: Floats, added: float, *, is_above: bool
) -> Floats:
    """Return how much of a result makes up for being above the ratio, or below it."""
    low, high = np.zeros(len(mean)), np.ones(len(mean))
    for _ in range(HALVINGS):
        part = (low + high) / 2
        mixed = mean + part * (added - mean)
        variance = square + part * (added**2 - square) - mixed**2
        is_beyond = (mixed - MIDDLE > ratio * np.sqrt(np.maximum(variance, 0))) != is_above
        low, high = np.where(is_beyond, low, part), np.where(is_beyond, part, high)
    return low


def log_likelihood(counts: Floats, probabilities: Floats) -> Floats:
    """Return the log-likelihood of each table under its distribution, up to a constant."""
    total: Floats = (counts * np.log(probabilities)).sum(axis=1)
    return total


def _tilt(shares: Floats, condition: Floats, start: Floats) -> tuple[Floats, Floats]:
    """Return the likeliest distributions under which the condition is zero on average.

    They are share / (1 + multiplier * condition). The multiplier, which is returned too, is the one
    root of a falling function between two poles, found by Newton's method, by halves where that
    leaves the bracket. A start near the root saves steps; it need not lie in the bracket.
    """
    low = -1 / condition.max(axis=1)
    high = -1 / condition.min(axis=1)
    multiplier = np.where((low < start) & (start < high), start, 0.0)
    rows = np.arange(len(shares))
    for _ in range(NEWTON_STEPS):
        now = multiplier[rows]
        part = condition[rows] / np.maximum(1 + now[:, None] * condition[rows], POLE)
        weighted = shares[rows] * part
        value = weighted.sum(axis=1)
        slope = -(weighted * part).sum(axis=1)
        low[rows] = np.where(value > 0, now, low[rows])
        high[rows] = np.where(value > 0, high[rows], now)
        step = now - value / slope
        inside = (step > low[rows]) & (step < high[rows])
        following = np.where(inside, step, (low[rows] + high[rows]) / 2)
        multiplier[rows] = following
        rows = rows[np.abs(following - now) > NEWTON_PRECISION * (1 + np.abs(following))]
        if not len(rows):
            break
    found: Floats = shares / np.maximum(1 + multiplier[:, None] * condition, POLE)
    found /= found.sum(axis=1, keepdims=True)
    return found, multiplier
