"""Results of games from PGN, whatever the game: who met whom, from what opening, how it ended.

Only the tags and the beginning of each game are looked at, so that any program's PGN will do.
"""

import io
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabiya.files import TruncatedError, read_pieces
from tabiya.games import colour_result
from tabiya.play._record import POINTS

TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')
ENDING = re.compile(r"(1-0|0-1|1/2-1/2|\*)\s*$")
NOISE = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+|\d+\.+|[()]")
BOOK_MOVE = re.compile(r"(?<!\S)(\S+)\s*\{\s*book\b[^}]*\}")

# Games in which Black moves first.
BLACK_FIRST = ("othello", "loa")

# How files begin that are packed as their names say.
PACKED = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".zst": b"\x28\xb5\x2f\xfd"}

# As much of a game's text as tells its opening, and the plies that do if nothing marks the book.
OPENING_TEXT = 2000
OPENING_PLIES = 4


@dataclass(frozen=True, slots=True)
class PgnResult:
    """A game of a PGN file, as far as verdicts need it.

    Parameters
    ----------
    first, second : str
        The players; the first one moves first by the rules.
    result : str, optional
        ``"1-0"`` is a win of the first; None if the game is not finished.
    opening : str
        The position it starts from (tag ``FEN``); empty if that is the usual one.
    beginning : str
        Its book moves, if comments mark them, else its first few moves.
    round : str
        The tag ``Round``; empty if it says nothing.
    event : str
        The tag ``Event``.
    line : int
        Where the game begins in its file.
    """

    first: str
    second: str
    result: str | None
    opening: str
    beginning: str
    round: str
    event: str
    line: int

    @property
    def points(self) -> float | None:
        """Return the points of the first player, or None if the game is not finished."""
        return None if self.result is None else POINTS[self.result]


@dataclass(frozen=True, slots=True)
class BrokenGame:
    """A game that could not be read, and why."""

    line: int
    reason: str


def read_results(path: str | Path) -> Iterator[PgnResult | BrokenGame]:
    """Read the games of a PGN file one by one; ``.gz``, ``.bz2`` and ``.zst`` are unpacked.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not what its name says.
    """
    with _opened(Path(path)) as lines:
        yield from parse_results(lines)


def parse_results(lines: Iterable[str]) -> Iterator[PgnResult | BrokenGame]:
    r"""Read games from the lines of a PGN file.

    >>> text = '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    >>> [(game.first, game.points) for game in parse_results(text.splitlines())]
    [('a', 1.0)]
    """
    game = _Text(1)
    for number, line in enumerate(lines, start=1):
        if line.startswith("%"):
            continue
        if not line.strip():
            game.pause()
        elif line.startswith("[") and not game.in_comment:
            if game.has_moves:
                yield game.finish()
                game = _Text(number)
            game.add_tag(number, line.strip())
        else:
            if game.is_over:
                yield game.finish()
                game = _Text(number)
            game.add_moves(number, line)
    if game.tags or game.has_moves:
        yield game.finish()


class _Text:
    """The text of one game, as far as it has been read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: dict[str, str] = {}
        self.fault = ""
        self.has_moves = False
        self.in_comment = False
        self.is_over = False
        self._opening = ""
        self._last = ""

    def add_tag(self, number: int, line: str) -> None:
        if not self.tags and not self.fault:
            self.line = number
        found = TAG.match(line)
        if found is None:
            fault = f'expected a tag [Name "value"] in line {number}, found {line!r}'
            self.fault = self.fault or fault
            return
        self.tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2]).strip()

    def add_moves(self, number: int, line: str) -> None:
        if not self.tags and not self.has_moves:
            self.line = number
        self.has_moves = True
        if len(self._opening) < OPENING_TEXT:
            # No more of it than is looked at, for a line may be as long as a file.
            start = line[:OPENING_TEXT]
            self._opening += start if start.endswith("\n") else start + "\n"
        opens, closes = line.rfind("{"), line.rfind("}")
        if opens != closes:
            self.in_comment = opens > closes
        self._last = line.rstrip()[-len("1/2-1/2") :]

    def pause(self) -> None:
        """Take note of an empty line, which ends the game if it comes after a result."""
        self.is_over = not self.in_comment and ENDING.search(self._last) is not None

    def finish(self) -> PgnResult | BrokenGame:
        fault = self.fault or self._fault()
        if fault:
            return BrokenGame(self.line, fault)
        first, second = self._players()
        result = self.tags["Result"]
        if self._is_of_colours:
            result = colour_result(self.tags.get("Game", "chess"), result)
        round_ = self.tags.get("Round", "")
        return PgnResult(
            first=first,
            second=second,
            result=None if result == "*" else result,
            opening=self.tags.get("FEN", ""),
            beginning=_beginning(self._opening),
            round="" if round_ in ("?", "-") else round_,
            event=self.tags.get("Event", ""),
            line=self.line,
        )

    def _players(self) -> tuple[str, str]:
        tags = self.tags
        if not self._is_of_colours:
            return tags["First"], tags["Second"]
        white, black = tags.get("White", ""), tags.get("Black", "")
        return (black, white) if tags.get("Game", "chess") in BLACK_FIRST else (white, black)

    @property
    def _is_of_colours(self) -> bool:
        """Return whether the result is White's, as PGN has it; with First and Second it is theirs.

        That is how matches of Othello and Lines of Action were once written.
        """
        return not {"First", "Second"} <= set(self.tags)

    def _fault(self) -> str:
        first, second = self._players()
        if not first or not second or first == second:
            return f"expected two players, found {first!r} and {second!r}"
        result = self.tags.get("Result", "")
        if result not in (*POINTS, "*"):
            return f'expected the tag [Result "1-0"] or the like, found {result!r}'
        if self.in_comment:
            return "expected the end of a comment, found the end of the file"
        ending = ENDING.search(self._last)
        if ending and "*" not in (ending[1], result) and ending[1] != result:
            return f"expected the moves to end in {result!r} like the tag, found {ending[1]!r}"
        return ""


def _beginning(text: str) -> str:
    """Return the moves that were played from a book, or the first few."""
    book = BOOK_MOVE.findall(text)
    if book:
        return " ".join(book)
    moves = [word for word in NOISE.sub(" ", text).split() if not ENDING.fullmatch(word)]
    return " ".join(moves[:OPENING_PLIES])


@contextmanager
def _opened(path: Path) -> Iterator[Iterator[str]]:
    """Open a text, packed or not; bytes that are no UTF-8 are replaced."""
    if path.is_dir():
        raise IsADirectoryError(f"{path}: expected a PGN file, found a directory")
    expected = PACKED.get(path.suffix.lower(), b"")
    with path.open("rb") as file:
        if not file.read(len(expected)).startswith(expected):
            raise ValueError(f"{path}: expected a packed file, found one that is not")
    try:
        with io.TextIOWrapper(
            io.BufferedReader(_Pieces(read_pieces(path))), encoding="utf-8-sig", errors="replace"
        ) as text:
            yield text
    except TruncatedError as error:
        raise ValueError(f"{path}: expected a whole file, found that it is none: {error}") from None


class _Pieces(io.RawIOBase):
    """Pieces of bytes as a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = memoryview(piece)
        n = min(len(buffer), len(self._rest))
        buffer[:n], self._rest = self._rest[:n], self._rest[n:]
        return n
