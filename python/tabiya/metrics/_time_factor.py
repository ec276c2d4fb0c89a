"""How much more time the weaker player needs: the odds at which a match would be even.

CITE: Buro, "The Evolution of Strong Othello Programs", 2003, and his earlier papers, which measure
an improvement by the time that the old version needs to catch up.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from tabiya.metrics import _likelihood
from tabiya.metrics._counts import Counts, read_confidence, read_table
from tabiya.metrics._estimate import Estimate

# The least number of different odds through which a line can be drawn.
FEWEST_ODDS = 2
# A line this steep in the logarithm of the odds is a cliff; keeps wins-only matches finite.
RIDGE = 1e-6


@dataclass(frozen=True, slots=True)
class TimeFactor:
    """The odds at which both players would score one half.

    Attributes
    ----------
    factor : Estimate
        Odds of an even match. The interval may reach down to 0 or up to infinity if the scores
        hardly depend on the odds.
    slope : Estimate
        Elo that the player gains from twice the odds.

    Examples
    --------
    >>> print(TimeFactor(Estimate(1.2, 1.1, 1.3), Estimate(70.0, 60.0, 80.0)))
    even at 1.20 times the time [1.10, 1.30]; 70 Elo for twice the time [60, 80]
    """

    factor: Estimate
    slope: Estimate

    def __str__(self) -> str:
        slope = self.slope
        return (
            f"even at {self.factor.value:.2f} times the time "
            f"[{self.factor.low:.2f}, {self.factor.high:.2f}]; "
            f"{slope.value:.0f} Elo for twice the time [{slope.low:.0f}, {slope.high:.0f}]"
        )


def time_factor(
    odds: Sequence[float] | NDArray[np.float64],
    results: Sequence[Counts] | NDArray[np.float64] | NDArray[np.int64],
    *,
    confidence: float = 0.95,
) -> TimeFactor:
    """Fit the odds at which a match would be even.

    The score is taken for a logistic function of the logarithm of the odds. Its two numbers are
    fitted by maximum likelihood, with the variance that the results of pairs really have, and the
    interval is Fieller's for the place where the line crosses one half.

    Parameters
    ----------
    odds : sequence of float
        Time of the player over the time of its opponent, in each match.
    results : array of shape (n_matches, 5) or (n_matches, 3)
        Pentanomial or trinomial counts of the player, a match in each row.
    confidence : float
        How often the interval holds the true factor.

    Raises
    ------
    ValueError
        If there are fewer than two different odds, or a match without results.

    Examples
    --------
    >>> print(time_factor([0.7, 1.0, 2.0], [(80, 70, 50), (73, 64, 63), (54, 64, 82)]))
    even at 1.20 times the time [0.93, 1.66]; 67 Elo for twice the time [31, 103]
    """
    table = read_table(results)
    read_confidence(confidence)
    times = _read_odds(odds, len(table))
    if (table.sum(axis=1) == 0).any():
        raise ValueError("time factor: expected results at all odds, found a row of zeros")
    line = np.stack([np.ones(len(times)), np.log(times)], axis=1)
    fitted, spread = _fit(line, table)
    quantile = float(scipy.special.ndtri((1 + confidence) / 2))
    per_doubling = math.log(2) * 400 / math.log(10)
    gain, doubt = fitted[1], quantile * math.sqrt(spread[1, 1])
    return TimeFactor(
        factor=_crossing(fitted, spread, quantile),
        slope=Estimate(*(float(per_doubling * end) for end in (gain, gain - doubt, gain + doubt))),
    )


def _read_odds(odds: Sequence[float] | NDArray[np.float64], n_matches: int) -> NDArray[np.float64]:
    try:
        times = np.asarray(odds, dtype=np.float64)
    except (TypeError, ValueError):
        times = np.empty(0)
    is_list = times.shape == (n_matches,) and np.isfinite(times).all() and (times > 0).all()
    if not is_list or len(np.unique(times)) < FEWEST_ODDS:
        raise ValueError(
            f"time factor: expected odds above 0, one for each of {n_matches} rows of results and "
            f"two of them different, found {odds!r}"
        )
    return times


def _fit(
    line: NDArray[np.float64], table: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return intercept and slope of the logit of the score, and their covariance."""
    points = _likelihood.points_of(table)
    weights = table.sum(axis=1)
    scores = table @ points / weights

    def cost(numbers: NDArray[np.float64]) -> float:
        logits = line @ numbers
        surprise = weights * (np.logaddexp(0, logits) - scores * logits)
        return float(surprise.sum() + RIDGE * (numbers**2).sum())

    def slope(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        expected = 1 / (1 + np.exp(-(line @ numbers)))
        gradient: NDArray[np.float64] = line.T @ (weights * (expected - scores))
        return gradient + 2 * RIDGE * numbers

    fitted = scipy.optimize.minimize(
        cost, np.zeros(2), jac=slope, method="BFGS", options={"gtol": 1e-9}
    ).x
    expected = 1 / (1 + np.exp(-(line @ fitted)))
    bread = np.linalg.inv(
        (line.T * (weights * expected * (1 - expected))) @ line + RIDGE * np.eye(2)
    )
    # Results vary less than a coin of the same mean; one more result at each end keeps a row of
    # wins from being certain.
    softened = table + np.where(np.isin(points, (0.0, 1.0)), 0.5, 0.0)
    total = softened.sum(axis=1)
    mean = softened @ points / total
    variance = (softened * (points - mean[:, None]) ** 2).sum(axis=1) / total
    meat = (line.T * (weights * variance)) @ line
    return fitted, bread @ meat @ bread


def _crossing(
    fitted: NDArray[np.float64], spread: NDArray[np.float64], quantile: float
) -> Estimate:
    """Return the odds where the line is zero, with Fieller's interval."""
    square = quantile**2
    # All u with (intercept + slope * u)^2 <= quantile^2 * variance of it: a quadratic in u.
    a = fitted[1] ** 2 - square * spread[1, 1]
    b = 2 * (fitted[0] * fitted[1] - square * spread[0, 1])
    c = fitted[0] ** 2 - square * spread[0, 0]
    centre = -fitted[0] / fitted[1] if fitted[1] else math.nan
    if a <= 0:
        return Estimate(_odds(centre), 0.0, math.inf)
    root = math.sqrt(max(b * b - 4 * a * c, 0.0))
    return Estimate(*(_odds(end) for end in (centre, (-b - root) / (2 * a), (-b + root) / (2 * a))))


def _odds(logarithm: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.exp(logarithm))
