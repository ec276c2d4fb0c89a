"""How good winning probabilities are, with intervals by game."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.combine._examples import GameExamples
from tabiya.metrics import concordance

# Games are dealt into so many groups, each left out once.
N_GROUPS = 20
N_BINS = 20
TWO_SIDED = 1.96
LEAST_CHANCE = 1e-12


@dataclass(frozen=True)
class Measured:
    """A number and its standard error by game."""

    value: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval that holds the truth in 95 of 100 cases."""
        return self.value - TWO_SIDED * self.error, self.value + TWO_SIDED * self.error

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.4f} [{low:.4f}, {high:.4f}]"


@dataclass(frozen=True)
class Quality:
    """How good probabilities are on positions that were not learnt from.

    Attributes
    ----------
    log_loss, brier : Measured
        A draw is half a win.
    auc : Measured
        The chance that a won position has a higher probability than a lost one.
    concordance : Measured
        Kendall's tau of probabilities and results, draws included.
    calibration : ndarray of shape (n_bins, 3)
        Predicted and observed frequency of wins, and the number of positions, in bins of a size.
    """

    log_loss: Measured
    brier: Measured
    auc: Measured
    concordance: Measured
    calibration: NDArray[np.float64]


def judge(chances: NDArray[np.float64], examples: GameExamples) -> Quality:
    """Hold probabilities against results."""
    won, groups = examples.won, examples.games % N_GROUPS
    measure = _jackknife(groups)
    losses = log_losses(chances, won)
    squares = np.square(chances - won)
    return Quality(
        log_loss=measure(lambda kept: float(losses[kept].mean())),
        brier=measure(lambda kept: float(squares[kept].mean())),
        auc=measure(lambda kept: _auc(chances[kept], won[kept])),
        concordance=measure(lambda kept: float(concordance(chances[kept], won[kept]).tau)),
        calibration=_calibration(chances, won),
    )


def compare_losses(
    one: NDArray[np.float64], other: NDArray[np.float64], examples: GameExamples
) -> tuple[float, float]:
    """Return how much less log-loss the other has than the one, and the error of that by game."""
    gains = log_losses(one, examples.won) - log_losses(other, examples.won)
    sums = np.bincount(examples.games, weights=gains - gains.mean())
    return float(gains.mean()), float(np.sqrt(np.square(sums).sum()) / len(gains))


def log_losses(chances: NDArray[np.float64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log-loss of every position.

    >>> log_losses(np.array([0.5, 1.0]), np.array([1.0, 1.0])).round(3)
    array([0.693, 0.   ])
    """
    safe = chances.clip(LEAST_CHANCE, 1 - LEAST_CHANCE)
    losses: NDArray[np.float64] = -(won * np.log(safe) + (1 - won) * np.log1p(-safe))
    return losses


def _jackknife(
    groups: NDArray[np.int64],
) -> Callable[[Callable[[NDArray[np.bool_]], float]], Measured]:
    """Return what measures something on all games, with an error by leaving out groups of them."""
    present = np.unique(groups)

    def measure(statistic: Callable[[NDArray[np.bool_]], float]) -> Measured:
        value = statistic(np.ones(len(groups), dtype=np.bool_))
        if len(present) < 2:  # noqa: PLR2004 (of one there is no spread)
            return Measured(value, float("nan"))
        parts = np.array([statistic(groups != group) for group in present])
        n = len(parts)
        error = np.sqrt(np.square(parts - parts.mean()).sum() * (n - 1) / n)
        return Measured(value, float(error))

    return measure


def _auc(chances: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    """Return the share of pairs of a win and a loss that are in order; a draw is half of each.

    >>> _auc(np.array([0.2, 0.4, 0.4, 0.9]), np.array([0.0, 1.0, 0.0, 1.0]))
    0.875
    """
    order = np.argsort(chances, kind="stable")
    _, level = np.unique(chances[order], return_inverse=True)
    wins = np.bincount(level, weights=won[order])
    losses = np.bincount(level, weights=1 - won[order])
    below = np.cumsum(losses) - losses / 2
    return float((wins * below).sum() / (wins.sum() * losses.sum()))


def _calibration(chances: NDArray[np.float64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    order = np.argsort(chances, kind="stable")
    parts = [part for part in np.array_split(order, N_BINS) if len(part)]
    return np.array([[chances[part].mean(), won[part].mean(), len(part)] for part in parts])
