"""Simulated matches: intervals hold the truth about as often as they say."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from tabiya import metrics
from tabiya.metrics import _likelihood

UNIT = 800 / math.log(10)
PAIRS = {
    "even": (0.05, 0.2, 0.5, 0.2, 0.05),
    "drawish": (0.005, 0.12, 0.75, 0.12, 0.005),
    "better": (0.01, 0.1, 0.4, 0.35, 0.14),
    "crushing": (0.01, 0.01, 0.03, 0.05, 0.9),
    "by sides": (0.2, 0.02, 0.56, 0.02, 0.2),
    "games": (0.3, 0.4, 0.3),
}


@pytest.mark.parametrize("n_results", [30, 300])
@pytest.mark.parametrize("shape", PAIRS.values(), ids=PAIRS.keys())
def test_intervals_cover_the_score(shape: tuple[float, ...], n_results: int) -> None:
    random = np.random.default_rng(3)
    truth = np.array(shape) @ np.linspace(0, 1, len(shape))
    tables, weights = np.unique(
        random.multinomial(n_results, shape, size=1000), axis=0, return_counts=True
    )
    path = metrics.score_path(tables)
    covered = weights @ ((path[:, 1] <= truth) & (truth <= path[:, 2])) / weights.sum()
    assert 0.93 < covered < 0.99


@pytest.mark.parametrize("n_results", [30, 300])
@pytest.mark.parametrize("shape", PAIRS.values(), ids=PAIRS.keys())
def test_intervals_cover_normalised_elo(shape: tuple[float, ...], n_results: int) -> None:
    # The interval holds the truth if the truth does not fall behind by more than it allows; that
    # the ends are where this begins is shown on a few tables.
    random = np.random.default_rng(5)
    points = np.linspace(0, 1, len(shape))
    mean = float(np.array(shape) @ points)
    ratio = (mean - 0.5) / math.sqrt(np.array(shape) @ (points - mean) ** 2)
    tables = random.multinomial(n_results, shape, size=1000)
    allowed = stats.t.ppf(0.975, n_results) ** 2
    behind = shortfall(tables, ratio)
    # Three crushing defeats in 300 pairs decide much, so that steps are coarse.
    assert 0.91 < (behind <= allowed).mean() < 0.99
    unit = UNIT / math.sqrt(2 if len(shape) == 5 else 1)
    for table, fall in zip(tables[:4], behind[:4], strict=True):
        name = "pentanomial" if len(shape) == 5 else "trinomial"
        counts: dict[str, Any] = {name: list(table)}
        found = metrics.normalised_elo(**counts)
        assert (found.low <= ratio * unit <= found.high) == (fall <= allowed)


def shortfall(tables: NDArray[np.int64], ratio: float) -> NDArray[np.float64]:
    counts = np.where(tables == 0, 1e-3, tables).astype(float)
    best = _likelihood.best_with_ratio(counts, np.full(len(counts), ratio))
    free = counts / counts.sum(axis=1, keepdims=True)
    found: NDArray[np.float64] = 2 * (counts * np.log(free / best)).sum(axis=1)
    return found
