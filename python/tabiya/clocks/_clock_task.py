"""Time allocation as a task: a test player with a clock against opponents without one."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.clocks._task import Outcome, n_values
from tabiya.cluster import Workers, pieces_in_order
from tabiya.games import Game, Position
from tabiya.play import Adjudication, Clock, load_population, network_player, random_openings
from tabiya.players import Decisions, Player, Stop

Kind = Literal["semi-dynamic", "dynamic"]

# CITE: Kocsis 2003, §5.3.1 and §5.3.2: the clock starts with so many increments.
START_INCREMENTS = {"loa": 5, "othello": 5, "chess": 10}
HIDDEN = 10
_Limits = tuple[int | None, int | None, float | None, tuple[bool, float, float, float] | None]
N_OPENINGS = 100
OPENING_PLIES = 8
MOST_PLIES = 200
# What an equal share is, and the part of it after which no iteration begins, as modern has them.
EXPECTED_MOVES, INCREMENT_PART, SHARE_PART = 40, 0.75, 0.7
# Inputs of a dynamic clock beside the board, of which the first is what remains, the last what was
# spent.
N_DYNAMIC_INPUTS = 5
# How deep a dynamic clock may go where nothing else bounds it.
MOST_DEPTH = 40
# Beyond this many centipawns for so many moves, a game of chess is over.
RESIGN = (1000.0, 3)


@dataclass(frozen=True)
class Setting:
    """Who plays whom, and with what clock.

    Attributes
    ----------
    game : str
        The game.
    time : Clock
        The clock of the test player.
    depth : int
        Plies of the opponents, who have no clock; the test player searches one more at most.
    against : str, optional
        The clock of opponents who have the same time instead, and search as deep as it lets them.
    population : str or Path, optional
        Opponents, and the test player, which is the one in the middle. Without one, the built-in
        player meets itself from a hundred openings.
    n_starts : int, optional
        Positions in which games begin, some moves by lot from the start. By default a population is
        met in the usual start alone, as in the thesis, and the built-in player in a hundred.
    threads : int
        Games at the same time; nothing depends on it.
    seed : int
        Of openings and of who is met when.
    workers : Workers, optional
        Workers who play instead, a game each; nothing depends on them either.
    """

    game: str
    time: Clock
    depth: int = 2
    against: str | None = None
    population: str | Path | None = None
    n_starts: int | None = None
    threads: int = 2
    seed: int = 1
    workers: Workers | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.n_starts is not None and self.n_starts < 1:
            raise ValueError(f"starts: expected 1 or more, found {self.n_starts!r}")

    @staticmethod
    def of(game: str, increment: float, **others: object) -> "Setting":
        """Return a setting in nodes with so many for each move, and some at the start.

        >>> Setting.of("loa", 200, depth=2).time
        Clock(base=1000, increment=200, unit='nodes')
        """
        base = START_INCREMENTS[game] * increment
        return Setting(game, Clock(base, increment, "nodes"), **others)  # type: ignore[arg-type] # by name

    def test_player(self, clock: "_core.Clock | str | Path | None") -> Player:
        """Return the test player with a clock."""
        if self.population is None:
            return self._built_in(clock)
        population = load_population(self.population)
        middle = population.members[len(population.members) // 2].network
        return network_player(self.game, middle, clock=clock)

    @cached_property
    def opponents(self) -> list[Player]:
        """Return the opponents."""
        if self.population is None:
            return [self._built_in(self.against)]
        population = load_population(self.population)
        if population.game != self.game:
            raise ValueError(
                f"{self.population}: expected a population of {self.game}, found {population.game}"
            )
        return [
            network_player(self.game, member.network, clock=self.against)
            for member in population.members
        ]

    def _built_in(self, clock: "_core.Clock | str | Path | None") -> Player:
        if self.against is not None:
            return Player(self.game, hash_mib=4, clock=clock)
        return Player(self.game, hash_mib=1, decisions=PLAIN, clock=clock)

    @cached_property
    def starts(self) -> list[Position]:
        """Return where games begin: at the start, or in openings where there is one opponent."""
        game = Game(self.game)
        if self.population is not None and self.n_starts is None:
            return [game.initial()]
        n = self.n_starts or N_OPENINGS
        found = random_openings(game, n, plies=OPENING_PLIES, seed=self.seed, nodes=2000)
        return [opening.position for opening in found]

    @property
    def n_games(self) -> int:
        """Return the games of a whole tournament: every opponent and start, with both colours."""
        return 2 * len(self.opponents) * len(self.starts)

    def play(
        self,
        clock: "_core.Clock | str | Path | None",
        games: Sequence[int] | None = None,
        *,
        explore: tuple[float, int] = (0.0, 0),
        decay: float = 0.9,
    ) -> Outcome:
        """Play games of a tournament, given by their numbers, or all of them."""
        numbers = list(range(self.n_games) if games is None else games)
        if self.workers is None:
            return self._play(clock, numbers, explore, decay)
        # A game each, and their steps are added in their order, as the core does.
        alone = replace(self, threads=1, workers=None)
        written = clock.text if isinstance(clock, _core.Clock) else clock
        work = partial(_play_some, alone, written, explore, decay)
        found = pieces_in_order(self.workers, work, numbers, size=1)
        points = tuple(point for each in found for point in each.points)
        steps = [each.step for each in found if each.step is not None]
        total = sum(steps[1:], start=steps[0]) if steps else None
        return Outcome(points, total)

    def _play(
        self,
        clock: "_core.Clock | str | Path | None",
        games: Sequence[int],
        explore: tuple[float, int],
        decay: float,
    ) -> Outcome:
        time = (self.time.unit == "nodes", self.time.base, self.time.increment, 0.0)
        # CITE: Kocsis 2003, §5.3.2: nobody searches deeper than one ply beyond the opponents.
        own: _Limits = (self.depth + 1, None, None, time)
        free: _Limits = (self.depth, None, None, None)
        if self.against is not None:
            own = free = (None, None, None, time)
        contestants = [(self.test_player(clock)._core, own)]
        contestants += [(each._core, free) for each in self.opponents]
        fixtures = []
        for number in games:
            turned, pair = number % 2, number // 2
            start, opponent = divmod(pair, len(self.opponents))
            seats = (0, opponent + 1) if not turned else (opponent + 1, 0)
            fixtures.append((self.starts[start]._core, *seats))
        resign = RESIGN if self.game == "chess" else None
        step, points = _core.learn_clock(
            contestants,
            fixtures,
            Adjudication(resign=resign, max_plies=MOST_PLIES).raw(),
            self.threads,
            Stop(),
            explore,
            decay,
            None,
        )
        return Outcome(tuple(points), step if explore[0] > 0 else None)

    def __str__(self) -> str:
        people = "itself" if self.population is None else str(self.population)
        effort = f"depth {self.depth}" if self.against is None else f"clock {self.against}"
        starts = "" if self.n_starts is None else f" in {self.n_starts} starts"
        return f"{self.game}, {self.time}, against {people} with {effort}{starts}, seed {self.seed}"


def _play_some(
    setting: Setting,
    clock: str | Path | None,
    explore: tuple[float, int],
    decay: float,
    games: list[int],
) -> Outcome:
    """Play games where this is called; a clock is a name, a file or the text of one."""
    made = _core.Clock(None, clock) if isinstance(clock, str) and "\n" in clock else clock
    return setting.play(made, games, explore=explore, decay=decay)


# The search of CRAFTY (Kocsis 2003, §2.2.2), of which the depths of the thesis are.
PLAIN = Decisions(preset="crafty", params={"exact_from": 0.0})


@dataclass(frozen=True)
class ClockTask:
    """The decision where to spend the time of a game.

    Parameters
    ----------
    setting : Setting
        Who plays whom.
    kind : {"semi-dynamic", "dynamic"}
        Whether the depth is chosen before the search, or the end of it after every iteration.

    Examples
    --------
    >>> task = ClockTask(Setting.of("othello", 100, depth=1), "dynamic")
    >>> task.shape
    (69, 10, 1)
    """

    setting: Setting
    kind: Kind = "semi-dynamic"

    @property
    def shape(self) -> tuple[int, int, int]:
        """Return inputs, hidden units and outputs."""
        is_dynamic = self.kind == "dynamic"
        n_inputs = _core.clock_inputs(self.setting.game, is_dynamic)
        return n_inputs, HIDDEN, 1 if is_dynamic else len(self.depths)

    @property
    def depths(self) -> tuple[int, ...]:
        """Return the depths to choose from; of a dynamic clock, the least and the greatest."""
        depth = self.setting.depth
        if self.kind == "dynamic":
            return (min(2, depth), depth + 1 if self.setting.against is None else MOST_DEPTH)
        return tuple(each for each in (depth - 1, depth, depth + 1) if each > 0)

    def play(
        self,
        values: NDArray[np.float32],
        *,
        batch: int,
        n_games: int,
        explore: float = 0.0,
        decay: float = 0.9,
    ) -> Outcome:
        """Play some games of the tournament, both colours against each opponent that is drawn."""
        generator = np.random.default_rng([self.setting.seed, batch])
        pairs = generator.permutation(self.setting.n_games // 2)[: max(1, n_games // 2)]
        games = [2 * int(pair) + turned for pair in pairs for turned in (0, 1)]
        seed = int(generator.integers(2**63))
        return self.setting.play(self.clock(values), games, explore=(explore, seed), decay=decay)

    def first_values(self) -> NDArray[np.float32] | None:
        """Return the network to begin with, if not a random one: a dynamic clock shares the time.

        Where a search may be ended after every iteration, who decides by lot loses every game, and
        little is learned from that. The first unit says whether less than a part of an equal share
        was spent: ``0.7 * (remaining / 40 + 0.75) - spent``, in increments, which the inputs have
        in tens. The other units begin with small connections.
        """
        if self.kind != "dynamic":
            return None
        inputs, hidden, _ = self.shape
        generator = np.random.default_rng(self.setting.seed)
        values = generator.normal(0.0, 0.01, n_values(self.shape)).astype(np.float32)
        values[: inputs + 1] = 0.0
        values[0] = SHARE_PART * INCREMENT_PART
        values[1 + inputs - N_DYNAMIC_INPUTS] = SHARE_PART * 10 / EXPECTED_MOVES
        values[inputs] = -10.0
        values[(inputs + 1) * hidden + 1] = 1.0
        return values

    def clock(self, values: NDArray[np.float32]) -> _core.Clock:
        """Return the clock of a network."""
        return _core.Clock(None, self.text(values))

    def text(self, values: NDArray[np.float32]) -> str:
        """Return the clock of a network as the text of its file."""
        if len(values) != n_values(self.shape):
            raise ValueError(f"clock: expected {n_values(self.shape)} values, found {len(values)}")
        inputs, hidden, outputs = self.shape
        split = (inputs + 1) * hidden
        rows = [("hidden", row) for row in values[:split].reshape(hidden, -1)]
        rows += [("output", row) for row in values[split:].reshape(outputs, -1)]
        scale = _core.win_scale(self.setting.game)
        lines = [
            f"clock {self.kind} {self.setting.game}",
            f"scale {scale:g}",
            "depths " + " ".join(map(str, self.depths)),
            f"network {inputs} {hidden} {outputs}",
            *(" ".join([word, *(f"{value:.6g}" for value in row)]) for word, row in rows),
        ]
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        return f"{self.kind} clock: {self.setting}"
