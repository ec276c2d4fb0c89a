"""Which game a text is a position of."""

import re

_BOARDS = {
    "loa": re.compile(r"(?:[bw1-8]{1,8}/){7}[bw1-8]{1,8}(?:\s+[bw])?"),
    "chess": re.compile(r"(?:[pnbrqkPNBRQK1-8~]{1,16}/){7}[pnbrqkPNBRQK1-8~]{1,16}(?:\s.*)?"),
    "othello": re.compile(r"[-XxOo.*@_BbWw]{64}(?:\s*[XxOo*@BbWw]\w*)?(?:[\s;].*)?"),
}


def recognise(text: str) -> str | None:
    """Return the name of the game that a text is a position of; None if of none.

    Only the form is looked at; the position may be impossible.

    >>> recognise("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), recognise(64 * "-" + " X")
    ('chess', 'othello')
    >>> recognise("1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"), recognise("e4")
    ('loa', None)
    """
    plain = text.strip()
    return next((game for game, board in _BOARDS.items() if board.fullmatch(plain)), None)
