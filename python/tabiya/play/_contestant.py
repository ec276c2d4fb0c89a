"""Who plays: built-in players, saved ones, and engines, all named by one text."""

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote

from tabiya import _core
from tabiya.engines import EngineSpec, load_engines, program_digests
from tabiya.files import read_toml
from tabiya.games import Game
from tabiya.play._population import is_meant_as_population, load_population, network_player
from tabiya.players import (
    Decisions,
    MapOrdering,
    PatternModel,
    Player,
    Weights,
    combination_of,
    is_pattern_file,
    load_map,
    load_patterns,
    load_player,
    load_weights,
    player_identity,
)

BUILT_IN = "tabiya"
# The named weights as they are, where the game has a better evaluation.
LINEAR = "linear"
# No map of moves, where the game has one.
NONE = "none"
# What a text may set of a built-in player besides the names of weights and of search numbers.
SETTINGS = (
    "preset",
    "weights",
    "hash_mib",
    "resolution",
    "network",
    "pruning",
    "clock",
    "widths",
    "widths_by",
    "ordering",
    "combine",
    "history_weight",
    "ordering_plies",
    "online",
)


@dataclass(frozen=True)
class Contestant:
    """Somebody who plays: a built-in player or an engine.

    Parameters
    ----------
    name : str
        What it is called in tables.
    player : Player, optional
        The built-in player.
    engine : EngineSpec, optional
        The engine, if it is no built-in player.
    """

    name: str
    player: Player | None = None
    engine: EngineSpec | None = None

    def __post_init__(self) -> None:
        if (self.player is None) == (self.engine is None):
            raise ValueError(f"contestant {self.name!r}: expected a player or an engine")

    @property
    def engine_game(self) -> str:
        """Return the game that is played in the language of the engine."""
        return "" if self.engine is None else self.engine.game

    @property
    def identity(self) -> str:
        """Return a text that is the same for the same player, whatever it is called."""
        if self.engine is not None:
            engine = self.engine
            parts = [*engine.command, engine.protocol, dict(sorted(engine.options.items()))]
            return json.dumps(parts)
        assert self.player is not None, "one of the two is there"
        return player_identity(self.player)

    @property
    def program(self) -> str:
        """Return what is in the engine's files, as digests; nothing of a built-in player."""
        return "" if self.engine is None else json.dumps(program_digests(self.engine))


Entrant: TypeAlias = str | Player | EngineSpec | Contestant


def read_contestants(entrants: Iterable[Entrant], game: Game) -> list[Contestant]:
    """Return the contestants, each with a name of its own.

    Parameters
    ----------
    entrants : iterable
        Texts, players, engines or contestants. A text is one of

        - ``tabiya``, or ``tabiya?preset=crafty&weights=FILE&knight=310&null_move=0``: the built-in
          player with settings, weights and search numbers; in Othello ``weights=FILE.npz`` plays
          with these patterns and ``weights=linear`` with the named weights; ``pruning=FILE`` skips
          what the file says, and ``pruning=none`` nothing that was learned;
        - ``FILE.toml``: a saved player or weights, or the only engine that the file describes;
        - ``FILE.toml#NAME``: an engine of a file;
        - a folder that ``tabiya population make`` wrote, or ``population``: all its players;
        - ``FOLDER#NAME``: one of them;
        - a command, with options: ``toga2?King Safety=150``.
    game : Game
        What they play.

    Raises
    ------
    ValueError
        If a text names nobody, or somebody who does not play the game.

    Examples
    --------
    >>> loa = Game("loa")
    >>> [each.name for each in read_contestants(["tabiya", "tabiya?preset=crafty", "tabiya"], loa)]
    ['tabiya', 'tabiya?preset=crafty', 'tabiya (2)']
    """
    found: list[Contestant] = []
    names: set[str] = set()
    for contestant in _read_all(entrants, game):
        name, number = contestant.name, 2
        while name in names:
            name, number = f"{contestant.name} ({number})", number + 1
        names.add(name)
        found.append(replace(contestant, name=name))
    return found


def rename(contestants: Sequence[Contestant], names: Sequence[str]) -> list[Contestant]:
    """Return the contestants under other names.

    Raises
    ------
    ValueError
        If there are not as many names, or one is there twice.
    """
    if len(names) != len(contestants) or len(set(names)) != len(names):
        raise ValueError(f"names: expected {len(contestants)} different ones, found {names!r}")
    return [replace(each, name=name) for each, name in zip(contestants, names, strict=True)]


def _read_all(entrants: Iterable[Entrant], game: Game) -> Iterator[Contestant]:
    """Yield the contestants; a population is all its players."""
    for entrant in entrants:
        folder, _, name = entrant.partition("#") if isinstance(entrant, str) else ("", "", "")
        if folder and is_meant_as_population(folder):
            yield from _members(folder, name, game)
        else:
            yield _read(entrant, game)


def _members(folder: str, name: str, game: Game) -> Iterator[Contestant]:
    population = load_population(folder)
    if population.game != game.name:
        raise ValueError(
            f"{folder}: expected players of {game.name}, found a population of {population.game}"
        )
    members = [each for each in population.members if name in ("", each.name)]
    if not members:
        some = ", ".join(each.name for each in population.members[:3])
        raise ValueError(f"{folder}: expected #NAME such as {some}, found {name!r}")
    for member in members:
        yield Contestant(member.name, player=network_player(game, member.network))


