"""Machine scores as the seven symbols of annotators (Gomboc 2004, §8.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabiya.files import read_toml, write_beside
from tabiya.positions import SYMBOLS

HIGHEST = 3


@dataclass(frozen=True)
class SymbolScale:
    """The scores at which one symbol gives way to the next, in centipawns of the first player.

    Attributes
    ----------
    thresholds : tuple of 6 float
        In ascending order: below the first it is ``-+``, from the last on ``+-``.
    analyst : str
        Whose scores they are for.

    Examples
    --------
    >>> scale = SymbolScale((-250, -80, -25, 25, 80, 250))
    >>> [scale.symbol(score) for score in (-900, 0, 40, 120)]
    ['-+', '=', '⩲', '±']
    """

    thresholds: tuple[float, ...]
    analyst: str = ""

    def __post_init__(self) -> None:
        n = len(SYMBOLS) - 1
        if len(self.thresholds) != n or sorted(self.thresholds) != list(self.thresholds):
            raise ValueError(
                f"thresholds: expected {n} ascending numbers, found {self.thresholds!r}"
            )

    def symbol(self, score: float) -> str:
        """Return the symbol of a score of the first player."""
        return SYMBOLS[int(np.searchsorted(self.thresholds, score, side="right"))]

    def write(self, path: Path | str) -> None:
        """Write a TOML file that ``tabiya analyse --symbols`` reads."""
        numbers = ", ".join(repr(float(threshold)) for threshold in self.thresholds)
        analyst = self.analyst.replace("\\", "\\\\").replace('"', '\\"')
        text = (
            "# Scores of the first player, in centipawns, from which the next symbol holds:\n"
            f"# {'  '.join(SYMBOLS)}\n"
            f'analyst = "{analyst}"\nthresholds = [{numbers}]\n'
        )
        write_beside(path, text)


def read_symbols(path: Path | str) -> SymbolScale:
    """Read what :meth:`SymbolScale.write` wrote.

    Raises
    ------
    ValueError
        If the file is something else.
    """
    try:
        data = read_toml(path)
        thresholds = tuple(float(number) for number in data["thresholds"])
        return SymbolScale(thresholds, str(data.get("analyst", "")))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: expected thresholds of symbols, found {error}") from None


@dataclass(frozen=True)
class SymbolFit:
    """A scale and how well it does.

    Attributes
    ----------
    scale : SymbolScale
        The thresholds.
    exact, near : float
        Share of positions that get the annotator's symbol, and that or one next to it.
    error : float
        Steps between the two symbols, in the mean.
    """

    scale: SymbolScale
    exact: float
    near: float
    error: float


def fit_symbols(
    scores: ArrayLike,
    labels: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    analyst: str = "",
) -> SymbolFit:
    """Find the thresholds that bring scores closest to the symbols of annotators.

    Closest means the fewest steps between the two symbols in all, found exactly.

    Parameters
    ----------
    scores : array of shape (m,)
        Scores of the first player, in centipawns.
    labels : array of shape (m,)
        Symbols as numbers from -3 to 3.
    weights : array of shape (m,), optional
        How much each position counts.

    Examples
    --------
    >>> fit = fit_symbols([-300, -40, -5, 5, 40, 300], [-3, -1, 0, 0, 1, 3])
    >>> fit.exact, fit.scale.symbol(200)
    (1.0, '+-')
    """
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(labels, dtype=np.float64)
    if len(x) == 0 or not np.isin(y, np.arange(-HIGHEST, HIGHEST + 1)).all():
        raise ValueError("labels: expected symbols, numbers from -3 to 3")
    z = np.ones(len(x)) if weights is None else np.asarray(weights, dtype=np.float64)
    order = np.argsort(x, kind="stable")
    cuts = _best_cuts(x[order], y[order], z[order])
    scale = SymbolScale(tuple(_threshold(x[order], cut) for cut in cuts), analyst)
    steps = np.abs(np.searchsorted(scale.thresholds, x, side="right") - HIGHEST - y)
    exact, near, error = z[steps == 0].sum(), z[steps <= 1].sum(), steps @ z
    return SymbolFit(scale, float(exact / z.sum()), float(near / z.sum()), float(error / z.sum()))


def _best_cuts(
    x: NDArray[np.float64], y: NDArray[np.float64], z: NDArray[np.float64]
) -> Sequence[int]:
    """Return before which of the ascending scores each symbol but the first begins.

    ``costs[k, i]`` is what the first i scores cost if all are called symbol k; the best way to
    have symbols up to k among the first i follows from the best ways up to k - 1.
    """
    symbols = np.arange(-HIGHEST, HIGHEST + 1)
    steps = np.abs(symbols[:, None] - y) * z
    costs = np.concatenate([np.zeros((len(symbols), 1)), np.cumsum(steps, axis=1)], axis=1)
    # Equal scores cannot get different symbols.
    splits_tie = np.concatenate([[False], x[1:] == x[:-1], [False]])
    best = costs[0]
    starts = []
    for cost in costs[1:]:
        gain = np.where(splits_tie, np.inf, best - cost)
        lowest = np.minimum.accumulate(gain)
        is_new = np.concatenate([[True], lowest[1:] < lowest[:-1]])
        starts.append(np.maximum.accumulate(np.where(is_new, np.arange(len(gain)), 0)))
        best = cost + lowest
    cuts = [len(x)]
    for start in reversed(starts):
        cuts.append(int(start[cuts[-1]]))
    return cuts[:0:-1]


def _threshold(x: NDArray[np.float64], cut: int) -> float:
    """Return a score between those on both sides of a cut; beyond all at the ends."""
    if cut == 0:
        return float(x[0]) - 1
    if cut == len(x):
        return float(x[-1]) + 1
    below, above = float(x[cut - 1]), float(x[cut])
    middle = below + (above - below) / 2
    # As short a number as parts the two; next to each other they have nothing in between.
    candidates = (round(middle, 3), middle, above)
    return next(each for each in candidates if below < each <= above)
