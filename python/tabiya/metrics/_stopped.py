"""What a match says that a sequential test has ended.

Such a match ends when it looks best, or worst, so that the score it ends with flatters or belittles
the player, and an interval for matches of a fixed length is in the wrong place. Here the ends of a
test are put in order: rejected sooner is worse than rejected later, and that is worse than
accepted, later worse than sooner. A difference belongs to the interval if under it an end as bad as
the one seen, and one as good, are both likely enough; and the estimate is the difference under
which a better and a worse end are equally likely. The log-likelihood ratio is taken for a Brownian
motion between two bounds.

CITE: Siegmund 1978, "Estimation following sequential tests", Biometrika 65(2), for the order and
the intervals; Fishtest gives its results in this way. Feller, "An Introduction to Probability
Theory and Its Applications", volume 2, chapter X.5, for the sums over images.
"""

import math
from dataclasses import dataclass

import numpy as np
import scipy

from tabiya.metrics import _likelihood
from tabiya.metrics._counts import Counts, read_confidence, read_counts
from tabiya.metrics._estimate import Estimate, elo_of_score, normalised_unit, score_of_elo
from tabiya.metrics._sprt import Sprt

# Images of the bounds in each other, on both sides; far more than a test that ends can reach.
N_IMAGES = 60
# A match that has gone on for so many results after the end of the test was not ended by it.
MOST_LATE = 16
NEAREST = 1e-9


@dataclass(frozen=True, slots=True)
class AfterTest:
    """Estimates that allow for the way in which the match has ended."""

    elo: Estimate
    normalised_elo: Estimate
    superiority: float


def after_test(
    sprt: Sprt,
    *,
    pentanomial: Counts | None = None,
    trinomial: Counts | None = None,
    confidence: float = 0.95,
) -> AfterTest | None:
    """Return what a match says that the test has ended; None if it has not.

    Parameters
    ----------
    sprt : Sprt
        The test.
    pentanomial, trinomial, confidence
        As in :func:`elo`.

    Returns
    -------
    AfterTest, optional
        None while the test is undecided, and if the match went on long after its end.

    Examples
    --------
    The fixed-sample estimate is +1.59 with an interval of [0.39, 2.80]:

    >>> found = after_test(Sprt(0, 2), pentanomial=(379, 10170, 21828, 10640, 343))
    >>> print(found.elo)
    1.42 [0.15, 2.66]
    """
    counts = read_counts(pentanomial, trinomial)
    state = sprt.test(pentanomial=pentanomial, trinomial=trinomial)
    if state.verdict == "continue":
        return None
    table = _likelihood.regularise(counts)
    points = _likelihood.points_of(table)
    share = table / table.sum()
    mean = float(share @ points)
    deviation = math.sqrt(float(share @ (points - mean) ** 2))
    unit = normalised_unit(len(counts))
    worse, better = (
        0.5 + deviation * hypothesis / unit if sprt.normalised else score_of_elo(hypothesis)
        for hypothesis in (sprt.elo0, sprt.elo1)
    )
    # What a result adds to the log-likelihood ratio, for differences that are not large.
    slope, middle = (better - worse) / deviation**2, (worse + better) / 2
    late = max(state.llr - state.upper, state.lower - state.llr)
    if late > MOST_LATE * slope * float(np.abs(points - middle).max()):
        return None
    n, end = float(counts.sum()), state.upper if state.verdict == "accept" else state.lower

    def chance(score: float) -> float:
        """Return how likely an end as bad as this one is, or a worse one."""
        drift, noise = (score - middle) * slope, slope * deviation
        return chance_of_worse(n * drift, math.sqrt(n) * noise, state.lower, state.upper, end)

    def score_with(target: float) -> float:
        low, high = NEAREST, 1 - NEAREST
        if chance(low) < target or chance(high) > target:
            return 0.0 if chance(low) < target else 1.0
        return float(scipy.optimize.brentq(lambda score: chance(score) - target, low, high))

    doubt = (1 - read_confidence(confidence)) / 2
    scores = [score_with(target) for target in (0.5, 1 - doubt, doubt)]
    return AfterTest(
        elo=Estimate(*map(elo_of_score, scores)),
        normalised_elo=Estimate(*((each - 0.5) / deviation * unit for each in scores)),
        superiority=chance(0.5),
    )


def chance_of_worse(drift: float, noise: float, lower: float, upper: float, end: float) -> float:
    """Return how likely a Brownian motion between bounds ends no better than at one of them now.

    Parameters
    ----------
    drift, noise : float
        Where it would be without bounds by now, on average, and by what it would deviate.
    lower, upper : float
        The bounds; it starts from zero, between them.
    end : float
        The bound that it has reached.

    Examples
    --------
    With all the time in the world a motion without drift ends at the nearer bound more often:

    >>> round(chance_of_worse(0, 20, -1, 3, -1), 3)
    0.75
    """
    if end == lower:
        return _chance_to_reach(drift, noise, lower, upper)
    return 1 - _chance_to_reach(-drift, noise, -upper, -lower)


def _chance_to_reach(drift: float, noise: float, lower: float, upper: float) -> float:
    """Return how likely it has come to the lower bound, and not to the upper one before."""
    # Images of the way to the bound. The chance to have come as far as each with the drift away
    # from or towards it, times the weight of an image; logarithms, for one may be huge and the
    # other tiny.
    ways = -lower + 2 * (upper - lower) * np.arange(-N_IMAGES, N_IMAGES + 1)
    distance, pull = np.abs(ways), drift / noise**2
    ahead = pull * lower - abs(pull) * distance
    behind = pull * lower + abs(pull) * distance
    reached = np.exp(ahead + scipy.special.log_ndtr((abs(drift) - distance) / noise))
    reached += np.exp(behind + scipy.special.log_ndtr((-abs(drift) - distance) / noise))
    return float(np.clip((np.sign(ways) * reached).sum(), 0, 1))
