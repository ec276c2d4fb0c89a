"""CMA-ES: evolution with a covariance that adapts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tabiya.learn._piece_of_work import PieceOfWork, Vector
from tabiya.learn._problem import Problem
from tabiya.learn._tuner import State, Step, check_range, read_options

if TYPE_CHECKING:
    from tabiya.learn._examples import Floats

RANDOM_STREAM = 3


@dataclass(frozen=True)
class CmaOptions:
    """The constants of the evolution.

    Attributes
    ----------
    population : int, optional
        Vectors in a generation; 4 + 3 ln(n weights) if it is missing.
    spread : float
        Standard deviation of the first generation, as part of each weight.
    least_spread : float
        The least of it, for weights near zero.
    """

    population: int | None = None
    spread: float = 0.1
    least_spread: float = 1.0

    def __post_init__(self) -> None:
        check_range("cma", self, 2, np.inf, ("population",))
        check_range("cma", self, 0, np.inf, ("spread",))
        check_range("cma", self, 1e-9, np.inf, ("least_spread",))


class Cma:
    """The evolution strategy of the package ``cma``, on tau.

    What it remembers is what it was told: from the values of all generations so far, and the seed,
    it comes to the same state again without measuring anything.

    CITE: Hansen and Ostermeier 2001, "Completely Derandomized Self-Adaptation in Evolution
    Strategies".
    """

    name = "cma"

    def __init__(
        self,
        problem: Problem,
        options: Mapping[str, object] | None = None,
        state: State | None = None,
    ) -> None:
        import cma  # noqa: PLC0415 (slow to load, and few need it)

        self._problem = problem
        self.options = read_options(CmaOptions, self.name, options or {})
        start = np.array(problem.start)
        generator = problem.generator(RANDOM_STREAM)
        settings = {
            "randn": lambda n, dimensions: generator.standard_normal((n, dimensions)),
            "seed": np.nan,
            "verbose": -9,
            "verb_log": 0,
            "maxiter": np.inf,
            "popsize": self.options.population,
            "CMA_stds": np.maximum(self.options.spread * np.abs(start), self.options.least_spread),
            "bounds": [_finite(problem.least), _finite(problem.most)],
        }
        given = {name: value for name, value in settings.items() if value is not None}
        self._evolution = cma.CMAEvolutionStrategy(start, 1.0, given)
        self._asked: list[Floats] = self._evolution.ask()
        self._told: list[list[float]] = []
        for values in (state or {}).get("values", []):
            self._learn(values)

    @property
    def base(self) -> Vector:
        """Return the mean of the next generation."""
        return self._problem.fitted(self._evolution.result.xfavorite)

    @property
    def is_done(self) -> bool:
        """Return whether the generations have become all alike."""
        return bool(self._evolution.stop())

    def ask(self) -> list[PieceOfWork]:
        """Return the mean and the next generation."""
        return [
            PieceOfWork(self.base),
            *(PieceOfWork(self._problem.fitted(x)) for x in self._asked),
        ]

    def tell(self, values: Sequence[float]) -> Step:
        """Let the generation be selected."""
        tested = tuple((i.vector, v) for i, v in zip(self.ask(), values, strict=True))
        self._learn(list(values[1:]))
        return Step(values[0], tested, tuple(["cma"] * len(self._problem.names)))

    def state(self) -> State:
        """Return the values of all generations."""
        return {"values": self._told}

    def _learn(self, values: list[float]) -> None:
        self._evolution.tell(self._asked, [-value for value in values])
        self._told.append(values)
        self._asked = self._evolution.ask()


def _finite(bounds: Vector) -> list[float | None]:
    """Return bounds as ``cma`` takes them, None for a weight that has none."""
    return [bound if np.isfinite(bound) else None for bound in bounds]
