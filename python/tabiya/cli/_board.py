"""A board for playing in a terminal: pieces as signs, the last move in brackets."""

import re

SIGNS = {
    "chess": dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True)),
    "othello": {"X": "●", "O": "○"},
    "loa": {"b": "●", "w": "○"},
}
EMPTY = "·"


def draw_board(game: str, cells: str, *, last_move: str = "", is_turned: bool = False) -> str:
    """Draw 64 cells, a1 first; Othello has its first rank on top.

    Parameters
    ----------
    game : str
        The game, which says how its pieces look.
    cells : str
        What stands on the squares, as :attr:`Position.cells`.
    last_move : str
        A move whose squares are put in brackets.
    is_turned : bool
        Show the board from the other side.

    Examples
    --------
    >>> print(draw_board("loa", "." * 56 + ".bbbbbb.", last_move="b1b8")[:31])
    8  · [●] ●  ●  ●  ●  ●  ·
    7  ·
    """
    marked = set(re.findall("[a-h][1-8]", last_move))
    ranks = range(1, 9) if (game == "othello") != is_turned else range(8, 0, -1)
    files = "hgfedcba" if is_turned else "abcdefgh"
    rows = []
    for rank in ranks:
        row = ""
        for file in files:
            cell = cells[8 * (rank - 1) + "abcdefgh".index(file)]
            sign = SIGNS[game].get(cell, EMPTY)
            row += f"[{sign}]" if f"{file}{rank}" in marked else f" {sign} "
        rows.append(f"{rank} {row}".rstrip())
    return "\n".join([*rows, "   " + "  ".join(files)])
