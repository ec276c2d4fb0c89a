"""The moves of games in PGN files, of any game."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO, TypeAlias, cast

import chess
import chess.pgn

from tabiya.games import Game, is_chess960

# The position that the tags name if there is one, the moves, and the line of each in the file.
Line: TypeAlias = tuple[str | None, list[str], list[int]]

TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*')
# Numbers of moves, results and annotations; what is left beside comments are moves.
NO_MOVE = re.compile(r";.*|\$\d+|\b\d+\.+|1-0|0-1|1/2-1/2|\*|[!?]+")


def read_pgn_lines(path: str, game: Game) -> Iterator[Line]:
    """Give the main line of every game, its moves as positions write them.

    Raises
    ------
    ValueError
        If a move of chess is not legal; the message names the file and the line.
    """
    try:
        with Path(path).open(encoding="utf-8-sig") as text:
            if game.name != "chess":
                yield from _other_lines(text)
            else:
                visitor = _MainLine960 if is_chess960(game) else _MainLine
                yield from _chess_lines(path, text, visitor)
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: expected text in UTF-8, found {error}") from None


class _Counted(io.TextIOBase):
    """A text whose lines are counted."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self.line = 0

    def readline(self, size: int = -1) -> str:  # type: ignore[override] # named as in TextIO
        self.line += 1
        return self._text.readline(size)


class _MainLine(chess.pgn.BaseVisitor[tuple[str | None, list[str]]]):
    """Reads the moves of the main line, and nothing else."""

    is_chess960 = False

    def begin_game(self) -> None:
        self.start: str | None = None
        self.moves: list[str] = []

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if tagname == "FEN":
            self.start = tagvalue

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.moves.append(board.uci(move, chess960=self.is_chess960))

    def handle_error(self, error: Exception) -> None:
        raise ValueError(f"expected a legal game, found {error}")

    def result(self) -> tuple[str | None, list[str]]:
        return self.start, self.moves


class _MainLine960(_MainLine):
    """The same with castling as Chess960 writes it."""

    is_chess960 = True


def _chess_lines(path: str, text: TextIO, visitor: type[_MainLine]) -> Iterator[Line]:
    counted = _Counted(text)
    while True:
        try:
            found = chess.pgn.read_game(cast("TextIO", counted), Visitor=visitor)
        except ValueError as error:
            raise ValueError(f"{path}:{counted.line}: {error}") from None
        if found is None:
            return
        start, moves = found
        if moves:
            yield start, moves, [counted.line] * len(moves)


def _other_lines(text: TextIO) -> Iterator[Line]:
    start: str | None = None
    moves, lines = list[str](), list[int]()
    in_comment = False
    for number, line in enumerate(text, start=1):
        tag = None if in_comment else TAG.fullmatch(line)
        if tag is None:
            words, in_comment = _without_comments(line, in_comment=in_comment)
            found = NO_MOVE.sub(" ", words).split()
            moves += found
            lines += [number] * len(found)
            continue
        if moves:
            yield start, moves, lines
            start, moves, lines = None, [], []
        start = tag[2] if tag[1] == "FEN" else start
    if moves:
        yield start, moves, lines


def _without_comments(line: str, *, in_comment: bool) -> tuple[str, bool]:
    """Return what stands outside of braces, and whether a comment goes on in the next line."""
    words = []
    for part in re.split(r"([{}])", line):
        if part in ("{", "}"):
            in_comment = part == "{"
        elif not in_comment:
            words.append(part)
    return " ".join(words), in_comment
