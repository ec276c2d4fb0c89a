"""Positions from the command line: a text, or a file with one on each line."""

import contextlib
from dataclasses import dataclass
from pathlib import Path

from tabiya.games import Game, ParsePositionError, Position

# Fields of a FEN that an EPD line has too, and those that it lacks.
N_SHARED_FIELDS = 4
N_FIELDS = 6


@dataclass(frozen=True)
class Placed:
    """A position and where it was found."""

    position: Position
    place: str


def read_positions(game: Game, source: str) -> list[Placed]:
    """Read a position, or a file of positions; blank lines and those that start with # are skipped.

    Raises
    ------
    ValueError
        If a position is bad or its game is over; the message names the file and the line.
    """
    if not _is_file(source):
        if " " not in source.strip():
            raise ValueError(f"expected a position or a file, found {source!r}")
        return [Placed(_running(_parse(game, source)), source)]
    placed = []
    text = Path(source).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            placed.append(Placed(_running(_parse(game, line)), f"{source}:{number}"))
        except ValueError as error:
            raise ValueError(f"{source}:{number}: {error}") from None
    if not placed:
        raise ValueError(f"{source}: expected at least one position, found none")
    return placed


def _is_file(source: str) -> bool:
    with contextlib.suppress(OSError):
        return Path(source).is_file()
    return False


def _parse(game: Game, line: str) -> Position:
    """Read a position; the operations of an EPD line are left aside."""
    fields = line.split()
    if game.name == "chess" and len(fields) > N_SHARED_FIELDS:
        counters = fields[N_SHARED_FIELDS:N_FIELDS]
        has_counters = len(counters) == N_FIELDS - N_SHARED_FIELDS and all(
            counter.rstrip(";").lstrip("-").isdigit() for counter in counters
        )
        fields = fields[: N_FIELDS if has_counters else N_SHARED_FIELDS]
    return game.position(" ".join(fields))


def _running(position: Position) -> Position:
    if position.result is not None:
        raise ParsePositionError(
            f"expected a position in play, found one that ended {position.result}: {position}"
        )
    return position
