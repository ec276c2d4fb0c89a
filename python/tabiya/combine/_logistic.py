"""Logistic regression by Newton's method."""

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from tabiya import _core
from tabiya.combine._base import (
    Combination,
    CombinationWarning,
    LabelledFeatures,
    feature_names,
    independent,
    warn_text,
)
from tabiya.combine._threads import n_threads

# Labels that no finite coefficients fit are taken for 1 or 99 wins in 100 (Buro 1995 §2.2).
SOFTENED = 0.01
# The information of data that can be separated vanishes; that of others loses no such share.
VANISHED = 1e-6
N_HALVINGS = 30
ROUNDING = 1e-11


class Logistic(Combination):
    r"""Logistic regression: the logarithm of the odds is linear in the features.

    The coefficients maximise the likelihood, without a penalty, by Newton's method from chances of
    (y + 1/2) / (n + 1). If some linear form separates the classes there is no maximum; then the
    labels are taken for 1 and 99 wins in 100, which always has one, and a warning says so. Features
    that are constant or made of the ones before them get the coefficient 0.

    Parameters
    ----------
    soften : float
        A won example counts as so much lost, and a lost one as so much won; 0.01 is 99 in 100.
    tol : float
        Stop when the next step would raise the log-likelihood by less than about half of this.
    max_iter : int
        The most steps.
    n_jobs : int, optional
        Threads; one by default, -1 for all processors. It changes nothing but the time.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features)
    intercept_ : ndarray of shape (1,)
    coef_error_ : ndarray of shape (1, n_features)
        Standard errors, if the examples are independent of each other.
    intercept_error_ : ndarray of shape (1,)
    coef_covariance_ : ndarray of shape (n_features + 1, n_features + 1)
        Covariance of the estimates, the constant first.
    log_likelihood_ : float
    separable_ : bool
        Whether the labels had to be softened.
    dropped_ : ndarray of shape (n_features,)
        Which features were left out.
    n_iter_ : int

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> X = rng.standard_normal((10_000, 2))
    >>> won = rng.random(10_000) < 1 / (1 + np.exp(-(X @ [1.0, -2.0] + 0.5)))
    >>> model = Logistic().fit(X, won)
    >>> model.coef_.round(1), model.intercept_.round(1), model.coef_error_.round(2)
    (array([[ 1., -2.]]), array([0.5]), array([[0.03, 0.04]]))

    References
    ----------
    Buro 1995, "Statistical Feature Combination for the Evaluation of Game Positions", §2.2.
    """

    coef_: NDArray[np.float64]
    intercept_: NDArray[np.float64]
    coef_error_: NDArray[np.float64]
    intercept_error_: NDArray[np.float64]
    coef_covariance_: NDArray[np.float64]
    log_likelihood_: float
    separable_: bool
    n_iter_: int

    def __init__(
        self,
        *,
        soften: float = 0.0,
        tol: float = 1e-10,
        max_iter: int = 100,
        n_jobs: int | None = None,
    ) -> None:
        self.soften = soften
        self.tol = tol
        self.max_iter = max_iter
        self.n_jobs = n_jobs

    def _fit(self, examples: LabelledFeatures) -> None:
        if not 0 <= self.soften < 0.5:  # noqa: PLR2004 (half of it would leave nothing)
            raise ValueError(f"soften: expected 0 or more, below 0.5, found {self.soften!r}")
        threads = n_threads(self.n_jobs)
        newton = _Newton(_softened(examples, self.soften), threads, self.tol, self.max_iter)
        self.separable_ = not newton.climb()
        if self.separable_:
            warnings.warn(
                "the features separate the classes, so that no finite coefficients are best; "
                f"wins and losses were taken for {1 - SOFTENED:g} and {SOFTENED:g} of one",
                CombinationWarning,
                stacklevel=3,
            )
            newton = _Newton(_softened(examples, SOFTENED), threads, self.tol, self.max_iter)
            newton.climb()
        self.dropped_ = ~newton.kept[1:]
        if self.dropped_.any():
            text = warn_text(feature_names(self), self.dropped_)
            warnings.warn(text, CombinationWarning, stacklevel=3)
        self.n_iter_ = newton.n_steps
        self.log_likelihood_ = newton.log_likelihood
        self._keep(newton, examples.units)

    def _keep(self, newton: "_Newton", units: NDArray[np.float64]) -> None:
        """Keep the estimates in the units of the features."""
        origins, factors = units.T
        n = len(factors) + 1
        # Coefficients in the features' units are this matrix times those in ours.
        back = np.diag(np.concatenate([[1.0], factors]))
        back[0, 1:] = -origins * factors
        estimates = back @ newton.coefficients
        inverse = np.zeros((n, n))
        inverse[np.ix_(newton.kept, newton.kept)] = newton.inverse()
        self.coef_covariance_ = back @ inverse @ back.T
        errors = np.sqrt(np.diag(self.coef_covariance_).clip(0))
        errors[~newton.kept] = np.nan
        self.coef_, self.intercept_ = estimates[None, 1:], estimates[:1]
        self.coef_error_, self.intercept_error_ = errors[None, 1:], errors[:1]

    def _log_odds(self, features: Any) -> NDArray[np.float64]:
        odds = features @ self.coef_[0] + self.intercept_[0]
        return np.asarray(odds, dtype=np.float64)


