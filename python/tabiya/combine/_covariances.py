"""Are the covariances of won and lost positions equal? Then the quadratic terms can be dropped."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from tabiya.combine._base import independent
from tabiya.combine._phases import Phase


@dataclass(frozen=True)
class CovarianceTest:
    """Box's test of equal covariances, and how far they are apart.

    Attributes
    ----------
    phase : Phase
    statistic : float
        Box's M, corrected, which has a chi-squared distribution if the covariances are equal.
    degrees : int
        Its degrees of freedom.
    p_value : float
    ratio : float
        How many times larger the variance of won positions is in the direction in which it differs
        most from that of lost ones, or the other way round; 1 if the covariances are equal.
    """

    phase: Phase
    statistic: float
    degrees: int
    p_value: float
    ratio: float


def compare_covariances(
    phase: Phase, features: NDArray[np.float32], won: NDArray[np.float64]
) -> CovarianceTest:
    """Test whether two classes have the same covariance; draws are left out.

    With many positions the test finds any difference, however small, so that the ratio, and what
    the quadratic terms gain on held-out games, say more.

    CITE: Box 1949, "A general distribution theory for a class of likelihood criteria".

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> won = (np.arange(4000) % 2).astype(float)
    >>> alike = rng.standard_normal((4000, 3)).astype(np.float32)
    >>> phase = Phase((4, 64), (4, 64))
    >>> compare_covariances(phase, alike, won).p_value > 0.01
    True
    >>> alike[won == 1] *= 2
    >>> found = compare_covariances(phase, alike, won)
    >>> found.p_value < 1e-9, 3.5 < found.ratio < 5
    (True, True)
    """
    parts = [features[won == label].astype(np.float64) for label in (0.0, 1.0)]
    counts = np.array([len(part) for part in parts], dtype=np.float64)
    if counts.min() <= features.shape[1] + 1:
        return CovarianceTest(phase, np.nan, 0, np.nan, np.nan)
    covariances = [np.cov(part.T).reshape(features.shape[1], -1) for part in parts]
    free = counts - 1
    pooled = sum(f * c for f, c in zip(free, covariances, strict=True)) / free.sum()
    kept = independent(covariances[0], np.diag(pooled))
    kept[kept] = independent(covariances[1][np.ix_(kept, kept)], np.diag(pooled)[kept])
    chosen = np.ix_(kept, kept)
    d = int(kept.sum())
    m = free.sum() * np.linalg.slogdet(pooled[chosen])[1]
    m -= sum(f * np.linalg.slogdet(c[chosen])[1] for f, c in zip(free, covariances, strict=True))
    correction = (1 / free).sum() - 1 / free.sum()
    correction *= (2 * d * d + 3 * d - 1) / (6 * (d + 1))
    statistic, degrees = float((1 - correction) * m), d * (d + 1) // 2
    values = np.linalg.eigvals(np.linalg.solve(covariances[0][chosen], covariances[1][chosen]))
    ratio = float(np.maximum(values.real, 1 / values.real).max())
    return CovarianceTest(
        phase, statistic, degrees, float(stats.chi2.sf(statistic, degrees)), ratio
    )
