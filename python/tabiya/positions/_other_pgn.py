"""Games of Othello and Lines of Action in the PGN that matches of ours are written in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tabiya import _core
from tabiya.games import colour_result, games
from tabiya.positions._extract import Extract, Request
from tabiya.positions._fault import Fault
from tabiya.positions._labels import parse_result
from tabiya.positions._replay import Rows, replay, settle_or_open
from tabiya.positions._text import read_text

_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$')
_GAME = re.compile(r'^\[Game "(\w+)"\]', re.MULTILINE)
# Comments, numbers of moves, results and annotations; what is left are moves.
_NO_MOVE = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+|\b\d+\.+|1-0|0-1|1/2-1/2|\*|[!?]+")


@dataclass
class _Record:
    """A game: its tags and its text."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    body: list[str] = field(default_factory=list)


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
    for number, record in enumerate(_records(request, faults), start=1):
        try:
            _add_game(rows, record, number)
        except ValueError as error:
            faults.append(request.fault(record.line, str(error), number))
        else:
            n_good += 1
    yield Extract(game, rows.table(), faults, n_good)


def _records(request: Request, faults: list[Fault]) -> Iterator[_Record]:
    record: _Record | None = None
    for block in read_text(request):
        for number, line in enumerate(block.text.split("\n"), start=block.first):
            tag = _TAG.match(line.strip())
            if tag is not None:
                if record is None or record.body:
                    if record is not None:
                        yield record
                    record = _Record(number)
                record.tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
            elif line.strip() and record is not None:
                record.body.append(line)
        if block.damage is not None:
            faults.append(request.fault(None, block.damage))
    if record is not None:
        yield record


def _add_game(rows: Rows, record: _Record, number: int) -> None:
    named = record.tags.get("Game", rows.game)
    if named != rows.game:
        raise ValueError(f"expected a game of {rows.game}, found one of {named}")
    start = record.tags.get("FEN")
    if start is None:
        position = _core.Position.initial(rows.game, ())
    else:
        position = _core.Position.parse(rows.game, start, ())
    steps = replay(position, _NO_MOVE.sub(" ", "\n".join(record.body)).split())
    last = steps[-1].position
    is_over = last.result is not None and not last.legal_moves()
    # The board knows better than the tag whose result is meant.
    told = record.tags.get("Result", "*")
    if "First" not in record.tags:  # with it, the result is that of the first player
        told = colour_result(rows.game, told)
    label = None if is_over else parse_result(told, ())
    value = None if label is None else label.value
    rows.add(steps, settle_or_open(last, value), number, record.line)
