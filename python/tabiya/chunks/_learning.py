"""Learning what makes positions alike: what best foretells the move that the master played.

Every similar position speaks for the move that was played in it, with odds that grow with what it
has in common with the position asked for; the odds of a move are those of all positions that
speak for it, and what kind of move it is counts as well. All weights together are chosen so that
the moves that masters played are as likely as can be: a soft vote of neighbours, as neighbourhood
components analysis has it, within a conditional logit over moves.

CITE: Goldberger, Roweis, Hinton & Salakhutdinov, "Neighbourhood components analysis", 2004;
McFadden, "Conditional logit analysis of qualitative choice behavior", 1974.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from tabiya import _core
from tabiya.chunks._games import Games
from tabiya.chunks._ranking import Ranking
from tabiya.chunks._similarity import Similarity, SimilarPosition

# Openings are learned by heart; likeness is for what comes after.
FIRST_PLY = 12
# A pull towards zero, so that parts that never differ stay finite.
RIDGE = 1.0
# Logits beyond this are as good as certain.
MOST_LOGIT = 50.0


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


def learn_advice(
    db: Games,
    questions: Sequence[Asked] | None = None,
    *,
    n_positions: int = 1500,
    n_neighbours: int = 1200,
    seed: int = 1,
    start: tuple[Similarity, Ranking] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Similarity, Ranking]:
    """Learn from games what makes positions alike, and how their moves are ranked.

    Parameters
    ----------
    db : Games
        The games that advise.
    questions : sequence of Asked, optional
        Positions of other games. By default positions of these games, which then do not advise
        on themselves.
    n_positions : int
        How many positions of these games are asked, if no questions are given.
    n_neighbours : int
        How many positions are looked up for each, those with the fewest squares that differ.
    seed : int
        Decides which positions.
    start : (Similarity, Ranking), optional
        Where to start; the default weights otherwise.
    progress : callable, optional
        Called with the number of positions done and of all.

    Returns
    -------
    (Similarity, Ranking)
        With the weights learned.
    """
    similarity, ranking = start or (Similarity(), Ranking())
    of_db = questions is None
    asked = list(sample_positions(db, n_positions, seed=seed)) if questions is None else questions
    table = _Table()
    for number, question in enumerate(asked):
        found = db.similar(
            question.fen,
            n_neighbours,
            similarity=similarity,
            playable=True,
            except_game=question.game if of_db else None,
        )
        moves, facts = db.habits(question.fen)
        table.add(question.move, moves, facts, found)
        if progress is not None:
            progress(number + 1, len(asked))
    return table.fit(similarity, ranking)


class _Table:
    """All moves of all questions, and the positions that speak for them."""

    def __init__(self) -> None:
        self._facts: list[NDArray[np.float64]] = []
        self._shares: list[NDArray[np.float64]] = []
        self._spoken_for: list[int] = []
        self._starts: list[int] = []
        self._played: list[int] = []
        self._n_moves = 0

    def add(
        self,
        played: str,
        moves: list[str],
        facts: NDArray[np.float64],
        found: Sequence[SimilarPosition],
    ) -> None:
        """Take down a question: the move, all legal moves with their facts, and who speaks."""
        number = {move: self._n_moves + at for at, move in enumerate(moves)}
        self._starts.append(self._n_moves)
        self._played.append(number[played])
        self._facts.append(facts)
        if found:
            self._shares.append(np.array([list(position.shares.values()) for position in found]))
            self._spoken_for += [number[position.move] for position in found]
        self._n_moves += len(moves)

    def fit(self, similarity: Similarity, ranking: Ranking) -> tuple[Similarity, Ranking]:
        """Return the weights that make what was played most likely."""
        parts, habits = similarity.parts, list(_core.MOVE_HABITS)
        n_parts, n_habits = len(parts), len(habits)
        x = np.concatenate([np.empty((0, n_parts)), *self._shares])
        facts = np.concatenate(self._facts)
        spoken_for = np.array(self._spoken_for, dtype=np.intp)
        starts, played = np.array(self._starts), np.array(self._played)
        of = np.repeat(np.arange(len(starts)), np.diff([*starts, self._n_moves]))

        def loss(theta: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            weights, worth = theta[:n_parts], theta[n_parts:-2]
            voices, silence = theta[-2], np.exp(theta[-1])
            odds = np.exp(np.clip(x @ weights, -MOST_LOGIT, MOST_LOGIT))
            heard = silence + np.bincount(spoken_for, odds, self._n_moves)
            score = voices * np.log(heard) + facts @ worth
            most = np.maximum.reduceat(score, starts)
            raised = np.exp(score - most[of])
            sums = np.add.reduceat(raised, starts)
            error = raised / sums[of]
            likely = score[played] - most - np.log(sums)
            error[played] -= 1
            by_heard = error * voices / heard
            pulled = np.append(theta[:-1], 0.0)
            gradient = np.concatenate(
                [
                    x.T @ (odds * by_heard[spoken_for]),
                    facts.T @ error,
                    [error @ np.log(heard), silence * by_heard.sum()],
                ]
            )
            return -likely.sum() + RIDGE / 2 * pulled @ pulled, gradient + RIDGE * pulled

        begin = [similarity.weights.get(part, 0.0) for part in parts]
        begin += [ranking.habits.get(name, 0.0) for name in habits]
        begin += [ranking.voices, float(np.log(ranking.silence)) - similarity.bias]
        bounds = [(None, None)] * (n_parts + n_habits) + [(0.0, None), (-MOST_LOGIT, MOST_LOGIT)]
        theta = minimize(loss, begin, jac=True, method="L-BFGS-B", bounds=bounds).x
        weights = theta[:n_parts]
        bias = _calibrated(x @ weights, np.isin(spoken_for, played).mean() if len(x) else 0.0)
        return (
            replace(similarity, bias=bias, weights=dict(zip(parts, weights.tolist(), strict=True))),
            replace(
                ranking,
                voices=float(theta[-2]),
                silence=float(np.exp(theta[-1] + bias)),
                habits=dict(zip(habits, theta[n_parts:-2].tolist(), strict=True)),
            ),
        )


def _calibrated(logits: NDArray[np.float64], share: float) -> float:
    """Return what to add to logits so that the chances average to a share.

    >>> round(_calibrated(np.array([1.0, 1.0]), 0.5), 6)
    -1.0
    """
    low, high = -2 * MOST_LOGIT, 2 * MOST_LOGIT
    for _ in range(60):
        middle = (low + high) / 2
        chance = (
            (1 / (1 + np.exp(-np.clip(logits + middle, -500, 500)))).mean() if len(logits) else 0
        )
        low, high = (middle, high) if chance < share else (low, middle)
    return (low + high) / 2
