"""The sequential test: play on until the results speak for one of two hypotheses.

CITE: Wald, "Sequential Tests of Statistical Hypotheses", 1945; Van den Bergh's generalised test,
which compares the best likelihoods under each hypothesis instead of assuming a distribution.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tabiya.metrics import _likelihood
from tabiya.metrics._counts import Counts, read_counts, read_table
from tabiya.metrics._estimate import normalised_unit, score_of_elo


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a sequential test stands.

    ``"accept"`` speaks for ``elo1``, ``"reject"`` for ``elo0``.
    """

    llr: float
    lower: float
    upper: float
    verdict: Literal["accept", "reject", "continue"]

    def __str__(self) -> str:
        words = {"accept": "accepted", "reject": "rejected", "continue": "undecided"}
        return f"{self.llr:.2f} [{self.lower:.2f}, {self.upper:.2f}], {words[self.verdict]}"


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test of two differences in strength.

    Parameters
    ----------
    elo0, elo1 : float
        The two hypotheses, the weaker one first.
    alpha : float
        How often ``elo1`` may be accepted though ``elo0`` is true.
    beta : float
        How often ``elo1`` may be rejected though it is true.
    normalised : bool
        Whether the hypotheses are in normalised Elo; otherwise in logistic Elo.

    Attributes
    ----------
    bounds : tuple of float
        The log-likelihood ratios at which the test ends.

    Examples
    --------
    >>> test = Sprt(0, 2)
    >>> print(test.test(pentanomial=(379, 10170, 21828, 10640, 343)))
    2.95 [-2.94, 2.94], accepted
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalised: bool = True
    bounds: tuple[float, float] = field(init=False)

    def __post_init__(self) -> None:
        _check_hypotheses(self.elo0, self.elo1)
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not isinstance(rate, Real) or not 0 < rate < 1:
                raise ValueError(f"{name}: expected a number between 0 and 1, found {rate!r}")
        if not self.alpha + self.beta < 1:
            raise ValueError(
                f"expected alpha and beta of less than 1 in all, found {self.alpha!r} "
                f"and {self.beta!r}"
            )
        lower = math.log(self.beta / (1 - self.alpha))
        upper = math.log((1 - self.beta) / self.alpha)
        object.__setattr__(self, "bounds", (lower, upper))

    def test(
        self, *, pentanomial: Counts | None = None, trinomial: Counts | None = None
    ) -> SprtState:
        """Say what the results so far speak for.

        >>> Sprt(0, 10, normalised=False).test(trinomial=(0, 0, 0)).verdict
        'continue'
        """
        llr = sprt_llr(
            pentanomial=pentanomial,
            trinomial=trinomial,
            elo0=self.elo0,
            elo1=self.elo1,
            normalised=self.normalised,
        )
        lower, upper = self.bounds
        if llr >= upper:
            return SprtState(llr, lower, upper, "accept")
        return SprtState(llr, lower, upper, "reject" if llr <= lower else "continue")


def sprt_llr(
    *,
    pentanomial: Counts | None = None,
    trinomial: Counts | None = None,
    elo0: float,
    elo1: float,
    normalised: bool = True,
) -> float:
    """Return the log-likelihood ratio of two hypotheses about a match.

    Parameters
    ----------
    pentanomial : sequence of 5 numbers, optional
        How many pairs of games gave 0, 1/2, 1, 3/2 and 2 points.
    trinomial : sequence of 3 numbers, optional
        Losses, draws and wins, for games that are not in pairs.
    elo0, elo1 : float
        The hypotheses, the weaker one first.
    normalised : bool
        Whether they are in normalised Elo; otherwise in logistic Elo.

    Returns
    -------
    float
        Above zero it speaks for ``elo1``; 0 if there are no results. Counts of zero are taken for
        0.001, as Fishtest and fastchess do, because nothing is impossible.

    Examples
    --------
    >>> round(sprt_llr(pentanomial=(379, 10170, 21828, 10640, 343), elo0=0, elo1=2), 4)
    2.9455
    """
    counts = read_counts(pentanomial, trinomial, may_be_empty=True)
    return float(_ratios(counts[None, :], elo0=elo0, elo1=elo1, normalised=normalised)[0])


def sprt_path(
    counts: Sequence[Counts] | NDArray[np.float64] | NDArray[np.int64],
    *,
    elo0: float,
    elo1: float,
    normalised: bool = True,
) -> NDArray[np.float64]:
    """Return the log-likelihood ratios of many tables at once, such as the states of a match.

    Parameters
    ----------
    counts : array of shape (n_tables, 5) or (n_tables, 3)
        Pentanomial or trinomial counts, a table in each row.
    elo0, elo1, normalised
        As in :func:`sprt_llr`.

    Examples
    --------
    >>> sprt_path([(0, 0, 0, 0, 0), (0, 0, 1, 3, 1)], elo0=0, elo1=100).round(2)
    array([0.  , 1.07])
    """
    return _ratios(read_table(counts), elo0=elo0, elo1=elo1, normalised=normalised)


def _ratios(
    counts: NDArray[np.float64], *, elo0: float, elo1: float, normalised: bool
) -> NDArray[np.float64]:
    _check_hypotheses(elo0, elo1)
    table = _likelihood.regularise(counts)
    likelihoods = []
    for hypothesis in (elo0, elo1):
        if normalised:
            ratio = np.full(len(table), hypothesis / normalised_unit(table.shape[1]))
            best = _likelihood.best_with_ratio(table, ratio)
        else:
            best = _likelihood.best_with_mean(table, np.full(len(table), score_of_elo(hypothesis)))
        likelihoods.append(_likelihood.log_likelihood(table, best))
    return np.where(counts.sum(axis=1) > 0, likelihoods[1] - likelihoods[0], 0.0)


def _check_hypotheses(elo0: float, elo1: float) -> None:
    for name, value in (("elo0", elo0), ("elo1", elo1)):
        if not isinstance(value, Real) or not math.isfinite(value):
            raise ValueError(f"{name}: expected a number, found {value!r}")
    if not elo0 < elo1:
        raise ValueError(f"expected elo0 below elo1, found {elo0!r} and {elo1!r}")
