"""Logistic regression of results, or of scores as chances: what is called Texel tuning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import scipy

from tabiya.learn._adam import Adam
from tabiya.learn._descent import Descent
from tabiya.learn._examples import SmoothExamples
from tabiya.learn._piece_of_work import PieceOfWork, Vector
from tabiya.learn._problem import Problem
from tabiya.learn._smooth import Penalty, scaling, smooth_examples
from tabiya.learn._tuner import State, Step, check_range, read_options

METHODS = ("lbfgs", "adam")
# What is left of a penalty at the next place of the path.
WEAKER = 0.1
# The scale of labels is looked for within this factor of the median label.
LABEL_RANGE = 100.0


@dataclass(frozen=True)
class LogisticOptions:
    """The constants of logistic regression.

    Attributes
    ----------
    method : {"lbfgs", "adam"}
        How to go downhill.
    scale : float, optional
        The score that makes the odds e to one; fitted to the start vector if it is missing.
    label_scale : float, optional
        Where labels are scores and no results, the score that makes their odds e to one; fitted to
        what the start vector says if it is missing. Through the curve, decided positions count no
        more than others.
    l1, l2 : float
        Penalties for the distance from the start vector, and for its square.
    path : int
        So many weaker penalties after the first, each a tenth of the one before it; every descent
        begins where the last one ended, and control chooses among all of their vectors.
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
    label_scale: float | None = None
    l1: float = 0.0
    l2: float = 0.0
    path: int = 0
    steps: int = 10
    tolerance: float = 1e-10
    rate: float = 1.0
    mean_decay: float = 0.9
    square_decay: float = 0.999

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"logistic: expected method lbfgs or adam, found {self.method!r}")
        check_range("logistic", self, 1e-9, np.inf, ("scale", "label_scale"))
        check_range("logistic", self, 0, np.inf, ("l1", "l2", "tolerance", "rate"))
        check_range("logistic", self, 0, 1, ("mean_decay", "square_decay"))
        check_range("logistic", self, 1, np.inf, ("steps",))
        check_range("logistic", self, 0, np.inf, ("path",))
        if self.path and (self.method != "lbfgs" or not (self.l1 or self.l2)):
            raise ValueError(
                "logistic: expected lbfgs and a penalty l1 or l2 to begin the path with, found "
                f"{self.method}, l1 {self.l1:g}, l2 {self.l2:g}"
            )

    def penalty(self, reference: np.ndarray, place: int) -> Penalty:
        """Return the penalty at a place of the path."""
        weaker = WEAKER**place
        return Penalty(reference, self.l1 * weaker, self.l2 * weaker)


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
        state = state or {}
        self.label_scale: float | None = state.get("label_scale") or self.options.label_scale
        self._examples = self._as_chances(smooth_examples(problem, self.name))
        start = np.array(problem.start)
        self._place: int = state.get("place", 0)
        self._penalty = self.options.penalty(start, self._place)
        self._scaling = scaling(problem, self._examples)
        self._vector = np.array(state.get("vector", problem.start))
        self._top = np.array(state.get("top", problem.start))
        self.scale: float = state.get("scale") or self.options.scale or self._fit_scale()
        self._adam = Adam.of(state.get("adam"), len(start))
        self._n_slides: int = state.get("n_slides", 0)
        self._is_bottom: bool = state.get("is_bottom", False)
        self._best_loss: float | None = state.get("best_loss")
        self.is_done: bool = state.get("is_done", False)
        self._descent: Descent | None = None

    @property
    def base(self) -> Vector:
        """Return the vector that the next iteration starts from."""
        return self._problem.fitted(self._vector)

    def ask(self) -> list[PieceOfWork]:
        """Return the base vector alone, for tau is only looked at."""
        return [PieceOfWork(self.base)]

    def tell(self, values: Sequence[float]) -> Step:
        """Go downhill for some steps."""
        if self._is_bottom and self._place < self.options.path:
            self._ease()
        base = self.base
        loss = self._penalised(base)
        if self._is_bottom:
            self.is_done = True  # the last vector was measured too
        elif self.options.method == "adam":
            self._descend()
        else:
            self._slide()
        preferred = None
        for vector, found in ((base, loss), (self.base, self._penalised(self.base))):
            if np.isfinite(found) and (self._best_loss is None or found < self._best_loss):
                preferred, self._best_loss = vector, found
        cases = tuple([self.options.method] * len(base))
        return Step(values[0], ((base, values[0]),), cases, loss, preferred, by_tau=False)

    def state(self) -> State:
        """Return all that changes."""
        return {
            "vector": self._vector.tolist(),
            "top": self._top.tolist(),
            "place": self._place,
            "scale": self.scale,
            "label_scale": self.label_scale,
            "adam": self._adam.state(),
            "n_slides": self._n_slides,
            "is_bottom": self._is_bottom,
            "best_loss": self._best_loss,
            "is_done": self.is_done,
        }

    def _ease(self) -> None:
        """Go on from the bottom with the next penalty of the path."""
        self._place += 1
        self._penalty = self.options.penalty(self._penalty.reference, self._place)
        self._top, self._n_slides, self._is_bottom = self._vector, 0, False
        # Losses with another penalty are not to be compared.
        self._best_loss, self._descent = None, None

    def _slide(self) -> None:
        """Take the next steps of the one descent, which is walked again after an interruption."""
        if self._descent is None:
            self._descent = Descent(
                partial(self._examples.logistic, scale=self.scale),
                self._top,
                self._problem,
                self._penalty,
                self._scaling,
                steps=self.options.steps,
                tolerance=self.options.tolerance,
            )
            for _ in range(self._n_slides):
                next(self._descent)
        found = next(self._descent)
        self._vector, self._is_bottom = found.vector, found.is_bottom
        self._n_slides += 1

    def _penalised(self, vector: Vector) -> float:
        place = np.array(vector)
        if not np.isfinite(place).all():
            return float("nan")
        return self._loss(place)[0] + self._penalty.value(place)

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

    def _as_chances(self, examples: SmoothExamples) -> SmoothExamples:
        """Return the positions with labels from 0 to 1: results stay, scores go through a curve."""
        values = examples.values
        if values.min() >= 0 and values.max() <= 1:
            return examples
        if self.label_scale is None:
            self.label_scale = self._fit_label_scale(examples)
        return examples.with_values(scipy.special.expit(values / self.label_scale))

    def _fit_label_scale(self, examples: SmoothExamples) -> float:
        """Return the scale at which labels are nearest to what the start vector says.

        What its scores are worth is known by the game's curve; where it is not, labels are taken to
        be as wide as they mostly are.
        """
        values = examples.values
        width = float(np.median(np.abs(values[values != 0]))) if (values != 0).any() else 1.0
        said = examples.chance(examples.scores(self._problem.start))
        if said is None or np.ptp(said) == 0:
            return width

        def error(log: float) -> float:
            chances = scipy.special.expit(values / np.exp(log))
            return float(np.mean((chances - said) ** 2))

        near = (np.log(width / LABEL_RANGE), np.log(width * LABEL_RANGE))
        return float(np.exp(scipy.optimize.minimize_scalar(error, bounds=near).x))

    def _fit_scale(self) -> float:
        """Return the scale at which the start vector foretells results best."""
        least, most = self._examples.scale_bounds
        found = scipy.optimize.minimize_scalar(
            lambda log: self._examples.logistic(self._problem.start, float(np.exp(log)))[0],
            bounds=(np.log(least), np.log(most)),
            method="bounded",
        )
        return float(np.exp(found.x))
