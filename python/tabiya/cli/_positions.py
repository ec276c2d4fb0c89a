"""Positions from the command line: a text, or a file of any kind that holds some."""

import contextlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

import tabiya
from tabiya.games import Game, ParsePositionError, Position, recognise

# Fields of a FEN that an EPD line has too, and those that it lacks.
N_SHARED_FIELDS = 4
N_FIELDS = 6
Skip: TypeAlias = Annotated[
    int, typer.Option(min=0, help="Leave out so many at the start, to go on with a file.")
]
ON_LINES = "positions on lines (EPD, FEN)"
_OTHELLO = re.compile(r"([-XxOo.*@_BbWw]{64})\s*([XxOo*@BbWw])")


@dataclass(frozen=True)
class Placed:
    """A position, where it was found, and what stood behind it."""

    position: Position
    place: str
    rest: str = ""


def read_positions(
    source: str, game: Game | None = None, *, may_be_over: bool = False
) -> list[Placed]:
    """Read a position, or a file of positions; blank lines and those that start with # are skipped.

    Parameters
    ----------
    source : str
        The text of a position, or the name of a file.
    game : Game, optional
        The game; without it, it is known by the text.
    may_be_over : bool
        Whether the games may have ended.

    Raises
    ------
    ValueError
        If a position is bad or its game is over; the message names the file and the line.
    """
    if not is_file(source):
        if recognise(source) is None and " " not in source.strip():
            raise ValueError(f"expected a position or a file, found {source!r}")
        return [_read_line(source, game, source, may_be_over=may_be_over)]
    with contextlib.suppress(ValueError):
        form = tabiya.positions.find_format(Path(source)).name
        if form != ON_LINES:
            return _from_set(source, game)
    placed = []
    for number, line in enumerate(_read_text(source).splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith(("#", "%")):
            continue
        try:
            placed.append(_read_line(line, game, f"{source}:{number}", may_be_over=may_be_over))
        except ValueError as error:
            raise ValueError(f"{source}:{number}: {error}") from None
    if not placed:
        raise ValueError(f"{source}: expected at least one position, found none")
    return placed


def _read_text(source: str) -> str:
    """Return the text of a file, which may be compressed."""
    try:
        data = b"".join(tabiya.files.read_pieces(Path(source)))
    except tabiya.files.TruncatedError as error:
        raise ValueError(f"{source}: {error}") from None
    return data.decode("utf-8-sig", errors="replace")


def is_file(source: str) -> bool:
    """Return whether a text names a file."""
    with contextlib.suppress(OSError):
        return Path(source).is_file()
    return False


def _from_set(source: str, game: Game | None) -> list[Placed]:
    found = tabiya.positions.read(source, game=game.name if game else None)
    chosen = game or Game(found.game)
    texts = found.table["position"].to_list()
    placed = [
        Placed(chosen.position(text), f"{source}, row {n}") for n, text in enumerate(texts, 1)
    ]
    return [each for each in placed if each.position.result is None]


def _read_line(line: str, game: Game | None, place: str, *, may_be_over: bool) -> Placed:
    name = recognise(line)
    if game is None and name is None:
        raise ParsePositionError(
            f"expected a position of {', '.join(tabiya.games())}, found {line[:80]!r}"
        )
    chosen = game or Game(name or "chess")
    text, rest = _split(chosen.name if name in (None, chosen.name) else name or "", line)
    position = chosen.position(text)
    return Placed(position if may_be_over else _running(position), place, rest)


def _split(game: str, line: str) -> tuple[str, str]:
    """Return the position of a line in our words, and what stands behind it."""
    fields = line.split()
    if game == "othello":
        found = _OTHELLO.match(line.strip())
        if found is None:
            return line.strip(), ""
        board = found[1].translate(str.maketrans("xX*@Bbo.O_Ww", "XXXXXXO-O-OO"))
        side = "X" if found[2] in "Xx*@Bb" else "O"
        return f"{board} {side}", line.strip()[found.end() :].strip("; \t")
    n_fields = 2
    if game == "chess":
        counters = fields[N_SHARED_FIELDS:N_FIELDS]
        has_counters = len(counters) == N_FIELDS - N_SHARED_FIELDS and all(
            counter.rstrip(";").lstrip("-").isdigit() for counter in counters
        )
        n_fields = N_FIELDS if has_counters or len(fields) < N_SHARED_FIELDS else N_SHARED_FIELDS
    return " ".join(fields[:n_fields]), " ".join(fields[n_fields:])


def _running(position: Position) -> Position:
    if position.result is not None:
        raise ParsePositionError(
            f"expected a position in play, found one that ended {position.result}: {position}"
        )
    return position
