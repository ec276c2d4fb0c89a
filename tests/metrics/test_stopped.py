"""Elo after a sequential test, against simulated tests and Wald's formula."""

import math

import numpy as np
import pytest

from tabiya.metrics import Sprt, after_test, elo, elo_of_score, sprt_path, verdict
from tabiya.metrics._stopped import chance_of_worse

SHAPE = np.array([0.04, 0.2, 0.45, 0.25, 0.06])
POINTS = np.linspace(0, 1, 5)
STOPPED = (379, 10170, 21828, 10640, 343)


@pytest.mark.parametrize(("drift", "lower", "upper"), [(0.3, -2.0, 3.0), (-0.5, -1.0, 2.0)])
def test_bounds_are_reached_as_often_as_wald_says(drift: float, lower: float, upper: float) -> None:
    a, b = math.exp(-2 * drift * lower), math.exp(-2 * drift * upper)
    n = 400  # long enough that every test has ended
    found = chance_of_worse(n * drift, math.sqrt(n), lower, upper, lower)
    assert found == pytest.approx((1 - b) / (a - b), abs=1e-9)
    assert chance_of_worse(n * drift, math.sqrt(n), lower, upper, upper) == pytest.approx(found)


def test_bounds_are_reached_as_often_as_in_a_simulation() -> None:
    rng = np.random.default_rng(7)
    lower, upper, drift, n_steps = -2.0, 3.0, 0.3, 2000
    place = np.zeros(2000)
    is_on = np.ones(len(place), dtype=bool)
    for _ in range(n_steps):
        step = drift * 4 / n_steps + math.sqrt(4 / n_steps) * rng.normal(size=len(place))
        place = np.where(is_on, place + step, place)
        is_on &= (place > lower) & (place < upper)
    low = chance_of_worse(4 * drift, 2.0, lower, upper, lower)
    high = chance_of_worse(4 * drift, 2.0, lower, upper, upper)
    assert (place <= lower).mean() == pytest.approx(low, abs=0.035)
    assert (place >= upper).mean() == pytest.approx(1 - high, abs=0.035)


def run_tests(n_tests: int) -> list[tuple[int, ...]]:
    """Play matches until the test ends, results of five pairs at a time."""
    rng = np.random.default_rng(11)
    lower, upper = Sprt(0, 60).bounds
    ended: list[tuple[int, ...]] = []
    while len(ended) < n_tests:
        path = np.cumsum(rng.multinomial(5, SHAPE, size=200), axis=0)
        ratios = sprt_path(path, elo0=0, elo1=60)
        over = np.flatnonzero((ratios <= lower) | (ratios >= upper))
        ended.append(tuple(path[over[0]].tolist()))
    return ended


def test_estimates_after_the_test_are_neither_high_nor_low() -> None:
    truth = elo_of_score(float(SHAPE @ POINTS))
    sprt = Sprt(0, 60)
    ended = run_tests(80)
    corrected = [after_test(sprt, pentanomial=counts) for counts in ended]
    assert None not in corrected
    found = [each.elo for each in corrected if each is not None]
    plain = [elo(pentanomial=counts) for counts in ended]
    held = np.mean([each.low <= truth <= each.high for each in found])
    assert held >= 0.9
    above = np.mean([each.value > truth for each in found])
    assert 0.33 < above < 0.67
    # What the correction is for: as if the length had been fixed, the mean is too far out.
    far = abs(np.mean([each.value for each in plain]) - truth)
    assert abs(np.mean([each.value for each in found]) - truth) < far


def test_verdicts_allow_for_a_test_that_has_ended() -> None:
    found = verdict(pentanomial=STOPPED, sprt=Sprt(0, 2))
    corrected = after_test(Sprt(0, 2), pentanomial=STOPPED)
    assert corrected is not None
    assert found.is_after_test
    assert (found.elo, found.superiority) == (corrected.elo, corrected.superiority)
    assert found.elo.value < verdict(pentanomial=STOPPED).elo.value
    assert "allow for the end" in str(found)


@pytest.mark.parametrize("counts", [(5, 20, 50, 20, 5), (10, 60, 100, 400, 300)])
def test_nothing_is_corrected_without_an_end(counts: tuple[int, ...]) -> None:
    # Undecided; and played on for hundreds of pairs after the end.
    assert after_test(Sprt(0, 30), pentanomial=counts) is None
    found = verdict(pentanomial=counts, sprt=Sprt(0, 30))
    assert not found.is_after_test
    assert found.elo == elo(pentanomial=counts)
