"""Going down a smooth objective: one scale for all weights, penalties, L-BFGS."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import scipy

from tabiya.learn._examples import Floats, SmoothExamples
from tabiya.learn._matrix import MatrixExamples
from tabiya.learn._problem import Problem
from tabiya.learn._static import StaticExamples

Objective: TypeAlias = Callable[[Floats], tuple[float, Floats]]
# No weight is scaled up by more than this, however rare its feature is.
MOST_SCALING = 1000.0
# Pairs of steps and gradients that stand for the curvature.
MEMORY = 20
# Evaluations in all: more than any descent needs.
MOST = 1_000_000


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


def smooth_examples(problem: Problem, tuner: str) -> SmoothExamples:
    """Return the training positions, if they are static ones: gradients come from the trace."""
    if not isinstance(problem.train, StaticExamples | MatrixExamples):
        message = f"{tuner}: expected static assessments, found others; use ascent or cma"
        raise ValueError(message)  # noqa: TRY004 (a value for the user)
    return problem.train


def scaling(problem: Problem, examples: SmoothExamples) -> Floats:
    """Return by how much each weight moves scores, so that steps are of like effect for all."""
    spread = examples.spread(problem.start)
    top = float(spread.max(initial=0.0))
    return np.maximum(spread, top / MOST_SCALING) if top > 0 else np.ones_like(spread)


@dataclass(frozen=True)
class Trial:
    """A descent: what goes down, from where, within which bounds, held back by what."""

    objective: Objective
    start: Floats
    problem: Problem
    penalty: Penalty
    scale: Floats


def minimise(trial: Trial, tolerance: float, look: Callable[[Floats], object]) -> Floats:
    """Go downhill by L-BFGS until a step is not worth while; return the last vector.

    With an L1 penalty, the way from the reference is the difference of two vectors that are not
    negative, which keeps everything smooth.

    CITE: Byrd, Lu, Nocedal, Zhu 1995, "A Limited Memory Algorithm for Bound Constrained
    Optimization".

    Parameters
    ----------
    trial : Trial
        What to minimise.
    tolerance : float
        A step that gains less than this part of the value is the last.
    look : callable
        Called with the vector after every step.
    """
    penalty, scale, reference = trial.penalty, trial.scale, trial.penalty.reference
    least = (np.array(trial.problem.least) - reference) * scale
    most = (np.array(trial.problem.most) - reference) * scale
    n = len(trial.start)

    def whole(away: Floats) -> tuple[float, Floats]:
        vector = reference + away / scale
        (value, gradient), (extra, slope) = trial.objective(vector), penalty.smooth(vector)
        return value + extra, (gradient + slope) / scale

    def split(parts: Floats) -> tuple[float, Floats]:
        up, down = parts[:n], parts[n:]
        value, gradient = whole(up - down)
        cost = penalty.l1 / scale
        return (
            value + float(cost @ (up + down)),
            np.concatenate([gradient + cost, cost - gradient]),
        )

    def together(place: Floats) -> Floats:
        away = place[:n] - place[n:] if penalty.l1 > 0 else place
        return np.asarray(reference + away / scale)

    away = np.clip((trial.start - reference) * scale, least, most)
    if penalty.l1 > 0:
        first = np.concatenate([np.maximum(away, 0), np.maximum(-away, 0)])
        # Each half reaches as far as its side of the bounds, and not at all beyond the reference.
        ends = np.maximum(np.concatenate([most, -least]), 0.0)
        limits: Sequence[tuple[float, float]] = list(zip(np.zeros(2 * n), ends, strict=True))
    else:
        first, limits = away, list(zip(least, most, strict=True))
    found = scipy.optimize.minimize(
        split if penalty.l1 > 0 else whole,
        first,
        jac=True,
        method="L-BFGS-B",
        bounds=limits,
        callback=lambda place: look(together(place)),
        options={
            "maxiter": MOST,
            "maxfun": MOST,
            "maxcor": MEMORY,
            "ftol": tolerance,
            "gtol": 0.0,
        },
    )
    return together(found.x)
