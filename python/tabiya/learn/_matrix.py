"""Positions as rows of somebody else's features: the scores of any vector are a product."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from tabiya import _core
from tabiya.learn._examples import Floats, chosen, hash_of, perturbed
from tabiya.learn._piece_of_work import Portion, Vector
from tabiya.metrics import concordance_many

# Vectors whose scores are in memory at a time.
BLOCK = 32
# The scale of the logistic curve is looked for within this factor of what scores differ by.
SCALE_RANGE = 1000.0
# Scores are told apart by no less than this part of what they differ by: sums of an opening's and
# an ending's share, which are rounded, would be no ties where they ought to be.
FINEST = 1e-9


@dataclass(frozen=True)
class MatrixExamples:
    """Labelled rows of features, of any program, with what tuners by gradient need beside tau.

    Attributes
    ----------
    matrix : sparse array of shape (n_positions, n_weights)
        The features, from the first player: a score is the product with the weights.
    values : ndarray of shape (n_positions,)
        Labels of the first player.
    importance : ndarray of shape (n_positions,), optional
        How much each position counts.
    groups : ndarray of shape (n_positions,)
        What belongs together: the game.
    unit : float
        What scores of the start vector differ by.
    threads : int
        How many threads the kernels use; it changes no result.
    """

    matrix: scipy.sparse.csr_array
    values: Floats
    importance: Floats | None
    groups: NDArray[np.int64]
    unit: float = 1.0
    threads: int = 1

    @property
    def margin(self) -> float:
        """Return by how much the scores of different labels should differ."""
        return self.unit

    @property
    def scale_bounds(self) -> tuple[float, float]:
        """Return between what the scale of the logistic curve is looked for."""
        return self.unit / SCALE_RANGE, self.unit * SCALE_RANGE

    def chance(self, scores: Floats) -> Floats | None:
        """Return None: nobody knows what scores in somebody else's unit are worth."""
        del scores
        return None

    def __len__(self) -> int:
        return int(self.matrix.shape[0])

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash of features and labels."""
        parts = (self.matrix.data, self.matrix.indices, self.matrix.indptr)
        raw = [np.ascontiguousarray(part).tobytes() for part in parts]
        return hash_of("features", *raw, self.values, self.importance)

    @cached_property
    def labels(self) -> _core.Labels:
        """Return the labels in order, for the kernels."""
        return _core.Labels(np.ascontiguousarray(self.values))

    def taus(self, vectors: Sequence[Vector]) -> list[float]:
        """Return tau for each of the vectors."""
        found: list[float] = []
        for start in range(0, len(vectors), BLOCK):
            block = np.array(vectors[start : start + BLOCK], dtype=np.float64)
            is_sound: NDArray[np.bool_] = np.asarray(np.isfinite(block).all(axis=1))
            rows = np.ascontiguousarray((self.matrix @ np.where(is_sound[:, None], block, 0).T).T)
            steps = np.round(rows / (FINEST * self.unit))
            counts = concordance_many(steps, self.values, self.importance)
            taus = [each.tau for each in counts]
            found += [
                tau if sound else float("nan")
                for tau, sound in zip(taus, is_sound.tolist(), strict=True)
            ]
        return found

    def scores(self, vector: Vector | Floats) -> Floats:
        """Return the scores of the first player."""
        return np.asarray(self.matrix @ np.asarray(vector, dtype=np.float64))

    def seen(self, view: Portion) -> "MatrixExamples":
        """Return the part of the positions that a view shows, weighted as it says."""
        part = self
        if view.n_positions is not None and view.n_positions < len(self):
            part = self.take(chosen(len(self), view))
        if view.emphasis is None:
            return part
        scores = part.scores(view.emphasis.vector)
        weights = perturbed(scores, part.values, part.importance, view.emphasis.strength)
        return replace(part, importance=weights)

    def take(self, indices: NDArray[np.int64]) -> "MatrixExamples":
        """Return some of the positions."""
        return replace(
            self,
            matrix=self.matrix[indices],
            values=self.values[indices],
            importance=None if self.importance is None else self.importance[indices],
            groups=self.groups[indices],
        )

    def reweighted(self, importance: Floats) -> "MatrixExamples":
        """Return the positions with other weights."""
        return replace(self, importance=importance)

    def with_values(self, values: Floats) -> "MatrixExamples":
        """Return the positions with other labels."""
        return replace(self, values=values)

    def logistic(self, vector: Vector | Floats, scale: float) -> tuple[float, Floats]:
        """Return the logistic loss on results and its gradient."""
        odds = self.scores(vector) / scale
        share = 1 / (1 + np.exp(-np.clip(odds, -700, 700)))
        losses = np.logaddexp(0, odds) - self.values * odds
        counts = np.ones(len(self)) if self.importance is None else self.importance
        slopes = counts * (share - self.values) / (scale * counts.sum())
        return float(counts @ losses / counts.sum()), np.asarray(self.matrix.T @ slopes)

    def pairwise(self, vector: Vector | Floats, margin: float) -> tuple[float, Floats]:
        """Return the squared hinge over all pairs and its gradient."""
        value, slopes = _core.pairwise(
            self.scores(vector), self.labels, margin, self.threads, self.importance
        )
        return value, np.asarray(self.matrix.T @ slopes)

    def spread(self, vector: Vector | Floats) -> Floats:
        """Return by how much a step of one moves the scores, for each of the weights."""
        del vector
        squares = self.matrix.multiply(self.matrix).sum(axis=0)
        return np.asarray(np.sqrt(np.asarray(squares).ravel() / len(self)))
