"""Adam: steps by the mean of past gradients over the root of their mean square."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tabiya.learn._examples import Floats

# Keeps the division from nothing.
TINY = 1e-12


@dataclass(frozen=True)
class Adam:
    """What Adam remembers of past gradients.

    CITE: Kingma and Ba 2015, "Adam: A Method for Stochastic Optimization".

    >>> import numpy as np
    >>> adam = Adam.of(None, 2)
    >>> adam, step, _ = adam.step(np.array([3.0, -0.1]), 0.5, 0.9, 0.999)
    >>> step.round(6)
    array([ 0.5, -0.5])
    """

    mean: Floats
    square: Floats
    n_steps: int

    @classmethod
    def of(cls, state: dict[str, Any] | None, n: int) -> "Adam":
        """Return a saved memory, or an empty one."""
        if state is None:
            return cls(np.zeros(n), np.zeros(n), 0)
        return cls(np.array(state["mean"]), np.array(state["square"]), state["n_steps"])

    def step(
        self, gradient: Floats, rate: float, mean_decay: float, square_decay: float
    ) -> tuple["Adam", Floats, Floats]:
        """Return the memory with one more gradient, the step to take away, and its pace.

        The pace is how far a gradient of one would go.
        """
        n = self.n_steps + 1
        mean = mean_decay * self.mean + (1 - mean_decay) * gradient
        square = square_decay * self.square + (1 - square_decay) * gradient**2
        pace = rate / (np.sqrt(square / (1 - square_decay**n)) + TINY)
        return Adam(mean, square, n), pace * mean / (1 - mean_decay**n), pace

    def state(self) -> dict[str, Any]:
        """Return it for JSON."""
        square = self.square.tolist()
        return {"mean": self.mean.tolist(), "square": square, "n_steps": self.n_steps}
