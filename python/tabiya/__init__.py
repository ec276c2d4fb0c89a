"""Teach a game-playing program from those who know better.

>>> import tabiya
>>> position = tabiya.game("chess").initial().play("e2e4")
>>> tabiya.Player("chess").search(position, depth=4).depth
4
"""

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

__version__ = VERSION

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
    "check_game",
    "game",
    "games",
    "load_weights",
    "solve",
    "weights",
    "win_probability",
]
