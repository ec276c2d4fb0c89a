"""Pruning learned by games alone: two vectors of numbers play each other, and SPSA follows."""

import json
import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tabiya.cluster import Workers
from tabiya.games import Game, Position
from tabiya.learn import Iteration, Problem
from tabiya.play import Adjudication, Contestant, match, random_openings
from tabiya.players import Decisions, Player
from tabiya.pruning._numbers import SearchNumbers
from tabiya.runs import MadeProblem, past_iterations, run_tuning
from tabiya.store import Database, OnWait

# Openings that all duels share, and the nodes by which they are found nearly even.
MOST_OPENINGS, OPENING_NODES = 2000, 500
OPENING_PLIES = 8
# Games that last longer are drawn.
MOST_PLIES = 300
# Duels of an iteration.
N_DUELS = 2
# How far the numbers go at first for a result of one, in steps.
RATE = 0.4


@dataclass(frozen=True)
class NumbersDuel:
    """Plays two vectors of numbers against each other.

    Attributes
    ----------
    numbers : SearchNumbers
        What the vectors stand for.
    games : int
        Games of a duel, each opening twice.
    nodes : int
        Of each move.
    seed : int
        Of the openings; which of them a duel has follows from its vectors.
    preset : str, optional
        The preset of the search.
    n_openings : int
        Openings that all duels share.
    """

    numbers: SearchNumbers
    games: int = 8
    nodes: int = 1000
    seed: int = 0
    preset: str | None = None
    n_openings: int = MOST_OPENINGS

    def __call__(self, first: dict[str, float], second: dict[str, float]) -> float:
        """Return by how much the first scored better, from -1 to 1."""
        game = self.numbers.game
        text = json.dumps([self.seed, list(first.values()), list(second.values())])
        choice = random.Random(zlib.crc32(text.encode()))  # noqa: S311 (no secret)
        openings = choice.sample(_openings(game, self.n_openings, self.seed), self.games // 2)
        played = match(
            *(self._contestant(*each) for each in (("first", first), ("second", second))),
            game=game,
            openings=openings,
            games=self.games,
            nodes=self.nodes,
            adjudication=Adjudication(max_plies=MOST_PLIES),
            concurrency=1,
        )
        points = sum(each.points_of("first") or 0.0 for each in played.games)
        return 2 * points / self.games - 1

    def _contestant(self, name: str, vector: dict[str, float]) -> Contestant:
        pruning = self.numbers.pruning(tuple(vector.values()))
        decisions = Decisions(preset=self.preset)
        player = Player(self.numbers.game, hash_mib=1, decisions=decisions, pruning=pruning)
        return Contestant(name, player=player)


def games_problem(duel: NumbersDuel) -> MadeProblem:
    """Return the problem of numbers that win games, as runs take it.

    >>> from tabiya.pruning import search_numbers
    >>> duel = NumbersDuel(search_numbers("loa", ["futility"]), games=2, nodes=50)
    >>> games_problem(duel).problem().start
    (0.0,)
    """
    if duel.games < 2 or duel.games % 2:  # noqa: PLR2004 (each opening twice)
        raise ValueError(f"games: expected an even number of 2 or more, found {duel.games}")
    if duel.n_openings < duel.games // 2:
        raise ValueError(f"openings: expected {duel.games // 2} or more, found {duel.n_openings}")
    if duel.nodes < 1:
        raise ValueError(f"nodes: expected 1 or more, found {duel.nodes}")
    numbers = duel.numbers
    least, most = numbers.bounds()
    zero = (0.0,) * len(numbers.names)
    problem = Problem(numbers.names, zero, least, most, zero, duel=duel, seed=duel.seed)
    return MadeProblem(problem, words=repr(duel), game=numbers.game)


def run_by_games(
    duel: NumbersDuel,
    database: Database,
    *,
    name: str = "pruning",
    iterations: int = 1000,
    rate: float = RATE,
    workers: Workers | None = None,
    on_wait: OnWait | None = None,
) -> Iterator[Iteration]:
    """Tune numbers of the search by SPSA, and keep every iteration.

    The distance of the two sides is a step of each number; how far they go decays by the usual
    exponents over the iterations that are asked for.

    CITE: Spall 1998; its use on pruning and reductions is that of Stockfish's testing framework.

    Yields
    ------
    Iteration
        Every iteration, those that the store holds included.

    Raises
    ------
    RunMismatchError
        If the store holds a run of this name that was begun with other settings.
    """
    task = games_problem(duel)
    options = {
        "spread": 0.0,
        "least_spread": 1.0,
        "distance": 1.0,
        "rate": rate,
        "stability": iterations / 10,
        "pairs": N_DUELS,
    }
    with database.claim(name, on_wait):
        yield from past_iterations(database, task, name=name, tuner="spsa", options=options)
        yield from run_tuning(
            task,
            database,
            name=name,
            tuner="spsa",
            iterations=iterations,
            options=options,
            workers=workers,
        )


@lru_cache(maxsize=2)
def _openings(game: str, n: int, seed: int) -> tuple[Position, ...]:
    found = random_openings(Game(game), n, plies=OPENING_PLIES, seed=seed, nodes=OPENING_NODES)
    return tuple(opening.position for opening in found)
