"""Where games begin."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tabiya.games import Game, Position
from tabiya.play._opening_pgn import read_pgn_lines

# A FEN has six fields; an EPD line has the first four, then operations.
N_EPD_FIELDS = 4
N_FEN_FIELDS = 6
EPD_NAME = re.compile(r'\bid "([^"]*)"')
DEFAULT_PGN_PLIES = 16


@dataclass(frozen=True)
class Opening:
    """A position from which games begin, and what it is called."""

    position: Position
    name: str = ""


def read_openings(path: str | Path, game: Game, *, plies: int | None = None) -> list[Opening]:
    """Read openings from a file.

    Parameters
    ----------
    path : str or Path
        ``.pgn``: games, of which the first plies are taken. Anything else: a position on each line,
        FEN or EPD in chess; blank lines and those that start with ``#`` are skipped. The operation
        ``id "name"`` of EPD names the opening.
    game : Game
        The game they are of.
    plies : int, optional
        How many plies of the games are taken, 16 if it is not said; only for PGN.

    Returns
    -------
    list of Opening
        In the order of the file, each position once.

    Raises
    ------
    ValueError
        If a line is bad or a game is over there; the message names the file and the line.
    """
    name = str(path)
    if name.lower().endswith(".pgn"):
        openings = _from_pgn(name, game, DEFAULT_PGN_PLIES if plies is None else plies)
    else:
        openings = _from_lines(name, game)
    return unique(openings, name)


def unique(openings: Iterable[Opening], place: str) -> list[Opening]:
    """Return the openings without those that were there before.

    Raises
    ------
    ValueError
        If there is none.
    """
    seen: dict[str, Opening] = {}
    for opening in openings:
        seen.setdefault(str(opening.position), opening)
    if not seen:
        raise ValueError(f"{place}: expected at least one opening, found none")
    return list(seen.values())


def _from_lines(path: str, game: Game) -> Iterator[Opening]:
    with Path(path).open(encoding="utf-8") as lines:
        try:
            for number, line in enumerate(lines, start=1):
                if line.strip() and not line.lstrip().startswith("#"):
                    yield _from_line(line, game, f"{path}:{number}")
        except UnicodeDecodeError as error:
            raise ValueError(f"{path}: expected text in UTF-8, found {error}") from None


def _from_line(line: str, game: Game, place: str) -> Opening:
    name = EPD_NAME.search(line)
    try:
        position = game.position(_position_text(line, game))
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    _check_running(position, place)
    return Opening(position, name[1] if name else "")


def _position_text(line: str, game: Game) -> str:
    """Return a line without the operations of EPD."""
    fields = line.split()
    if game.name != "chess":
        return " ".join(fields[:2])
    counters = fields[N_EPD_FIELDS:N_FEN_FIELDS]
    if len(counters) == N_FEN_FIELDS - N_EPD_FIELDS and all(each.isdigit() for each in counters):
        return " ".join(fields[:N_FEN_FIELDS])
    return " ".join(fields[:N_EPD_FIELDS])


def _from_pgn(path: str, game: Game, plies: int) -> Iterator[Opening]:
    for start, moves, lines in read_pgn_lines(path, game):
        if len(moves) < plies:
            continue  # a game that ended before its opening did
        line = lines[0]
        try:
            position = game.position(start) if start else game.initial()
            for move, line in zip(moves[:plies], lines, strict=False):  # noqa: B007 (the last one is used below)
                position = position.play(move)
        except ValueError as error:
            raise ValueError(f"{path}:{line}: {error}") from None
        # An opening remembers no past: games that begin there count repetitions from there.
        position = game.position(str(position))
        if position.result is None:
            yield Opening(position)


def _check_running(position: Position, place: str) -> None:
    if position.result is not None:
        raise ValueError(
            f"{place}: expected a position in play, found one that ended {position.result}"
        )
