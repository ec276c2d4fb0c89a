"""Which features are far from normal."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

MOST_SKEW, MOST_TAILS, FEW_VALUES = 1.0, 2.0, 10
N_BINS = 40
N_LOOKED = 200_000


@dataclass(frozen=True)
class Normality:
    """The shape of a feature among won and among lost positions.

    Attributes
    ----------
    name : str
    skew : float
        The larger skewness of the two; 0 if the feature is normal.
    tails : float
        The larger excess kurtosis of the two; 0 if the feature is normal.
    n_values : int
        How many different values were seen.
    edges : ndarray of shape (n_bins + 1,)
    shares : ndarray of shape (2, n_bins)
        The densities of lost and won positions.
    """

    name: str
    skew: float
    tails: float
    n_values: int
    edges: NDArray[np.float64]
    shares: NDArray[np.float64]

    @property
    def is_normal(self) -> bool:
        """Return whether a normal distribution is a fair description."""
        return (
            abs(self.skew) <= MOST_SKEW
            and abs(self.tails) <= MOST_TAILS
            and self.n_values >= FEW_VALUES
        )

    def describe(self) -> str:
        """Return a line that says what is not normal.

        >>> flag = np.tile(np.array([[0.0], [1.0]], dtype=np.float32), (500, 1))
        >>> check_normality(["flag"], flag, np.arange(1000) // 500 * 1.0)[0].describe()
        'flag: only 2 different values'
        """
        reasons = []
        if self.n_values < FEW_VALUES:
            reasons.append(f"only {self.n_values} different values")
        if abs(self.skew) > MOST_SKEW:
            reasons.append(f"skewness {self.skew:+.1f}")
        if abs(self.tails) > MOST_TAILS:
            reasons.append(f"excess kurtosis {self.tails:+.1f}")
        return f"{self.name}: {', '.join(reasons) or 'nearly normal'}"


def check_normality(
    names: Sequence[str], features: NDArray[np.float32], won: NDArray[np.float64]
) -> list[Normality]:
    """Look at the shape of every feature, in a part of the positions if there are many."""
    step = max(1, len(features) // N_LOOKED)
    rows, labels = features[::step].astype(np.float64), won[::step]
    found = []
    for name, column in zip(names, rows.T, strict=True):
        classes = [column[labels < 0.5], column[labels > 0.5]]  # noqa: PLR2004 (not the draws)
        with np.errstate(invalid="ignore", divide="ignore"):
            moving = [part for part in classes if len(part) and np.ptp(part) > 0]
        skews = [float(stats.skew(part)) for part in moving] or [0.0]
        tails = [float(stats.kurtosis(part)) for part in moving] or [0.0]
        edges = np.linspace(column.min(), column.max() + 1e-9, N_BINS + 1)
        shares = [
            np.histogram(part, edges)[0] / max(1, len(part)) / np.diff(edges) for part in classes
        ]
        found.append(
            Normality(
                name,
                max(skews, key=abs),
                max(tails, key=abs),
                len(np.unique(column)),
                edges,
                np.array(shares),
            )
        )
    return found
