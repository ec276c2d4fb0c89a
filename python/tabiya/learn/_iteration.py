"""What an iteration of a tuner has found."""

from dataclasses import dataclass, field

from tabiya.learn._item import Vector


@dataclass(frozen=True)
class Iteration:
    """One iteration of a tuner.

    Attributes
    ----------
    number : int
        From 0 on.
    names : tuple of str
        The tuned weights.
    base : tuple of float
        The vector that the iteration started from.
    train : float, optional
        Tau of the base vector on all training positions; None if there are none.
    control : float, optional
        Tau of the base vector on the control positions, if there are any.
    best : tuple of float
        The best vector ever tested: that of the highest tau in training, or what its own objective
        prefers if the tuner has one.
    best_value : float, optional
        Tau of the best vector in training.
    cases : tuple of str
        For each weight, what was done with it.
    objective : float, optional
        What the tuner itself minimises or maximises, if that is not tau.
    overfitting : bool
        Whether training has risen since control was at its best, which is some time ago.
    n_tested : int
        Vectors tested in this iteration.
    seconds : float
        How long it took.
    """

    number: int
    names: tuple[str, ...]
    base: Vector
    train: float | None
    control: float | None
    best: Vector
    best_value: float | None
    cases: tuple[str, ...]
    objective: float | None
    overfitting: bool
    n_tested: int
    seconds: float = field(compare=False)

    @property
    def weights(self) -> dict[str, float]:
        """Return the base vector by name."""
        return dict(zip(self.names, self.base, strict=True))

    @property
    def best_weights(self) -> dict[str, float]:
        """Return the best vector by name."""
        return dict(zip(self.names, self.best, strict=True))
