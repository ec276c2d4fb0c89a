"""What the commands about chunks share: options, and how a position is said."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tabiya

if TYPE_CHECKING:
    from tabiya.chunks import Library

LibraryOption = Annotated[
    str,
    typer.Option(
        "--library", "-l", help="A file of chunks, or starter or mach, which come with tabiya."
    ),
]


def load_library(name: str) -> "Library":
    """Return a library that comes with tabiya, or that of a file."""
    if name in {"starter", "mach"} and not Path(name).exists():
        return tabiya.chunks.library(name)
    return tabiya.chunks.Library.load(name)


def read_position(words: Sequence[str]) -> tabiya.Position:
    """Read a FEN from one argument or several.

    >>> read_position(["8/8/8/8/8/8/8/K1k5", "w", "-", "-"]).side_to_move
    'white'
    """
    return tabiya.game("chess").position(" ".join(words))


def is_fen(text: str) -> bool:
    """Return whether a text is meant as a FEN: chunks and files have no seven slashes.

    >>> is_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1"), is_fen("castled")
    (True, False)
    """
    return text.split(" ", maxsplit=1)[0].count("/") >= 7  # noqa: PLR2004 (eight ranks)


def squares_with_pieces(position: tabiya.Position, squares: Sequence[str]) -> str:
    """Say what stands on squares.

    >>> squares_with_pieces(tabiya.game("chess").initial(), ["e1", "d7"])
    'Ke1 pd7'
    """
    cells = position.cells
    place = {square: "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1) for square in squares}
    return " ".join(cells[place[square]] + square for square in squares)


def counted(count: int, word: str) -> str:
    """Say how many there are.

    >>> counted(1, "chunk"), counted(2, "chunk"), counted(0, "class")
    ('1 chunk', '2 chunks', '0 classes')
    """
    plural = f"{word}es" if word.endswith(("s", "ch")) else f"{word}s"
    return f"{count} {word if count == 1 else plural}"
