"""Score, Elo and superiority: published values, formulas, symmetry, and bad counts."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from tabiya import metrics

FISHTEST = (379, 10170, 21828, 10640, 343)


# Counts, Elo, its error, normalised Elo, its error and superiority, as fastchess's tests have them.
@pytest.mark.parametrize(
    ("counts", "published"),
    [
        ((96, 111, 136), (40.70, 30.43, 49.77, 36.77, 0.9960)),
        ((34, 54, 63, 64, 75), (55.58, 27.65, 57.94, 28.28, 1.0)),
        ((332, 433, 498, 333, 334), (-8.64, 10.33, -9.17, 10.96, 0.0505)),
        ((89, 123, 76), (-15.69, 30.35, -20.76, 40.13, 0.1553)),
    ],
)
def test_balanced_matches_agree_with_fastchess(
    counts: tuple[int, ...], published: tuple[float, ...]
) -> None:
    elo, error, normalised, normalised_error, superiority = published
    given: dict[str, Any] = {"pentanomial" if len(counts) == 5 else "trinomial": counts}
    found = metrics.elo(**given)
    assert found.value == pytest.approx(elo, abs=0.005)
    assert (found.high - found.low) / 2 == pytest.approx(error, rel=0.01)
    found = metrics.normalised_elo(**given)
    assert found.value == pytest.approx(normalised, abs=0.005)
    # Theirs takes the deviation for known, and so is a little narrower.
    assert (found.high - found.low) / 2 == pytest.approx(normalised_error, rel=0.045)
    assert metrics.likelihood_of_superiority(**given) == pytest.approx(superiority, abs=0.001)


def test_long_matches_agree_with_the_normal_interval() -> None:
    counts = np.array(FISHTEST)
    points = np.linspace(0, 1, 5)
    n_pairs = counts.sum()
    mean = counts @ points / n_pairs
    error = math.sqrt(counts @ (points - mean) ** 2 / n_pairs**2)
    found = metrics.score(pentanomial=FISHTEST, confidence=0.9)
    low, high = stats.norm.interval(0.9, mean, error)
    assert found.value == pytest.approx(mean, abs=1e-12)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)
    superiority = metrics.likelihood_of_superiority(pentanomial=FISHTEST)
    assert superiority == pytest.approx(stats.norm.cdf((mean - 0.5) / error), abs=1e-4)


@pytest.mark.parametrize("counts", [(3, 10, 7), (1, 4, 11, 9, 5), (0, 3, 9, 2, 0)])
def test_ends_of_the_interval_are_where_scipy_finds_the_likelihood(counts: tuple[int, ...]) -> None:
    given: dict[str, Any] = {"pentanomial" if len(counts) == 5 else "trinomial": counts}
    table = np.maximum(np.array(counts, dtype=float), 1e-3)
    points = np.linspace(0, 1, len(counts))
    allowed = stats.t.ppf(0.975, sum(counts)) ** 2
    free = (table * np.log(table / table.sum())).sum()
    found = metrics.score(**given)
    for end in (found.low, found.high):
        best = optimize.minimize(
            lambda logits: -(table * (logits - np.logaddexp.reduce(logits))).sum(),
            np.log(table),
            method="SLSQP",
            constraints={
                "type": "eq",
                "fun": lambda x, end=end: np.exp(x - np.logaddexp.reduce(x)) @ points - end,
            },
            options={"ftol": 1e-12, "maxiter": 500},
        )
        assert 2 * (free + best.fun) == pytest.approx(allowed, rel=1e-3)


def test_elo_is_the_score_on_another_scale() -> None:
    scored, found = (f(trinomial=(10, 20, 30)) for f in (metrics.score, metrics.elo))
    for name in ("value", "low", "high"):
        expected = 400 * math.log10(1 / (1 / getattr(scored, name) - 1))
        assert getattr(found, name) == pytest.approx(expected)
        assert metrics.score_of_elo(getattr(found, name)) == pytest.approx(getattr(scored, name))


def test_wins_only_leave_a_finite_lower_end() -> None:
    # With nothing but n wins the likelihood of a score s is s^n.
    expected = math.exp(-(stats.t.ppf(0.975, 10) ** 2) / 20)
    found = metrics.score(trinomial=(0, 0, 10))
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(expected, abs=1e-3)
    elo = metrics.elo(pentanomial=(0, 0, 0, 0, 10))
    assert elo.value == elo.high == math.inf
    assert 150 < elo.low < 300
    normalised = metrics.normalised_elo(pentanomial=(0, 0, 0, 0, 10))
    assert normalised.value == normalised.high == math.inf
    assert math.isfinite(normalised.low)
    assert 0.99 < metrics.likelihood_of_superiority(pentanomial=(0, 0, 0, 0, 10)) < 1


def test_draws_only_are_zero_with_an_interval_around_it() -> None:
    for function in (metrics.elo, metrics.normalised_elo):
        found = function(pentanomial=(0, 0, 20, 0, 0))
        assert found.value == 0
        assert found.low == pytest.approx(-found.high)
        assert 0 < found.high < math.inf
    assert metrics.likelihood_of_superiority(trinomial=(0, 7, 0)) == 0.5


def test_one_game_says_almost_nothing() -> None:
    assert metrics.score(trinomial=(0, 0, 1)) == metrics.Estimate(1.0, 0.0, 1.0)
    assert 0.7 < metrics.likelihood_of_superiority(trinomial=(0, 0, 1)) < 0.85


COUNTS = st.lists(st.integers(0, 60), min_size=5, max_size=5).filter(any)


@settings(max_examples=40, deadline=None)
@given(COUNTS)
def test_exchanged_players_have_opposite_signs(counts: list[int]) -> None:
    for function in (metrics.elo, metrics.normalised_elo):
        found = function(pentanomial=counts)
        mirror = function(pentanomial=counts[::-1])
        assert found.low <= found.value <= found.high
        ours = (found.value, found.low, found.high)
        theirs = (-mirror.value, -mirror.high, -mirror.low)
        assert ours == pytest.approx(theirs, rel=1e-5, abs=1e-5)
    both = [metrics.likelihood_of_superiority(pentanomial=c) for c in (counts, counts[::-1])]
    assert sum(both) == pytest.approx(1)


LOPSIDED = st.lists(st.sampled_from([0, 0, 1, 2, 40, 1000, 10**6]), min_size=5, max_size=5)


@settings(max_examples=30, deadline=None)
@given(LOPSIDED.filter(any))
@example([0, 5, 1, 1000, 2])
@example([5, 1000000, 0, 0, 1])
def test_lopsided_matches_have_intervals_too(counts: list[int]) -> None:
    for function in (metrics.score, metrics.elo, metrics.normalised_elo):
        found = function(pentanomial=counts)
        assert found.low <= found.value <= found.high
        assert found.low < found.high


@settings(max_examples=40, deadline=None)
@given(COUNTS)
def test_superiority_and_interval_agree(counts: list[int]) -> None:
    low = metrics.score(pentanomial=counts).low
    superiority = metrics.likelihood_of_superiority(pentanomial=counts)
    if abs(low - 0.5) > 1e-9:
        assert (low > 0.5) == (superiority > 0.975)


def test_path_gives_the_same_as_one_by_one() -> None:
    tables = [(1, 0, 3, 2, 0), (0, 0, 0, 0, 4), (10, 20, 30, 20, 10)]
    path = metrics.score_path(tables)
    for row, counts in zip(path, tables, strict=True):
        found = metrics.score(pentanomial=counts)
        assert tuple(row) == pytest.approx((found.value, found.low, found.high))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "either pentanomial or trinomial"),
        ({"pentanomial": (1,) * 5, "trinomial": (1,) * 3}, "found both"),
        ({"pentanomial": (1, 2, 3)}, "expected 5 counts, found (1, 2, 3)"),
        ({"trinomial": (1, 2, 3, 4, 5)}, "expected 3 counts"),
        ({"trinomial": (1, -2, 3)}, "counts of 0 or more"),
        ({"trinomial": (1, math.nan, 3)}, "counts of 0 or more"),
        ({"trinomial": (1, math.inf, 3)}, "counts of 0 or more"),
        ({"trinomial": (1, "2", 3)}, "counts of 0 or more"),
        ({"trinomial": "123"}, "expected 3 counts, found '123'"),
        ({"trinomial": 3}, "expected 3 counts, found 3"),
        ({"trinomial": (0, 0, 0)}, "at least one result"),
        ({"trinomial": (1, 1, 1), "confidence": 1.0}, "between 0 and 1"),
    ],
)
def test_bad_counts_are_said_in_one_line(arguments: dict[str, Any], words: str) -> None:
    for function in (metrics.score, metrics.elo, metrics.normalised_elo):
        with pytest.raises(ValueError, match="expected") as caught:
            function(**arguments)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)
