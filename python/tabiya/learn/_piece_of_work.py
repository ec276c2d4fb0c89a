"""The work of an iteration: vectors to be measured, each on its own."""

from dataclasses import dataclass
from typing import TypeAlias

Vector: TypeAlias = tuple[float, ...]


@dataclass(frozen=True)
class Emphasis:
    """Positions that a weight vector orders badly count more (Gomboc 2004, §8.2).

    Attributes
    ----------
    vector : tuple of float
        The weight vector that positions are judged by.
    strength : float
        A position's weight is multiplied by e to minus this times its part in tau.
    """

    vector: Vector
    strength: float


@dataclass(frozen=True)
class Portion:
    """What a vector is measured on.

    Attributes
    ----------
    part : str
        ``train`` or ``control``.
    n_positions : int, optional
        The size of the sample; all positions if it is missing.
    seed : int
        What the sample is drawn with. A smaller sample is part of a larger one.
    emphasis : Emphasis, optional
        What counts more than usual.
    """

    part: str = "train"
    n_positions: int | None = None
    seed: int = 0
    emphasis: Emphasis | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether it is all of its part, as it is."""
        return self.n_positions is None and self.emphasis is None


TRAIN, CONTROL = Portion(), Portion(part="control")


@dataclass(frozen=True)
class PieceOfWork:
    """A vector to be measured; it depends on nothing but itself and the problem.

    Attributes
    ----------
    vector : tuple of float
        The values of the tuned weights.
    view : Portion
        On what to measure it.
    against : tuple of float, optional
        The opponent, where vectors are measured by playing each other.
    """

    vector: Vector
    view: Portion = TRAIN
    against: Vector | None = None
