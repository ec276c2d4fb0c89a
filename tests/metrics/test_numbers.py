"""Numbers that floats cannot hold, and those that have no order."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

import tabiya
from tabiya.metrics import tau_interval

BIG = 2**53
# Each list has an order that float64 loses.
HUGE: dict[str, ArrayLike] = {
    "int64": np.array([BIG, BIG + 1, BIG + 2, -BIG - 1, -BIG]),
    "uint64": np.array([2**64 - 5, 2**64 - 1, 2**64 - 2, 7, 2**63], dtype=np.uint64),
    "sign and 64 bits": [2**63, 2**63 + 1, 2**63 + 2, -1, -2],
    "more than 64 bits": [2**70, 2**70 + 1, 2**70 - 1, -(2**70), 0],
}
Y = [0, 1, 2, 1, 0]


def taus(x: list[int], y: list[int], z: list[float]) -> Fraction:
    """Return tau by its definition, in whole numbers and fractions."""
    surplus = total = Fraction(0)
    for i, k in itertools.combinations(range(len(x)), 2):
        weight = Fraction(z[i]) * Fraction(z[k])
        sign = (x[i] > x[k]) - (x[i] < x[k])
        surplus += weight * sign * ((y[i] > y[k]) - (y[i] < y[k]))
        total += weight
    return surplus / total


@pytest.mark.parametrize("x", HUGE.values(), ids=HUGE)
def test_whole_numbers_keep_every_digit(x: ArrayLike) -> None:
    plain = [int(v) for v in np.array(x, dtype=object)]
    ranks = np.unique(np.array(plain, dtype=object), return_inverse=True)[1]
    assert len(set(plain)) == len(set(ranks.tolist())) == len(Y)
    expected = tabiya.concordance(ranks, Y)
    assert tabiya.concordance(x, Y) == expected
    assert tabiya.concordance(x, Y, threads=2) == expected
    assert tabiya.concordance(x, Y, method="partial-sums") == expected
    rows = [x, x] if isinstance(x, list) else np.array([x, x])
    assert tabiya.concordance_many(rows, Y) == [expected, expected]
    assert tabiya.concordance(x, Y, np.ones(5)).tau == expected.tau
    assert tau_interval(x, Y).value == pytest.approx(expected.tau, abs=1e-15)
    assert tabiya.spearman(x, Y) == tabiya.spearman(ranks, Y)
    # And as labels.
    turned = tabiya.concordance(Y, x)
    assert (turned.concordant, turned.extra_x) == (expected.concordant, expected.extra_y)


@given(
    st.lists(
        st.tuples(
            st.integers(-3, 3), st.integers(0, 2), st.sampled_from([1e-200, 1.0, 3.0, 1e200])
        ),
        min_size=3,
        max_size=12,
    )
)
def test_weights_of_any_size_give_the_tau_of_their_products(
    rows: list[tuple[int, int, float]],
) -> None:
    x, y, z = (list(column) for column in zip(*rows, strict=True))
    expected = float(taus(x, y, z))
    found = tabiya.concordance(x, y, z)
    assert found.tau == pytest.approx(expected, abs=1e-12)
    assert np.isfinite([found.n, found.concordant, found.discordant, found.extra_x]).all()
    assert tau_interval(x, y, z).value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("size", [1e200, 1e-200, 5e-324, 1e308])
def test_weights_of_one_size_weigh_alike(size: float) -> None:
    x, y = [1, 2, 3, 4, 0], [0, 2, 1, 3, 1]
    z = np.full(5, size)
    expected, found = tabiya.concordance(x, y), tabiya.concordance(x, y, z)
    assert (found.tau, found.gamma) == pytest.approx((expected.tau, expected.gamma))
    assert tabiya.spearman(x, y, z) == pytest.approx(tabiya.spearman(x, y))


def test_rank_correlation_is_never_beyond_one() -> None:
    z = [1e200, 1e-200, 1e200, 1e-200, 1, 1]
    assert tabiya.spearman(range(6), [0, 2, 1, 3, 4, 5], z) <= 1


def test_ordinary_weights_count_as_they_are() -> None:
    found = tabiya.concordance([1, 2, 3], [1, 2, 3], [2, 3, 5])
    assert (found.concordant, found.n) == (31, 31)


@pytest.mark.parametrize("x", [[1 + 2j, 3, 4], np.array(["2020-01-01"] * 3, dtype="M8[D]")])
def test_what_has_no_order_is_refused(x: ArrayLike) -> None:
    y = [1, 2, 3]
    for work in (tabiya.concordance, tabiya.spearman, tau_interval):
        with pytest.raises(ValueError, match="x: expected numbers that have an order"):
            work(x, y)
        with pytest.raises(ValueError, match="y: expected numbers that have an order"):
            work(y, x)
    with pytest.raises(ValueError, match="x: expected numbers that have an order"):
        tabiya.concordance_many(np.array([x, x]), y)
    with pytest.raises(ValueError, match="weights: expected numbers that have an order"):
        tabiya.concordance(y, y, [1j, 1, 1])


def test_too_few_positions_are_refused_everywhere() -> None:
    for work in (tabiya.concordance, tabiya.spearman, tau_interval):
        for values in ([], [1]):
            with pytest.raises(ValueError, match="at least 2 positions"):
                work(values, values)


def test_threads_are_one_or_more() -> None:
    with pytest.raises(ValueError, match="threads: expected at least one, found 0"):
        tabiya.concordance([1, 2], [1, 2], threads=0)
