"""Conditions on games, such as ``white ~ "Karpov" and eco >= "B90"``."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import polars as pl
from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

GRAMMAR = r"""
?start: either
?either: both ("or"i both)*
?both: unary ("and"i unary)*
?unary: "not"i unary -> negated
      | "(" either ")"
      | comparison
comparison: FIELD OPERATOR value
value: STRING | NUMBER | WORD
FIELD: /(white_elo|black_elo|white|black|player|elo|event|site|round|date|year|result|eco|plies)\b/i
OPERATOR: "!~" | "~" | "!=" | "<=" | ">=" | "=" | "<" | ">"
STRING: /"([^"\\]|\\.)*"/ | /'([^'\\]|\\.)*'/
NUMBER.2: /\d+(?![\w.\/-])/
WORD: /[^\s()"'<>=!~]+/
%ignore /\s+/
"""

# What a column of numbers can be compared with.
MOST_NUMBER = 2**62
NUMBERS = ("white_elo", "black_elo", "elo", "year", "plies")


class WhereError(ValueError):
    """A condition on games is not of its form."""


def parse_where(text: str) -> pl.Expr:
    """Read a condition on games.

    Fields are ``white``, ``black`` (names), ``player`` (either of them), ``white_elo``,
    ``black_elo``, ``elo`` (the lower one), ``event``, ``site``, ``round``, ``date``, ``year``,
    ``result``, ``eco`` and ``plies``; ``~`` means "contains", in any case of letters.

    Raises
    ------
    WhereError
        With the place and what was expected there.

    Examples
    --------
    >>> games = pl.DataFrame({"white": ["Karpov,A", "Short,N"], "eco": ["B92", "C18"]})
    >>> games.filter(parse_where('white ~ "karpov" and eco >= "B90"'))["white"].to_list()
    ['Karpov,A']
    >>> parse_where("white ~")
    Traceback (most recent call last):
    tabiya.chunks._where.WhereError: column 8: expected a value, found the end of 'white ~'
    """
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise WhereError(_explain(error, text)) from None
    try:
        condition: pl.Expr = _Conditions().transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return condition


@lru_cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", propagate_positions=True)


# What the terminals of the grammar are called.
NAMES = {
    "FIELD": "a field such as white, eco or year",
    "OPERATOR": "one of = != < <= > >= ~ !~",
    "STRING": "a value",
    "NUMBER": "a value",
    "WORD": "a value",
    "LPAR": "(",
    "RPAR": ")",
    "NOT": "not",
    "AND": "and",
    "OR": "or",
    "$END": "the end",
}


def _explain(error: UnexpectedInput, text: str) -> str:
    expected = getattr(error, "accepts", None) or getattr(error, "expected", None) or set()
    allowed = getattr(error, "allowed", None) or set()
    words = dict.fromkeys(NAMES.get(name, name) for name in sorted({*expected, *allowed}))
    column = error.column if error.column > 0 else len(text) + 1
    token = getattr(error, "token", None)
    is_end = token is not None and token.type == "$END"
    found = f"the end of {text!r}" if is_end else repr(text[column - 1 :])
    column = len(text) + 1 if is_end else column
    return f"column {column}: expected {' or '.join(words)}, found {found}"


class _Conditions(Transformer[Token, pl.Expr]):
    def either(self, parts: list[pl.Expr]) -> pl.Expr:
        return pl.any_horizontal(parts)

    def both(self, parts: list[pl.Expr]) -> pl.Expr:
        return pl.all_horizontal(parts)

    def negated(self, parts: list[pl.Expr]) -> pl.Expr:
        return ~parts[0].fill_null(value=False)

    def value(self, tokens: list[Token]) -> str:
        token = tokens[0]
        if token.type == "STRING":
            return str(token[1:-1]).replace('\\"', '"').replace("\\'", "'").replace("\\\\", "\\")
        return str(token)

    def comparison(self, parts: list[Any]) -> pl.Expr:
        field, operator, value = str(parts[0]).lower(), str(parts[1]), parts[2]
        if field == "player":
            sides = [_compare(side, operator, value, parts[0]) for side in ("white", "black")]
            is_negative = operator in ("!=", "!~")
            return pl.all_horizontal(sides) if is_negative else pl.any_horizontal(sides)
        return _compare(field, operator, value, parts[0])


def _compare(field: str, operator: str, value: str, place: Token) -> pl.Expr:
    if field == "elo":
        column = pl.min_horizontal("white_elo", "black_elo")
    elif field == "year":
        column = pl.col("date").str.head(4).cast(pl.Int64, strict=False)
    else:
        column = pl.col(field)
    if field in NUMBERS:
        if operator in ("~", "!~"):
            where = f"column {place.column}"
            raise WhereError(f"{where}: expected a comparison of numbers, found {operator!r}")
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or abs(number) > MOST_NUMBER:
            raise WhereError(
                f"column {place.column}: expected a number for {field}, found {value!r}"
            )
        return _ORDER[operator](column, number)
    if operator in ("~", "!~"):
        contains = column.str.to_lowercase().str.contains(value.lower(), literal=True)
        return contains if operator == "~" else ~contains
    return _ORDER[operator](column, value)


_ORDER: dict[str, Callable[[pl.Expr, str | int], pl.Expr]] = {
    "=": lambda column, value: column == value,
    "!=": lambda column, value: column != value,
    "<": lambda column, value: column < value,
    "<=": lambda column, value: column <= value,
    ">": lambda column, value: column > value,
    ">=": lambda column, value: column >= value,
}
