"""Getting off a plateau: the weights of positions are perturbed for a while (§8.2)."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from tabiya.learn._piece_of_work import Emphasis, Vector


class PlateauOptions(Protocol):
    """The constants that it needs."""

    @property
    def plateau(self) -> int: ...
    @property
    def plateau_gain(self) -> float: ...
    @property
    def perturbation(self) -> float: ...
    @property
    def perturbation_decay(self) -> float: ...
    @property
    def perturbed_iterations(self) -> int: ...


@dataclass(frozen=True)
class Plateau:
    """How long there was no gain, and what is perturbed because of it.

    Attributes
    ----------
    best : float, optional
        The highest tau of a base vector on all positions so far.
    n_without : int
        Iterations since it was reached.
    n_times : int
        How often positions were perturbed.
    n_left : int
        For how many more iterations they are.
    vector : tuple of float
        The base vector that they are perturbed against.
    strength : float
        How strongly.
    """

    best: float | None = None
    n_without: int = 0
    n_times: int = 0
    n_left: int = 0
    vector: Vector = ()
    strength: float = 0.0

    @property
    def emphasis(self) -> Emphasis | None:
        """Return what the positions are perturbed by now, if they are."""
        return Emphasis(tuple(self.vector), self.strength) if self.n_left else None

    def after(self, train: float, base: Vector, options: PlateauOptions) -> "Plateau":
        """Return how things stand after an iteration."""
        if not options.plateau:
            return self
        if self.n_left:
            return replace(self, n_left=self.n_left - 1, n_without=0)
        if self.best is None or train > self.best + options.plateau_gain:
            return replace(self, best=train, n_without=0)
        if self.n_without + 1 < options.plateau:
            return replace(self, n_without=self.n_without + 1)
        strength = options.perturbation * options.perturbation_decay**self.n_times
        return Plateau(self.best, 0, self.n_times + 1, options.perturbed_iterations, base, strength)

    def state(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self) | {"vector": list(self.vector)}
