"""Davidson's model of a pool, and the summit of its likelihood.

With x for the difference of two players' ratings plus an advantage for the first move, wins, losses
and draws of the first player are in proportion to exp(x / 2), exp(-x / 2) and a constant.
Everybody's expected points then equal the points made, and the likelihood has one summit, which
Newton's method finds in a few steps.

CITE: Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties", 1970; Davidson and
Beaver, "On Extending the Bradley-Terry Model to Incorporate Within-Pair Order Effects", 1977.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from numbers import Real

import numpy as np
import scipy
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Elo of one unit of x if there are no draws.
ELO = 400 / math.log(10)
# The weak prior, normal: ratings are within some thousand Elo, the advantage and the logarithm of
# the draw constant within reason (from hardly any to nine draws in ten). It moves a rating that is
# known to 50 Elo by a quarter of a percent.
PRIOR_ELO = 1000.0
PRIOR_ADVANTAGE = 500.0
PRIOR_DRAWS = 2.0

STEPS = 100
SMALLEST_STEP = 1e-10
POINTS = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class Pool:
    """The games of a pool: each pairing with its losses, draws and wins of the first player.

    The design says how the numbers of the model (ratings, advantage) add up to x of a pairing.
    """

    names: tuple[Hashable, ...]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    counts: Floats
    design: "scipy.sparse.csr_array"


def count_games(games: Iterable[tuple[Hashable, Hashable, float]]) -> Pool:
    tally: Counter[tuple[Hashable, Hashable, int]] = Counter()
    for number, (first, second, points) in enumerate(games, start=1):
        is_result = isinstance(points, Real) and points in POINTS
        if not is_result or first == second:
            raise ValueError(
                f"game {number}: expected two players and 1, 0.5 or 0 points of the first, "
                f"found {(first, second, points)!r}"
            )
        tally[first, second, POINTS.index(points)] += 1
    if not tally:
        raise ValueError("ratings: expected at least one game, found none")
    names = tuple(dict.fromkeys(name for pairing in tally for name in pairing[:2]))
    number_of = {name: number for number, name in enumerate(names)}
    rows = dict.fromkeys((number_of[a], number_of[b]) for a, b, _ in tally)
    row_of = {pairing: row for row, pairing in enumerate(rows)}
    counts = np.zeros((len(rows), 3))
    for (a, b, outcome), n_games in tally.items():
        counts[row_of[number_of[a], number_of[b]], outcome] += n_games
    pairings = np.array(list(rows), dtype=np.int64)
    design = _design(pairings, len(names))
    return Pool(names, pairings[:, 0], pairings[:, 1], counts, design)


def _design(pairings: NDArray[np.int64], n_players: int) -> "scipy.sparse.csr_array":
    n_rows = len(pairings)
    rows = np.arange(n_rows)
    values = np.concatenate([np.ones(n_rows), -np.ones(n_rows), np.ones(n_rows)])
    columns = np.concatenate([*pairings.T, np.full(n_rows, n_players)])
    return scipy.sparse.csr_array(
        (values, (np.tile(rows, 3), columns)), shape=(n_rows, n_players + 1)
    )


def climb(pool: Pool) -> tuple[Floats, Floats]:
    """Return the summit (ratings, advantage, logarithm of the draw constant) and its curvature."""
    n_players = len(pool.names)
    precision = np.full(n_players + 2, (PRIOR_ELO / ELO) ** -2)
    precision[-2:] = (PRIOR_ADVANTAGE / ELO) ** -2, PRIOR_DRAWS**-2
    solution = np.zeros(n_players + 2)
    height, gradient, information = _slope(pool, solution, precision)
    for _ in range(STEPS):
        step = scipy.linalg.solve(information, gradient, assume_a="pos")
        # The function is concave, so that some part of Newton's step always climbs.
        part = 1.0
        while True:
            following = _slope(pool, solution + part * step, precision)
            if following[0] >= height - abs(height) * 1e-12 or part < SMALLEST_STEP:
                break
            part /= 2
        solution = solution + part * step
        height, gradient, information = following
        if np.abs(part * step).max() < SMALLEST_STEP:
            break
    return solution, information


def _slope(pool: Pool, solution: Floats, precision: Floats) -> tuple[float, Floats, Floats]:
    """Return log-likelihood with prior, its gradient, and the negative of its second derivative."""
    n_players = len(pool.names)
    ratings, advantage, drawing = solution[:n_players], solution[-2], solution[-1]
    x = ratings[pool.first] - ratings[pool.second] + advantage
    exponents = np.stack([-x / 2, np.full_like(x, drawing), x / 2], axis=1)
    highest = exponents.max(axis=1, keepdims=True)
    weights = np.exp(exponents - highest)
    total = weights.sum(axis=1, keepdims=True)
    chances = weights / total
    n_games = pool.counts.sum(axis=1)
    height = float((pool.counts * (exponents - highest - np.log(total))).sum())
    height -= float((precision * solution**2).sum()) / 2

    # By x, and by the logarithm of the draw constant.
    balance = chances[:, 2] - chances[:, 0]
    by_x = (pool.counts[:, 2] - pool.counts[:, 0] - n_games * balance) / 2
    by_draws = pool.counts[:, 1] - n_games * chances[:, 1]
    xx = n_games * (chances[:, 2] + chances[:, 0] - balance**2) / 4
    xd = -n_games * balance * chances[:, 1] / 2
    dd = n_games * chances[:, 1] * (1 - chances[:, 1])

    gradient = np.append(pool.design.T @ by_x, by_draws.sum()) - precision * solution
    information = np.zeros((n_players + 2, n_players + 2))
    information[:-1, :-1] = (pool.design.T @ (scipy.sparse.diags_array(xx) @ pool.design)).toarray()
    information[:-1, -1] = information[-1, :-1] = pool.design.T @ xd
    information[-1, -1] = dd.sum()
    information[np.diag_indices_from(information)] += precision
    return height, gradient, information
