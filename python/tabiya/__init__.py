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
    Batch,
    Game,
    IllegalMoveError,
    ParsePositionError,
    Position,
    check_game,
    game,
    games,
)

if TYPE_CHECKING:
    from tabiya import (
        analysts,
        chunks,
        clocks,
        cluster,
        combine,
        engines,
        files,
        learn,
        measure,
        metrics,
        nboard,
        ordering,
        patterns,
        play,
        players,
        population,
        positions,
        predict,
        pruning,
        report,
        runs,
        store,
        uci,
    )
    from tabiya.metrics import concordance, concordance_many, spearman
    from tabiya.players import (
        Decisions,
        GameOverError,
        Player,
        SearchIteration,
        SearchReport,
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

__version__ = VERSION

__all__ = [
    "Batch",
    "Decisions",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "ParsePositionError",
    "Player",
    "Position",
    "SearchIteration",
    "SearchReport",
    "Solution",
    "Stop",
    "Trace",
    "WeightError",
    "Weights",
    "__version__",
    "analysts",
    "check_game",
    "chunks",
    "clocks",
    "cluster",
    "combine",
    "concordance",
    "concordance_many",
    "engines",
    "files",
    "game",
    "games",
    "learn",
    "load_weights",
    "measure",
    "metrics",
    "nboard",
    "ordering",
    "patterns",
    "play",
    "players",
    "population",
    "positions",
    "predict",
    "pruning",
    "report",
    "runs",
    "solve",
    "spearman",
    "store",
    "uci",
    "weights",
    "win_probability",
]

# What stands on libraries that take a while to load is loaded when it is asked for. So the command
# line stays quick, too: it says `tabiya.play.match(...)` and imports no room itself.
_ROOMS = (
    "analysts",
    "chunks",
    "clocks",
    "cluster",
    "combine",
    "engines",
    "files",
    "learn",
    "measure",
    "metrics",
    "nboard",
    "ordering",
    "patterns",
    "play",
    "players",
    "population",
    "positions",
    "predict",
    "pruning",
    "report",
    "runs",
    "store",
    "uci",
)
_OF_METRICS = ("concordance", "concordance_many", "spearman")


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"tabiya.{name}")
    if name in __all__:
        home = "metrics" if name in _OF_METRICS else "players"
        return getattr(import_module(f"tabiya.{home}"), name)
    raise AttributeError(f"module 'tabiya' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
