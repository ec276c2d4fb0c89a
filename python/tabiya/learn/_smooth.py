"""Going down a smooth objective: one scale for all weights, penalties, L-BFGS."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import scipy

from tabiya.learn._examples import Floats
from tabiya.learn._problem import Problem
from tabiya.learn._static import StaticExamples

Objective: TypeAlias = Callable[[Floats], tuple[float, Floats]]
# No weight is scaled up by more than this, however rare its feature is.
MOST_SCALING = 1000.0
# What scipy says when it stopped only for it had made all its steps.
OUT_OF_STEPS = 1


@dataclass(frozen=True)
class Slide:
    """Where some steps downhill have led.

    Attributes
    ----------
    vector : ndarray of shape (n_weights,)
        The last vector.
    is_bottom : bool
        Whether no further step was worth while.
    """

    vector: Floats
    is_bottom: bool


@dataclass(frozen=True)
class Penalty:
    """What it costs to be away from a reference vector.

    The objective is raised by ``l1`` times the sum of the distances and ``l2`` times the sum of
    their squares, in units of the weights.
    """

    reference: Floats
    l1: float = 0.0
    l2: float = 0.0

    def smooth(self, vector: Floats) -> tuple[float, Floats]:
        """Return the part with a gradient, and that."""
        away = vector - self.reference
        return self.l2 * float(away @ away), 2 * self.l2 * away

    def value(self, vector: Floats) -> float:
        """Return all of it."""
        away = vector - self.reference
        return self.l1 * float(np.abs(away).sum()) + self.l2 * float(away @ away)


def static_examples(problem: Problem, tuner: str) -> StaticExamples:
    """Return the training positions, if they are static ones: gradients come from the trace."""
    if not isinstance(problem.train, StaticExamples):
        message = f"{tuner}: expected static assessments, found others; use ascent or cma"
        raise ValueError(message)  # noqa: TRY004 (a value for the user)
    return problem.train


def scaling(problem: Problem, examples: StaticExamples) -> Floats:
    """Return by how much each weight moves scores, so that steps are of like effect for all."""
    spread = examples.spread(problem.start)
    top = float(spread.max(initial=0.0))
    return np.maximum(spread, top / MOST_SCALING) if top > 0 else np.ones_like(spread)


def slide(
    objective: Objective,
    start: Floats,
    problem: Problem,
    penalty: Penalty,
    scale: Floats,
    *,
    steps: int,
    tolerance: float,
) -> Slide:
    """Go downhill by L-BFGS, so many steps at most.

    Nothing but the vector is carried from one slide to the next, so that a run which is stopped
    between two of them goes on in the same way. With an L1 penalty, the way from the reference is
    the difference of two vectors that are not negative, which keeps everything smooth.

    CITE: Byrd, Lu, Nocedal, Zhu 1995, "A Limited Memory Algorithm for Bound Constrained
    Optimization".
    """
    reference = penalty.reference
    least = (np.array(problem.least) - reference) * scale
    most = (np.array(problem.most) - reference) * scale
    n = len(start)

    def whole(away: Floats) -> tuple[float, Floats]:
        vector = reference + away / scale
        (value, gradient), (extra, slope) = objective(vector), penalty.smooth(vector)
        return value + extra, (gradient + slope) / scale

    def split(parts: Floats) -> tuple[float, Floats]:
        up, down = parts[:n], parts[n:]
        value, gradient = whole(up - down)
        cost = penalty.l1 / scale
        return (
            value + float(cost @ (up + down)),
            np.concatenate([gradient + cost, cost - gradient]),
        )

    away = np.clip((start - reference) * scale, least, most)
    if penalty.l1 > 0:
        first = np.concatenate([np.maximum(away, 0), np.maximum(-away, 0)])
        limits = list(zip(np.zeros(2 * n), np.concatenate([most, -least]), strict=True))
        found = _minimise(split, first, limits, steps, tolerance)
        away = found.x[:n] - found.x[n:]
    else:
        found = _minimise(whole, away, list(zip(least, most, strict=True)), steps, tolerance)
        away = found.x
    return Slide(reference + away / scale, found.status != OUT_OF_STEPS)


def _minimise(
    function: Objective,
    start: Floats,
    limits: Sequence[tuple[float, float]],
    steps: int,
    tolerance: float,
) -> "scipy.optimize.OptimizeResult":
    return scipy.optimize.minimize(
        function,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=limits,
        options={"maxiter": steps, "ftol": tolerance, "gtol": 0.0},
    )
