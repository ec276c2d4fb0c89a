"""What is to be tuned, from where, and on what."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabiya.learn._examples import Examples
from tabiya.learn._piece_of_work import PieceOfWork, Portion, Vector
from tabiya.learn._tied import Ties, untied

# Two players by their weights; by how much the first did better, from -1 to 1.
Duel: TypeAlias = Callable[[dict[str, float], dict[str, float]], float]
# Values by name, in order, or the same for all; and least and greatest ones by name.
Values: TypeAlias = float | Mapping[str, float] | Sequence[float]
Bounds: TypeAlias = Mapping[str, tuple[float, float]]
# So many samples of the positions are kept at a time.
N_SAMPLES_KEPT = 2


@dataclass(frozen=True)
class Problem:
    """A tuning problem.

    :func:`make_problem` makes one of labelled positions.

    Attributes
    ----------
    names : tuple of str
        The tuned weights.
    start : tuple of float
        Where to start from.
    train : Examples, optional
        What vectors are measured on.
    control : Examples, optional
        Other games, which nothing is tuned on.
    duel : callable, optional
        Plays two vectors against each other, for tuning by games.
    least, most : tuple of float
        Bounds of the weights.
    resolution : tuple of float
        The steps in which each weight can be set; 0 if it can take any value.
    seed : int
        Where all randomness comes from.
    ties : mapping
        Names that stand for a whole group of weights, and what a step of one adds to each of them.
    """

    names: tuple[str, ...]
    start: Vector
    least: Vector
    most: Vector
    resolution: Vector
    train: Examples | None = None
    control: Examples | None = None
    duel: Duel | None = None
    seed: int = 0
    ties: Ties = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.names:
            raise ValueError("weights: expected at least one to tune, found none")
        twice = {name for name in self.names if self.names.count(name) > 1}
        if twice:
            raise ValueError(f"weights: expected each once, found {min(twice)!r} twice")
        lengths = {
            "start": self.start,
            "least": self.least,
            "most": self.most,
            "resolution": self.resolution,
        }
        for what, values in lengths.items():
            if len(values) != len(self.names):
                raise ValueError(f"{what}: expected {len(self.names)} values, found {len(values)}")
        outside = zip(self.names, self.least, self.start, self.most, strict=True)
        for name, least, value, most in outside:
            if not least <= value <= most:
                raise ValueError(
                    f"start: expected {name} from {least:g} to {most:g}, found {value!r}"
                )
        if min(self.resolution) < 0:
            raise ValueError(f"resolution: expected steps of 0 or more, found {self.resolution}")
        if self.train is None and self.duel is None:
            raise ValueError("problem: expected positions to train on or games to play, found none")

    def evaluate(self, items: Sequence[PieceOfWork]) -> list[float]:
        """Measure vectors: tau on what they are to be measured on, or the result of games.

        The value of an item depends on the item alone, so that the work may be shared in any way.
        """
        values: list[float | None] = [None] * len(items)
        by_view: dict[Portion, list[int]] = {}
        for index, item in enumerate(items):
            if item.against is not None:
                values[index] = self._play(item.vector, item.against)
            else:
                by_view.setdefault(item.view, []).append(index)
        for view, indices in by_view.items():
            found = self.seen(view).taus([items[index].vector for index in indices])
            for index, value in zip(indices, found, strict=True):
                values[index] = value
        return [float(value) for value in values if value is not None]

    def seen(self, view: Portion) -> Examples:
        """Return the positions that a view shows."""
        examples = self.control if view.part == "control" else self.train
        if examples is None:
            raise ValueError(f"problem: expected {view.part} positions, found none")
        return examples if view.is_whole else _seen(examples, view)

    def weights(self, vector: Vector) -> dict[str, float]:
        """Return a vector by name, each weight of a tied group by its own."""
        return untied(self.ties, dict(zip(self.names, vector, strict=True)))

    def fitted(self, vector: ArrayLike) -> Vector:
        """Return the nearest vector within bounds that the weights can express."""
        steps = np.asarray(self.resolution)
        safe = np.where(steps > 0, steps, 1.0)
        values = np.asarray(vector, dtype=np.float64)
        values = np.where(steps > 0, np.round(values / safe) * safe, values)
        return tuple(np.clip(values, self.least, self.most).tolist())

    def generator(self, *path: int) -> np.random.Generator:
        """Return randomness that depends on the seed and the path alone."""
        return np.random.default_rng([self.seed, *path])

    @cached_property
    def fingerprint(self) -> str:
        """Return a text that is different for different problems.

        Functions are not looked into: games that are played, and what is said by a callable.
        """
        parts = [None if e is None else e.fingerprint for e in (self.train, self.control)]
        said = [self.names, self.start, self.least, self.most, self.resolution, self.seed, parts]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]

    def _play(self, vector: Vector, against: Vector) -> float:
        if self.duel is None:
            raise ValueError("problem: expected games to play, found none")
        return float(self.duel(self.weights(vector), self.weights(against)))


@lru_cache(maxsize=N_SAMPLES_KEPT)
def _seen_by_identity(key: "_Identity", view: Portion) -> Examples:
    return key.examples.seen(view)


def _seen(examples: Examples, view: Portion) -> Examples:
    return _seen_by_identity(_Identity(examples), view)


class _Identity:
    """Examples are the same if they are the same object: nobody compares their arrays."""

    def __init__(self, examples: Examples) -> None:
        self.examples = examples

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.examples is other.examples

    def __hash__(self) -> int:
        return id(self.examples)


def vector_of(
    what: str, values: float | Mapping[str, float] | Sequence[float] | None, names: Sequence[str]
) -> NDArray[np.float64]:
    """Return one value per name: the same for all, by name, or in order.

    >>> vector_of("start", {"b": 2}, ["a", "b"])
    array([nan,  2.])
    """
    if isinstance(values, Mapping):
        stray = next((name for name in values if name not in names), None)
        if stray is not None:
            raise ValueError(f"{what}: expected one of {', '.join(names)}, found {stray!r}")
        return np.array([float(values.get(name, np.nan)) for name in names])
    if values is None:
        return np.full(len(names), np.nan)
    array = np.asarray(values, dtype=np.float64)
    if array.ndim > 1 or (array.ndim == 1 and array.shape != (len(names),)):
        raise ValueError(f"{what}: expected {len(names)} values, found shape {array.shape}")
    return np.broadcast_to(array, len(names)).copy()
