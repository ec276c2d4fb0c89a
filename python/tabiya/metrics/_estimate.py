"""Score, Elo and normalised Elo with intervals, and the likelihood of superiority.

The intervals hold every value that the results do not speak against: those at which the best
likelihood falls behind the best of all by no more than a quantile allows (a profile likelihood).
They are never a point, not even after ten wins in ten games, and need no formula of their own at
the ends of the scale. The quantile is that of Student's distribution with as many degrees of
freedom as there are results, which keeps the promise for short matches too.

CITE: Owen, "Empirical Likelihood", 2001, on likelihood intervals calibrated by Student's
distribution; Van den Bergh, "Normalized Elo", on the unit.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from tabiya.metrics import _likelihood
from tabiya.metrics._counts import (
    N_PAIR_RESULTS,
    Counts,
    read_confidence,
    read_counts,
    read_table,
)

# Points of normalised Elo for a mean of one standard deviation above one half.
NORMALISED_ELO = 800 / math.log(10)
# Scores nearer to 0 or 1, and means of more deviations from one half, are not told apart.
NEAREST = 1e-12
HALVINGS = 50
FARTHEST = 1e4


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and an interval that holds the truth as often as its confidence says.

    Both ends are NaN where there is too little to give an honest interval.

    >>> print(Estimate(12.25, -3.5, 28.0))
    12.25 [-3.50, 28.00]
    >>> print(Estimate(0.5, math.nan, math.nan))
    0.50 [too few]
    """

    value: float
    low: float
    high: float

    @property
    def is_bare(self) -> bool:
        """Whether there was too little for an interval."""
        return math.isnan(self.low)

    def __str__(self) -> str:
        if self.is_bare:
            return f"{self.value:.2f} [too few]"
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


def score(
    *,
    pentanomial: Counts | None = None,
    trinomial: Counts | None = None,
    confidence: float = 0.95,
) -> Estimate:
    """Return the score, from 0 to 1, with its interval.

    Parameters
    ----------
    pentanomial : sequence of 5 numbers, optional
        How many pairs of games gave 0, 1/2, 1, 3/2 and 2 points. The games of a pair start from
        the same opening with the sides exchanged, and so depend on each other.
    trinomial : sequence of 3 numbers, optional
        Losses, draws and wins, for games that are not in pairs.
    confidence : float
        How often the interval holds the true score.

    Returns
    -------
    Estimate
        A score of 0 or 1 is one end of its interval, and the other end lies inside.

    Raises
    ------
    ValueError
        If the counts are not counts or there are no results.

    Examples
    --------
    >>> print(score(trinomial=(20, 60, 20)))
    0.50 [0.44, 0.56]
    >>> print(score(trinomial=(0, 0, 10)))
    1.00 [0.78, 1.00]
    """
    counts = read_counts(pentanomial, trinomial)
    return Estimate(*map(float, score_path(counts[None, :], confidence=confidence)[0]))


def score_path(
    counts: Sequence[Counts] | NDArray[np.float64] | NDArray[np.int64], *, confidence: float = 0.95
) -> NDArray[np.float64]:
    """Return the scores of many tables at once, such as the states of a match, with intervals.

    Parameters
    ----------
    counts : array of shape (n_tables, 5) or (n_tables, 3)
        Pentanomial or trinomial counts, a table in each row, none of them empty.
    confidence : float
        As in :func:`score`.

    Returns
    -------
    ndarray of shape (n_tables, 3)
        Value, lower and upper end.

    Examples
    --------
    >>> score_path([(0, 1, 0), (0, 10, 0)]).round(2)
    array([[0.5 , 0.  , 1.  ],
           [0.5 , 0.39, 0.61]])
    """
    rows = read_table(counts)
    if (rows.sum(axis=1) == 0).any():
        raise ValueError("expected at least one result in each row, found one of zeros")
    table = _likelihood.regularise(rows)
    points = _likelihood.points_of(rows)
    value = rows @ points / rows.sum(axis=1)
    allowed = _allowed(rows, read_confidence(confidence))
    free = _likelihood.log_likelihood(table, table / table.sum(axis=1, keepdims=True))
    ends = []
    for end, nearest in ((0.0, NEAREST), (1.0, 1 - NEAREST)):
        inside, outside = table @ points / table.sum(axis=1), np.full(len(table), nearest)
        for _ in range(HALVINGS):
            middle = (inside + outside) / 2
            bound = _likelihood.log_likelihood(table, _likelihood.best_with_mean(table, middle))
            is_inside = 2 * (free - bound) <= allowed
            inside = np.where(is_inside, middle, inside)
            outside = np.where(is_inside, outside, middle)
        ends.append(np.where((outside == nearest) | (value == end), end, inside))
    return np.stack([value, np.minimum(ends[0], value), np.maximum(ends[1], value)], axis=1)


