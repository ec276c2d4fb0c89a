"""Weights of patterns by regularised least squares, a phase after the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.patterns._examples import PatternExamples
from tabiya.players import PatternLayout, PatternModel, pattern_layout

# The first empty squares of each phase.
STAGES = (0, *range(9, 58, 3))
# Examples so many empty squares beside a phase are joined to it, at this part of their importance.
JOINED = 2
JOINED_IMPORTANCE = 0.5
# One game of so many is held out.
HELD_OUT = 20
PENALTY = 20.0
STEPS = 15
HUNDREDTHS = 100.0
LARGEST = 32_767


@dataclass(frozen=True)
class Regression:
    """How weights are fitted: strength of the regularisation, steps, threads."""

    penalty: float = PENALTY
    steps: int = STEPS
    threads: int = 1

    def __post_init__(self) -> None:
        if not self.penalty > 0:
            raise ValueError(f"patterns: expected a penalty above 0, found {self.penalty}")
        if self.steps < 1 or self.threads < 1:
            found = f"{self.steps} and {self.threads}"
            raise ValueError(f"patterns: expected steps and threads of 1 or more, found {found}")

    def weights(
        self, rows: NDArray[np.uint32], examples: PatternExamples, prior: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the weights that fit rows of features to the scores of examples."""
        return _core.fit_rows(
            rows,
            examples.score,
            examples.importance,
            prior,
            self.penalty,
            self.steps,
            self.threads,
        )


@dataclass(frozen=True)
class PhaseFit:
    """How well the weights of a phase do on games that they were not fitted to.

    Attributes
    ----------
    first, last : int
        Empty squares.
    n_fitted, n_held_out : int
        Examples.
    rmse, mae : float
        Errors in discs, on the games held out; not a number if there were none.
    spread : float
        Standard deviation of the scores there, in discs.
    """

    first: int
    last: int
    n_fitted: int
    n_held_out: int
    rmse: float
    mae: float
    spread: float


@dataclass(frozen=True, eq=False)
class PatternFit:
    """Weights, and how each phase was fitted."""

    model: PatternModel
    phases: tuple[PhaseFit, ...]


def fit_patterns(
    examples: PatternExamples,
    *,
    penalty: float = PENALTY,
    steps: int = STEPS,
    stages: Sequence[int] = STAGES,
    threads: int = 1,
    made_by: str = "",
    progress: Callable[[PhaseFit], object] | None = None,
) -> PatternFit:
    """Fit the weights of all phases, from the end of the game to its beginning.

    Each phase starts from the weights of the one after it: ``penalty`` is how many examples that
    belief counts for. Neighbouring examples are joined, so that phases do not contradict.

    Parameters
    ----------
    examples : PatternExamples
        Positions with scores.
    penalty : float
        The strength of the regularisation.
    steps : int
        Steps of the conjugate gradients for each phase.
    stages : sequence of int
        The first number of empty squares of every phase, rising from 0.
    threads : int
        How many threads to use; the result does not depend on it.
    made_by : str
        What made the weights.
    progress : callable, optional
        Called with each phase that is done.

    Raises
    ------
    ValueError
        If there are no examples, or a number makes no sense.
    """
    if len(examples) == 0:
        raise ValueError("patterns: expected examples, found none")
    regression = Regression(penalty, steps, threads)
    layout = pattern_layout("othello")
    empties = examples.empties
    weights = np.zeros((len(stages), layout.n_weights), np.float32)
    prior = np.zeros(layout.n_weights, np.float32)
    phases = []
    for index, first in enumerate(stages):
        last = (*stages, layout.n_stages)[index + 1] - 1
        near = examples[np.flatnonzero(_is_near(empties, first, last))]
        prior, fit = fit_phase(near, (first, last), prior, regression)
        weights[index] = prior
        phases.append(fit)
        if progress:
            progress(fit)
    model = PatternModel("othello", tuple(stages), quantised(weights, layout), made_by)
    return PatternFit(model, tuple(phases))


def fit_phase(
    near: PatternExamples,
    phase: tuple[int, int],
    prior: NDArray[np.float32],
    regression: Regression,
) -> tuple[NDArray[np.float32], PhaseFit]:
    """Return the weights of one phase, fitted to the examples around it."""
    empties = near.empties
    inside = (empties >= phase[0]) & (empties <= phase[1])
    is_held_out = near.game % HELD_OUT == 0
    fitted = near[np.flatnonzero(~is_held_out)]
    held_out = np.flatnonzero(is_held_out & inside)
    if len(fitted) == 0:
        return prior, PhaseFit(*phase, 0, len(held_out), np.nan, np.nan, np.nan)
    part = np.where(inside[~is_held_out], 1.0, JOINED_IMPORTANCE).astype(np.float32)
    fitted = replace(fitted, importance=fitted.importance * part)
    rows = _core.pattern_rows(fitted.own, fitted.opponent)
    weights = regression.weights(rows, fitted, prior)
    test = near[held_out]
    rmse = mae = spread = np.nan
    if len(held_out):
        error = _core.sum_rows(_core.pattern_rows(test.own, test.opponent), weights) - test.score
        total = float(test.importance.sum())
        rmse = float(np.sqrt((test.importance * error**2).sum() / total))
        mae = float((test.importance * np.abs(error)).sum() / total)
        spread = float(test.score.std())
    return weights, PhaseFit(*phase, len(fitted), len(held_out), rmse, mae, spread)


def quantised(weights: NDArray[np.float32], layout: PatternLayout) -> NDArray[np.int16]:
    """Return the weights that hold values, in hundredths of a disc."""
    hundredths = np.round(weights[:, layout.held] * HUNDREDTHS)
    return np.clip(hundredths, -LARGEST, LARGEST).astype(np.int16)


def _is_near(empties: NDArray[np.uint8], first: int, last: int) -> NDArray[np.bool_]:
    number = empties.astype(np.int16)
    return (number > 0) & (number >= first - JOINED) & (number <= last + JOINED)
