"""Logistic regression of results on scores: what engine authors call Texel tuning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from tabiya.learn._adam import Adam
from tabiya.learn._item import Item, Vector
from tabiya.learn._problem import Problem
from tabiya.learn._smooth import Penalty, scaling, slide, static_examples
from tabiya.learn._tuner import State, Step, check_range, read_options

METHODS = ("lbfgs", "adam")
# The scale is looked for between these, in centipawns.
LEAST_SCALE, MOST_SCALE = 1.0, 1e5


@dataclass(frozen=True)
class LogisticOptions:
    """The constants of logistic regression.

    Attributes
    ----------
    method : {"lbfgs", "adam"}
        How to go downhill.
    scale : float, optional
        The score that makes the odds e to one; fitted to the start vector if it is missing.
    l1, l2 : float
        Penalties for the distance from the start vector, and for its square.
    steps : int
        Steps in an iteration.
    tolerance : float
        L-BFGS stops when a step gains less than this part of the loss.
    rate, mean_decay, square_decay : float
        Constants of Adam: size of a step, in centipawns of score, and memory for the mean and the
        square of gradients.
    """

    method: str = "lbfgs"
    scale: float | None = None
    l1: float = 0.0
    l2: float = 0.0
    steps: int = 10
    tolerance: float = 1e-10
    rate: float = 1.0
    mean_decay: float = 0.9
    square_decay: float = 0.999

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"logistic: expected method lbfgs or adam, found {self.method!r}")
        check_range("logistic", self, LEAST_SCALE, MOST_SCALE, ("scale",))
        check_range("logistic", self, 0, np.inf, ("l1", "l2", "tolerance", "rate"))
        check_range("logistic", self, 0, 1, ("mean_decay", "square_decay"))
        check_range("logistic", self, 1, np.inf, ("steps",))


class Logistic:
    """Minimises the logistic loss of results in training, by gradients through the trace."""

    name = "logistic"

    def __init__(
        self,
        problem: Problem,
        options: Mapping[str, object] | None = None,
        state: State | None = None,
    ) -> None:
        self._problem = problem
        self.options = read_options(LogisticOptions, self.name, options or {})
        self._examples = static_examples(problem, self.name)
        values = self._examples.values
        if values.min() < 0 or values.max() > 1:
            found = values.min() if values.min() < 0 else values.max()
            raise ValueError(f"logistic: expected results from 0 to 1 as labels, found {found:g}")
        start = np.array(problem.start)
        self._penalty = Penalty(start, self.options.l1, self.options.l2)
        self._scaling = scaling(problem, self._examples)
        state = state or {}
        self._vector = np.array(state.get("vector", problem.start))
        self.scale: float = state.get("scale") or self.options.scale or self._fit_scale()
        self._adam = Adam.of(state.get("adam"), len(start))
        self._is_bottom: bool = state.get("is_bottom", False)
        self.is_done: bool = state.get("is_done", False)

    @property
    def base(self) -> Vector:
        """Return the vector that the next iteration starts from."""
        return self._problem.fitted(self._vector)

    def ask(self) -> list[Item]:
        """Return the base vector alone, for tau is only looked at."""
        return [Item(self.base)]

    def tell(self, values: Sequence[float]) -> Step:
        """Go downhill for some steps."""
        base = self.base
        loss = self._loss(np.array(base))[0] + self._penalty.value(np.array(base))
        if self._is_bottom:
            self.is_done = True
        elif self.options.method == "adam":
            self._descend()
        else:
            found = slide(
                self._loss,
                self._vector,
                self._problem,
                self._penalty,
                self._scaling,
                steps=self.options.steps,
                tolerance=self.options.tolerance,
            )
            self._vector, self._is_bottom = found.vector, found.is_bottom
        cases = tuple([self.options.method] * len(base))
        return Step(values[0], ((base, values[0]),), cases, loss, prefers_base=True)

    def state(self) -> State:
        """Return all that changes."""
        return {
            "vector": self._vector.tolist(),
            "scale": self.scale,
            "adam": self._adam.state(),
            "is_bottom": self._is_bottom,
            "is_done": self.is_done,
        }

    def _loss(self, vector: np.ndarray) -> tuple[float, np.ndarray]:
        return self._examples.logistic(vector, self.scale)

    def _descend(self) -> None:
        options, scale = self.options, self._scaling
        for _ in range(options.steps):
            gradient = self._loss(self._vector)[1] + self._penalty.smooth(self._vector)[1]
            self._adam, step, pace = self._adam.step(
                gradient / scale, options.rate, options.mean_decay, options.square_decay
            )
            moved = self._shrink(self._vector - step / scale, pace / scale**2)
            self._vector = np.clip(moved, self._problem.least, self._problem.most)

    def _shrink(self, vector: np.ndarray, pace: np.ndarray) -> np.ndarray:
        """Pull towards the reference by what the L1 penalty says, but not beyond it."""
        away = vector - self._penalty.reference
        pull = self.options.l1 * pace
        return np.asarray(
            self._penalty.reference + np.sign(away) * np.maximum(np.abs(away) - pull, 0)
        )

    def _fit_scale(self) -> float:
        """Return the scale at which the start vector foretells results best."""
        found = scipy.optimize.minimize_scalar(
            lambda log: self._examples.logistic(self._problem.start, float(np.exp(log)))[0],
            bounds=(np.log(LEAST_SCALE), np.log(MOST_SCALE)),
            method="bounded",
        )
        return float(np.exp(found.x))
