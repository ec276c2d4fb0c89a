"""Under what conditions networks play and learn."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.games import Game, Position
from tabiya.play import HASH_MIB, SEARCH

Networks: TypeAlias = NDArray[np.float32]

# Plies after which a game between networks is drawn.
MOST_PLIES = {"loa": 150, "othello": 130}
N_INPUTS = 65
# With 0.9 a result is worth 0.002 of itself sixty plies before, which in Othello is the beginning
# of every game: such a network lost 86 % of its games against one that learned as long with 1.
GAMMAS = {"othello": 1.0}


@dataclass(frozen=True)
class TdOptions:
    """The constants of temporal-difference learning.

    Attributes
    ----------
    lambda_, gamma : float
        As in Kocsis 2003, appendix B. The discount favours early success, of which there is none in
        Othello, where every game lasts as long; see :meth:`of`.
    rate : float
        The step.
    errors : float
        Share of moves that are drawn by lot, so that not all games are the same.
    opening_plies : int
        First moves that are drawn by lot.
    """

    lambda_: float = 0.8
    gamma: float = 0.9
    rate: float = 0.03
    errors: float = 0.05
    opening_plies: int = 4

    @staticmethod
    def of(game: str) -> "TdOptions":
        """Return the usual ones of a game.

        >>> TdOptions.of("loa").gamma, TdOptions.of("othello").gamma
        (0.9, 1.0)
        """
        return TdOptions(gamma=GAMMAS.get(game, TdOptions.gamma))

    def raw(self, seed: int) -> tuple[float, float, float, float, int, int]:
        """Return the plan as the core takes it."""
        return (self.lambda_, self.gamma, self.rate, self.errors, self.opening_plies, seed)


@dataclass(frozen=True)
class Conditions:
    """How games between networks are played.

    Attributes
    ----------
    game : str
        The game.
    depth : int
        Plies per move.
    td : TdOptions, optional
        How those learn who learn; as is usual in the game by default.
    """

    game: str
    depth: int = 2
    td: TdOptions | None = None

    def raw(self) -> tuple[str, list[tuple[str, float]], int, int, int]:
        """Return the conditions as the core takes them."""
        most_plies = MOST_PLIES.get(self.game, 200)
        return (self.game, list(SEARCH.items()), HASH_MIB, self.depth, most_plies)

    def plan(self, seed: int) -> tuple[float, float, float, float, int, int]:
        """Return how those learn who learn, as the core takes it."""
        return (self.td or TdOptions.of(self.game)).raw(seed)

    def learn(self, networks: Networks, *, first: int, n_games: int, seed: int) -> Networks:
        """Return networks that have played among each other and learned from it."""
        return _core.learn_by_playing(self.raw(), networks, first, n_games, self.plan(seed))

    def play(
        self, networks: Networks, pairs: Sequence[tuple[int, int]], start: Position, threads: int
    ) -> list[tuple[int, list[int]]]:
        """Play games from one start; return what the first got (1, 0, -1), and positions."""
        fixtures = [(start._core, one, two) for one, two in pairs]
        return _core.play_networks(self.raw(), networks, fixtures, threads)


def random_networks(n: int, hidden: int, seed: int) -> Networks:
    """Return networks with small random weights.

    >>> random_networks(2, 40, 1).shape
    (2, 2681)
    """
    generator = np.random.default_rng(seed)
    shape = (n, (N_INPUTS + 2) * hidden + 1)
    return generator.uniform(-0.2, 0.2, shape).astype(np.float32)


@cache
def random_start(game: str, seed: int, plies: int) -> Position:
    """Return a position after some moves by lot in which the game goes on.

    >>> random_start("loa", 3, 2) == random_start("loa", 3, 2)
    True
    """
    generator = np.random.default_rng(seed)
    while True:
        position = Game(game).initial()
        for _ in range(plies):
            if position.result is not None:
                break
            moves = position.legal_moves()
            position = position.play(moves[generator.integers(len(moves))])
        if position.result is None:
            return position
