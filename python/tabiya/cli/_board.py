"""A board for playing in a terminal: pieces as signs, colours where the terminal has them."""

import re
from collections.abc import Collection, Mapping

SIGNS = {
    "chess": dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True)),
    "othello": {"X": "●", "O": "○"},
    "loa": {"b": "●", "w": "○"},
}
# A square that is asked for, and one that some man can reach; with a man to take, these.
EMPTY, MARK, REACHED = "·", "*", "∘"
TAKEN = "x"
# Of 256 colours: the two grounds, the ground of the last move, and first and second player's men.
COLOURS = {
    "chess": ((180, 137, 143), (231, 16)),
    "othello": ((29, 29, 35), (16, 231)),
    "loa": ((180, 180, 143), (16, 231)),
}
# The grounds of squares that are shaded, from the palest to the fullest.
SHADES = (224, 217, 210, 203, 196)
FIRST_MEN = {"chess": "KQRBNP", "othello": "X", "loa": "b"}
RESET = "\x1b[0m"


def draw_board(
    game: str,
    cells: str,
    *,
    last_move: str = "",
    is_turned: bool = False,
    marked: Collection[str] = (),
    reached: Collection[str] = (),
    shades: Mapping[str, float] | None = None,
    in_colour: bool = False,
) -> str:
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
    marked : collection of str
        Squares to which the man that was asked for may move.
    reached : collection of str
        Squares to which some man may move, shown less loudly.
    shades : mapping of str to float, optional
        Squares with grounds of their own, from 0, the palest, to 1; only where there are colours.
    in_colour : bool
        Whether the terminal has colours.

    Examples
    --------
    >>> print(draw_board("loa", "." * 56 + ".bbbbbb.", last_move="b1b8")[:31])
    8  · [●] ●  ●  ●  ●  ●  ·
    7  ·
    >>> draw_board("othello", "." * 64, marked=["a1"]).split()[:3]
    ['1', '*', '·']
    >>> draw_board("loa", "b" + "." * 63, last_move="a3a1", reached=["a1"]).splitlines()[-2][:6]
    '1 x●] '
    >>> draw_board("loa", "b" + "." * 63, reached=["a1", "b1"]).splitlines()[-2]
    '1 x●  ∘  ·  ·  ·  ·  ·  ·'
    >>> "48;5;196m" in draw_board("loa", "." * 64, shades={"a1": 1.0}, in_colour=True)
    True
    """
    grounds = {square: _shade(part) for square, part in (shades or {}).items()}
    moved = set(re.findall("[a-h][1-8]", last_move))
    ranks = range(1, 9) if (game == "othello") != is_turned else range(8, 0, -1)
    files = "hgfedcba" if is_turned else "abcdefgh"
    rows = []
    for rank in ranks:
        row = ""
        for file in files:
            square = f"{file}{rank}"
            cell = cells[8 * (rank - 1) + "abcdefgh".index(file)]
            is_reached = square in reached
            sign = _sign(game, cell, is_marked=square in marked, is_reached=is_reached)
            before = TAKEN if is_reached and cell != "." else " "
            if in_colour:
                last = COLOURS[game][0][2] if square in moved else None
                row += _painted(game, cell, sign, square, before, ground=grounds.get(square, last))
            else:
                opening = before.replace(" ", "[")  # a man that moved last can be taken, too
                row += f"{opening}{sign}]" if square in moved else f"{before}{sign} "
        rows.append(f"{rank} {row}".rstrip())
    return "\n".join([*rows, "   " + "  ".join(files)])


def _sign(game: str, cell: str, *, is_marked: bool, is_reached: bool) -> str:
    if is_marked:
        return MARK if cell == "." else TAKEN
    if is_reached and cell == ".":
        return REACHED
    return SIGNS[game].get(cell, EMPTY)


def _shade(part: float) -> int:
    return SHADES[round(part * (len(SHADES) - 1))]


def _painted(
    game: str, cell: str, sign: str, square: str, before: str, *, ground: int | None
) -> str:
    (light, dark, _), men = COLOURS[game]
    is_light = ("abcdefgh".index(square[0]) + int(square[1])) % 2 == 0
    if ground is None:
        ground = light if is_light else dark
    if sign in (MARK, TAKEN):
        ink = 226
    elif sign == REACHED:
        ink = 94  # a shade below the ground: there for who looks for it
    elif sign == EMPTY:
        ink = ground if game == "chess" else 16
    else:
        ink = men[0 if cell in FIRST_MEN[game] else 1]
        # Filled signs show their colour; outlines would take that of the other side.
        sign = SIGNS["chess"][cell.lower()] if game == "chess" else "●"
    return f"\x1b[48;5;{ground}m\x1b[38;5;{ink}m{before}{sign} {RESET}"
