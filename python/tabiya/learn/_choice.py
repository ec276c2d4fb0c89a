"""Which vector is handed over: the best on positions that nothing was tuned on."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tabiya.learn._piece_of_work import Vector

# Nobody speaks of overfitting before control was at its best so many iterations ago, and has lost
# so much of its value since.
OVERFITTING_AFTER, CONTROL_LOSS = 3, 1e-4


@dataclass(frozen=True)
class Choice:
    """What a run remembers beside its tuner.

    Attributes
    ----------
    number : int
        Iterations that are complete.
    best, best_value, best_control : optional
        The best vector in training, or by the tuner's own objective, and its values.
    chosen, chosen_value, chosen_control : optional
        The best vector on control, and its values; without control, the best in training.
    chosen_number : int
        The iteration that found it.
    """

    number: int = 0
    best: Vector | None = None
    best_value: float | None = None
    best_control: float | None = None
    chosen: Vector | None = None
    chosen_value: float | None = None
    chosen_control: float | None = None
    chosen_number: int = 0

    def is_better(self, value: float | None) -> bool:
        """Return whether a vector of this value in training is the best one so far.

        What is not a number comes of a run that has lost its way, and is never the best.
        """
        if value is None or not math.isfinite(value):
            return False
        return self.best_value is None or value > self.best_value

    def with_best(self, vector: Vector, value: float | None) -> "Choice":
        """Return the choice with another vector as the best in training."""
        return replace(self, best=vector, best_value=value, best_control=None)

    def with_highest(self, values: Mapping[Vector, float]) -> "Choice":
        """Return the choice after vectors were measured in training."""
        choice = self
        for vector, value in values.items():
            if choice.is_better(value):
                choice = choice.with_best(vector, value)
        return choice

    def controlled(self, vector: Vector, value: float | None, control: float) -> "Choice":
        """Return the choice after a vector was measured on control too."""
        found = self
        if vector == self.best:
            found = replace(found, best_control=control)
        if not math.isfinite(control) or any(not math.isfinite(weight) for weight in vector):
            return found
        if self.chosen_control is not None and control <= self.chosen_control:
            return found
        return replace(
            found,
            chosen=vector,
            chosen_value=value,
            chosen_control=control,
            chosen_number=self.number,
        )

    def uncontrolled(self) -> "Choice":
        """Return the choice that is that of training."""
        return replace(
            self,
            chosen=self.best,
            chosen_value=self.best_value,
            chosen_control=self.best_control,
            chosen_number=self.number,
        )

    def is_overfitting(
        self, train: float | None, control: float | None, control_loss: float
    ) -> bool:
        """Return whether training went on rising where control fell (Gomboc 2004, §8.1)."""
        values = (train, control, self.chosen_value, self.chosen_control)
        if any(value is None for value in values):
            return False
        is_old = self.number - self.chosen_number >= OVERFITTING_AFTER
        return is_old and _fell(values, control_loss)


def _fell(values: Sequence[float | None], control_loss: float) -> bool:
    train, control, chosen_train, chosen_control = (float(value or 0.0) for value in values)
    return train > chosen_train and control < chosen_control - control_loss
