"""Learning what makes positions alike: what best foretells the move that the master played."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabiya.chunks._games import Games
from tabiya.chunks._similarity import Similarity, SimilarPosition

# Openings are learned by heart; likeness is for what comes after.
FIRST_PLY = 12
# A little pull towards zero, so that parts that never differ stay finite.
RIDGE = 1e-3
# Newton's steps end here.
SMALL = 1e-8


@dataclass(frozen=True)
class Asked:
    """A position of a game, and the move that was played there."""

    game: int
    ply: int
    fen: str
    move: str


def sample_positions(db: Games, n: int, *, seed: int, where: str | None = None) -> Iterator[Asked]:
    """Yield positions of different games, not of the opening, in an order that the seed decides."""
    games = db.games(where)
    dice = np.random.default_rng(seed)
    order = dice.permutation(games.height)[:n]
    for game, plies in games.select("game", "plies")[order].iter_rows():
        if plies <= FIRST_PLY:
            continue
        ply = int(dice.integers(FIRST_PLY, plies))
        yield Asked(game, ply, db.position(game, ply), db.plan(game, ply, 1)[0])


def learn_similarity(
    db: Games,
    *,
    n_positions: int = 2000,
    n_neighbours: int = 30,
    n_rounds: int = 2,
    seed: int = 1,
    start: Similarity | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Similarity:
    """Learn the weights of a similarity from the games of a database.

    For positions of the games the most similar positions of other games are looked up; whether
    the move played there is the one played here is foretold from the parts of their likeness, by
    logistic regression. What is looked up depends on the weights, so this is done in rounds.

    Parameters
    ----------
    db : Games
        The games.
    n_positions, n_neighbours, n_rounds : int
        How many positions are asked for, how many are looked up for each, and how often.
    seed : int
        Decides which positions.
    start : Similarity, optional
        Where to start; the default weights otherwise.
    progress : callable, optional
        Called with the number of positions done and of all.

    Returns
    -------
    Similarity
        With the weights learned.
    """
    similarity = Similarity() if start is None else start
    asked = list(sample_positions(db, n_positions, seed=seed))
    for n_round in range(n_rounds):
        rows: list[list[float]] = []
        labels: list[bool] = []
        for number, question in enumerate(asked):
            found = db.similar(
                question.fen,
                n_neighbours,
                similarity=similarity,
                playable=True,
                except_game=question.game,
            )
            rows += [_shares(position, similarity) for position in found]
            labels += [position.move == question.move for position in found]
            if progress is not None:
                progress(n_round * len(asked) + number + 1, n_rounds * len(asked))
        bias, weights = fit_logistic(np.array(rows), np.array(labels, dtype=np.float64))
        parts = dict(zip(similarity.parts, weights.tolist(), strict=True))
        similarity = replace(similarity, bias=bias, weights=parts)
    return similarity


def _shares(position: SimilarPosition, similarity: Similarity) -> list[float]:
    """Return how much is alike in each part, whatever it counts."""
    return [value / similarity.weights[part] for part, value in position.parts.items()]


def fit_logistic(
    x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64]]:
    """Fit a logistic regression by Newton's method; return the bias and the weights.

    >>> bias, weights = fit_logistic(np.array([[0.0], [0], [1], [1]]), np.array([0.0, 1, 1, 1]))
    >>> bool(weights[0] > 3)
    True
    """
    design = np.column_stack([np.ones(len(x)), x])
    coefficients = np.zeros(design.shape[1])
    for _ in range(50):
        chances = 1 / (1 + np.exp(-design @ coefficients))
        gradient = design.T @ (y - chances) - RIDGE * coefficients
        hessian = (design * (chances * (1 - chances))[:, None]).T @ design
        step = np.linalg.solve(hessian + RIDGE * np.eye(len(coefficients)), gradient)
        coefficients += step
        if np.abs(step).max() < SMALL:
            break
    return float(coefficients[0]), coefficients[1:]
