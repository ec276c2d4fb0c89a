"""The cases of Figure 2, each on a landscape made for it."""

import numpy as np
import pytest

from tabiya.learn import Case, classify, decide

FLAT, STEP, BOUND = 1e-6, 100.0, 3.0


def move(values: tuple[float, float, float], taus: tuple[float, float, float]) -> float:
    return decide(values, taus, flat=FLAT, step=STEP, bound=BOUND)


@pytest.mark.parametrize(
    ("taus", "case"),
    [
        ((0.5, 0.5, 0.5), Case.FLAT),
        ((0.5, 0.5 + 9e-7, 0.5), Case.FLAT),
        ((0.1, 0.2, 0.3), Case.ASCENDING),
        ((0.1, 0.1, 0.3), Case.ASCENDING),
        ((0.3, 0.2, 0.1), Case.DESCENDING),
        ((0.3, 0.2, 0.2), Case.DESCENDING),
        ((0.3, 0.2, 0.25), Case.CONCAVE_UP),
        ((0.1, 0.2, 0.15), Case.CONCAVE_DOWN),
    ],
)
def test_case_is_named_by_the_order_of_three_taus(
    taus: tuple[float, float, float], case: Case
) -> None:
    assert classify(taus, FLAT) is case


def test_flat_keeps_the_weight() -> None:
    assert move((40, 50, 60), (0.2, 0.2 + 1e-7, 0.2 - 1e-7)) == 50


def test_ascending_moves_along_the_slope() -> None:
    """A slope of 0.01 per unit times a step of 100 is one unit."""
    assert move((48, 50, 52), (0.18, 0.2, 0.22)) == pytest.approx(51)


def test_descending_moves_down_the_slope() -> None:
    assert move((48, 50, 52), (0.22, 0.21, 0.18)) == pytest.approx(49)


def test_slopes_are_bounded_to_three_test_distances() -> None:
    assert move((48, 50, 52), (0.1, 0.5, 0.9)) == 56
    assert move((48, 50, 52), (0.9, 0.5, 0.1)) == 44
    unbounded = decide((48, 50, 52), (0.1, 0.5, 0.9), flat=FLAT, step=STEP, bound=100)
    assert unbounded == pytest.approx(70)


def test_concave_up_moves_to_the_best_tested_value() -> None:
    assert move((48, 50, 52), (0.3, 0.1, 0.2)) == 48
    assert move((48, 50, 52), (0.2, 0.1, 0.3)) == 52


@pytest.mark.parametrize("apex", [49.1, 50.0, 50.7])
def test_concave_down_moves_to_the_apex_of_the_parabola(apex: float) -> None:
    def tau(w: float) -> float:
        return 0.5 - 0.002 * (w - apex) ** 2

    assert move((48, 50, 52), (tau(48), tau(50), tau(52))) == pytest.approx(apex)


@pytest.mark.parametrize("low", [47.0, 49.5])
def test_apex_is_that_of_numpy_for_unequal_distances(low: float) -> None:
    """At a bound the test points are not equidistant."""
    values, taus = (low, 50.0, 51.0), (0.2, 0.3, 0.25)
    a, b, _ = np.polyfit(values, taus, 2)
    assert move(values, taus) == pytest.approx(-b / (2 * a))


def test_weight_without_room_stays() -> None:
    assert move((50, 50, 50), (0.1, 0.2, 0.3)) == 50
