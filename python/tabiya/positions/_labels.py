"""What labels look like in text, and the numbers they stand for."""

import math
import re
from dataclasses import dataclass

# From "Black is winning" to "White is winning", as we write them.
SYMBOLS = ("-+", "∓", "⩱", "=", "⩲", "±", "+-")
RESULTS = {0.0: "0-1", 0.5: "1/2-1/2", 1.0: "1-0"}
KINDS = (
    "symbol",
    "unclear",
    "compensation",
    "score",
    "result",
    "theoretical",
    "best move",
    "category",
    "unlabelled",
)

# A forced mate counts as so many centipawns, less the moves it takes.
MATE = 100_000.0
LEAST_MATE = 99_000.0
MOST_MOVES = 999

_SPELLINGS = {
    "-+": -3,
    "--+": -3,
    "∓": -2,
    "-/+": -2,
    "⩱": -1,
    "=+": -1,
    "=/+": -1,
    "=": 0,
    "⩲": 1,
    "+=": 1,
    "+/=": 1,
    "±": 2,
    "+/-": 2,
    "+-": 3,
    "+--": 3,
}
# CITE: Edwards 1994, "Portable Game Notation Specification", §10.
_GLYPHS = {
    "$10": "=",
    "$11": "=",
    "$12": "=",
    "$13": "∞",
    "$14": "⩲",
    "$15": "⩱",
    "$16": "±",
    "$17": "∓",
    "$18": "+-",
    "$19": "-+",
    "$44": "=/∞ white",
    "$45": "=/∞ black",
    "$46": "=/∞+ white",
    "$47": "=/∞+ black",
}
_COMPENSATION = ("=/∞", "=∞", "∞=", "∞/=")
_WORDS = {
    "1-0": 1.0,
    "0-1": 0.0,
    "1/2-1/2": 0.5,
    "1/2": 0.5,
    "½-½": 0.5,
    "½": 0.5,
    "draw": 0.5,
    "0.5-0.5": 0.5,
}
# The minus sign, the en dash and the em dash.
_DASHES = str.maketrans(dict.fromkeys("\u2212\u2013\u2014", "-"))
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})", re.ASCII)
_MATE = re.compile(r"([+-]?)[#Mm]([+-]?)([0-9]{1,3})", re.ASCII)


@dataclass(frozen=True)
class Label:
    """What was said, how, and the number it stands for, the first player's view."""

    text: str
    kind: str
    value: float | None


def parse_symbol(text: str) -> Label | None:
    """Read an assessment symbol or a numeric annotation glyph.

    >>> parse_symbol("+/-"), parse_symbol("$13")
    (Label(text='±', kind='symbol', value=2.0), Label(text='∞', kind='unclear', value=None))
    """
    plain = text.strip().translate(_DASHES)
    plain = _GLYPHS.get(plain, plain)
    if plain in _SPELLINGS:
        return symbol_label(_SPELLINGS[plain])
    if plain in {"∞", "unclear"}:
        return Label("∞", "unclear", None)
    if plain in _COMPENSATION:
        return Label("=/∞", "compensation", None)
    return Label(plain, "compensation", None) if plain in _GLYPHS.values() else None


def parse_result(text: str, sides: tuple[str, ...]) -> Label | None:
    """Read a result: ``1-0``, a half, the side that won, or a number from 0 to 1.

    >>> parse_result("1/2-1/2", ("white", "black")), parse_result("Black", ("white", "black"))
    (Label(text='1/2-1/2', kind='result', value=0.5), Label(text='0-1', kind='result', value=0.0))
    """
    plain = text.strip().translate(_DASHES).lower()
    value = _WORDS.get(plain)
    if value is None and plain in sides:
        value = 1.0 - sides.index(plain)
    if value is None:
        value = parse_number(plain)
    if value is None or not 0.0 <= value <= 1.0:
        return None
    return result_label(value)


def parse_score(text: str, unit: float = 1.0) -> Label | None:
    """Read a score in centipawns, or in a unit of so many, or a mate.

    >>> parse_score("#-3")
    Label(text='#-3', kind='score', value=-99997.0)
    """
    plain = text.strip().translate(_DASHES)
    mate = _MATE.fullmatch(plain)
    if mate is not None:
        loses = "-" in (mate[1], mate[2])
        return score_label((-1 if loses else 1) * (MATE - int(mate[3])))
    number = parse_number(plain)
    if number is None or abs(number * unit) > MATE:
        return None
    return score_label(number * unit)


def parse_number(text: str) -> float | None:
    """Read a plain decimal number."""
    return float(text) if _NUMBER.fullmatch(text.strip()) else None


def symbol_label(value: int) -> Label:
    """Return the symbol of a value from -3 to 3."""
    return Label(SYMBOLS[value + 3], "symbol", float(value))


def result_label(value: float) -> Label:
    """Return the label of a result, or of the mean of some."""
    return Label(RESULTS.get(value, f"{value:.3f}"), "result", value)


def score_label(value: float) -> Label:
    """Return the label of a score in centipawns: pawns, or the moves to mate."""
    value += 0.0  # not -0.0, which prints as such
    if abs(value) >= LEAST_MATE:
        moves = math.ceil(MATE - abs(value))
        return Label(f"#{'-' if value < 0 else ''}{moves}", "score", value)
    return Label(f"{value / 100 + 0.0:.2f}", "score", value)


def theoretical_label(value: float) -> Label:
    """Return the label of a theoretical score in discs."""
    return Label(f"{value + 0.0:+g}", "theoretical", value + 0.0)


def label_text(kind: str, value: float) -> str | None:
    """Return the text of a value of a kind, or None if the kind has none of its own."""
    if kind == "symbol":
        return SYMBOLS[round(value) + 3]
    if kind == "category":
        return f"{value:g}"
    makers = {"result": result_label, "score": score_label, "theoretical": theoretical_label}
    return makers[kind](value).text if kind in makers else None
