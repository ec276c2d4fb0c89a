"""What a learner of a decision that only games can judge needs to know of them."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Outcome:
    """What games said of a policy.

    Attributes
    ----------
    points : tuple of float
        What the player got of each game: 1, 0.5 or 0.
    step : ndarray, optional
        The step of the actor-critic, a number for each value of the policy; None if nothing was
        explored.
    """

    points: tuple[float, ...]
    step: NDArray[np.float64] | None = None

    @property
    def score(self) -> float:
        """Return the mean of the points."""
        return float(np.mean(self.points))


class Task(Protocol):
    """A decision of class G: a network decides, and games judge it.

    CITE: Kocsis 2003, §1.2.1 and §5.2: whatever has these two can be learned by both algorithms.
    """

    @property
    def shape(self) -> tuple[int, int, int]:
        """Return inputs, hidden units and outputs of the network that decides."""

    def play(
        self,
        values: NDArray[np.float32],
        *,
        batch: int,
        n_games: int,
        explore: float = 0.0,
        decay: float = 0.9,
    ) -> Outcome:
        """Play a batch of games, the same for the same number of the batch.

        Parameters
        ----------
        values : ndarray of shape (n_values,)
            Bias and inputs of each hidden unit, then bias and hidden units of each output.
        batch : int
            What is random follows from it.
        n_games : int
            How many games.
        explore : float
            How often it decides at random; 0 only plays.
        decay : float
            By how much a decision is forgotten with every move.
        """


def n_values(shape: tuple[int, int, int]) -> int:
    """Return how many numbers a network has.

    >>> n_values((3, 4, 2))
    26
    """
    inputs, hidden, outputs = shape
    return (inputs + 1) * hidden + (hidden + 1) * outputs
