"""The discriminants of normally distributed features."""

import warnings
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.combine._base import (
    BLOCK,
    Combination,
    CombinationWarning,
    LabelledFeatures,
    feature_names,
    independent,
    warn_text,
)
from tabiya.combine._threads import n_threads


@dataclass(frozen=True)
class Moments:
    """Counts, means and covariances of the lost and of the won examples.

    Attributes
    ----------
    counts : ndarray of shape (2,)
    means : ndarray of shape (2, n_features)
    covariances : ndarray of shape (2, n_features, n_features)
        Of maximum likelihood: sums of squares over the count.
    """

    counts: NDArray[np.float64]
    means: NDArray[np.float64]
    covariances: NDArray[np.float64]

    @classmethod
    def of_sums(cls, classes: Sequence[Sequence[Any]]) -> "Moments":
        """Return the moments of two classes of which count, sums and sums of products are known."""
        counts = np.array([count for count, _, _ in classes])
        means = np.array([sums / count for count, sums, _ in classes])
        products = np.array([products / count for count, _, products in classes])
        return cls(counts, means, products - np.einsum("ci,cj->cij", means, means))

    @property
    def pooled(self) -> NDArray[np.float64]:
        """Return the covariance within the classes."""
        shares = self.counts / self.counts.sum()
        return np.asarray(np.einsum("c,cij->ij", shares, self.covariances))


class _Discriminant(Combination):
    """What Fisher's and the quadratic discriminant share."""

    means_: NDArray[np.float64]
    coef_: NDArray[np.float64]
    intercept_: NDArray[np.float64]

    def __init__(self, *, n_jobs: int | None = None) -> None:
        self.n_jobs = n_jobs

    def _fit(self, examples: LabelledFeatures) -> None:
        moments = _moments(examples, n_threads(self.n_jobs))
        kept = self._independent(moments)
        self.dropped_ = ~kept
        if self.dropped_.any():
            text = warn_text(feature_names(self), self.dropped_)
            warnings.warn(text, CombinationWarning, stacklevel=3)
        self._combine(moments, kept, examples.units)

    @abstractmethod
    def _independent(self, moments: Moments) -> NDArray[np.bool_]: ...

    @abstractmethod
    def _combine(
        self, moments: Moments, kept: NDArray[np.bool_], units: NDArray[np.float64]
    ) -> None: ...


class Fisher(_Discriminant):
    """Fisher's linear discriminant: both classes normal, with one covariance and equal priors.

    A draw counts half in each class, which is to count wins and losses twice and draws once as
    each. Features that are constant or made of the ones before them get the coefficient 0.

    Parameters
    ----------
    n_jobs : int, optional
        Threads; one by default, -1 for all processors. It changes nothing but the time.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features)
    intercept_ : ndarray of shape (1,)
    means_ : ndarray of shape (2, n_features)
    covariance_ : ndarray of shape (n_features, n_features)
        Within the classes, of maximum likelihood.
    dropped_ : ndarray of shape (n_features,)
        Which features were left out.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> won = rng.random(10_000) < 0.5
    >>> X = rng.standard_normal((10_000, 2)) + np.outer(won, [1.0, -0.5])
    >>> Fisher().fit(X, won).coef_.round(1)
    array([[ 1. , -0.5]])

    References
    ----------
    Buro 1995, "Statistical Feature Combination for the Evaluation of Game Positions", §2.1.
    """

    covariance_: NDArray[np.float64]

    def _independent(self, moments: Moments) -> NDArray[np.bool_]:
        return independent(moments.pooled, np.zeros(len(moments.pooled)))

    def _combine(
        self, moments: Moments, kept: NDArray[np.bool_], units: NDArray[np.float64]
    ) -> None:
        lost, won = moments.means
        coefficients = np.zeros(len(kept))
        pooled = moments.pooled[np.ix_(kept, kept)]
        coefficients[kept] = np.linalg.solve(pooled, (won - lost)[kept])
        intercept = -coefficients @ (won + lost) / 2
        origins, factors = units.T
        self.coef_ = (coefficients * factors)[None]
        self.intercept_ = np.array([intercept - self.coef_[0] @ origins])
        self.means_ = moments.means / factors + origins
        self.covariance_ = moments.pooled / np.outer(factors, factors)

    def _log_odds(self, features: Any) -> NDArray[np.float64]:
        odds = features @ self.coef_[0] + self.intercept_[0]
        return np.asarray(odds, dtype=np.float64)


