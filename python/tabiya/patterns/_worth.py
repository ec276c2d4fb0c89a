"""Which patterns help: fits without each of them, on games that were held out."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.patterns._examples import PatternExamples
from tabiya.patterns._fit import HELD_OUT, PENALTY, STEPS, Regression
from tabiya.players import pattern_layout

# Resamples of the held-out games, for the interval.
RESAMPLES = 200
COVERAGE = (2.5, 97.5)


@dataclass(frozen=True)
class TableWorth:
    """How much the squared error grows without a family of weights.

    Attributes
    ----------
    name : str
        The pattern, or what is counted.
    rmse : float
        The error in discs without it.
    rise : float
        By how much that is more than with all, in discs.
    interval : tuple of float
        95 % of the rise, by resampling whole games.
    """

    name: str
    rmse: float
    rise: float
    interval: tuple[float, float]


def worth_of_tables(
    examples: PatternExamples,
    empties: int,
    *,
    penalty: float = PENALTY,
    steps: int = STEPS,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[TableWorth], object] | None = None,
) -> tuple[float, tuple[TableWorth, ...]]:
    """Fit one phase with all patterns, then without each.

    Parameters
    ----------
    examples : PatternExamples
        Positions with scores.
    empties : int
        The phase: so many empty squares, one less and one more.

    Returns
    -------
    float
        The error with all patterns, in discs, on games that were held out.
    tuple of TableWorth
        What is lost without each.

    Raises
    ------
    ValueError
        If no game has such positions, or none of those held out has.
    """
    layout = pattern_layout("othello")
    near = examples[np.flatnonzero(np.abs(examples.empties.astype(int) - empties) <= 1)]
    test = near.game % HELD_OUT == 0
    if not test.any() or test.all():
        raise ValueError(f"patterns: expected games with {empties} empty squares, found too few")
    rows = _core.pattern_rows(near.own, near.opponent)
    tables = np.array(layout.features)

    train = near[np.flatnonzero(~test)]
    regression = Regression(penalty, steps, threads)

    def squared(columns: NDArray[np.bool_]) -> NDArray[np.float32]:
        chosen = rows[:, columns]
        prior = np.zeros(layout.n_weights, np.float32)
        weights = regression.weights(np.ascontiguousarray(chosen[~test]), train, prior)
        error = _core.sum_rows(np.ascontiguousarray(chosen[test]), weights) - near.score[test]
        return np.asarray(error * error, np.float32)

    full = squared(np.ones(len(tables), bool))
    found = []
    for index, table in enumerate(layout.tables):
        without = squared(tables != index)
        interval = _interval(full, without, near.game[test], seed)
        rmse = float(np.sqrt(without.mean()))
        found.append(TableWorth(table.name, rmse, rmse - float(np.sqrt(full.mean())), interval))
        if progress:
            progress(found[-1])
    return float(np.sqrt(full.mean())), tuple(found)


def _interval(
    full: NDArray[np.float32], without: NDArray[np.float32], game: NDArray[np.uint32], seed: int
) -> tuple[float, float]:
    """Return the interval of the difference of two root mean squares, by whole games."""
    _, which = np.unique(game, return_inverse=True)
    n = np.bincount(which)
    sums = np.bincount(which, full), np.bincount(which, without)
    rng = np.random.default_rng(seed)
    rises = []
    for _ in range(RESAMPLES):
        drawn = rng.integers(0, len(n), len(n))
        total = n[drawn].sum()
        rises.append(np.sqrt(sums[1][drawn].sum() / total) - np.sqrt(sums[0][drawn].sum() / total))
    low, high = np.percentile(rises, COVERAGE)
    return float(low), float(high)
