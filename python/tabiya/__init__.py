"""Teach a game-playing program from those who know better.

>>> import tabiya
>>> position = tabiya.game("chess").initial().play("e2e4")
>>> tabiya.Player("chess").search(position, depth=4).depth
4
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabiya._core import VERSION
from tabiya.games import (
    Game,
    IllegalMoveError,
    ParsePositionError,
    Position,
    check_game,
    game,
    games,
)
from tabiya.players import (
    Decisions,
    GameOverError,
    Iteration,
    Player,
    Report,
    Solution,
    Stop,
    Trace,
    WeightError,
    Weights,
    load_weights,
    solve,
    weights,
    win_probability,
)

if TYPE_CHECKING:
    from tabiya import analysts, engines, learn, measure, metrics, play, positions, report
    from tabiya.metrics import concordance, concordance_many, spearman

__version__ = VERSION

# These stand on libraries that take a while to load, and are loaded when they are asked for.
_ROOMS = ("analysts", "engines", "learn", "measure", "metrics", "play", "positions", "report")
_MEASURES = ("concordance", "concordance_many", "spearman")

__all__ = [
    "Decisions",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Iteration",
    "ParsePositionError",
    "Player",
    "Position",
    "Report",
    "Solution",
    "Stop",
    "Trace",
    "WeightError",
    "Weights",
    "__version__",
    "analysts",
    "check_game",
    "concordance",
    "concordance_many",
    "engines",
    "game",
    "games",
    "learn",
    "load_weights",
    "measure",
    "metrics",
    "play",
    "positions",
    "report",
    "solve",
    "spearman",
    "weights",
    "win_probability",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"tabiya.{name}")
    if name in _MEASURES:
        return getattr(import_module("tabiya.metrics"), name)
    raise AttributeError(f"module 'tabiya' has no attribute {name!r}")
