"""Time odds: the fitted line, its interval, and matches that cannot say."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import optimize

from tabiya.metrics import time_factor


def test_scores_on_a_line_are_met_exactly() -> None:
    odds = np.array([0.5, 1.0, 2.0, 4.0])
    shares = 1 / (1 + np.exp(-0.8 * (np.log(odds) - math.log(1.2))))
    results = [(1e5 * (1 - s), 0, 1e5 * s) for s in shares]
    found = time_factor(odds, results)
    assert found.factor.value == pytest.approx(1.2, rel=1e-5)
    assert found.slope.value == pytest.approx(0.8 * math.log(2) * 400 / math.log(10), rel=1e-5)
    assert 1.15 < found.factor.low < 1.2 < found.factor.high < 1.25


def test_fit_is_the_logistic_regression_of_scipy() -> None:
    odds, results = [0.7, 1.0, 1.6], [(30, 10, 20), (25, 10, 25), (15, 12, 33)]
    table = np.array(results)
    scores, weights = table @ (0, 0.5, 1) / table.sum(axis=1), table.sum(axis=1)
    x = np.log(odds)

    def cost(line: Any) -> float:
        logits = line[0] + line[1] * x
        return float((weights * (np.logaddexp(0, logits) - scores * logits)).sum())

    best = optimize.minimize(cost, np.zeros(2), method="Nelder-Mead", options={"xatol": 1e-9}).x
    found = time_factor(odds, results)
    assert found.factor.value == pytest.approx(math.exp(-best[0] / best[1]), rel=1e-4)


def test_intervals_cover_the_factor() -> None:
    random = np.random.default_rng(9)
    odds = [0.6, 1.0, 1.5, 2.5]
    covered = []
    for _ in range(400):
        rows = []
        for time in odds:
            share = 1 / (1 + math.exp(-math.log(time / 1.3)))
            # Pairs of games whose points vary less than those of two coins.
            chances = np.array([(1 - share) ** 2, 2 * share * (1 - share), share**2])
            rows.append(random.multinomial(60, chances))
        factor = time_factor(odds, rows).factor
        covered.append(factor.low <= 1.3 <= factor.high)
    assert 0.92 < np.mean(covered) < 0.985


def test_exchanged_players_invert_the_factor() -> None:
    odds, results = [0.7, 1.0, 1.6], [(5, 9, 20, 8, 3), (4, 9, 20, 9, 4), (2, 6, 20, 12, 6)]
    ours = time_factor(odds, results)
    theirs = time_factor([1 / o for o in odds], [row[::-1] for row in results])
    assert ours.factor.value == pytest.approx(1 / theirs.factor.value, rel=1e-6)
    assert ours.slope.value == pytest.approx(theirs.slope.value, rel=1e-6)


def test_scores_that_do_not_depend_on_the_odds_have_no_end() -> None:
    found = time_factor([0.5, 1.0, 2.0], [(10, 10, 12), (11, 10, 11), (10, 10, 12)])
    assert (found.factor.low, found.factor.high) == (0.0, math.inf)


def test_matches_won_at_all_odds_end_without_warning() -> None:
    found = time_factor([0.5, 2.0], [(0, 0, 10), (0, 0, 10)])
    assert found.factor.low == 0.0


@pytest.mark.parametrize(
    ("odds", "results", "words"),
    [
        ([1.0], [(1, 1, 1)], "two of them different"),
        ([1.0, 1.0], [(1, 1, 1)] * 2, "two of them different"),
        ([1.0, -2.0], [(1, 1, 1)] * 2, "odds above 0"),
        ([1.0, 2.0, 3.0], [(1, 1, 1)] * 2, "each of 2 rows"),
        (["x", 2.0], [(1, 1, 1)] * 2, "odds above 0"),
        ([1.0, 2.0], [(1, 1, 1), (0, 0, 0)], "row of zeros"),
        ([1.0, 2.0], [(1, 1), (1, 1)], "rows of 5 or 3 counts"),
    ],
)
def test_bad_odds_are_said(odds: Any, results: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        time_factor(odds, results)
