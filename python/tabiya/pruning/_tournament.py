"""Performance as the score of games against a population (Kocsis 2003, §4.4.2)."""

import hashlib
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from tabiya.games import Game, Position
from tabiya.metrics import Verdict, verdict
from tabiya.play import (
    Adjudication,
    Contestant,
    MatchRecord,
    complete_pairs,
    load_population,
    match,
    network_player,
)
from tabiya.players import Player, Pruning, Weights
from tabiya.pruning._exam import Setting

# How much the weights of a population differ: the standard deviation of their logarithms.
SPREAD = 0.4
# Games that last longer are drawn.
MOST_PLIES = 200
# Random moves before a game begins.
OPENING_PLIES = 4


def middle_player(population: str | Path) -> Setting:
    """Return the setting of the network in the middle of a population: its search, full width.

    CITE: Kocsis 2003, §4.4.2: a test player of medium strength.

    >>> middle_player("population").network.name
    '051.txt'
    """
    found = load_population(population)
    middle = found.members[len(found.members) // 2].network
    plain = network_player(found.game, middle)
    decisions = plain.decisions
    return Setting(
        found.game, decisions.preset, tuple(decisions.params.items()), plain.hash_mib, middle
    )


def make_population(setting: Setting, n: int, *, seed: int = 0) -> list[Player]:
    """Return players whose weights were varied at random; the first has the weights as they are.

    >>> first, second = make_population(Setting("loa"), 2)
    >>> first.weights == Weights("loa"), second.weights == Weights("loa")
    (True, False)
    """
    generator = np.random.default_rng(seed)
    base = Weights(setting.game)
    players = []
    for number in range(n):
        factors = np.exp(SPREAD * generator.standard_normal(len(base)))
        changed = {
            name: _within(base, name, value * (factor if number else 1.0))
            for (name, value), factor in zip(base.items(), factors, strict=True)
        }
        plain = setting.player()
        players.append(
            Player(
                setting.game,
                weights=base.replace(changed),
                decisions=plain.decisions,
                hash_mib=plain.hash_mib,
                pruning="none",
            )
        )
    return players


@dataclass(frozen=True)
class Tournament:
    """A player that skips against full-width players, each met with both colours.

    Parameters
    ----------
    setting : Setting
        How everybody searches; the one who skips has the weights as they are.
    opponents : int
        How many there are.
    reference : int
        The depth to which opponents search.
    depth : int
        The depth to which the one who skips searches.
    rounds : int
        How often each opponent is met with both colours.
    seed : int
        Of the population and of the openings.
    threads : int
        Games at the same time.
    population : str or Path, optional
        Networks to meet, so many of them from the best to the last; without any, the opponents are
        players whose weights were varied at random.

    Examples
    --------
    >>> from tabiya.players import Pruning, Widths
    >>> few = Tournament(Setting("othello", preset="crafty"), opponents=2, reference=1, depth=2)
    >>> few.play(Pruning("othello", widths=Widths((5, 5)))).n_games
    4
    """

    setting: Setting
    opponents: int
    reference: int
    depth: int
    rounds: int = 1
    seed: int = 0
    threads: int = 1
    population: str | Path | None = None

    @cached_property
    def _met(self) -> list[Player]:
        if self.population is None:
            return _population(self.setting, self.opponents + 1, self.seed)[1:]
        return _networks(str(self.population), self.setting.game, self.opponents)

    def identity(self) -> dict[str, object]:
        """Return all that the score depends on."""
        found = {**asdict(self), "setting": self.setting.identity()}
        del found["threads"], found["population"]
        if self.population is not None:
            files = (player.network for player in self._met)
            digest = hashlib.sha256(b"".join(file.read_bytes() for file in files if file))
            found["population"] = digest.hexdigest()[:32]
        return found

    def play(self, pruning: Pruning | None, *, n: int | None = None) -> Verdict:
        """Play the first `n` opponents, or all; return what the games say of the one who skips."""
        return verdict(self._points(pruning, n))

    def score(self, pruning: Pruning | None, *, n: int | None = None) -> float:
        """Do the same, and return the mean of the points alone, which is quick to tell."""
        return float(np.mean(self._points(pruning, n)))

    def _points(self, pruning: Pruning | None, n: int | None) -> list[tuple[float, float]]:
        ours = self.setting.player(pruning)
        if self.setting.network is None:  # named weights, as those of the opponents
            ours = Player(
                self.setting.game,
                weights=Weights(self.setting.game),
                decisions=ours.decisions,
                hash_mib=ours.hash_mib,
                pruning=pruning or "none",
            )
        points: list[tuple[float, float]] = []
        for number in self._numbers(n):
            opponent = self._met[number]
            result = match(
                Contestant("skips", player=ours),
                Contestant("searches", player=opponent),
                game=self.setting.game,
                openings=_openings(self.setting.game, self.rounds, self.seed, number),
                games=2 * self.rounds,
                depth=self.depth,
                depth_b=self.reference,
                adjudication=Adjudication(max_plies=MOST_PLIES),
                concurrency=self.threads,
                seed=self.seed,
            )
            points += _pairs(result.record)
        return points

    def _numbers(self, n: int | None) -> list[int]:
        """Return whom to meet: of networks some of every strength, else the first."""
        met = len(self._met)
        if n is None or n >= met:
            return list(range(met))
        return list(range(n)) if self.population is None else _spread(met, n)


def _pairs(record: MatchRecord) -> list[tuple[float, float]]:
    return [
        (one.points_of("skips") or 0.0, two.points_of("skips") or 0.0)
        for one, two in complete_pairs(record.games)
    ]


@lru_cache(maxsize=8)
def _population(setting: Setting, n: int, seed: int) -> list[Player]:
    return make_population(setting, n, seed=seed)


@lru_cache(maxsize=2)
def _networks(population: str, game: str, n: int) -> list[Player]:
    found = load_population(population)
    if found.game != game:
        raise ValueError(f"{population}: expected a population of {game}, found {found.game}")
    if not 1 <= n <= len(found.members):
        raise ValueError(f"opponents: expected 1 to {len(found.members)}, found {n}")
    return [found.player(number) for number in _spread(len(found.members), n)]


def _spread(total: int, n: int) -> list[int]:
    """Return numbers at equal distances.

    >>> _spread(100, 4)
    [12, 37, 62, 87]
    """
    return [(2 * i + 1) * total // (2 * n) for i in range(n)]


@lru_cache(maxsize=4096)
def _openings(game: str, n: int, seed: int, number: int) -> tuple[Position, ...]:
    """Return positions after some random moves, others for every opponent."""
    generator = np.random.default_rng([seed, number])
    found: list[Position] = []
    while len(found) < n:
        position = Game(game).initial()
        for _ in range(OPENING_PLIES):
            if position.result is None:
                moves = position.legal_moves()
                position = position.play(moves[generator.integers(len(moves))])
        if position.result is None and position not in found:
            found.append(position)
    return tuple(found)


def _within(weights: Weights, name: str, value: float) -> float:
    info = weights.info(name)
    return float(min(max(value, info.least), info.most))
