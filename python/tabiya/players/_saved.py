"""Players in files."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabiya import _core
from tabiya.files import read_origin, read_toml, sealed, toml_text, write_beside
from tabiya.games import Game
from tabiya.players._decisions import Decisions
from tabiya.players._movemap import MapOrdering, default_ordering, load_map
from tabiya.players._patterns import default_patterns
from tabiya.players._player import Player
from tabiya.players._pruning_file import NONE, save_pruning

KEYS = {"game", "version", "made_by", "player", "params", "weights"}
PLAYER_KEYS = {
    "preset",
    "hash_mib",
    "resolution",
    "network",
    "combination",
    "patterns",
    "pruning",
    "clock",
    "widths",
    "widths_by",
    "ordering",
    "combine",
    "history_weight",
    "ordering_plies",
    "online",
}
# How a map of moves is used, where there is one.
OF_MAPS = ("combine", "history_weight", "ordering_plies", "online")
# What settings are; the others are texts.
KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "hash_mib": (int, "a whole number"),
    "resolution": ((int, float), "a number"),
    "widths": (list, "a list of whole numbers"),
    "history_weight": ((int, float), "a number"),
    "ordering_plies": (int, "a whole number"),
    "online": ((int, float), "a number"),
}


class PlayerFileError(ValueError):
    """A file does not describe a player."""


def save_player(player: Player, path: str | Path, *, made_by: str = "by hand") -> None:
    """Write a player to a TOML file: what differs from the defaults.

    Parameters
    ----------
    player : Player
        The player.
    path : str or Path
        The file.
    made_by : str
        What made it, for those who find the file later.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "narrow.toml")
    >>> save_player(Player("loa", weights={"mobility": 3.25}, hash_mib=4), path)
    >>> load_player(path).hash_mib, load_player(path).weights.changed()
    (4, {'mobility': 3.25})
    """
    decisions = player.decisions
    settings: dict[str, Any] = {"hash_mib": player.hash_mib, "resolution": player.resolution}
    if decisions.preset is not None:
        settings["preset"] = decisions.preset
    if decisions.widths is not None:
        settings["widths"] = list(decisions.widths)
        settings["widths_by"] = decisions.widths_by
    if player.network is not None:
        settings["network"] = str(player.network.resolve())
    if player.combination is not None:
        settings["combination"] = os.path.relpath(player.combination, Path(path).parent)
    if player.patterns is not None and player.patterns is not default_patterns(player.game.name):
        beside = Path(path).with_suffix(".npz")
        player.patterns.save(beside)
        settings["patterns"] = beside.name
    usual = player.usual_pruning
    if player.pruning is None and usual is not None:
        settings["pruning"] = NONE
    elif player.pruning not in (None, usual) and not decisions.widths:
        beside = Path(path).with_suffix(".pruning.toml")
        save_pruning(player.pruning, beside)
        settings["pruning"] = beside.name
    if player.clock is not None:
        beside = Path(path).with_suffix(".clock")
        write_beside(beside, player.clock.text)
        settings["clock"] = beside.name
    settings |= _ordering_settings(player, Path(path))
    table = {
        "game": player.game.name,
        "version": _core.VERSION,
        "made_by": made_by,
        "player": settings,
        "params": dict(decisions.params),
    }
    if player.patterns is None:
        table["weights"] = player.weights.changed()
    write_beside(path, sealed(toml_text("A player of tabiya.", table)))


def load_player(path: str | Path, *, rules: Mapping[str, str] | None = None) -> Player:
    """Read a player from a TOML file; a file of weights is one too.

    ``game`` is the game; the rest may be left out. The table ``player`` holds ``preset``,
    ``hash_mib``, ``resolution``, ``network``, ``combination``, ``patterns``, ``pruning``,
    ``clock``, ``widths``, ``widths_by``, ``ordering``, ``combine``, ``history_weight``,
    ``ordering_plies`` and ``online``; ``params`` the numbers of the search, ``weights`` those of
    the named evaluation; without that table the game's best evaluation plays. Paths of networks,
    combinations, patterns, pruning, clocks and orderings count from the file.

    Raises
    ------
    PlayerFileError
        If the file is not of that form; the message names the file and the key.
    """
    data = read_toml(path, PlayerFileError)
    game = data.get("game")
    if not isinstance(game, str):
        raise PlayerFileError(f'{path}: expected a line game = "...", found {game!r}')
    _check_keys(path, data, KEYS)
    tables = {name: data.get(name, {}) for name in ("player", "params")}
    tables["weights"] = data.get("weights")
    for name, table in tables.items():
        if not isinstance(table, dict) and (name, table) != ("weights", None):
            raise PlayerFileError(f"{path}: expected a table [{name}], found {table!r}")
    settings = tables["player"]
    _check_keys(path, settings, PLAYER_KEYS)
    _check_kinds(path, settings)
    network, combination = settings.get("network"), settings.get("combination")
    patterns, pruning = settings.get("patterns"), settings.get("pruning")
    if pruning not in (None, NONE):
        pruning = Path(path).parent / pruning
    clock = settings.get("clock")
    try:
        read_origin(data)
        return Player(
            Game(game, **(rules or {})),
            weights=tables["weights"],
            hash_mib=settings.get("hash_mib"),
            resolution=settings.get("resolution"),
            network=None if network is None else Path(path).parent / network,
            combination=None if combination is None else Path(path).parent / combination,
            patterns=None if patterns is None else Path(path).parent / patterns,
            pruning=pruning,
            clock=_clock(path, clock),
            ordering=_read_ordering(Path(path), settings),
            decisions=Decisions(
                params=tables["params"],
                preset=settings.get("preset"),
                widths=tuple(settings["widths"]) if "widths" in settings else None,
                widths_by=settings.get("widths_by", "depth"),
            ),
        )
    except (ValueError, TypeError) as error:
        raise PlayerFileError(f"{path}: {error}") from None


def _clock(path: str | Path, clock: str | None) -> str | Path | None:
    """Return the clock that a file names: beside it, or by a name of its own."""
    beside = Path(path).parent / clock if clock is not None else None
    return beside if beside is not None and beside.exists() else clock


def _ordering_settings(player: Player, path: Path) -> dict[str, Any]:
    """Write the map beside the player, if it has one of its own, and say how it is used."""
    ordering = player.ordering
    if ordering is default_ordering(player.game.name, player.decisions.preset):
        return {}
    if ordering is None:
        return {"ordering": NONE}
    beside = path.with_name(f"{path.stem}.ordering.npz")
    ordering.map.save(beside)
    found = {
        "ordering": beside.name,
        "combine": ordering.combine,
        "ordering_plies": ordering.plies,
        "online": ordering.online,
    }
    weight = ordering.history_weight
    return found if weight is None else {**found, "history_weight": weight}


def _read_ordering(path: Path, settings: Mapping[str, Any]) -> MapOrdering | str | None:
    if settings.get("ordering", NONE) == NONE:
        for name in OF_MAPS:
            if name in settings:
                raise ValueError(f"{name}: expected a file of a map as ordering, found none")
        return settings.get("ordering")
    return MapOrdering(
        load_map(path.parent / settings["ordering"]),
        combine=settings.get("combine", "weighted"),
        history_weight=settings.get("history_weight"),
        plies=settings.get("ordering_plies", 1),
        online=settings.get("online", 0.0),
    )


def combination_of(path: str | Path) -> Path | None:
    """Return the combination that a player's file names, if it does."""
    try:
        data = read_toml(path)
    except ValueError:
        return None
    player = data.get("player")
    name = player.get("combination") if isinstance(player, dict) else None
    return Path(path).parent / name if isinstance(name, str) else None


def _check_keys(path: str | Path, table: Mapping[str, Any], known: set[str]) -> None:
    unknown = sorted(set(table) - known)
    if unknown:
        words = ", ".join(sorted(known))
        raise PlayerFileError(f"{path}: expected one of {words}, found {unknown[0]!r}")


def _check_kinds(path: str | Path, settings: Mapping[str, Any]) -> None:
    for name, value in settings.items():
        kind, words = KINDS.get(name, (str, "a text"))
        # To Python, what is true or false is a number.
        if not isinstance(value, kind) or isinstance(value, bool):
            raise PlayerFileError(f"{path}: {name}: expected {words}, found {value!r}")
