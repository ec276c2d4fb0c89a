"""Labelled positions that weight vectors are measured on."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabiya import _core
from tabiya.analysts import Progress, SearchAnalyst, assess
from tabiya.games import Position
from tabiya.learn._piece_of_work import Portion, Vector
from tabiya.learn._tied import Ties, untied
from tabiya.measure import effort_curve
from tabiya.metrics import concordance
from tabiya.players import Player, player_identity
from tabiya.positions import LabelledPositions

Floats: TypeAlias = NDArray[np.float64]
# Takes weights by name and positions; returns scores of the first player, in any unit.
Assess: TypeAlias = Callable[[dict[str, float], Sequence[Position]], ArrayLike]


class Examples(Protocol):
    """Positions with labels, and a way to find tau for weight vectors."""

    def __len__(self) -> int: ...

    @property
    def fingerprint(self) -> str:
        """Return a text that is different for different positions, labels or assessments."""

    def taus(self, vectors: Sequence[Vector]) -> list[float]:
        """Return tau for each of the vectors."""

    def seen(self, view: Portion) -> "Examples":
        """Return the part of the positions that a view shows, weighted as it says."""


class SmoothExamples(Examples, Protocol):
    """Positions whose scores change with the weights in a known way."""

    @property
    def values(self) -> Floats:
        """Return the labels of the first player."""

    @property
    def importance(self) -> Floats | None:
        """Return how much each position counts, unless all count alike."""

    @property
    def groups(self) -> NDArray[Any]:
        """Return what belongs together: the game of each position."""

    @property
    def margin(self) -> float:
        """Return by how much the scores of different labels should differ."""

    @property
    def scale_bounds(self) -> tuple[float, float]:
        """Return between what the scale of the logistic curve is looked for."""

    def scores(self, vector: Vector) -> Floats:
        """Return the scores of the first player."""

    def chance(self, scores: Floats) -> Floats | None:
        """Return what scores are worth, from 0 to 1, if somebody knows."""

    def reweighted(self, importance: Floats) -> "SmoothExamples":
        """Return the positions with other weights."""

    def with_values(self, values: Floats) -> "SmoothExamples":
        """Return the positions with other labels."""

    def logistic(self, vector: Vector | Floats, scale: float) -> tuple[float, Floats]:
        """Return the logistic loss on results and its gradient by the tuned weights."""

    def pairwise(self, vector: Vector | Floats, margin: float) -> tuple[float, Floats]:
        """Return the squared hinge over all pairs and its gradient by the tuned weights."""

    def spread(self, vector: Vector | Floats) -> Floats:
        """Return by how much a step of one moves the scores, for each of the tuned weights."""


@dataclass(frozen=True)
class AssessedExamples:
    """Positions that are assessed anew for every vector: by search, or by anything callable.

    What the assessments are is said in words, as far as it is known.
    """

    subject: LabelledPositions
    names: tuple[str, ...]
    assess: Assess
    words: str = ""
    ties: Ties = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.subject)

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash of positions and labels, and of what is known of the assessments."""
        return _fingerprint(self.subject, self.words)

    def taus(self, vectors: Sequence[Vector]) -> list[float]:
        """Return tau for each of the vectors, one after the other."""
        return [self._tau(self.scores(vector)) for vector in vectors]

    def scores(self, vector: Vector) -> Floats:
        """Return the scores of the first player."""
        weights = untied(self.ties, dict(zip(self.names, vector, strict=True)))
        scores = np.asarray(self.assess(weights, self.subject.positions), dtype=np.float64)
        if scores.shape != (len(self),):
            raise ValueError(f"assess: expected {len(self)} scores, found shape {scores.shape}")
        return scores

    @property
    def groups(self) -> NDArray[Any]:
        """Return the game of each position."""
        return self.subject.groups

    def reweighted(self, importance: Floats) -> "AssessedExamples":
        """Return the positions with other weights."""
        return replace(self, subject=replace(self.subject, weights=importance))

    @property
    def importance(self) -> Floats | None:
        """Return how much each position counts, unless all count alike."""
        return self.subject.weights

    def seen(self, view: Portion) -> "AssessedExamples":
        """Return the part of the positions that a view shows."""
        part = self
        if view.n_positions is not None and view.n_positions < len(self):
            part = replace(self, subject=_take(self.subject, chosen(len(self), view)))
        if view.emphasis is None:
            return part
        scores = part.scores(view.emphasis.vector)
        subject = part.subject
        weights = perturbed(scores, subject.values, subject.weights, view.emphasis.strength)
        return replace(part, subject=replace(subject, weights=weights))

    def _tau(self, scores: Floats) -> float:
        return concordance(scores, self.subject.values, self.subject.weights).tau


