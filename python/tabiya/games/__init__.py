"""The games and their positions; they differ only by the word that names them."""

from tabiya._core import IllegalMoveError, ParsePositionError
from tabiya.games._batch import Batch
from tabiya.games._contract import check_game
from tabiya.games._game import Game, Position, game, games
from tabiya.games._notation import as_board, colour_result, is_chess960
from tabiya.games._recognise import recognise

__all__ = [
    "Batch",
    "Game",
    "IllegalMoveError",
    "ParsePositionError",
    "Position",
    "as_board",
    "check_game",
    "colour_result",
    "game",
    "games",
    "is_chess960",
    "recognise",
]

# ``tabiya.games`` is the function that lists them; the class is found there as well.
games.Batch = Batch  # type: ignore[attr-defined]  # an attribute of a function
