"""Games of Othello in GGF, as interfaces send them."""

import re

from tabiya.games import Game, Position

PROPERTY = re.compile(r"([A-Za-z]+)\[([^\]]*)\]")
FROM_GGF = str.maketrans({"*": "X", "O": "O", "o": "O", "x": "X"})
N_SQUARES = 64


class GgfError(ValueError):
    """A text is not a game in GGF."""


def parse_ggf(text: str) -> Position:
    """Return the position at the end of a game.

    Raises
    ------
    GgfError
        If the text is no game, or a move in it is not legal.

    Examples
    --------
    >>> start = "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27
    >>> str(parse_ggf(f"(;GM[Othello]BO[8 {start} *]B[D3//1.5];)"))[-1]
    'O'
    """
    properties = PROPERTY.findall(text)
    boards = [value.split() for name, value in properties if name.upper() == "BO"]
    if not boards:
        raise GgfError(f"expected a game with a board BO[8 …], found {text[:60]!r}")
    size, *rows, side = boards[0] if len(boards[0]) > 2 else ("", "", "")  # noqa: PLR2004 (size, rows and side)
    board = "".join(rows).translate(FROM_GGF)
    if size != "8" or len(board) != N_SQUARES or side not in ("*", "O"):
        raise GgfError(f"expected BO[8, 64 squares, * or O], found BO[{' '.join(boards[0])[:80]}]")
    try:
        position = Game("othello").position(f"{board} {side.translate(FROM_GGF)}")
    except ValueError as error:
        raise GgfError(str(error)) from None
    for name, value in properties:
        if name.upper() in ("B", "W"):
            position = play(position, value)
    return position


def play(position: Position, word: str) -> Position:
    """Return the position after a move as NBoard writes it: ``F5``, ``PA``, ``f5/-2.0/1.5``.

    Raises
    ------
    GgfError
        If it is not legal.
    """
    square = word.partition("/")[0].strip().lower()
    move = "pass" if square.startswith("pa") else square
    try:
        return position.play(move)
    except ValueError as error:
        raise GgfError(str(error)) from None