@dataclass(frozen=True)
class SearchAssess:
    """Assesses by searches of a player with other weights. It can be sent to another process."""

    player: Player
    depth: int | None
    nodes: int | None
    threads: int
    progress: Progress | None = None

    def __call__(self, weights: dict[str, float], positions: Sequence[Position]) -> Floats:
        """Search the positions."""
        player = with_weights(self.player, weights)
        analyst = SearchAnalyst(player, depth=self.depth, nodes=self.nodes)
        return assess(analyst, positions, threads=self.threads, progress=self.progress)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Leave the progress here, where somebody is looking."""
        return SearchAssess, (self.player, self.depth, self.nodes, self.threads)


@dataclass(frozen=True)
class EffortExamples:
    """Positions that are searched; what counts is the mean of tau over the effort (§8.1)."""

    subject: LabelledPositions
    names: tuple[str, ...]
    player: Player
    nodes: int
    threads: int
    ties: Ties = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.subject)

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash of positions, labels, player and effort."""
        words = f"{player_identity(self.player)} integral to {self.nodes} nodes"
        return _fingerprint(self.subject, words)

    def taus(self, vectors: Sequence[Vector]) -> list[float]:
        """Return the integral of tau for each of the vectors, one after the other."""
        return [self._integral(vector) for vector in vectors]

    def seen(self, view: Portion) -> "EffortExamples":
        """Return the part of the positions that a view shows."""
        if view.emphasis is not None:
            raise ValueError("plateau: expected assessments at one effort, found their integral")
        if view.n_positions is None or view.n_positions >= len(self):
            return self
        return replace(self, subject=_take(self.subject, chosen(len(self), view)))

    def _integral(self, vector: Vector) -> float:
        weights = untied(self.ties, dict(zip(self.names, vector, strict=True)))
        player = with_weights(self.player, weights)
        return effort_curve(self.subject, player, nodes=self.nodes, threads=self.threads).integral


def with_weights(player: Player, weights: dict[str, float]) -> Player:
    """Return a player that differs in some weights."""
    return Player(
        player.game,
        weights=player.weights.replace(weights),
        hash_mib=player.hash_mib,
        decisions=player.decisions,
        resolution=player.resolution,
        network=player.network,
        pruning=player.pruning or "none",
    )


def chosen(n: int, view: Portion) -> NDArray[np.int64]:
    """Return the positions of a sample, in ascending order.

    >>> few, more = (chosen(50, Portion(n_positions=k, seed=1)) for k in (10, 20))
    >>> len(few), set(few) < set(more)
    (10, True)
    """
    order = np.random.default_rng([view.seed, n]).permutation(n)
    return np.sort(order[: view.n_positions])


def perturbed(scores: Floats, values: Floats, weights: Floats | None, strength: float) -> Floats:
    """Return weights that are higher where positions are generally discordant (§8.2).

    A position's part in tau is what its concordant pairs weigh, less its discordant ones, over all
    of its pairs. The sum of the weights stays the same.

    CITE: Elidan, Ninio, Friedman, Schuurmans 2002, "Data Perturbation for Escaping Local Maxima in
    Learning".

    >>> import numpy as np
    >>> x, y = np.array([1.0, 2.0, 3.0, 0.0]), np.array([0.0, 1.0, 2.0, 3.0])
    >>> perturbed(x, y, None, 0.5).round(3)
    array([0.808, 0.808, 0.808, 1.575])
    """
    own = np.ones(len(scores)) if weights is None else weights
    labels = _core.Labels(np.ascontiguousarray(values, dtype=np.float64))
    parts = _core.contributions(scores, labels, own) / np.maximum(own.sum() - own, 1e-300)
    changed = own * np.exp(-strength * parts)
    return np.asarray(changed * (own.sum() / changed.sum()))


def hash_of(*parts: str | bytes | Floats | None) -> str:
    """Return a hash of texts and arrays.

    >>> hash_of("a", None) == hash_of("a", None), hash_of("a") == hash_of("b")
    (True, False)
    """
    state = hashlib.sha256()
    for part in parts:
        raw = part.tobytes() if isinstance(part, np.ndarray) else part or ""
        data = raw.encode() if isinstance(raw, str) else raw
        state.update(len(data).to_bytes(8) + data)
    return state.hexdigest()[:16]


def _fingerprint(subject: LabelledPositions, words: str) -> str:
    return hash_of(subject.positions.lines(), subject.values, subject.weights, words)


def _take(subject: LabelledPositions, indices: NDArray[np.int64]) -> LabelledPositions:
    return LabelledPositions(
        game=subject.game,
        positions=subject.positions[indices],
        table=subject.table[indices],
        values=subject.values[indices],
        weights=None if subject.weights is None else subject.weights[indices],
        groups=subject.groups[indices],
    )
