"""Games in SGF (Lines of Action) and its relative GGF (Othello)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tabiya import _core
from tabiya.positions._boards import plain_othello
from tabiya.positions._extract import Extract, Request
from tabiya.positions._fault import Fault
from tabiya.positions._labels import parse_number, parse_result
from tabiya.positions._loa import SCRAMBLED_EGGS, loa_moves, replay_loa
from tabiya.positions._replay import Rows, Step, replay, settle_or_open
from tabiya.positions._text import read_text

# The name of a property such as ``B[c1-a3]`` or the older ``GaMe [9]``, a bracket, or a semicolon.
_TOKEN = re.compile(r"(?P<name>[A-Za-z]{1,12})\s*(?=\[)|(?P<sign>[();])")
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]\s*", re.DOTALL)
_BOARD = re.compile(r"8((?:\s+[-*O]{8}){8})\s+([*O])")
_STARTS = {"standard": "", "scrambled": SCRAMBLED_EGGS, "scrambledeggs": SCRAMBLED_EGGS}
_COLOURS = {"B": 0, "W": 1}


@dataclass
class _Record:
    """A game: its properties and the moves of its main line."""

    line: int
    properties: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[int, str]] = field(default_factory=list)


def is_sgf(text: str) -> bool:
    """Return whether a text that begins so holds games in SGF or GGF."""
    return re.match(r"\s*(?:[0-9]+\s+)?\(\s*;", text) is not None


def read_sgf(request: Request) -> Iterator[Extract]:
    """Read the main lines of the games; a side that resigns has lost.

    Positions of a game whose result nobody tells are not labelled.
    """
    faults, parts = list[Fault](), []
    for block in read_text(request):
        parts.append(block.text)
        if block.damage is not None:
            faults.append(request.fault(None, block.damage))
    found = [*records("\n".join(parts))]
    is_othello = any("othello" in record.properties.get("GM", "").lower() for record in found)
    rows, n_good = Rows("othello" if is_othello else "loa"), 0
    for number, record in enumerate(found, start=1):
        try:
            steps, told = (othello_steps if is_othello else loa_steps)(record)
            rows.add(steps, settle_or_open(steps[-1].position, told), number, record.line)
        except ValueError as error:
            faults.append(request.fault(record.line, str(error), number))
        else:
            n_good += 1
    yield Extract(rows.game, rows.table(), faults, n_good)


def _tokens(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, brackets or name of a property, and the first of its values."""
    line, at, end = 1, 0, 0
    while (token := _TOKEN.search(text, end)) is not None:
        line += text.count("\n", at, token.start())
        at, end = token.start(), token.end()
        first = value = _VALUE.match(text, end) if token["name"] else None
        if token["name"] and first is None:
            return  # it never ends, so there is nothing behind it
        while value is not None:
            end = value.end()
            value = _VALUE.match(text, end)
        yield line, token["sign"] or token["name"], first[1].strip() if first else ""


def records(text: str) -> Iterator[_Record]:
    """Yield the games of a text. Of lines that fork, the first is the main one."""
    record: _Record | None = None
    depth, is_main = 0, True
    for line, sign, value in _tokens(text):
        if sign == "(":
            depth += 1
            record = _Record(line) if depth == 1 or record is None else record
            is_main = True if depth == 1 else is_main
        elif sign == ")" and depth > 0:
            depth -= 1
            is_main = False  # what follows is another way to go on
            if depth == 0 and record is not None:
                yield record
                record = None
        elif sign.isalpha() and record is not None and is_main:
            name = "".join(letter for letter in sign if letter.isupper())
            if name in _COLOURS:
                record.moves.append((_COLOURS[name], value))
            else:
                record.properties.setdefault(name, value)
    if record is not None and record.moves:
        yield record


def loa_steps(record: _Record) -> tuple[list[Step], float | None]:
    """Return the positions of a game of Lines of Action, and its result if it is told."""
    kind = record.properties.get("GM", "9")
    if kind != "9":
        raise ValueError(f"expected Lines of Action (GM[9]), found GM[{kind}]")
    setup = record.properties.get("SU", "standard")
    start = _STARTS.get(re.sub(r"[^a-z]", "", setup.lower()))
    if start is None:
        raise ValueError(f"expected a standard or Scrambled Eggs start, found {setup!r}")
    told = _told(record.properties.get("RE", ""))
    moves: list[str] = []
    for colour, text in record.moves:
        if re.match(r"(?i)resign|forfeit|time", text):
            told = float(colour)
            break
        found = loa_moves(text)
        if len(found) != 1:
            raise ValueError(f"move {len(moves) + 1}: expected a move, found {text!r}")
        moves.extend(found)
    return replay_loa(moves, start or "standard"), told


def othello_steps(record: _Record) -> tuple[list[Step], float | None]:
    """Return the positions of a game of Othello, and its result if it is told."""
    start = _core.Position.initial("othello", ())
    board = _BOARD.fullmatch(record.properties.get("BO", ""))
    if board is not None:
        squares = "".join(board[1].split())
        start = _core.Position.parse("othello", plain_othello(f"{squares} {board[2]}"), ())
    elif "BO" in record.properties:
        raise ValueError(f"expected a board of 8 x 8, found {record.properties['BO']!r}")
    moves = [text.split("/")[0].strip().lower() for _, text in record.moves]
    moves = ["pass" if move.startswith("pa") else move for move in moves]
    return replay(start, moves), _told(record.properties.get("RE", ""))


def _told(text: str) -> float | None:
    """Return the first player's result that the record tells, if it does."""
    match = re.match(r"(?i)([bw])\s*\+", text)
    if match is not None:
        return 1.0 if match[1] in "bB" else 0.0
    number = parse_number(text.split(":", maxsplit=1)[0])
    if number is not None:
        return 0.5 if number == 0 else float(number > 0)
    label = parse_result(text, ())
    return None if label is None else label.value
