"""Intervals of tau: simulated games, the definition, and sets too small for one."""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray

import tabiya
from tabiya.metrics import tau_difference, tau_interval

Floats = NDArray[np.float64]

# Noise of the scores, share of a game in what its positions are like, positions per game.
KINDS = {
    "like a static evaluation": (1.0, 0.5, 10),
    "like a search": (0.3, 0.5, 10),
    "games of one piece": (1.0, 0.8, 10),
    "hardly any agreement": (3.0, 0.5, 10),
    "positions of their own": (0.3, 0.0, 1),
}
N_SETS = 300


def draw_two(
    rng: np.random.Generator, n_games: int, noise: float, share: float, per_game: int
) -> tuple[Floats, Floats, Floats, NDArray[np.int64]]:
    """Return scores of two analysts that are as good, seven labels, and games.

    Positions of one game resemble each other, and so do the errors that are made in it.
    """
    sizes = rng.integers(max(1, per_game // 2), per_game * 3 // 2 + 1, n_games)
    game = np.repeat(np.arange(n_games), sizes)

    def normal() -> Floats:
        own = rng.normal(size=len(game))
        of_game = rng.normal(size=n_games)[game]
        return np.asarray(np.sqrt(share) * of_game + np.sqrt(1 - share) * own)

    truth = normal()
    labels = np.clip(np.round(1.7 * truth), -3, 3)
    return truth + noise * normal(), truth + noise * normal(), labels, game


def draw(
    rng: np.random.Generator, n_games: int, noise: float, share: float, per_game: int
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Return scores of one analyst, labels and games."""
    x, _, y, game = draw_two(rng, n_games, noise, share, per_game)
    return x, y, game


@pytest.mark.parametrize("n_games", [10, 25])
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_intervals_hold_the_truth_from_ten_games_on(
    kind: tuple[float, float, int], n_games: int
) -> None:
    rng = np.random.default_rng(18)
    noise, share, per_game = kind
    x, y, _ = draw(rng, 100_000, noise, share, 1)
    truth = tabiya.concordance(x, y).tau
    found = []
    for _ in range(N_SETS):
        x, y, game = draw(rng, n_games, noise, share, per_game)
        found.append(tau_interval(x, y, groups=game))
    covered = np.mean([each.low <= truth <= each.high for each in found])
    # .93 less what so many sets scatter by.
    assert covered > 0.93 - 1.64 * math.sqrt(0.93 * 0.07 / N_SETS)
    # And they are not bought by width: a normal quantile of the true error is little less.
    spread = 2 * 1.96 * np.std([each.value for each in found])
    assert np.median([each.high - each.low for each in found]) < 1.5 * spread


def test_intervals_of_differences_hold_none_where_there_is_none() -> None:
    rng = np.random.default_rng(5)
    found = []
    for _ in range(N_SETS):
        x, other, y, game = draw_two(rng, 12, 1.0, 0.5, 8)
        found.append(tau_difference(x, other, y, groups=game))
    held = np.mean([each.low <= 0 <= each.high for each in found])
    assert held > 0.92
    for each in found:
        assert (each.p > 0.05) == (each.low < 0 < each.high)


@pytest.mark.parametrize("with_weights", [False, True])
def test_errors_are_those_of_leaving_games_out(with_weights: bool) -> None:  # noqa: FBT001 (a case)
    rng = np.random.default_rng(3)
    x, y, game = draw(rng, 9, 1.0, 0.5, 40)
    x = np.round(x, 1)
    z = rng.integers(1, 4, len(x)).astype(float) if with_weights else None
    # One game is larger than those that are counted together.
    game[: len(x) // 2] = 0
    game = np.unique(game, return_inverse=True)[1]
    without = []
    for number in range(game.max() + 1):
        rest = game != number
        weights = None if z is None else z[rest]
        without.append(tabiya.concordance(x[rest], y[rest], weights).tau)
    n = len(without)
    error = math.sqrt((n - 1) / n * np.square(np.array(without) - np.mean(without)).sum())
    found = tau_interval(x, y, z, groups=game)
    quantile = {5: 2.776445, 6: 2.570582, 7: 2.446912, 8: 2.364624, 9: 2.306004}[n]
    reach = quantile * error / (1 - found.value**2)
    assert math.atanh(found.high) == pytest.approx(math.atanh(found.value) + reach, rel=1e-6)
    assert math.atanh(found.low) == pytest.approx(math.atanh(found.value) - reach, rel=1e-6)


def test_too_few_games_have_no_interval() -> None:
    for x, y in (([1, 2], [1, 2]), ([1, 2, 4, 3], [1, 2, 3, 4])):
        found = tau_interval(x, y)
        assert math.isnan(found.low)
        assert math.isnan(found.high)
        assert str(found).endswith("[too few]")
        assert math.isnan(tau_difference(x, y, y).p)
    many = list(range(40))
    assert str(tau_interval(many, many, groups=[i // 10 for i in many])) == "1.00 [too few]"


def test_no_interval_is_a_point() -> None:
    for n in (5, 30, 1000):
        found = tau_interval(range(n), range(n))
        assert found.value == found.high == 1
        assert found.low < 1 - 4 / n
        same = tau_interval([1] * n, range(n))
        assert same.low < same.value == 0 < same.high


def test_intervals_do_not_depend_on_the_unit_of_weights() -> None:
    x, y, game = draw(np.random.default_rng(1), 12, 1.0, 0.5, 6)
    z = np.random.default_rng(2).random(len(x))
    ends = [tau_interval(x, y, z * unit, groups=game) for unit in (1, 1e-200, 1e200)]
    for one, other in itertools.pairwise(ends):
        assert (one.low, one.high) == pytest.approx((other.low, other.high))