class Quadratic(_Discriminant):
    """The quadratic discriminant: both classes normal, each with its covariance, equal priors.

    A draw counts half in each class, which is to count wins and losses twice and draws once as
    each. Features that are constant within a class, or made of the ones before them there, are left
    out.

    Parameters
    ----------
    n_jobs : int, optional
        Threads; one by default, -1 for all processors. It changes nothing but the time.

    Attributes
    ----------
    quadratic_ : ndarray of shape (n_features, n_features)
        The logarithm of the odds is x Q x' + x b + c; this is Q.
    coef_ : ndarray of shape (1, n_features)
        b.
    intercept_ : ndarray of shape (1,)
        c.
    means_ : ndarray of shape (2, n_features)
    covariances_ : ndarray of shape (2, n_features, n_features)
        Of maximum likelihood.
    dropped_ : ndarray of shape (n_features,)
        Which features were left out.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> won = rng.random(10_000) < 0.5
    >>> X = rng.standard_normal((10_000, 1)) * np.where(won, 2, 1)[:, None]
    >>> Quadratic().fit(X, won).quadratic_.round(1)  # half of 1 - 1/4
    array([[0.4]])

    References
    ----------
    Buro 1995, "Statistical Feature Combination for the Evaluation of Game Positions", §2.1.
    """

    quadratic_: NDArray[np.float64]
    covariances_: NDArray[np.float64]

    def _independent(self, moments: Moments) -> NDArray[np.bool_]:
        scale = np.diag(moments.pooled)
        lost, won = moments.covariances
        kept = independent(lost, scale)
        # What is left out for one class is left out for both.
        kept[kept] = independent(won[np.ix_(kept, kept)], scale[kept])
        return kept

    def _combine(
        self, moments: Moments, kept: NDArray[np.bool_], units: NDArray[np.float64]
    ) -> None:
        chosen = np.ix_(kept, kept)
        inverses = [np.linalg.inv(covariance[chosen]) for covariance in moments.covariances]
        logarithms = [
            np.linalg.slogdet(covariance[chosen])[1] for covariance in moments.covariances
        ]
        lost, won = moments.means[:, kept]
        quadratic = np.zeros((len(kept), len(kept)))
        linear = np.zeros(len(kept))
        quadratic[chosen] = -(inverses[1] - inverses[0]) / 2
        linear[kept] = won @ inverses[1] - lost @ inverses[0]
        constant = -(won @ inverses[1] @ won - lost @ inverses[0] @ lost) / 2
        constant -= (logarithms[1] - logarithms[0]) / 2
        origins, factors = units.T
        self.quadratic_ = quadratic * np.outer(factors, factors)
        self.coef_ = (linear * factors - 2 * self.quadratic_ @ origins)[None]
        constant -= (linear * factors) @ origins
        self.intercept_ = np.array([constant + origins @ self.quadratic_ @ origins])
        self.means_ = moments.means / factors + origins
        self.covariances_ = moments.covariances / np.outer(factors, factors)

    def _log_odds(self, features: Any) -> NDArray[np.float64]:
        odds = np.empty(len(features))
        for first in range(0, len(features), BLOCK):
            block = features[first : first + BLOCK].astype(np.float64, copy=False)
            linear = block @ self.quadratic_ + self.coef_[0]
            odds[first : first + BLOCK] = np.einsum("ij,ij->i", linear, block)
        odds += self.intercept_[0]
        return odds


def _moments(examples: LabelledFeatures, threads: int) -> Moments:
    """Return the moments of the classes in the units of the examples."""
    return Moments.of_sums(
        _core.class_moments(
            examples.features, examples.won, examples.trials, examples.units, threads
        )
    )
