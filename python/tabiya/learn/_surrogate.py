"""A smooth surrogate of tau over all pairs, and then tau itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial

import numpy as np

from tabiya.learn._ascent import Ascent, AscentOptions
from tabiya.learn._descent import Descent, Slide
from tabiya.learn._piece_of_work import PieceOfWork, Vector
from tabiya.learn._problem import Problem
from tabiya.learn._smooth import Penalty, scaling, smooth_examples
from tabiya.learn._tuner import State, Step, check_range, read_options


@dataclass(frozen=True)
class SurrogateOptions:
    """The constants of the surrogate; those of the ascent may be given with them.

    Attributes
    ----------
    margin : float, optional
        By how much the scores of two positions with different labels should differ, in centipawns;
        the scale of the game's logistic curve if it is missing.
    l1, l2 : float
        Penalties for the distance from the start vector, and for its square.
    steps : int
        Steps of L-BFGS in an iteration.
    tolerance : float
        It stops when a step gains less than this part of the value.
    smooth_iterations : int
        At most so many iterations before the ascent.
    finish : bool
        Whether the ascent follows.
    """

    margin: float | None = None
    l1: float = 0.0
    l2: float = 0.0
    steps: int = 10
    tolerance: float = 1e-9
    smooth_iterations: int = 30
    finish: bool = True

    def __post_init__(self) -> None:
        check_range("surrogate", self, 1e-9, np.inf, ("margin",))
        check_range("surrogate", self, 0, np.inf, ("l1", "l2", "tolerance", "smooth_iterations"))
        check_range("surrogate", self, 1, np.inf, ("steps",))


def surrogate_options(
    given: Mapping[str, object],
) -> tuple[SurrogateOptions, dict[str, object]]:
    """Return the constants of the surrogate, and those that are for the ascent behind it."""
    own = {each.name for each in fields(SurrogateOptions)}
    climbing = {each.name for each in fields(AscentOptions)}
    others = {name: value for name, value in given.items() if name in climbing - own}
    read_options(AscentOptions, Ascent.name, others)
    mine = {name: value for name, value in given.items() if name not in others}
    return read_options(SurrogateOptions, Surrogate.name, mine), others


class Surrogate:
    """Minimises the squared hinge over all pairs by L-BFGS, then climbs tau itself."""

    name = "surrogate"

    def __init__(
        self,
        problem: Problem,
        options: Mapping[str, object] | None = None,
        state: State | None = None,
    ) -> None:
        self._problem = problem
        self.options, self._ascent_options = surrogate_options(options or {})
        self._examples = smooth_examples(problem, self.name)
        self.margin = self.options.margin or self._examples.margin
        self._penalty = Penalty(np.array(problem.start), self.options.l1, self.options.l2)
        self._scaling = scaling(problem, self._examples)
        state = state or {}
        self._vector = np.array(state.get("vector", problem.start))
        self._n_slides: int = state.get("n_slides", 0)
        self._is_bottom: bool = state.get("is_bottom", self.options.smooth_iterations == 0)
        self.is_done: bool = state.get("is_done", False)
        self._descent: Descent | None = None
        self._ascent: Ascent | None = None
        if self._is_bottom and self.options.finish:
            self._ascent = self._climb(state.get("ascent"))

    @property
    def base(self) -> Vector:
        """Return the vector that the next iteration starts from."""
        return self._ascent.base if self._ascent else self._problem.fitted(self._vector)

    def ask(self) -> list[PieceOfWork]:
        """Return the base vector alone on the way down; then what the ascent asks."""
        return self._ascent.ask() if self._ascent else [PieceOfWork(self.base)]

    def tell(self, values: Sequence[float]) -> Step:
        """Go downhill for some steps, or climb."""
        if self._ascent:
            step = self._ascent.tell(values)
            self.is_done = self._ascent.is_done
            return step
        base = self.base
        value = self._hinge(np.array(base))[0] + self._penalty.value(np.array(base))
        if self._is_bottom:
            self.is_done = True  # the last vector was measured too
        else:
            found = self._slide()
            self._vector = found.vector
            self._is_bottom = found.is_bottom or self._n_slides >= self.options.smooth_iterations
            if self._is_bottom and self.options.finish:
                self._ascent = self._climb(None)
        return Step(values[0], ((base, values[0]),), tuple(["surrogate"] * len(base)), value)

    def state(self) -> State:
        """Return all that changes."""
        return {
            "vector": self._vector.tolist(),
            "n_slides": self._n_slides,
            "is_bottom": self._is_bottom,
            "is_done": self.is_done,
            "ascent": self._ascent.state() if self._ascent else None,
        }

    def _slide(self) -> Slide:
        """Take the next steps of the one descent, which is walked again after an interruption."""
        if self._descent is None:
            self._descent = Descent(
                partial(self._examples.pairwise, margin=self.margin),
                np.array(self._problem.start),
                self._problem,
                self._penalty,
                self._scaling,
                steps=self.options.steps,
                tolerance=self.options.tolerance,
            )
            for _ in range(self._n_slides):
                next(self._descent)
        self._n_slides += 1
        return next(self._descent)

    def _hinge(self, vector: np.ndarray) -> tuple[float, np.ndarray]:
        return self._examples.pairwise(vector, self.margin)

    def _climb(self, state: State | None) -> Ascent:
        start = self._problem.fitted(self._vector)
        return Ascent(replace(self._problem, start=start), self._ascent_options, state)