def elo(
    *,
    pentanomial: Counts | None = None,
    trinomial: Counts | None = None,
    confidence: float = 0.95,
) -> Estimate:
    """Return the difference in (logistic) Elo with its interval.

    Parameters are those of :func:`score`; a score of 0 or 1 is an infinite difference.

    Examples
    --------
    >>> print(elo(pentanomial=(379, 10170, 21828, 10640, 343)))
    1.59 [0.39, 2.80]
    >>> print(elo(trinomial=(0, 0, 10)))
    inf [219.33, inf]
    """
    scored = score(pentanomial=pentanomial, trinomial=trinomial, confidence=confidence)
    return Estimate(*(elo_of_score(end) for end in (scored.value, scored.low, scored.high)))


def normalised_elo(
    *,
    pentanomial: Counts | None = None,
    trinomial: Counts | None = None,
    confidence: float = 0.95,
) -> Estimate:
    """Return the difference in normalised Elo with its interval.

    Normalised Elo counts the score in standard deviations of a game, so that a difference of one
    costs the same number of games to prove whatever the share of draws. Parameters are those of
    :func:`score`. Results without any deviation are 0 at a score of one half, else infinite.

    Examples
    --------
    >>> print(normalised_elo(pentanomial=(379, 10170, 21828, 10640, 343)))
    3.05 [0.74, 5.36]
    """
    counts = read_counts(pentanomial, trinomial)
    unit = normalised_unit(len(counts))
    table = _likelihood.regularise(counts)
    allowed = float(_allowed(counts[None, :], read_confidence(confidence))[0])
    value = _ratio(counts)

    def excess(ratio: float) -> float:
        return _shortfall(table, _likelihood.best_with_ratio, ratio) - allowed

    centre = _ratio(table)
    low = value if value == -math.inf else _root(excess, centre, -FARTHEST, beyond=-math.inf)
    high = value if value == math.inf else _root(excess, centre, FARTHEST, beyond=math.inf)
    return Estimate(value * unit, min(low, value) * unit, max(high, value) * unit)


def likelihood_of_superiority(
    *, pentanomial: Counts | None = None, trinomial: Counts | None = None
) -> float:
    """Return how sure the results make us that the player is the better one.

    It is above 0.975 if and only if the interval of the score, at a confidence of 0.95, lies above
    one half. Parameters are those of :func:`score`.

    Examples
    --------
    >>> round(likelihood_of_superiority(trinomial=(10, 20, 18)), 3)
    0.933
    """
    counts = read_counts(pentanomial, trinomial)
    ahead = _mean(counts) - 0.5
    behind = _shortfall(_likelihood.regularise(counts), _likelihood.best_with_mean, 0.5)
    root = math.copysign(math.sqrt(behind), ahead) if ahead else 0.0
    return float(scipy.special.stdtr(counts.sum(), root))


def elo_of_score(score: float) -> float:
    """Return the difference in Elo at which this score is expected.

    >>> round(elo_of_score(0.76))
    200
    """
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score)) + 0.0  # no minus zero


def score_of_elo(elo: float) -> float:
    """Return the score that is expected at a difference in Elo.

    >>> round(score_of_elo(200), 2)
    0.76
    """
    return 1 / (1 + 10 ** (-elo / 400))


def normalised_unit(n_outcomes: int) -> float:
    """Return the normalised Elo of one deviation of a game's points, or of a pair's mean."""
    return NORMALISED_ELO / (math.sqrt(2) if n_outcomes == N_PAIR_RESULTS else 1)


def _mean(counts: NDArray[np.float64]) -> float:
    return float(counts @ _likelihood.points_of(counts) / counts.sum())


def _ratio(counts: NDArray[np.float64]) -> float:
    points = _likelihood.points_of(counts)
    mean = _mean(counts)
    deviation = math.sqrt(counts @ (points - mean) ** 2 / counts.sum())
    if np.count_nonzero(counts) == 1:
        return 0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)  # noqa: PLR2004 (an even score)
    return (mean - 0.5) / deviation


def _allowed(rows: NDArray[np.float64], confidence: float) -> NDArray[np.float64]:
    """Return how far twice the log-likelihood may fall behind inside the interval."""
    quantile: NDArray[np.float64] = scipy.special.stdtrit(rows.sum(axis=1), (1 + confidence) / 2)
    return quantile**2


def _shortfall(
    table: NDArray[np.float64],
    best: Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]],
    condition: float,
) -> float:
    """Return by how much the condition lets twice the log-likelihood fall behind."""
    rows = table[None, :]
    free = _likelihood.log_likelihood(rows, rows / rows.sum())
    bound = _likelihood.log_likelihood(rows, best(rows, np.array([condition])))
    return max(2 * float((free - bound)[0]), 0.0)


def _root(excess: Callable[[float], float], inside: float, end: float, *, beyond: float) -> float:
    """Return where the excess turns positive on the way to the end, or what lies beyond it."""
    width = (end - inside) / 2**40
    near, far = inside, inside + width
    while excess(far) < 0:
        if far == end:
            return beyond
        width *= 4
        near, far = far, inside + width
        if abs(far - inside) >= abs(end - inside):
            far = end
    return float(scipy.optimize.brentq(excess, near, far, xtol=1e-9, rtol=1e-9))
