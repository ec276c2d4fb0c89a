"""Games of Lines of Action as text: ``b1-b3 h3xe3 …``, on a line of their own or numbered."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tabiya import _core
from tabiya.positions._extract import Extract, Request
from tabiya.positions._fault import Fault
from tabiya.positions._labels import parse_result
from tabiya.positions._replay import Rows, Step, replay, settle
from tabiya.positions._text import BLANK, read_text

# Moves from one start are often legal from the other for a while, never to the end.
SCRAMBLED_EGGS = "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b"
_MOVE = re.compile(r"\b([a-hA-H][1-8])\s?[-x:]?\s?([a-hA-H][1-8])\b", re.ASCII)
_INDICES = re.compile(r"\b([0-9]{1,2})-([0-9]{1,2})\b", re.ASCII)
_NUMBERED = re.compile(r"([0-9]{1,3})\.\s", re.ASCII)
_WINNERS = {"b": 1.0, "w": 0.0, "both": 0.5}
N_SQUARES = 64
SHOWN = 40
FEWEST_MOVES = 2


@dataclass
class _Game:
    """The lines of a game."""

    line: int
    texts: list[str] = field(default_factory=list)


def is_loa_text(lines: list[str]) -> bool:
    """Return whether the first of these lines has moves of Lines of Action."""
    first = lines[0] if lines else ""
    head = _NUMBERED.sub("", first)
    return bool(
        re.match(r"[a-hA-H][1-8][-x:][a-hA-H][1-8]\s+[a-hA-H][1-8][-x:][a-hA-H][1-8]\b", head)
        or re.search(r"\t[a-h][1-8][-x:][a-h][1-8] [a-h][1-8][-x:][a-h][1-8]", first)
        or re.match(r"(?:[0-9]{1,2}-[0-9]{1,2} ){4}", first)
    )


def read_loa(request: Request) -> Iterator[Extract]:
    """Read games of Lines of Action from the standard start or that of Scrambled Eggs."""
    rows, faults, n_good = Rows("loa"), list[Fault](), 0
    for number, game in enumerate(games(request, faults), start=1):
        try:
            _add_game(rows, game, number)
        except ValueError as error:
            faults.append(request.fault(game.line, str(error), number))
        else:
            n_good += 1
    yield Extract("loa", rows.table(), faults, n_good)


def games(request: Request, faults: list[Fault]) -> Iterator[_Game]:
    """Yield the games: a line each, or numbered lines up to the next number 1."""
    open_game: _Game | None = None
    for block in read_text(request):
        for number, line in enumerate(block.text.split("\n"), start=block.first):
            text = line.strip(BLANK)
            if not text or text.startswith(("#", "%")):
                continue
            numbered = _NUMBERED.match(text)
            if numbered is None or int(numbered[1]) == 1 or open_game is None:
                if open_game is not None:
                    yield open_game
                open_game = _Game(number)
            open_game.texts.append(text)
            if numbered is None:
                yield open_game
                open_game = None
        if block.damage is not None:
            faults.append(request.fault(None, block.damage))
    if open_game is not None:
        yield open_game


def _add_game(rows: Rows, game: _Game, number: int) -> None:
    steps, told = steps_of(game)
    rows.add(steps, settle(steps[-1].position, told), number, game.line)


def steps_of(game: _Game) -> tuple[list[Step], float | None]:
    """Return the positions of a game, and its result if it is told."""
    text = " ".join(game.texts)
    fields = [part.strip() for part in re.split(r"\t|\s{2,}", text)]
    moves = loa_moves(_NUMBERED.sub(" ", text))
    if not moves:
        moves = [_square(a) + _square(b) for a, b in _INDICES.findall(fields[0])]
    if len(moves) < FEWEST_MOVES:
        raise ValueError(f"expected moves of Lines of Action, found {text[:SHOWN]!r}")
    last = text.split()[-1]
    told = None
    for word in (*fields[1:], last):
        label = parse_result(word, ()) if "-" in word else None
        told = _WINNERS.get(word.lower()) if label is None else label.value
        if told is not None:
            break
    return replay_loa(moves), told


def loa_moves(text: str) -> list[str]:
    """Return the moves in a text, in our words.

    >>> loa_moves("b1-b3 H3xE3")
    ['b1b3', 'h3e3']
    """
    return [f"{a}{b}".lower() for a, b in _MOVE.findall(text)]


def replay_loa(moves: list[str], start: str | None = None) -> list[Step]:
    """Replay a game from a start, or from whichever of the two allows it.

    Raises
    ------
    ValueError
        If neither does; the message is about the standard one.
    """
    scrambled = _core.Position.parse("loa", SCRAMBLED_EGGS, ())
    if start == SCRAMBLED_EGGS:
        return replay(scrambled, moves)
    try:
        return replay(_core.Position.initial("loa", ()), moves)
    except ValueError:
        if start is not None:
            raise
        try:
            return replay(scrambled, moves)
        except ValueError:
            pass
        raise


def _square(index: str) -> str:
    rank, file = divmod(int(index), 8)
    if not int(index) < N_SQUARES:
        raise ValueError(f"expected a square from 0 to 63, found {index}")
    return f"{'abcdefgh'[file]}{rank + 1}"
