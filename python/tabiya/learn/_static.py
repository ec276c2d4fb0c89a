"""Positions by their trace: static evaluations of any vector, without a board."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from tabiya import _core
from tabiya.learn._examples import Floats, chosen, hash_of, perturbed
from tabiya.learn._piece_of_work import Portion, Vector
from tabiya.learn._tied import Ties
from tabiya.metrics import Concordance
from tabiya.players import Weights
from tabiya.positions import LabelledPositions

# The scale of the logistic curve is looked for between these, in centipawns.
LEAST_SCALE, MOST_SCALE = 1.0, 1e5
# Vectors that are measured together; their values take memory, and more of them are no quicker.
AT_ONCE = 512


@dataclass(frozen=True)
class StaticExamples:
    """Positions as sparse features, with what tuners by gradient need beside tau.

    Attributes
    ----------
    game : str
        The game.
    design : Design
        The features, from the first player.
    values : ndarray of shape (n_positions,)
        Labels of the first player.
    importance : ndarray of shape (n_positions,), optional
        How much each position counts.
    fixed : ndarray of shape (n_weights,)
        Values of all weights; those that are tuned are replaced.
    spans : sparse matrix of shape (n_weights, n_tuned)
        What a step of one in each tuned number adds to the weights: one to a weight of its own,
        something to each weight of a tied group.
    groups : ndarray of shape (n_positions,)
        What belongs together: the game of each position.
    threads : int
        How many threads the kernels use; it changes no result.
    """

    game: str
    design: _core.Design
    labels: _core.Labels
    values: Floats
    importance: Floats | None
    fixed: Floats
    spans: scipy.sparse.csr_array
    groups: NDArray[Any]
    threads: int

    @classmethod
    def of(
        cls,
        subject: LabelledPositions,
        weights: Weights,
        names: Sequence[str],
        threads: int,
        ties: Ties | None = None,
    ) -> "StaticExamples":
        """Trace the positions of a subject."""
        spans = _spans(weights, names, ties or {})
        tuned = tuple(np.flatnonzero(np.diff(spans.indptr)).tolist())
        second = subject.positions.turns == 1
        values = np.ascontiguousarray(subject.values)
        return cls(
            game=subject.game,
            design=_core.Design(subject.game, subject.positions.packed, second, tuned),
            labels=_core.Labels(values),
            values=values,
            importance=None if subject.weights is None else np.ascontiguousarray(subject.weights),
            fixed=weights.array(),
            spans=spans,
            groups=subject.groups,
            threads=threads,
        )

    def __len__(self) -> int:
        return len(self.design)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Take it apart, to be sent to another process."""
        rest = (self.values, self.importance, self.fixed, self.spans, self.groups, self.threads)
        return _put_together, (self.game, self.design.parts(), *rest)

    @property
    def margin(self) -> float:
        """Return the scale of the game's logistic curve."""
        return _core.win_scale(self.game)

    @property
    def scale_bounds(self) -> tuple[float, float]:
        """Return between what the scale of the logistic curve is looked for, in centipawns."""
        return LEAST_SCALE, MOST_SCALE

    def chance(self, scores: Floats) -> Floats:
        """Return what scores are worth, from 0 to 1, by the game's curve."""
        odds = np.clip(scores / _core.win_scale(self.game), -700, 700)
        return np.asarray(1 / (1 + np.exp(-odds)))

    def reweighted(self, importance: Floats) -> "StaticExamples":
        """Return the positions with other weights."""
        return replace(self, importance=np.ascontiguousarray(importance))

    def with_values(self, values: Floats) -> "StaticExamples":
        """Return the positions with other labels."""
        own = np.ascontiguousarray(values)
        return replace(self, values=own, labels=_core.Labels(own))

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash of labels and of the scores at the fixed weights."""
        scores = self.design.scores(self.fixed)
        return hash_of(self.game, scores, self.fixed, self.values, self.importance)

    def taus(self, vectors: Sequence[Vector]) -> list[float]:
        """Return tau for each of the vectors; quickest if they are near the first."""
        if len(vectors) > AT_ONCE:
            parts = [vectors[at : at + AT_ONCE] for at in range(0, len(vectors), AT_ONCE)]
            return [tau for part in parts for tau in self.taus(part)]
        rows = np.empty((len(vectors), len(self.fixed)))
        for index, vector in enumerate(vectors):
            rows[index] = self.full(vector)
        if not np.isfinite(rows).all():
            is_sound = [bool(np.isfinite(row).all()) for row in rows]
            sound = iter(self.taus([v for v, s in zip(vectors, is_sound, strict=True) if s]))
            return [next(sound) if each else float("nan") for each in is_sound]
        if not len(rows):
            return []
        m = len(self)
        if self.importance is None:
            found = self.design.concordances(rows, self.labels, self.threads)
            return [Concordance(*counts, n=m * (m - 1) // 2, m=m).tau for counts in found]
        weighted = self.design.weighted_concordances(
            rows, self.labels, self.importance, self.threads
        )
        return [Concordance(*counts, m=m).tau for counts in weighted]

    def scores(self, vector: Vector) -> Floats:
        """Return the scores of the first player, in centipawns."""
        return self.design.scores(self.full(vector))

    def seen(self, view: Portion) -> "StaticExamples":
        """Return the part of the positions that a view shows, weighted as it says."""
        part = self
        if view.n_positions is not None and view.n_positions < len(self):
            indices = chosen(len(self), view)
            part = replace(
                self,
                design=self.design.take(indices.tolist()),
                labels=_core.Labels(self.values[indices]),
                values=self.values[indices],
                importance=None if self.importance is None else self.importance[indices],
                groups=self.groups[indices],
            )
        if view.emphasis is None:
            return part
        scores = part.scores(view.emphasis.vector)
        weights = perturbed(scores, part.values, part.importance, view.emphasis.strength)
        return replace(part, importance=weights)

    def logistic(self, vector: Vector | Floats, scale: float) -> tuple[float, Floats]:
        """Return the logistic loss on results and its gradient by the tuned weights."""
        value, gradient = self.design.logistic(
            self.full(vector), self.values, scale, self.threads, self.importance
        )
        return value, np.asarray(self.spans.T @ gradient)

    def pairwise(self, vector: Vector | Floats, margin: float) -> tuple[float, Floats]:
        """Return the squared hinge over all pairs and its gradient by the tuned weights."""
        value, gradient = self.design.pairwise(
            self.full(vector), self.labels, margin, self.threads, self.importance
        )
        return value, np.asarray(self.spans.T @ gradient)

    def spread(self, vector: Vector | Floats) -> Floats:
        """Return by how much a step of one moves the scores, for each of the tuned weights."""
        squares = self.spans.power(2).T @ self.design.curvature(self.full(vector))
        return np.asarray(np.sqrt(squares / len(self)))

    def full(self, vector: Vector | Floats) -> Floats:
        """Return the values of all weights."""
        is_tuned = np.diff(self.spans.indptr) > 0
        return np.where(is_tuned, self.spans @ np.asarray(vector, dtype=np.float64), self.fixed)


def _spans(weights: Weights, names: Sequence[str], ties: Ties) -> scipy.sparse.csr_array:
    """Return what each name adds to which weights."""
    order = {name: index for index, name in enumerate(weights)}
    steps = [
        (order[each], column, step)
        for column, name in enumerate(names)
        for each, step in ties.get(name, {name: 1.0}).items()
    ]
    rows, columns, values = zip(*steps, strict=True)
    shape = (len(order), len(names))
    return scipy.sparse.csr_array((np.array(values), (rows, columns)), shape=shape)


def _put_together(
    game: str,
    parts: tuple[Any, ...],
    values: Floats,
    importance: Floats | None,
    *rest: Any,
) -> StaticExamples:
    design = _core.Design.of_parts(game, *parts)
    return StaticExamples(game, design, _core.Labels(values), values, importance, *rest)
