"""Concordance against the definition, scipy, and what was published."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

import tabiya
from tabiya.metrics import tau_difference, tau_interval

X = [-0.1, -0.4, 0.9, -1.2, 0.0, -0.1, 0.6, 0.0, -0.1, -0.4, 2.4, 0.0, 0.6, 0.6]
Y = ["⩱", "±", "+-", "-+", "=", "∓", "⩲", "=", "+-", "⩱", "±", "∓", "-+", "⩲"]

numbers = st.one_of(st.integers(-5, 5).map(float), st.floats(-6e4, 6e4, width=16))
samples = st.lists(st.tuples(numbers, st.integers(-3, 3)), min_size=2, max_size=60)


def random_data(m: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    y = rng.integers(-3, 4, m)
    return np.round(y + rng.normal(0, 3, m), seed % 3), y


def test_worked_example_of_the_thesis() -> None:
    c = tabiya.concordance(X, Y)
    assert (c.m, c.n, c.concordant, c.discordant) == (14, 91, 51, 25)
    assert round(c.tau, 4) == 0.2857
    assert isinstance(c.concordant, int)
    assert tabiya.concordance(X, Y, method="partial-sums") == c


@given(samples)
def test_counts_are_those_of_the_definition(sample: list[tuple[float, int]]) -> None:
    x, y = zip(*sample, strict=True)
    counts = dict.fromkeys(("concordant", "discordant", "extra_x", "extra_y", "duplicates"), 0)
    for (a, u), (b, v) in itertools.combinations(sample, 2):
        if a == b:
            counts["duplicates" if u == v else "extra_y"] += 1
        elif u == v:
            counts["extra_x"] += 1
        else:
            counts["concordant" if (a < b) == (u < v) else "discordant"] += 1
    for method in ("fast", "partial-sums"):
        c = tabiya.concordance(x, y, method=method)
        assert {name: getattr(c, name) for name in counts} == counts
        assert sum(counts.values()) == c.n


@pytest.mark.parametrize("seed", range(6))
def test_coefficients_agree_with_scipy(seed: int) -> None:
    x, y = random_data(3000, seed)
    c = tabiya.concordance(x, y)
    assert c.tau_b == pytest.approx(stats.kendalltau(x, y).statistic, rel=1e-12)
    assert c.somers_d == pytest.approx(stats.somersd(y, x).statistic, rel=1e-12)
    assert tabiya.spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, rel=1e-12)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "i4", "i2", "i1", "u1", ">f8", ">i4", "f2"])
def test_kind_of_array_does_not_matter(dtype: str) -> None:
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 100, 500), rng.integers(0, 5, 500)
    expected = tabiya.concordance(x, y)
    assert tabiya.concordance(x.astype(dtype), y.astype(dtype)) == expected
    assert tabiya.concordance(np.repeat(x, 2)[::2].astype(dtype), list(y)) == expected


def test_many_rows_are_each_as_alone() -> None:
    x, y = random_data(400, 5)
    rows = np.stack([x, -x, x**2])
    assert tabiya.concordance_many(rows, y) == [tabiya.concordance(row, y) for row in rows]
    weights = np.arange(400) % 3
    found = tabiya.concordance_many(rows, y, weights)
    assert found == [tabiya.concordance(row, y, weights) for row in rows]


def test_whole_weights_repeat_positions() -> None:
    x, y = random_data(200, 4)
    weights = np.arange(200) % 4
    weighted = tabiya.concordance(x, y, weights)
    repeated = tabiya.concordance(np.repeat(x, weights), np.repeat(y, weights))
    assert (weighted.concordant, weighted.discordant) == (repeated.concordant, repeated.discordant)
    assert tabiya.spearman(x, y, weights) == pytest.approx(
        tabiya.spearman(np.repeat(x, weights), np.repeat(y, weights))
    )


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 3), st.floats(0.001, 100)),
        min_size=2,
        max_size=30,
    )
)
def test_weighted_tau_stays_in_its_range(sample: list[tuple[int, int, float]]) -> None:
    x, y, weights = zip(*sample, strict=True)
    c = tabiya.concordance(x, y, weights)
    assert -1 - 1e-9 <= c.tau <= 1 + 1e-9
    assert tabiya.concordance(x, y, [7 * w for w in weights]).tau == pytest.approx(c.tau, abs=1e-9)


def test_perfect_order_has_tau_one_even_with_small_weights() -> None:
    assert tabiya.concordance([1, 2, 3], [1, 2, 3], [0.1, 0.2, 0.3]).tau == pytest.approx(1)


def test_one_label_only_orders_nothing() -> None:
    c = tabiya.concordance([1, 2, 3], ["=", "=", "="])
    assert (c.tau, c.extra_x) == (0, 3)
    assert np.isnan(c.gamma)
    assert np.isnan(c.tau_b)


@pytest.mark.parametrize(
    ("x", "y", "weights", "message"),
    [
        ([1, float("nan")], [1, 2], None, "x: expected numbers, found NaN at index 1"),
        ([1, 2], [1, float("nan")], None, "y: expected numbers, found NaN at index 1"),
        ([1, 2, 3], [1, 2], None, "y: expected 3 labels, one per score, found 2"),
        ([], [], None, "x: expected at least 2 positions, found 0"),
        ([1], [1], None, "x: expected at least 2 positions, found 1"),
        (["a", "b"], [1, 2], None, "x: expected numbers, found"),
        ([1, 2], ["+-", "?"], None, "y: expected one of -+,"),
        ([[1, 2]], [1, 2], None, "x: expected a vector"),
        ([1, 2], [1, 2], [1], "weights: expected 2 numbers"),
        ([1, 2], [1, 2], [1, -1], "weights: expected finite numbers"),
        ([1, 2], [1, 2], [1, 0], "weights: expected at least two"),
    ],
)
def test_bad_input_is_named(x: list[float], y: list[float], weights: object, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("+", r"\+")):
        tabiya.concordance(x, y, weights)  # type: ignore[arg-type] # wrong on purpose, or a literal from a parameter


def test_intervals_cover_the_truth() -> None:
    rng = np.random.default_rng(7)

    def data(m: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        y = rng.integers(-1, 2, m)
        return y + rng.normal(0, 1.5, m), y

    truth = tabiya.concordance(*data(200_000)).tau
    covered = sum(e.low <= truth <= e.high for e in (tau_interval(*data(150)) for _ in range(600)))
    assert 0.92 < covered / 600 < 0.98


def test_games_that_hang_together_widen_the_interval() -> None:
    rng = np.random.default_rng(3)
    games = np.repeat(np.arange(100), 20)
    y = rng.integers(-1, 2, 100)[games]
    x = y + rng.normal(0, 2, 100)[games] + rng.normal(0, 0.1, 2000)
    alone, together = tau_interval(x, y), tau_interval(x, y, groups=games)
    assert together.value == alone.value
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_grouped_error_is_close_to_a_bootstrap_by_game() -> None:
    rng = np.random.default_rng(5)
    games = np.repeat(np.arange(60), 5)
    y = rng.integers(-1, 2, 60)[games]
    x = y + rng.normal(0, 1, 60)[games] + rng.normal(0, 1, 300)
    estimate = tau_interval(x, y, groups=games)
    taus = []
    for _ in range(400):
        counts = np.bincount(rng.integers(0, 60, 60), minlength=60)[games]
        taus.append(tabiya.concordance(x, y, counts).tau)
    error = (estimate.high - estimate.low) / 2 / 1.96
    assert error == pytest.approx(np.std(taus), rel=0.25)


def test_differences_are_paired() -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(-3, 4, 1000)
    noise = rng.normal(0, 3, 1000)
    better, worse = y + noise, y + noise + rng.normal(0, 1, 1000)
    d = tau_difference(better, worse, y)
    assert d.value == pytest.approx(
        tabiya.concordance(better, y).tau - tabiya.concordance(worse, y).tau
    )
    assert d.low > 0
    assert d.p < 0.05
    alone = tau_interval(better, y)
    assert d.high - d.low < alone.high - alone.low
    assert tau_difference(better, better, y).p == 1
