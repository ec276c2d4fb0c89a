"""RPROP: steps by the sign of the derivative alone (Riedmiller and Braun 1993)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# CITE: Kocsis 2003, appendix A.3; the factors are those of Riedmiller and Braun.
GROW, SHRINK = 1.2, 0.5
LEAST, MOST = 1e-6, 50.0
FIRST = 0.05


@dataclass(frozen=True, eq=False)
class Rprop:
    """The steps of weights, and the directions they were last moved in.

    >>> rule = Rprop.start(2, first=0.5)
    >>> change, rule = rule.step(np.array([3.0, -0.1]))
    >>> change, rule.step(np.array([1.0, 2.0]))[0]
    (array([ 0.5, -0.5]), array([0.6 , 0.25]))
    """

    steps: NDArray[np.float64]
    last: NDArray[np.float64]

    @staticmethod
    def start(n: int, *, first: float = FIRST) -> "Rprop":
        """Return the rule before the first step."""
        return Rprop(np.full(n, first), np.zeros(n))

    def step(self, uphill: NDArray[np.float64]) -> tuple[NDArray[np.float64], "Rprop"]:
        """Return by how much weights change if they should go uphill, and the rule after it."""
        agreement = self.last * uphill
        factors = np.where(agreement > 0, GROW, np.where(agreement < 0, SHRINK, 1.0))
        steps = np.clip(self.steps * factors, LEAST, MOST)
        return np.sign(uphill) * steps, Rprop(steps, uphill)
