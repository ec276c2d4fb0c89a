"""The sequential test: published ratios, scipy's likelihoods, and error rates by simulation."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import optimize

from tabiya.metrics import Sprt, sprt_llr, sprt_path

FISHTEST = (379, 10170, 21828, 10640, 343)
UNIT = 800 / math.log(10)


def test_fishtest_ratio_is_met_to_four_digits() -> None:
    found = sprt_llr(pentanomial=FISHTEST, elo0=0, elo1=2, normalised=True)
    assert round(found, 4) == 2.9455


# As in fastchess's tests, which give two digits.
@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "normalised", "expected"),
    [
        ((36027, 68692, 36433), 0, 2, True, 0.92),
        ((10650, 20431, 10871), -1.75, 0.25, True, 2.30),
        ((21184, 40708, 21404), 0.5, 2.5, False, -1.57),
        ((57030, 106593, 57433), 0, 2, False, -2.59),
        ((365, 16618, 36229, 16974, 390), 0, 2, True, 2.25),
        ((127, 4883, 10712, 5150, 104), -1.75, 0.25, True, 3.01),
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, False, -3.07),
        ((871, 26175, 55983, 26678, 821), 0, 2, False, -4.98),
    ],
)
def test_fastchess_ratios_are_met(
    counts: tuple[int, ...], elo0: float, elo1: float, expected: float, *, normalised: bool
) -> None:
    given: dict[str, Any] = {"pentanomial" if len(counts) == 5 else "trinomial": counts}
    found = sprt_llr(**given, elo0=elo0, elo1=elo1, normalised=normalised)
    assert found == pytest.approx(expected, abs=0.01)


def best_by_scipy(counts: NDArray[np.float64], elo: float, *, normalised: bool) -> float:
    """Return the best log-likelihood under a hypothesis, by scipy's general solver."""
    points = np.linspace(0, 1, len(counts))
    ratio = elo / UNIT * (math.sqrt(2) if len(counts) == 5 else 1)

    def off(logits: NDArray[np.float64]) -> float:
        chances = np.exp(logits - np.logaddexp.reduce(logits))
        mean = chances @ points
        if normalised:
            return float(mean - 0.5 - ratio * np.sqrt(chances @ (points - mean) ** 2))
        return float(mean - 1 / (1 + 10 ** (-elo / 400)))

    shares = counts / counts.sum()
    found = optimize.minimize(
        lambda logits: -(shares * (logits - np.logaddexp.reduce(logits))).sum(),
        np.log(shares),
        method="SLSQP",
        constraints={"type": "eq", "fun": off},
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    assert abs(off(found.x)) < 1e-8
    return -float(found.fun) * float(counts.sum())


@pytest.mark.parametrize("normalised", [True, False])
@pytest.mark.parametrize("n_outcomes", [3, 5])
def test_ratio_is_that_of_scipy_on_random_counts(n_outcomes: int, *, normalised: bool) -> None:
    random = np.random.default_rng(7)
    for _ in range(12):
        counts = 1 + random.multinomial(200, random.dirichlet(np.full(n_outcomes, 2.0)))
        given: dict[str, Any] = {"pentanomial" if n_outcomes == 5 else "trinomial": list(counts)}
        found = sprt_llr(**given, elo0=-20, elo1=35, normalised=normalised)
        low, high = (
            best_by_scipy(counts.astype(float), elo, normalised=normalised) for elo in (-20, 35)
        )
        assert found == pytest.approx(high - low, abs=2e-4)


def test_wins_only_follow_the_formula() -> None:
    # The likeliest way to n wins in n pairs at t deviations above one half is one outcome of two.
    def share(elo: float) -> float:
        ratio = elo * math.sqrt(2) / UNIT
        return 0.5 + ratio / (2 * math.sqrt(1 + ratio**2))

    for n_pairs in (10, 104, 5000):
        found = sprt_llr(pentanomial=(0, 0, 0, 0, n_pairs), elo0=0, elo1=5)
        assert found == pytest.approx(n_pairs * math.log(share(5) / share(0)), rel=1e-3)


def test_exchanged_players_and_hypotheses_change_the_sign() -> None:
    counts = (11, 30, 70, 45, 9)
    for normalised in (True, False):
        found = sprt_llr(pentanomial=counts, elo0=-3, elo1=7, normalised=normalised)
        mirror = sprt_llr(pentanomial=counts[::-1], elo0=-7, elo1=3, normalised=normalised)
        assert found == pytest.approx(-mirror, abs=1e-6)


def test_extreme_counts_stay_finite() -> None:
    for counts in [(0, 0, 9, 0, 0), (9, 0, 0, 0, 0), (0, 5, 0, 0, 0), (10**6, 0, 0, 0, 1)]:
        for normalised in (True, False):
            found = sprt_llr(pentanomial=counts, elo0=-50, elo1=400, normalised=normalised)
            assert math.isfinite(found)


def test_test_tells_all_three_states() -> None:
    test = Sprt(0, 2, alpha=0.05, beta=0.1)
    assert test.bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert test.test(pentanomial=(0, 0, 0, 0, 0)).verdict == "continue"
    assert test.test(pentanomial=FISHTEST).verdict == "accept"
    assert test.test(pentanomial=FISHTEST[::-1]).verdict == "reject"
    assert test.test(pentanomial=(1, 2, 3, 2, 1)).llr == pytest.approx(
        sprt_llr(pentanomial=(1, 2, 3, 2, 1), elo0=0, elo1=2)
    )


def test_path_gives_the_same_as_one_by_one() -> None:
    tables = [(0, 0, 0), (1, 0, 0), (20, 30, 25)]
    path = sprt_path(tables, elo0=0, elo1=10, normalised=False)
    each = [sprt_llr(trinomial=t, elo0=0, elo1=10, normalised=False) for t in tables]
    assert list(path) == pytest.approx(each)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((5, 5), "elo0 below elo1"),
        ((0, math.nan), "elo1: expected a number"),
        (("0", 2), "elo0: expected a number, found '0'"),
        ((0, 2, 0.0), "alpha"),
        ((0, 2, 0.05, 1.5), "beta"),
        ((0, 2, 0.6, 0.5), "less than 1 in all"),
    ],
)
def test_bad_hypotheses_are_said(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Sprt(*arguments)


# Pairs of a drawish and of a decisive game, tilted until the hypothesis is true.
SHAPES = [(0.01, 0.14, 0.7, 0.14, 0.01), (0.15, 0.1, 0.5, 0.1, 0.15)]


def tilted(shape: tuple[float, ...], elo: float) -> NDArray[np.float64]:
    """Return a distribution of this shape whose normalised Elo is the one wanted."""
    points = np.linspace(0, 1, len(shape))

    def chances(tilt: float) -> NDArray[np.float64]:
        weights = np.array(shape) * np.exp(tilt * points)
        shares: NDArray[np.float64] = weights / weights.sum()
        return shares

    def off(tilt: float) -> float:
        now = chances(tilt)
        mean = now @ points
        return float((mean - 0.5) / np.sqrt(now @ (points - mean) ** 2) * UNIT / math.sqrt(2) - elo)

    return chances(optimize.brentq(off, -5, 5))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "accept"), (60.0, "reject")])
def test_error_rates_are_kept(shape: tuple[float, ...], elo: float, wrong: str) -> None:
    n_matches, step, most = 800, 8, 1600
    random = np.random.default_rng(11)
    chances = tilted(shape, elo)
    lower, upper = Sprt(0, 60, alpha=0.05, beta=0.05).bounds
    counts = np.zeros((n_matches, 5))
    n_wrong = 0
    for _ in range(most // step):
        counts += random.multinomial(step, chances, size=len(counts))
        ratios = sprt_path(counts, elo0=0, elo1=60)
        n_wrong += int((ratios >= upper if wrong == "accept" else ratios <= lower).sum())
        counts = counts[(lower < ratios) & (ratios < upper)]
    assert len(counts) == 0
    # Three deviations of 800 coins at 5 % are 2.3 %; stopping late makes errors rarer.
    assert 0.015 < n_wrong / n_matches < 0.073
