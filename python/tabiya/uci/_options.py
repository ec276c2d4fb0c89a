"""What can be set from outside: the table, the search, and every weight by its name."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from tabiya import _core
from tabiya._core import VERSION
from tabiya.games import Game
from tabiya.players import (
    Decisions,
    MapOrdering,
    Player,
    Weights,
    default_ordering,
    load_clock,
    load_map,
    load_pruning,
    load_weights,
)

PRESETS = _core.PRESETS
COMBINATIONS = _core.MAP_COMBINATIONS
# As a map is used of which nothing else is said: that of the package as it ships, a file weighted.
USUAL = "usual"
DEFAULT_OVERHEAD = 10
MOST_OVERHEAD = 5000
DEFAULT_CLOCK = "modern"
# No position is known to have more moves.
MOST_LINES = 218
# Options that are whole numbers from 1 on, and the most they may be.
NUMBERS = {"multipv": ("n_lines", MOST_LINES), "threads": ("threads", _core.MAX_THREADS)}
# Options that are one of some words.
COMBOS = {"preset": PRESETS, "combine": (USUAL, *COMBINATIONS)}
# Options that are on or off.
CHECKS = {
    "uci_chess960": "chess960",
    "uci_showwdl": "shows_wdl",
    "weightoptions": "lists_weights",
}
ABOUT = f"tabiya {VERSION}, teaches a program from those who know better; GPL-3.0-or-later"
# The word for a search that does without what it has learned.
NONE = "none"
# What interfaces write for a string without letters.
EMPTY = "<empty>"


class OptionError(ValueError):
    """An option has an unknown name or a bad value."""


@dataclass(frozen=True)
class Settings:
    """The values of all options; None is the default of the core.

    >>> Settings().change("knight", "310.5").change("hash", "4").player()
    <Player of game('chess')>
    >>> Settings().change("knight", "many")
    Traceback (most recent call last):
    tabiya.uci._options.OptionError: knight: expected a number, found 'many'
    """

    hash_mib: int | None = None
    preset: str = PRESETS[0]
    resolution: float | None = None
    overhead: float = DEFAULT_OVERHEAD / 1000
    threads: int = 1
    n_lines: int = 1
    chess960: bool = False
    shows_wdl: bool = False
    lists_weights: bool = False
    ordering: str = ""
    combine: str = USUAL
    weights: dict[str, float] = field(default_factory=dict)
    pruning: str = ""
    clock: str | None = None

    def change(self, name: str, value: str | None) -> "Settings":
        """Return the settings with one option set; names are of any case.

        Raises
        ------
        OptionError, WeightError
            If the name is unknown or the value is bad.
        """
        text = value or ""
        match name.lower():
            case "hash":
                changes: dict[str, Any] = {"hash_mib": _whole(name, text, 1, most_hash())}
            case "move overhead":
                changes = {"overhead": _whole(name, text, 0, MOST_OVERHEAD) / 1000}
            case "resolution":
                changes = {"resolution": _number(name, text)}
            case "weightsfile" | "pruningfile" | "clock" | "ordering" as word:
                changes = {word.removesuffix("file"): FILES[word](text)}
            case word if word in NUMBERS:
                field_name, most = NUMBERS[word]
                changes = {field_name: _whole(name, text, 1, most)}
            case word if word in COMBOS:
                changes = {word: _one_of(name, text, COMBOS[word])}
            case word if word in CHECKS:
                changes = {CHECKS[word]: _check(name, text)}
            case "ponder" | "uci_engineabout" | "clear hash":
                changes = {}
            case _:
                key, number = _weight(name, text)
                changes = {"weights": {**self.weights, key: number}}
        return replace(self, **changes)

    def game(self) -> Game:
        """Return the game that is played."""
        return Game("chess", chess960=self.chess960)

    def builds_same(self, other: "Settings") -> bool:
        """Return whether a player of the other settings will do."""
        return self.of_player() == other.of_player()

    def of_player(self) -> "Settings":
        """Return the settings without those that no player knows of."""
        return replace(
            self, threads=1, n_lines=1, shows_wdl=False, lists_weights=False, overhead=0.0
        )

    def player(self) -> Player:
        """Return a player of these settings."""
        # The first preset is the game's own, which goes with what the game's games spoke for.
        preset = None if self.preset == PRESETS[0] else self.preset
        combine = None if self.combine == USUAL else self.combine
        ordering: MapOrdering | str | None = self.ordering or None
        shipped = default_ordering("chess", preset)
        if ordering is None and combine is not None and shipped is not None:
            ordering = replace(shipped, combine=combine)
        return Player(
            self.game(),
            weights=self.weights,
            hash_mib=self.hash_mib,
            decisions=Decisions(preset=preset),
            resolution=self.resolution,
            pruning=self.pruning or None,
            clock=self.clock,
            ordering=ordering,
            combine=combine,
        )


def option_lines(*, with_weights: bool = False) -> Iterator[str]:
    """Yield the line of every option, and last of every weight if they are wanted.

    >>> lines = list(option_lines(with_weights=True))
    >>> lines[0]
    'option name Hash type spin default 16 min 1 max ...'
    >>> [line for line in lines if "name knight type" in line]
    ['option name knight type string default ...']
    """
    hash_mib, resolution = _core_defaults()
    variants = " ".join(f"var {preset}" for preset in PRESETS)
    yield f"option name Hash type spin default {hash_mib} min 1 max {most_hash()}"
    yield f"option name Threads type spin default 1 min 1 max {_core.MAX_THREADS}"
    yield "option name Clear Hash type button"
    yield "option name Ponder type check default false"
    yield f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}"
    yield "option name UCI_Chess960 type check default false"
    yield "option name UCI_ShowWDL type check default false"
    yield f"option name Preset type combo default {PRESETS[0]} {variants}"
    yield f"option name WeightsFile type string default {EMPTY}"
    yield f"option name PruningFile type string default {EMPTY}"
    yield f"option name Clock type string default {DEFAULT_CLOCK}"
    yield f"option name Ordering type string default {EMPTY}"
    combinations = " ".join(f"var {each}" for each in COMBOS["combine"])
    yield f"option name Combine type combo default {USUAL} {combinations}"
    yield f"option name Resolution type string default {resolution:.10g}"
    yield (
        f"option name Move Overhead type spin default {DEFAULT_OVERHEAD} min 0 max {MOST_OVERHEAD}"
    )
    yield f"option name UCI_EngineAbout type string default {ABOUT}"
    yield "option name WeightOptions type check default false"
    for name, value in _defaults().items() if with_weights else ():
        yield f"option name {name} type string default {value:.10g}"


@cache
def most_hash() -> int:
    """Return the largest table that can be asked for: the memory of the machine, in mebibytes."""
    return max(1, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20)


@cache
def _core_defaults() -> tuple[int, float]:
    player = Player("chess")
    return player.hash_mib, player.resolution


@cache
def _defaults() -> Weights:
    return Weights("chess")


def _read_weights(path: str) -> dict[str, float]:
    if path in ("", EMPTY):
        return {}
    try:
        weights = load_weights(path)
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"WeightsFile: {path}: {error}") from None
    if weights.game != "chess":
        raise OptionError(f"WeightsFile: {path}: expected weights of chess, found {weights.game}")
    return weights.changed()


def _read_pruning(path: str) -> str:
    """Check the file, so that a bad one is told where it is named."""
    if path in ("", EMPTY):
        return ""
    if path != NONE:
        try:
            load_pruning(path, game="chess")
        except OSError as error:
            raise OptionError(f"PruningFile: {path}: {error}") from None
    return path


def _clock(text: str) -> str | None:
    if text in ("", EMPTY, DEFAULT_CLOCK):
        return None
    clock = load_clock(text)
    if clock.game not in (None, "chess"):
        raise OptionError(f"Clock: {text}: expected one for chess, found one for {clock.game}")
    return text


def _weight(name: str, text: str) -> tuple[str, float]:
    """Check one weight without building all of them; those say what is wrong."""
    known = _defaults()
    key = name if name in known else name.lower()
    if key not in known:
        Weights("chess", {name: 0.0})
    value, info = _number(name, text), known.info(key)
    if not info.least <= value <= info.most:
        Weights("chess", {key: value})
    return key, value


def _one_of(name: str, text: str, known: Sequence[str]) -> str:
    if text.lower() not in known:
        raise OptionError(f"{name}: expected one of {', '.join(known)}, found {text!r}")
    return text.lower()


def _read_map(path: str) -> str:
    """Return the path of a map of chess moves, after a look at it."""
    if path in ("", EMPTY):
        return ""
    if path == NONE:
        return path
    try:
        found = load_map(path).game
    except OSError as error:
        raise OptionError(f"Ordering: {path}: {error}") from None
    if found != "chess":
        raise OptionError(f"Ordering: {path}: expected a map of chess, found one of {found}")
    return path


def _whole(name: str, text: str, least: int, most: int) -> int:
    try:
        value = int(text)
    except ValueError:
        raise OptionError(f"{name}: expected a whole number, found {text!r}") from None
    if not least <= value <= most:
        raise OptionError(f"{name}: expected a number from {least} to {most}, found {value}")
    return value


def _check(name: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise OptionError(f"{name}: expected true or false, found {text!r}")
    return text.lower() == "true"


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"{name}: expected a number, found {text!r}") from None


# Options that name files, and how they are read.
FILES: dict[str, Callable[[str], object]] = {
    "ordering": _read_map,
    "weightsfile": _read_weights,
    "pruningfile": _read_pruning,
    "clock": _clock,
}
