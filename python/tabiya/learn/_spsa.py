"""SPSA: all weights are moved at once, by what games between two vectors say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tabiya.learn._examples import Floats
from tabiya.learn._piece_of_work import PieceOfWork, Vector
from tabiya.learn._problem import Problem
from tabiya.learn._tuner import State, Step, check_range, read_options

SIGN_STREAM = 4


@dataclass(frozen=True)
class SpsaOptions:
    """The constants of SPSA. Distances are in units of each weight: its `spread`.

    Attributes
    ----------
    spread : float
        The unit of a weight, as part of its start.
    least_spread : float
        The least unit, for weights near zero; with a resolution, at least one step.
    distance : float
        How far from the base vector the two sides begin.
    distance_decay : float
        The exponent by which that falls with the iterations (Spall: 0.101).
    rate : float
        How far all weights go along the estimated gradient at first. The gradient is a result over
        the distance of the two sides, so that a result of 1 moves each weight by
        ``rate / (2 * distance)`` of its units.
    rate_decay : float
        The exponent by which that falls (Spall: 0.602).
    stability : float
        Iterations added before that exponent is applied (Spall: a tenth of all).
    pairs : int
        Pairs of vectors that play in an iteration; what they say is averaged.
    """

    spread: float = 0.1
    least_spread: float = 1.0
    distance: float = 1.0
    distance_decay: float = 0.101
    rate: float = 1.0
    rate_decay: float = 0.602
    stability: float = 10.0
    pairs: int = 1

    def __post_init__(self) -> None:
        check_range("spsa", self, 0, np.inf, ("spread", "rate", "stability"))
        check_range("spsa", self, 1e-9, np.inf, ("least_spread", "distance"))
        check_range("spsa", self, 0, 1, ("distance_decay", "rate_decay"))
        check_range("spsa", self, 1, np.inf, ("pairs",))


class Spsa:
    """Simultaneous perturbation stochastic approximation, for objectives as noisy as games.

    CITE: Spall 1998, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
    Optimization".
    """

    name = "spsa"

    def __init__(
        self,
        problem: Problem,
        options: Mapping[str, object] | None = None,
        state: State | None = None,
    ) -> None:
        if problem.duel is None:
            raise ValueError("spsa: expected a problem with games to play, found none")
        self._problem = problem
        self.options = read_options(SpsaOptions, self.name, options or {})
        start = np.array(problem.start)
        unit = np.maximum(self.options.spread * np.abs(start), self.options.least_spread)
        self._unit = np.maximum(unit, problem.resolution)
        state = state or {}
        self._iteration: int = state.get("iteration", 0)
        self._vector = np.array(state.get("vector", problem.start))

    @property
    def base(self) -> Vector:
        """Return the vector that the next iteration starts from."""
        return self._problem.fitted(self._vector)

    @property
    def is_done(self) -> bool:
        """Return False: there is always another game."""
        return False

    def ask(self) -> list[PieceOfWork]:
        """Return pairs of vectors to play; and the base, where it can be measured on positions."""
        items = []
        for signs in self._signs():
            away = signs * self._distance() * self._unit
            plus, minus = (self._problem.fitted(self._vector + side * away) for side in (1, -1))
            items.append(PieceOfWork(plus, against=minus))
        return items if self._problem.train is None else [*items, PieceOfWork(self.base)]

    def tell(self, values: Sequence[float]) -> Step:
        """Move towards the sides that did better."""
        options, base = self.options, self.base
        results = np.array(values[: options.pairs])
        gradient = results @ self._signs() / (options.pairs * 2 * self._distance())
        n = self._iteration + 1
        rate = options.rate * ((1 + options.stability) / (n + options.stability)) ** (
            options.rate_decay
        )
        moved = self._vector + rate * gradient * self._unit
        self._vector = np.clip(moved, self._problem.least, self._problem.most)
        self._iteration = n
        train = None if self._problem.train is None else values[-1]
        tested = () if train is None else ((base, train),)
        cases = tuple(["spsa"] * len(base))
        result = float(results.mean())
        return Step(train, tested, cases, result, self.base, by_tau=False, by_games=True)

    def state(self) -> State:
        """Return all that changes."""
        return {"iteration": self._iteration, "vector": self._vector.tolist()}

    def _distance(self) -> float:
        decay: float = (self._iteration + 1) ** self.options.distance_decay
        return self.options.distance / decay

    def _signs(self) -> Floats:
        generator = self._problem.generator(SIGN_STREAM, self._iteration)
        shape = (self.options.pairs, len(self._vector))
        return np.asarray(generator.choice([-1.0, 1.0], size=shape))
