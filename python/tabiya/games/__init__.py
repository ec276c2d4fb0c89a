"""The games and their positions; they differ only by the word that names them."""

from tabiya._core import IllegalMoveError, ParsePositionError
from tabiya.games._contract import check_game
from tabiya.games._game import Game, Position, game, games

__all__ = [
    "Game",
    "IllegalMoveError",
    "ParsePositionError",
    "Position",
    "check_game",
    "game",
    "games",
]
