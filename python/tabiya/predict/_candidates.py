"""Weight vectors whose play is to be foretold: perturbed defaults, tuned ones, half-way points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tabiya.games import Game
from tabiya.play import Contestant, read_contestants
from tabiya.players import Player, Weights, load_weights

# Standard deviations of the noise, as part of a weight.
SIZES = (0.03, 0.06, 0.1, 0.2, 0.4, 0.8)
# What the weights of a group are multiplied by.
FACTORS = (0.0, 0.5, 0.8, 1.25, 1.6)
# How far along the way from the defaults to a vector of a file.
PARTS = (0.25, 0.5, 0.75)
MOST_CANDIDATES = 10_000


@dataclass(frozen=True)
class Candidate:
    """Somebody whose play is foretold, and how it came about in a word."""

    contestant: Contestant
    origin: str

    @property
    def name(self) -> str:
        """Return what it is called in tables."""
        return self.contestant.name

    @property
    def player(self) -> Player | None:
        """Return the built-in player, if it is one."""
        return self.contestant.player


def perturbed_candidates(game: str, n: int, *, seed: int = 0) -> list[Candidate]:
    """Return players whose weights differ from the defaults: in all or one group, by many sizes.

    Two of three have noise of a normal distribution on their weights; the third have all weights of
    a group multiplied by a factor, while there are such that have not been. No two are the same.

    Examples
    --------
    >>> [each.name for each in perturbed_candidates("loa", 3)]
    ['all ± 3 %', 'all ± 6 %', 'all times 0']
    """
    if not 0 <= n <= MOST_CANDIDATES:
        raise ValueError(f"perturbed: expected at most {MOST_CANDIDATES:,}, found {n:.3g}")
    weights = Weights(game)
    groups = ["all", *(g for g, names in weights.groups().items() if len(names) < len(weights))]
    scaled: set[tuple[str, float]] = set()
    found = []
    for number in range(n):
        rng = np.random.default_rng([seed, number])
        turn = number // 3
        group = groups[turn % len(groups)]
        factor = FACTORS[(turn + turn // len(groups)) % len(FACTORS)]
        # Every third, and no two the same.
        if number % 3 == 2 and (group, factor) not in scaled:  # noqa: PLR2004 (the third)
            scaled.add((group, factor))
            changed = {name: weights[name] * factor for name in _names(weights, group)}
            name = f"{group} times {factor:g}"
        else:
            turn = number - number // 3
            group, size = groups[turn % len(groups)], SIZES[turn % len(SIZES)]
            changed = _noisy(weights, group, size, rng)
            name = f"{group} ± {size:.0%}".replace("%", " %")
        found.append(_candidate(name, "perturbed", game, changed))
    return _different(found)


def file_candidates(paths: Sequence[Path], game: str) -> list[Candidate]:
    """Return the players of files of weights, and those on the way to them from the defaults."""
    found = []
    for path in paths:
        defaults, target = Weights(game), load_weights(path)
        if target.game != game:
            raise ValueError(f"{path}: expected weights of {game}, found {target.game}")
        label = path.stem if path.stem != "weights" else path.parent.name
        for part in (*PARTS, 1.0):
            changed = {n: (1 - part) * defaults[n] + part * target[n] for n in target.changed()}
            name = label if part == 1 else f"{part:.0%} to {label}".replace("%", " %")
            found.append(_candidate(name, "tuned" if part == 1 else "half-way", game, changed))
    return _different(found)


def named_candidates(texts: Sequence[str], game: str) -> list[Candidate]:
    """Return the players that texts name, as in a match: engines with their options too."""
    return [Candidate(each, "named") for each in read_contestants(texts, Game(game))]


def _candidate(name: str, origin: str, game: str, changed: dict[str, float]) -> Candidate:
    weights = Weights(game).replace(dict(_bounded(game, changed)))
    return Candidate(Contestant(name, player=Player(game, weights=weights)), origin)


def _noisy(weights: Weights, group: str, size: float, rng: np.random.Generator) -> dict[str, float]:
    """Return the weights of a group with noise in proportion to each, or to the mean of its group.

    A weight that happens to be near zero would never move otherwise.
    """
    typical = {
        name: float(np.mean([abs(weights[each]) for each in names]))
        for names in weights.groups().values()
        for name in names
    }
    return {
        name: weights[name]
        + size * max(abs(weights[name]), typical[name] / 2) * float(rng.standard_normal())
        for name in _names(weights, group)
    }


def _names(weights: Weights, group: str) -> list[str]:
    return list(weights) if group == "all" else weights.groups()[group]


def _bounded(game: str, changed: dict[str, float]) -> Iterator[tuple[str, float]]:
    weights = Weights(game)
    for name, value in changed.items():
        info = weights.info(name)
        yield name, min(max(value, info.least), info.most)


def _different(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates with names of their own."""
    named = read_contestants([each.contestant for each in candidates], _game_of(candidates))
    return [
        Candidate(contestant, each.origin)
        for contestant, each in zip(named, candidates, strict=True)
    ]


def _game_of(candidates: Sequence[Candidate]) -> Game:
    player = candidates[0].player if candidates else None
    return Game("chess") if player is None else player.game
