"""Othello games as lines of moves, ``f5d6c3d3c4…``, with a result behind them or none."""

import re
from collections.abc import Iterator

from tabiya import _core
from tabiya.games import Game
from tabiya.positions._extract import Extract, Request
from tabiya.positions._labels import parse_number, parse_result
from tabiya.positions._replay import Rows, Step, replay, settle
from tabiya.positions._text import BLANK, read_text

_MOVE = r"(?:[A-Ha-h][1-8]|pass|ps|pa|--)"
LINE = re.compile(rf"((?:{_MOVE}[\s,]*){{4,}})[\s:;,|]*(.*)", re.IGNORECASE | re.ASCII)
_DISCS = re.compile(r"([0-9]{1,2})\s*[-:/]\s*([0-9]{1,2})", re.ASCII)
N_SQUARES = 64
SHOWN = 40


def is_transcript(lines: list[str]) -> bool:
    """Return whether the first of these lines is an Othello game."""
    match = LINE.fullmatch(lines[0]) if lines else None
    # Moves of Lines of Action and of chess have two squares.
    return match is not None and re.search(r"[1-8]\s*[-x:]\s*[a-hA-H]", lines[0]) is None


def read_transcripts(request: Request) -> Iterator[Extract]:
    """Read Othello games, one on each line."""
    game = 0
    for block in read_text(request):
        rows, faults, n_good = Rows("othello"), [], 0
        for number, line in enumerate(block.text.split("\n"), start=block.first):
            text = line.strip(BLANK)
            if not text or text.startswith(("#", "%")):
                continue
            game += 1
            try:
                _add_game(rows, text, game, number)
            except ValueError as error:
                faults.append(request.fault(number, str(error), game))
            else:
                n_good += 1
        if block.damage is not None:
            faults.append(request.fault(None, block.damage))
        yield Extract("othello", rows.table(), faults, n_good)


def _add_game(rows: Rows, text: str, game: int, line: int) -> None:
    steps, told = steps_of(text)
    rows.add(steps, settle(steps[-1].position, told), game, line)


def steps_of(text: str) -> tuple[list[Step], float | None]:
    """Return the positions of a game, and its result if it is told."""
    match = LINE.fullmatch(text)
    if match is None:
        raise ValueError(f"expected an Othello game, found {text[:SHOWN]!r}")
    moves = [
        move if move[0] in "abcdefgh" else "pass"
        for move in re.findall(_MOVE, match[1].lower(), re.ASCII)
    ]
    steps = replay(_core.Position.initial("othello", ()), moves)
    return steps, told_result(match[2], Game("othello").sides)


def told_result(text: str, sides: tuple[str, ...]) -> float | None:
    """Return the result that the first word behind the moves tells, Black's view.

    >>> [told_result(text, ("black", "white")) for text in ("38-26", "-4", "1/2-1/2", "2021 F")]
    [1.0, 0.0, 0.5, None]
    """
    word = text.split(maxsplit=1)[0].strip(";,|()[]") if text.split() else ""
    label = None if parse_number(word) is not None else parse_result(word, sides)
    if label is not None:
        return label.value
    discs = _DISCS.match(text)
    if discs is not None and int(discs[1]) + int(discs[2]) <= N_SQUARES:
        return _outcome(int(discs[1]) - int(discs[2]))
    number = parse_number(word)
    is_signed = word.startswith(("+", "-")) or number == 0
    if number is not None and is_signed and abs(number) <= N_SQUARES:
        return _outcome(number)
    return None


def _outcome(difference: float) -> float:
    return 0.5 if difference == 0 else float(difference > 0)
