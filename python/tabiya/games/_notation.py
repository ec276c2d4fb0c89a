"""Moves as people write them: SAN in chess, ``h7-f7`` in Lines of Action, squares in Othello."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tabiya._core import IllegalMoveError

if TYPE_CHECKING:
    import chess

    from tabiya.games._game import Game, Position

_TWO_SQUARES = re.compile(r"([a-h][1-8])\s*[-x:]?\s*([a-h][1-8])\s*=?\s*\(?([nbrq]?)\)?[+#!?]*")
_PASSES = {"pass", "pas", "pa", "ps", "--"}


def parse_move(position: "Position", text: str) -> str:
    """Return the legal move that a text names."""
    moves = position.legal_moves()
    plain = text.strip()
    if plain in moves:
        return plain
    squares = _TWO_SQUARES.fullmatch(plain.lower())
    found = "".join(squares.groups()) if squares else plain.lower()
    if found in _PASSES:
        found = "pass"
    if found in moves:
        return found
    if position.game.name == "chess":
        try:
            board = as_board(position)
            # Zeros for castling are common, and a chess program means SAN by capitals alone.
            return _own_text(board, board.parse_san(plain.replace("0", "O")), moves)
        except ValueError:
            pass
    raise IllegalMoveError(f"expected a legal move, found {text!r} in {position}")


def format_move(position: "Position", move: str) -> str:
    """Return a legal move as people write it."""
    if position.game.name == "chess":
        import chess  # noqa: PLC0415 (slow to load, and the other games need it not)

        board = as_board(position)
        return board.san(board.parse_uci(move) if move != "0000" else chess.Move.null())
    if position.game.name == "loa" and move != "pass":
        index = "abcdefgh".index(move[2]) + 8 * (int(move[3]) - 1)
        sign = "-" if position.cells[index] == "." else "x"
        return f"{move[:2]}{sign}{move[2:]}"
    return move


def format_line(position: "Position", moves: Iterable[str]) -> str:
    """Return moves in a row as people write them; chess moves are numbered."""
    words, at = [], position
    is_chess = position.game.name == "chess"
    for ply, move in enumerate(moves):
        if is_chess:
            number = str(at).rsplit(" ", 1)[-1]
            if at.side_to_move == "white":
                words.append(f"{number}.")
            elif ply == 0:
                words.append(f"{number}...")
        words.append(format_move(at, move))
        at = at.play(move)
    return " ".join(words)


def as_board(position: "Position") -> "chess.Board":
    """Return a chess position as python-chess has it, without its past."""
    import chess  # noqa: PLC0415 (slow to load, and the other games need it not)

    return chess.Board(str(position), chess960=is_chess960(position.game))


def is_chess960(game: "Game") -> bool:
    """Return whether castling is that of Chess960."""
    return game.rules.get("chess960") == "true"


def colour_result(game: "str | Game", result: str) -> str:
    """Turn a result of the first player's view into one of White's, as PGN has it, or back.

    >>> colour_result("othello", "1-0"), colour_result("chess", "1-0"), colour_result("loa", "*")
    ('0-1', '1-0', '*')
    """
    name = game if isinstance(game, str) else game.name
    if name == "chess":
        return result
    # Black moves first in the other games.
    return {"1-0": "0-1", "0-1": "1-0"}.get(result, result)


def _own_text(board: "chess.Board", move: "chess.Move", moves: list[str]) -> str:
    text = board.uci(move)
    return text if text in moves else move.uci()
