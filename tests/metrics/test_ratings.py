"""Ratings of pools: scipy's summit, coverage, and pools that are hard to rate."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import optimize

from tabiya import metrics

Games = list[tuple[str, str, float]]
PER_ELO = math.log(10) / 400


def play(
    random: np.random.Generator, ratings: NDArray[np.float64], n_games: int, draws: float = 0.4
) -> Games:
    """Simulate games under Davidson's model; the first move is worth 0.3 in its own unit."""
    names = [f"p{i}" for i in range(len(ratings))]
    games = []
    for _ in range(n_games):
        i, j = random.choice(len(ratings), 2, replace=False)
        x = ratings[i] - ratings[j] + 0.3
        weights = np.array([math.exp(-x / 2), 2 * draws / (1 - draws), math.exp(x / 2)])
        outcome = random.choice(3, p=weights / weights.sum())
        games.append((names[i], names[j], outcome / 2))
    return games


def test_summit_is_that_of_scipy() -> None:
    games = play(np.random.default_rng(2), np.array([0.0, 0.7, -0.4, 1.1]), 400)
    names = sorted({game[0] for game in games})

    def cost(numbers: NDArray[np.float64]) -> float:
        ratings, (advantage, drawing) = numbers[:4], numbers[4:]
        total = 0.0
        for first, second, points in games:
            x = ratings[names.index(first)] - ratings[names.index(second)] + advantage
            terms = (-x / 2, drawing, x / 2)
            total += np.logaddexp.reduce(terms) - terms[round(2 * points)]
        prior = (ratings**2).sum() * (1000 * PER_ELO) ** -2 / 2
        return float(total + prior + (advantage / (500 * PER_ELO)) ** 2 / 2 + drawing**2 / 8)

    best = optimize.minimize(cost, np.zeros(6), method="BFGS", options={"gtol": 1e-4}).x
    scale = 2 / PER_ELO / (2 + math.exp(best[5]))
    found = metrics.rate(games)
    for number, name in enumerate(names):
        expected = scale * (best[number] - best[:4].mean())
        assert found.rating(name).value == pytest.approx(expected, abs=0.05)
    assert found.advantage.value == pytest.approx(scale * best[4], abs=0.05)
    share = math.exp(best[5]) / (2 + math.exp(best[5]))
    assert found.draws.value == pytest.approx(share, abs=1e-3)


def test_two_players_rate_as_their_match_says() -> None:
    games = [("a", "b", 1.0)] * 60 + [("a", "b", 0.5)] * 100 + [("a", "b", 0.0)] * 40
    games += [("b", "a", 0.0)] * 60 + [("b", "a", 0.5)] * 100 + [("b", "a", 1.0)] * 40
    found = metrics.rate(games).difference("a", "b")
    expected = metrics.elo(trinomial=(80, 200, 120))
    assert found.value == pytest.approx(expected.value, rel=0.02)
    assert found.high - found.low == pytest.approx(expected.high - expected.low, rel=0.03)


def test_expected_points_equal_points_made_and_order_does_not_matter() -> None:
    games = play(np.random.default_rng(4), np.linspace(-1, 1, 6), 500)
    found, again = metrics.rate(games), metrics.rate(games[::-1])
    assert found.players == again.players
    assert found.ratings == pytest.approx(again.ratings, abs=1e-6)
    made = dict.fromkeys(found.players, 0.0)
    for first, second, points in games:
        made[first] += points
        made[second] += 1 - points
    assert dict(zip(found.players, found.points, strict=True)) == made
    assert found.games.sum() == 2 * len(games)
    assert list(found.ratings) == sorted(found.ratings, reverse=True)


def test_intervals_of_differences_cover_the_truth() -> None:
    random = np.random.default_rng(6)
    truth = np.array([0.5, 0.2, 0.0, -0.3, -0.6])
    draws = 0.4
    scale = 2 / PER_ELO / (2 + 2 * draws / (1 - draws))
    covered = []
    for _ in range(60):
        found = metrics.rate(play(random, truth, 200, draws))
        for i in range(5):
            for j in range(i):
                between = found.difference(f"p{i}", f"p{j}")
                covered.append(between.low <= scale * (truth[i] - truth[j]) <= between.high)
    assert 0.92 < np.mean(covered) < 0.98


def test_only_wins_give_a_finite_rating_and_a_wide_interval() -> None:
    found = metrics.rate([("a", "b", 1.0), ("b", "a", 0.0)] * 5)
    ahead = found.difference("a", "b")
    assert 200 < ahead.value < 2000
    assert ahead.high - ahead.low > 500
    assert found.superiority("a", "b") > 0.95
    assert found.superiority("a", "a") == 0.5


def test_pools_that_never_met_are_compared_by_the_prior_alone() -> None:
    games = [("a", "b", 1.0), ("b", "a", 1.0), ("a", "b", 0.0), ("b", "a", 0.0)] * 25
    games += [("c", "d", 0.5), ("d", "c", 0.5)] * 50
    found = metrics.rate(games)
    assert found.n_pools == 2
    inside, across = found.difference("a", "b"), found.difference("a", "c")
    assert inside.value == pytest.approx(0, abs=1e-6)
    assert across.high - across.low > 10 * (inside.high - inside.low)


def test_hundreds_of_players_are_rated() -> None:
    random = np.random.default_rng(8)
    truth = random.normal(0, 1, 300)
    found = metrics.rate(play(random, truth, 6000))
    ratings = [found.rating(f"p{i}").value for i in range(300)]
    assert np.corrcoef(ratings, truth)[0, 1] > 0.9
    assert found.n_pools == 1
    assert len(str(found).splitlines()) == 301


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ([], "at least one game"),
        ([("a", "b", 1.0), ("a", "a", 0.5)], "game 2: expected two players"),
        ([("a", "b", 0.7)], "game 1"),
        ([("a", "b", "1")], "game 1"),
    ],
)
def test_bad_games_are_said_with_their_number(games: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        metrics.rate(games)


def test_unknown_players_are_said() -> None:
    with pytest.raises(ValueError, match="found 'z'"):
        metrics.rate([("a", "b", 1.0)]).rating("z")
