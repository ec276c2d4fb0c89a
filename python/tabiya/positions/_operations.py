"""Labels in the operations of an EPD line: ``c9 "1-0"``, ``c0 "+-"``, ``ce``, ``dm`` and ``bm``."""

import re

import polars as pl

from tabiya.positions._labels import MATE, Label, parse_result, parse_symbol, score_label

# Where an operation may start, and how a text ends.
_START = r"(?:^|;)\s*"
_QUOTED = r'\s+"?\s*({})\s*"?\s*(?:;|$)'
_RESULT = r"1-0|0-1|1/2-1/2|½-½"
# Signs of all shapes and dashes of all lengths.
_SYMBOL = r"[-+=/±∓⩲⩱∞\x{2212}\x{2013}\x{2014}]{1,4}|unclear|\$1[0-9]|\$4[4-7]"

IS_OPERATION = r"^[\s;]*[A-Za-z][A-Za-z0-9_]{0,14}\s+[^\s;]"

# CITE: Edwards 1994, "Portable Game Notation Specification", §16.2.5.
OPERATIONS = {
    "result": _START + r"(?:c[0-9]|result)" + _QUOTED.format(_RESULT),
    "symbol": _START + r"c[0-9]" + _QUOTED.format(_SYMBOL),
    "ce": _START + r"ce\s+([+-]?[0-9]{1,5})\s*(?:;|$)",
    "dm": _START + r"dm\s+([+-]?[0-9]{1,3})\s*(?:;|$)",
    "bm": _START + r"bm\s+([^;\"]{1,200})",
}
GAME_ID = _START + r'c8\s+"([^"]{1,60})"'

# CITE: Edwards 1994, §16.2.5.5: 32767 less the plies to mate, if it is within 32767 - 32001.
EPD_MATE, LEAST_EPD_MATE = 32767, 32001


def extract_operations(rest: pl.Expr) -> list[pl.Expr]:
    """Return the texts of the operations that can be labels."""
    return [rest.str.extract(pattern).alias(name) for name, pattern in OPERATIONS.items()]


def parse_operations(
    found: dict[str, str | None], side: str, sides: tuple[str, ...]
) -> list[Label]:
    """Return the labels of a line; one that has none is unlabelled.

    >>> found = {"ce": "-35", "bm": "Qd1 +"}
    >>> [label.text for label in parse_operations(found, "black", ("white", "black"))]
    ['0.35', 'Qd1+']
    """
    result, symbol = found.get("result"), found.get("symbol")
    labels = [
        None if result is None else parse_result(result, sides),
        None if symbol is None else parse_symbol(symbol),
        _score(found.get("ce"), found.get("dm"), 1 if side == sides[0] else -1),
    ]
    moves = found.get("bm")
    if moves is not None:
        text = re.sub(r"\s+(?=[+#!?])", "", " ".join(moves.split()))
        labels.append(Label(text, "best move", None))
    return [label for label in labels if label is not None] or [Label("", "unlabelled", None)]


def _score(centipawns: str | None, mate: str | None, sign: int) -> Label | None:
    """Return the score of the first player from that of the side to move."""
    if mate is not None and int(mate) != 0:
        moves = int(mate)
    elif centipawns is None:
        return None
    elif abs(int(centipawns)) >= LEAST_EPD_MATE:
        plies = max(0, EPD_MATE - abs(int(centipawns)))
        moves = (plies + 1) // 2 * (1 if int(centipawns) > 0 else -1)
    else:
        return score_label(sign * float(centipawns))
    winner = sign if moves >= 0 else -sign
    return score_label(winner * (MATE - abs(moves)))