class _Newton:
    """The way up the log-likelihood, in the units of the examples."""

    def __init__(self, examples: LabelledFeatures, threads: int, tol: float, max_iter: int) -> None:
        self.examples, self.threads = examples, threads
        self.tol, self.max_iter = tol, max_iter
        _, right, information = self._look(None)
        # The weights of the start are nearly alike, so this is nearly the covariance.
        total = information[0, 0]
        means = information[0, 1:] / total
        covariance = information[1:, 1:] / total - np.outer(means, means)
        self.kept = np.concatenate([[True], independent(covariance, np.zeros(len(covariance)))])
        self.start = np.linalg.eigvalsh(information[np.ix_(self.kept, self.kept)])[0]
        self.coefficients = np.zeros(len(right))
        self.coefficients[self.kept] = _solve(information, right, self.kept)
        self.information = information
        self.log_likelihood = -np.inf
        self.n_steps = 1

    def climb(self) -> bool:
        """Go to the top; False if there is none, for the classes can be separated."""
        step = np.zeros(len(self.coefficients))
        before = -np.inf
        for _ in range(self.max_iter):
            height, gradient, information = self._look(self.coefficients)
            for _ in range(N_HALVINGS):
                # A step may seem to lead down by what rounding leaves of so large a sum.
                if not step.any() or height >= before - ROUNDING * abs(before):
                    break
                step /= 2
                self.coefficients -= step
                height, gradient, information = self._look(self.coefficients)
            self.information, self.log_likelihood, before = information, height, height
            if self._has_vanished():
                return False
            step = np.zeros(len(self.coefficients))
            step[self.kept] = _solve(information, gradient, self.kept)
            self.coefficients += step
            self.n_steps += 1
            if step @ gradient < self.tol:
                return True
        return False

    def inverse(self) -> NDArray[np.float64]:
        """Return the covariance of the estimates that were kept."""
        own = self.information[np.ix_(self.kept, self.kept)]
        return np.asarray(cho_solve(cho_factor(own), np.eye(len(own))))

    def _has_vanished(self) -> bool:
        least = np.linalg.eigvalsh(self.information[np.ix_(self.kept, self.kept)])[0]
        return bool(least < VANISHED * self.start)

    def _look(
        self, coefficients: NDArray[np.float64] | None
    ) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
        examples = self.examples
        at = None if coefficients is None else coefficients.tolist()
        return _core.logistic_newton(
            examples.features, examples.won, examples.trials, examples.units, at, self.threads
        )


def _solve(
    matrix: NDArray[np.float64], right: NDArray[np.float64], kept: NDArray[np.bool_]
) -> NDArray[np.float64]:
    return np.asarray(cho_solve(cho_factor(matrix[np.ix_(kept, kept)]), right[kept]))


def _softened(examples: LabelledFeatures, share: float) -> LabelledFeatures:
    if share == 0:
        return examples
    won = share + (1 - 2 * share) * examples.won
    return LabelledFeatures(examples.features, won, examples.trials, examples.units)
