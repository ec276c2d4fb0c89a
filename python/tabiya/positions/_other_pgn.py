"""Games of Othello and Lines of Action in the PGN that matches of ours are written in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tabiya import _core
from tabiya.games import colour_result, games
from tabiya.positions._extract import Extract, Request
from tabiya.positions._fault import Fault
from tabiya.positions._labels import parse_result
from tabiya.positions._replay import Rows, Step, replay, settle_or_open
from tabiya.positions._text import read_text

_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$')
# Meant to be one, whatever is wrong with it.
_BROKEN_TAG = re.compile(r"\[[A-Za-z]")
_FOUND_MOST = 40
_GAME = re.compile(r'^\[Game "(\w+)"\]', re.MULTILINE)
# Comments, numbers of moves, results and annotations; what is left are moves.
_NO_MOVE = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+|\b\d+\.+|1-0|0-1|1/2-1/2|\*|[!?]+")


@dataclass
class OtherRecord:
    """A game: where it begins, its tags and its text, and what is wrong with its tags."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    body: list[str] = field(default_factory=list)
    fault: str = ""
    in_comment: bool = False

    def add_tag(self, number: int, text: str) -> None:
        """Take a tag, or what was meant to be one."""
        tag = _TAG.match(text)
        if tag is not None:
            self.tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif not self.fault:
            found = text[:_FOUND_MOST]
            self.fault = f'expected a tag [Name "value"] in line {number}, found {found!r}'

    def add_text(self, line: str) -> None:
        """Take a line of moves and comments."""
        self.body.append(line)
        opens, closes = line.rfind("{"), line.rfind("}")
        if opens != closes:
            self.in_comment = opens > closes


def game_of_tags(text: str) -> str | None:
    r"""Return the game that the tags of a text name, unless it is chess.

    >>> game_of_tags('[Event "?"]\n[Game "othello"]\n'), game_of_tags('[Event "?"]\n')
    ('othello', None)
    """
    named = _GAME.search(text)
    return named[1] if named and named[1] in games() and named[1] != "chess" else None


def read_other_pgn(request: Request, game: str) -> Iterator[Extract]:
    """Read the games; each position is labelled by the result."""
    rows, faults, n_good = Rows(game), list[Fault](), 0
    for number, record in enumerate(records(request, faults), start=1):
        try:
            _add_game(rows, record, number)
        except ValueError as error:
            faults.append(request.fault(record.line, str(error), number))
        else:
            n_good += 1
    yield Extract(game, rows.table(), faults, n_good)


def records(request: Request, faults: list[Fault]) -> Iterator[OtherRecord]:
    """Yield the games of a file; what is damaged is added to the faults."""
    record: OtherRecord | None = None
    for block in read_text(request):
        for number, line in enumerate(block.text.split("\n"), start=block.first):
            text = line.strip()
            in_comment = record is not None and record.in_comment
            if _TAG.match(text) or (not in_comment and _BROKEN_TAG.match(text)):
                # A game begins with its first tag, though that be broken.
                if record is None or record.body:
                    if record is not None:
                        yield record
                    record = OtherRecord(number)
                record.add_tag(number, text)
            elif text and record is not None:
                record.add_text(line)
        if block.damage is not None:
            faults.append(request.fault(None, block.damage))
    if record is not None:
        yield record


def _add_game(rows: Rows, record: OtherRecord, number: int) -> None:
    steps, value = steps_of(record, rows.game)
    rows.add(steps, settle_or_open(steps[-1].position, value), number, record.line)


def steps_of(record: OtherRecord, game: str) -> tuple[list[Step], float | None]:
    """Return the positions of a game and its result, unless the board tells that itself.

    Raises
    ------
    ValueError
        If it is another game, or has a broken tag or a move that is none.
    """
    if record.fault:
        raise ValueError(record.fault)
    named = record.tags.get("Game", game)
    if named != game:
        raise ValueError(f"expected a game of {game}, found one of {named}")
    start = record.tags.get("FEN")
    if start is None:
        position = _core.Position.initial(game, ())
    else:
        position = _core.Position.parse(game, start, ())
    steps = replay(position, _NO_MOVE.sub(" ", "\n".join(record.body)).split())
    last = steps[-1].position
    is_over = last.result is not None and not last.legal_moves()
    # The board knows better than the tag whose result is meant.
    told = record.tags.get("Result", "*")
    if "First" not in record.tags:  # with it, the result is that of the first player
        told = colour_result(game, told)
    label = None if is_over else parse_result(told, ())
    return steps, None if label is None else label.value
