"""From text to syntax tree, with errors that say what was expected."""

import re
from functools import cache
from importlib.resources import files
from typing import Literal

from lark import Lark, Token, UnexpectedCharacters, UnexpectedInput
from lark.exceptions import UnexpectedEOF, UnexpectedToken, VisitError

from tabiya.chunks import _syntax as syntax
from tabiya.chunks._build import Builder
from tabiya.chunks._error import ChunkError, Place
from tabiya.chunks._expected import expected_words


@cache
def _grammar() -> Lark:
    text = files("tabiya.chunks").joinpath("_grammar.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        start=["file", "pattern"],
        parser="lalr",
        lexer="contextual",
        propagate_positions=True,
        maybe_placeholders=True,
    )


def read(
    text: str, file: str | None, start: Literal["file", "pattern"]
) -> tuple[list[syntax.Definition], list[Token]]:
    """Read definitions and the classes that the file declares."""
    try:
        tree = _grammar().parse(text, start=start)
        built: tuple[list[syntax.Definition], list[Token]] = Builder(text, file).transform(tree)
    except UnexpectedInput as error:
        raise _syntax_error(error, text, file) from None
    except VisitError as error:
        if isinstance(error.orig_exc, ChunkError):
            raise error.orig_exc from None
        raise
    except RecursionError:
        place = Place(file, 1, 1)
        message = "expected fewer parentheses within parentheses"
        raise ChunkError(place, message, text) from None
    return built


def _syntax_error(error: UnexpectedInput, text: str, file: str | None) -> ChunkError:
    allowed: set[str] = set()
    found = "the end of the text"
    line, column = _end_of(text)
    if isinstance(error, UnexpectedToken):
        allowed = set(error.accepts or error.expected)
        if error.token.type != "$END":
            found = repr(_word_at(text, error.line, error.column))
            line, column = error.line, error.column
    elif isinstance(error, UnexpectedCharacters):
        allowed = set(error.allowed or ())
        found = repr(_word_at(text, error.line, error.column))
        line, column = error.line, error.column
    elif isinstance(error, UnexpectedEOF):
        allowed = set(error.expected)
    hint = ""
    before = (text.split("\n")[line - 1 : line] or [""])[0][: column - 1]
    if "#" in found or before.endswith("#"):
        hint = " (a comment has a space after its #)"
    message = f"expected {expected_words(allowed)}, found {found}{hint}"
    return ChunkError(Place(file, line, column), message, text)


def _end_of(text: str) -> tuple[int, int]:
    lines = text.rstrip().split("\n")
    return len(lines), len(lines[-1]) + 1


def _word_at(text: str, line: int, column: int) -> str:
    rest = text.split("\n")[line - 1][column - 1 :]
    match = re.match(r"[A-Za-z0-9_]+|\S", rest)
    return match[0] if match else ""
