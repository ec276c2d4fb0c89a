"""What the three models share: examples in, chances out."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

# Of so many rows the origin and the unit of every feature are taken; any will do.
N_PILOTS = 1 << 16
# A feature of which the others leave no more than this share is said to be made of them.
TOLERANCE = 1e-9
# Rows whose squares are computed at a time.
BLOCK = 1 << 15


class CombinationWarning(UserWarning):
    """The data do not determine the model that was asked for; the message says what was done."""


@dataclass(frozen=True)
class LabelledFeatures:
    """What a model is fitted to.

    Attributes
    ----------
    features : ndarray of shape (n_examples, n_features)
    won : ndarray of shape (n_examples,)
        The share of each example that belongs to the second class: 0, 1, or one half for a draw.
    trials : ndarray of shape (n_examples,), optional
        How often each counts; once if it is not said.
    units : ndarray of shape (n_features, 2)
        The origin and the factor that bring each feature to about mean 0 and deviation 1.
    """

    features: Any
    won: NDArray[np.float64]
    trials: NDArray[np.float64] | None
    units: NDArray[np.float64]

    @property
    def n_trials(self) -> float:
        """Return how many examples there are, each counted as often as it counts."""
        return float(len(self.won) if self.trials is None else self.trials.sum())


class Combination(ClassifierMixin, BaseEstimator, ABC):  # type: ignore[misc] # no types there
    """A model of P(won | features) = 1 / (1 + exp(-f)) for some form f of the features."""

    classes_: NDArray[Any]
    dropped_: NDArray[np.bool_]
    n_features_in_: int

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:  # noqa: N803 (scikit-learn's name)
        """Fit the model.

        Parameters
        ----------
        X : array-like of shape (n_examples, n_features)
            The features; float32 is taken as it is.
        y : array-like of shape (n_examples,)
            Two classes, the second of which is a win; or the share that was won as a number from
            0 to 1, one half for a draw.
        sample_weight : array-like of shape (n_examples,), optional
            How often each example counts: the n of the paper.

        Returns
        -------
        self
        """
        self._fit(self._examples(X, y, sample_weight))
        return self

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:  # noqa: N803 (scikit-learn's name)
        """Return f, the logarithm of the odds of a win.

        Returns
        -------
        ndarray of shape (n_examples,)
        """
        check_is_fitted(self)
        features = validate_data(self, X, dtype=[np.float64, np.float32], reset=False)
        return self._log_odds(features)

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:  # noqa: N803 (scikit-learn's name)
        """Return the probabilities of the two classes.

        Returns
        -------
        ndarray of shape (n_examples, 2)
        """
        odds = self.decision_function(X)
        # The hyperbolic tangent is the same curve, and never overflows.
        won = 0.5 + 0.5 * np.tanh(odds / 2)
        lost = 0.5 - 0.5 * np.tanh(odds / 2)
        return np.column_stack([lost, won])

    def predict(self, X: ArrayLike) -> NDArray[Any]:  # noqa: N803 (scikit-learn's name)
        """Return the likelier class.

        Returns
        -------
        ndarray of shape (n_examples,)
        """
        odds = self.decision_function(X)
        likelier: NDArray[Any] = self.classes_[(odds > 0).astype(int)]
        return likelier

    @abstractmethod
    def _fit(self, examples: LabelledFeatures) -> None: ...

    @abstractmethod
    def _log_odds(self, features: Any) -> NDArray[np.float64]: ...

    def _examples(
        self,
        X: ArrayLike,  # noqa: N803 (scikit-learn's name)
        y: ArrayLike,
        sample_weight: ArrayLike | None,
    ) -> LabelledFeatures:
        features, labels = validate_data(self, X, y, dtype=[np.float64, np.float32], order="C")
        if len(labels) < 2:  # noqa: PLR2004 (the least that can differ)
            raise ValueError("expected 2 or more examples, found n_samples=1")
        self.classes_, won = _shares(labels)
        trials = None
        if sample_weight is not None:
            trials = _check_sample_weight(sample_weight, won, dtype=np.float64)
            if trials.min() < 0:
                raise ValueError(f"sample_weight: expected 0 or more, found {trials.min():g}")
        n_trials = len(won) if trials is None else trials.sum()
        n_won = won.sum() if trials is None else won @ trials
        if not 0 < n_won < n_trials:
            only = self.classes_[-1 if n_won else 0]
            raise ValueError(f"expected examples of two classes, found the class {only} alone")
        return LabelledFeatures(features, won, trials, find_units(features))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def _shares(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """Return the two classes, and the share of the second one in every label.

    >>> _shares(np.array([0, 0.5, 1]))
    (array([0., 1.]), array([0. , 0.5, 1. ]))
    >>> _shares(np.array(["lost", "won", "lost"]))[1]
    array([0., 1., 0.])
    """
    # Shares are taken as they are: to look for classes would take more memory than to fit.
    if labels.dtype.kind == "f" and labels.min() >= 0 and labels.max() <= 1:
        return np.array([0.0, 1.0]), np.ascontiguousarray(labels, dtype=np.float64)
    kind = type_of_target(labels, input_name="y", raise_unknown=True)
    check_classification_targets(labels)
    if kind != "binary":
        raise ValueError(
            f"Only binary classification is supported. The type of the target is {kind}."
        )
    classes, indices = np.unique(labels, return_inverse=True)
    if len(classes) == 1 and labels.dtype.kind in "fiu" and classes[0] in {0, 1}:
        return np.array([0, 1], dtype=labels.dtype), labels.astype(np.float64)
    return classes, indices.astype(np.float64)


def find_units(features: NDArray[Any]) -> NDArray[np.float64]:
    """Return the origin of every feature and the factor that makes its deviation about 1."""
    pilots = features[:: max(1, len(features) // N_PILOTS)].astype(np.float64)
    origins, deviations = pilots.mean(axis=0), pilots.std(axis=0)
    # Of a constant the mean may differ by a rounding; its own value does not.
    constant = np.ptp(pilots, axis=0) == 0
    origins[constant] = pilots[0, constant]
    deviations[constant | (deviations == 0)] = 1.0
    return np.column_stack([origins, 1.0 / deviations])


def independent(covariance: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which features are not made of the ones before them, and vary at all.

    Parameters
    ----------
    covariance : ndarray of shape (n_features, n_features)
    scale : ndarray of shape (n_features,)
        The variances that count as some.

    Examples
    --------
    >>> x = np.array([[0.0, 1, 3, 1], [1, 1, 5, 0], [2, 1, 7, 3]])
    >>> independent(np.cov(x.T), np.ones(4))
    array([ True, False, False,  True])
    """
    rest = covariance.copy()
    kept = np.zeros(len(rest), dtype=np.bool_)
    for index in range(len(rest)):
        left = rest[index, index]
        if left > TOLERANCE * max(covariance[index, index], scale[index]):
            kept[index] = True
            rest -= np.outer(rest[:, index], rest[index]) / left
    return kept


def warn_text(names: list[str], dropped: NDArray[np.bool_]) -> str:
    """Return what is to be said of features that were left out.

    >>> warn_text(["a", "b"], np.array([False, True]))
    'features: expected each to vary by itself, left out b (constant, or made of those before it)'
    """
    which = ", ".join(name for name, out in zip(names, dropped, strict=True) if out)
    return (
        f"features: expected each to vary by itself, left out {which} "
        f"(constant, or made of those before it)"
    )


def feature_names(model: Combination) -> list[str]:
    """Return the names of the columns, or x0, x1, ... if they have none."""
    names = getattr(model, "feature_names_in_", None)
    return (
        [f"x{n}" for n in range(model.n_features_in_)] if names is None else list(map(str, names))
    )
