"""What an iteration of a tuner has found."""

from dataclasses import dataclass, field

from tabiya.learn._piece_of_work import Vector


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
        The best vector in training so far: that of the highest tau, or what the tuner's own
        objective prefers if it has one.
    best_value, best_control : float, optional
        Tau of the best vector in training and on the control positions.
    chosen : tuple of float
        The vector to hand over: the best on the control positions of all base vectors and all that
        were the best in training at some time; without control, the best in training.
    chosen_value, chosen_control : float, optional
        Tau of that vector in training and on the control positions.
    cases : tuple of str
        For each weight, what was done with it.
    objective : float, optional
        What the tuner itself minimises or maximises, if that is not tau.
    overfitting : bool
        Whether training has risen since control was at its best, which is some time ago.
    end : str
        Why there is no further iteration, in words; empty if there is one, or if only the number
        of iterations has run out.
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
    best_control: float | None
    chosen: Vector
    chosen_value: float | None
    chosen_control: float | None
    cases: tuple[str, ...]
    objective: float | None
    overfitting: bool
    end: str
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

    @property
    def chosen_weights(self) -> dict[str, float]:
        """Return the vector to hand over by name."""
        return dict(zip(self.names, self.chosen, strict=True))
