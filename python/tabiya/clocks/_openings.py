"""A second decision that only games can judge: which of several equal openings to play."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.clocks._clock_task import Setting
from tabiya.clocks._task import Outcome
from tabiya.games import Game
from tabiya.play import Adjudication, load_population
from tabiya.players import Stop

_Act = tuple[float, list[tuple[list[float], list[float]]]]


@dataclass(frozen=True)
class OpeningTask:
    """The choice among openings that are worth the same to the search.

    The player with the first move chooses once in a game, among some first moves, by a network that
    sees nothing but a constant: so the outputs are what it thinks of the openings. All that
    :class:`ActorCritic` and :class:`SaneTa` know of it is :meth:`play`.

    Parameters
    ----------
    setting : Setting
        Who plays whom; the clock of the test player is that of the setting.
    moves : sequence of str
        The openings, as first moves.

    Examples
    --------
    >>> setting = Setting.of("loa", 100, depth=1, population="population")
    >>> task = OpeningTask(setting, ("b1d3", "b1b3"))
    >>> task.shape
    (1, 2, 2)
    """

    setting: Setting
    moves: Sequence[str]

    @property
    def shape(self) -> tuple[int, int, int]:
        """Return inputs, hidden units and outputs."""
        return 1, 2, len(self.moves)

    def choose(self, values: NDArray[np.float32]) -> str:
        """Return the opening that a network thinks best."""
        return self.moves[int(np.argmax(_core.policy_outputs(self.shape, values, [1.0])))]

    def play(
        self,
        values: NDArray[np.float32],
        *,
        batch: int,
        n_games: int,
        explore: float = 0.0,
        decay: float = 0.9,
    ) -> Outcome:
        """Play games with the first move, each from the opening that is chosen."""
        generator = np.random.default_rng([self.setting.seed, batch])
        favourite = int(np.argmax(_core.policy_outputs(self.shape, values, [1.0])))
        wanders = generator.random(n_games) < explore
        lots = generator.integers(len(self.moves), size=n_games)
        taken = np.where(wanders, lots, favourite)
        opponents = generator.integers(len(self.setting.opponents), size=n_games)
        points = self._points(taken, opponents, decay)
        if not explore:
            return Outcome(tuple(points))
        # All openings are worth the same to the critic: the mean of what they have brought.
        usual = 2 * float(np.mean(points)) - 1
        episodes: list[tuple[list[_Act], float]] = [
            ([(usual, [([1.0], self._direction(int(way)))])], 2 * got - 1)
            for way, got in zip(taken, points, strict=True)
        ]
        step = _core.actor_critic_step(self.shape, values, episodes, decay)
        return Outcome(tuple(points), step)

    def whole(self, move: str) -> tuple[float, ...]:
        """Return what an opening brings against every opponent, a game each: 1, 0.5 or 0."""
        n = len(self.setting.opponents)
        return tuple(self._points(np.full(n, self.moves.index(move)), np.arange(n), 0.0))

    def _points(
        self, taken: NDArray[np.int64], opponents: NDArray[np.int64], decay: float
    ) -> list[float]:
        """Play a game for each opening that was taken, against the opponent at its place."""
        start = Game(self.setting.game).initial()
        openings = [start.play(move) for move in self.moves]
        depth = (self.setting.depth, None, None, None)
        contestants = [(self.setting.test_player(None)._core, depth)]
        contestants += [(each._core, depth) for each in self.setting.opponents]
        fixtures = [
            (openings[way]._core, 0, int(opponent) + 1)
            for way, opponent in zip(taken, opponents, strict=True)
        ]
        _, points = _core.learn_clock(
            contestants,
            fixtures,
            Adjudication(max_plies=200).raw(),
            self.setting.threads,
            Stop(),
            (0.0, 0),
            decay,
            None,
        )
        return points

    def _direction(self, taken: int) -> list[float]:
        return [1.0 if way == taken else -1.0 for way in range(len(self.moves))]


def equal_openings(setting: Setting, n: int, *, depth: int = 3) -> list[str]:
    """Return the first moves that a population's middle player thinks best, of about equal worth.

    >>> len(equal_openings(Setting.of("loa", 100, population="population"), 3, depth=1))
    3
    """
    start = Game(setting.game).initial()
    if setting.population is not None:
        load_population(setting.population)
    report = setting.test_player(None).search(start, depth=depth, lines=n)
    return [line.pv[0] for line in report.lines]