def _read(entrant: Entrant, game: Game) -> Contestant:
    if isinstance(entrant, str):
        contestant = parse_contestant(entrant, game)
    elif isinstance(entrant, Player):
        contestant = Contestant(BUILT_IN, player=entrant)
    elif isinstance(entrant, EngineSpec):
        contestant = Contestant(entrant.name, engine=entrant)
    else:
        contestant = entrant
    played = contestant.player.game.name if contestant.player else contestant.engine_game
    if played != game.name:
        raise ValueError(
            f"player {contestant.name!r}: expected one who plays {game.name}, found {played}"
        )
    return contestant


def parse_contestant(text: str, game: Game) -> Contestant:
    """Read one contestant, as :func:`read_contestants` says.

    >>> parse_contestant("tabiya?knight=310&hash_mib=4", Game("chess")).player.weights["knight"]
    310.0
    """
    who, _, settings = text.partition("?")
    if who == BUILT_IN:
        return Contestant(text, player=_built_in(text, settings, game))
    path, _, name = who.partition("#")
    if path.endswith(".toml"):
        if settings:
            raise ValueError(
                f"player {text!r}: expected a file without options, found {settings!r}"
            )
        return _from_file(Path(path), name, game)
    return Contestant(text, engine=EngineSpec.parse(text))


def _from_file(path: Path, name: str, game: Game) -> Contestant:
    data = read_toml(path)
    if "engines" not in data:
        if name:
            raise ValueError(f"{path}: expected engines for #{name}, found a player")
        return Contestant(path.stem, player=load_player(path, rules=game.rules))
    engines = load_engines(path)
    if not name and len(engines) == 1:
        name = next(iter(engines))
    if name not in engines:
        raise ValueError(f"{path}: expected #NAME of {', '.join(engines)}, found {name!r}")
    return Contestant(name, engine=engines[name])


def _evaluation(file: str | None, game: Game) -> tuple[PatternModel | None, Weights]:
    """Return the patterns of a file, or its named weights; LINEAR is the named defaults."""
    if file is None or file == LINEAR:
        return None, Weights(game.name)
    if is_pattern_file(file):
        return load_patterns(file), Weights(game.name)
    return None, load_weights(file)


def _ordering(given: Mapping[str, str]) -> MapOrdering | str | None:
    """Return the map of moves that a text names, and how it is used."""
    if given.get("ordering", NONE) == NONE:
        for name in ("combine", "history_weight", "ordering_plies", "online"):
            if name in given:
                raise ValueError(f"{name}: expected ordering=FILE with it, found none")
        return given.get("ordering")
    if not given["ordering"]:
        raise ValueError("ordering: expected the file of a map of moves or 'none', found nothing")
    is_fixed = given.get("history_weight", "adapt") != "adapt"
    return MapOrdering(
        load_map(given["ordering"]),
        combine=given.get("combine", "weighted"),
        history_weight=_number(given, "history_weight") if is_fixed else None,
        plies=_whole(given, "ordering_plies") if "ordering_plies" in given else 1,
        online=_number(given, "online") if "online" in given else 0.0,
    )


def _number(given: Mapping[str, str], name: str) -> float:
    try:
        return float(given[name])
    except ValueError:
        raise ValueError(f"{name}: expected a number, found {given[name]!r}") from None


def _whole(given: Mapping[str, str], name: str) -> int:
    try:
        return int(given[name])
    except ValueError:
        raise ValueError(f"{name}: expected a whole number, found {given[name]!r}") from None


def _built_in(text: str, settings: str, game: Game) -> Player:
    given: dict[str, str] = {}
    for pair in settings.split("&") if settings else []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"player {text!r}: expected name=value, found {pair!r}")
        given[unquote(name).strip()] = unquote(value).strip()
    params = {raw[0] for raw in _core.params()}
    patterns, weights = _evaluation(given.get("weights"), game)
    if weights.game != game.name:
        raise ValueError(f"{given['weights']}: expected weights of {game.name}, not {weights.game}")
    for name in given:
        if name not in SETTINGS and name not in params and name not in weights:
            known = [*SETTINGS, *params, *weights]
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise ValueError(f"player {text!r}: expected a known name, found {name!r}{hint}")
    try:
        widths = given.get("widths")
        by = given.get("widths_by", "depth")
        named = {n: _number(given, n) for n in given if n in weights}
        is_named = named or (patterns is None and "weights" in given)
        is_file = patterns is None and given.get("weights", LINEAR) != LINEAR
        return Player(
            game,
            weights=weights.replace(named) if is_named else None,
            patterns=patterns,
            hash_mib=_whole(given, "hash_mib") if "hash_mib" in given else None,
            resolution=_number(given, "resolution") if "resolution" in given else None,
            network=given.get("network"),
            pruning=given.get("pruning"),
            clock=given.get("clock"),
            combination=combination_of(given["weights"]) if is_file else None,
            ordering=_ordering(given),
            decisions=Decisions(
                params={n: _number(given, n) for n in given if n in params},
                preset=given.get("preset"),
                widths=None if widths is None else tuple(int(w) for w in widths.split(",")),
                widths_by=by,  # type: ignore[arg-type] # the core checks it
            ),
        )
    except ValueError as error:
        raise ValueError(f"player {text!r}: {error}") from None
