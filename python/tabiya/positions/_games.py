"""Whole games from files, move by move, to be analysed or replayed."""

import io
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tabiya import _core
from tabiya.files._stream import read_pieces
from tabiya.games import Game, Position
from tabiya.positions import _loa, _other_pgn, _sgf, _transcripts, _wthor
from tabiya.positions._extract import Request
from tabiya.positions._fault import Fault
from tabiya.positions._formats import find_format
from tabiya.positions._replay import PASSES, Step, replay
from tabiya.positions._text import BLANK, read_text

if TYPE_CHECKING:
    import chess.pgn

# What it cannot read stands in the errors of a game, and is said once.
logging.getLogger("chess.pgn").addHandler(logging.NullHandler())

RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


@dataclass(frozen=True)
class RecordedGame:
    """A game that somebody played.

    Attributes
    ----------
    game : str
        Which game it is.
    start : Position
        Where it began.
    moves : tuple of str
        Its moves, passes among them.
    first, second : str
        The players; the first moves first by the rules.
    result : str or None
        ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or None if nobody told.
    tags : mapping of str to str
        What else is known of it, as in PGN.
    place : str
        The file, and the line where it begins if there are lines.
    """

    game: str
    start: Position
    moves: tuple[str, ...]
    first: str = "?"
    second: str = "?"
    result: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    place: str = ""


def read_games(path: str | Path) -> Iterator[RecordedGame | Fault]:
    r"""Read the games of a file: PGN, SGF, GGF, WTHOR, Othello transcripts, Lines of Action.

    Parameters
    ----------
    path : str or Path
        The file, packed or not.

    Yields
    ------
    RecordedGame or Fault
        A game, or why it could not be read; the others are read all the same.

    Raises
    ------
    ValueError
        If it is not a file of games.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "games.txt")
    >>> _ = file.write_text("f5d6c3d3c4\nf5f5\n")
    >>> game, fault = read_games(file)
    >>> game.moves, fault.line
    (('f5', 'd6', 'c3', 'd3', 'c4'), 2)
    """
    file = Path(path)
    form = find_format(file)
    readers: dict[str, Callable[[Request], Iterator[RecordedGame | Fault]]] = {
        "chess games in PGN": _read_pgn,
        "games in SGF or GGF": _read_sgf,
        "Othello games of WTHOR": _read_wthor,
        "Othello games on lines": _read_transcripts,
        "games of Lines of Action in text": _read_loa,
    }
    if form.name not in readers:
        raise ValueError(f"{path}: expected games, found {form.name}")
    yield from readers[form.name](Request(file))


def has_games(path: str | Path) -> bool:
    """Return whether a file holds games, and not positions.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "start.epd")
    >>> _ = file.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    >>> has_games(file)
    False
    """
    return "games" in find_format(Path(path)).name


def _read_pgn(request: Request) -> Iterator[RecordedGame | Fault]:
    import chess.pgn  # noqa: PLC0415 (slow to load, and sets of positions need it not)

    text = b"".join(read_pieces(request.path)).decode("utf-8", "replace")
    other = _other_pgn.game_of_tags(text)
    if other is not None:
        yield from _read_other_pgn(request, other)
        return
    # python-chess tells no lines, so each game is found by its first tag.
    for number, (line, part) in enumerate(_pgn_parts(text), start=1):
        found = chess.pgn.read_game(io.StringIO(part))
        if found is None:
            continue
        headers = {name: re.sub(r"\\(.)", r"\1", value) for name, value in found.headers.items()}
        try:
            start, moves = _pgn_moves(found)
        except ValueError as error:
            yield request.fault(line, str(error), number)
            continue
        result = headers.get("Result")
        yield RecordedGame(
            "chess",
            start,
            moves,
            headers.get("White", "?"),
            headers.get("Black", "?"),
            result if result in RESULTS.values() else None,
            headers,
            f"{request.file}:{line}",
        )


def _pgn_moves(found: "chess.pgn.Game") -> tuple[Position, tuple[str, ...]]:
    """Return where a game begins and its moves, all of them legal by our rules."""
    variant = found.headers.get("Variant", "").lower()
    is_960 = "960" in variant or "fischer" in variant
    if found.errors:
        raise ValueError(str(found.errors[0]))
    game = Game("chess", chess960=is_960)
    fen = found.headers.get("FEN")
    start = game.position(fen) if fen else game.initial()
    board, moves = found.board(), list[str]()
    for move in found.mainline_moves():
        moves.append(board.uci(move, chess960=is_960))
        board.push(move)
    if not moves:
        raise ValueError("expected moves, found none")
    start.play_all(moves)
    return start, tuple(moves)


def _pgn_parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield every game with its first line: tags, and what follows them."""
    lines = text.lstrip("\ufeff").split("\n")
    start, has_moves = 0, False
    for number, line in enumerate(lines):
        is_tag = re.match(r"\[\w+\s+\"", line) is not None
        if is_tag and has_moves:
            yield start + 1, "\n".join(lines[start:number])
            start, has_moves = number, False
        elif line.strip() and not is_tag:
            has_moves = True
    if has_moves:
        yield start + 1, "\n".join(lines[start:])


def _read_other_pgn(request: Request, game: str) -> Iterator[RecordedGame | Fault]:
    """Read games of Othello or Lines of Action, whose first player is Black."""
    faults = list[Fault]()
    for number, record in enumerate(_other_pgn.records(request, faults), start=1):
        try:
            steps, told = _other_pgn.steps_of(record, game)
        except ValueError as error:
            yield request.fault(record.line, str(error), number)
            continue
        keys = ("First", "Second") if "First" in record.tags else ("Black", "White")
        names = [record.tags.get(key, "?") for key in keys]
        yield _from_steps(
            request, game, steps, told, line=record.line, names=names, tags=record.tags
        )
    yield from faults


def _read_sgf(request: Request) -> Iterator[RecordedGame | Fault]:
    text = "\n".join(block.text for block in read_text(request))
    for number, record in enumerate(_sgf.records(text), start=1):
        is_othello = "othello" in record.properties.get("GM", "").lower()
        try:
            steps, told = (_sgf.othello_steps if is_othello else _sgf.loa_steps)(record)
        except ValueError as error:
            yield request.fault(record.line, str(error), number)
            continue
        names = [_bare(record.properties.get(key, "?")) for key in ("PB", "PW")]
        tags = {"Date": record.properties.get("DT", ""), "Event": record.properties.get("EV", "")}
        game = "othello" if is_othello else "loa"
        yield _from_steps(request, game, steps, told, line=record.line, names=names, tags=tags)


def _bare(name: str) -> str:
    """Return a name without what some servers put around it."""
    return re.sub(r"^id\s+|[\"\\]", "", name).strip() or "?"


def _read_wthor(request: Request) -> Iterator[RecordedGame | Fault]:
    data = b"".join(read_pieces(request.path))
    header = _wthor.HEADER.unpack_from(data)
    names = _wthor_names(request.path)
    for index in range(header[4]):
        at = _wthor.HEADER.size + index * _wthor.RECORD.size
        if at + _wthor.RECORD.size > len(data):
            yield request.fault(None, f"expected {header[4]} games, found {index}")
            return
        _, black, white, discs, _, codes = _wthor.RECORD.unpack_from(data, at)
        try:
            moves = [_wthor.square(code) for code in codes.rstrip(b"\0")]
            steps = replay(_core.Position.initial("othello", ()), moves)
        except ValueError as error:
            yield request.fault(None, str(error), index + 1)
            continue
        told = 0.5 if discs == _wthor.DRAWN else float(discs > _wthor.DRAWN)
        players = [names.get(number, f"player {number}") for number in (black, white)]
        tags = {"Date": f"{header[6]}.??.??"}
        yield _from_steps(request, "othello", steps, told, line=None, names=players, tags=tags)


def _wthor_names(path: Path) -> dict[int, str]:
    """Return the names of the players, if their file lies beside the games."""
    for name in ("WTHOR.JOU", "WTH.JOU"):
        file = path.with_name(name)
        if file.is_file():
            data = file.read_bytes()[_wthor.HEADER.size :]
            texts = (data[at : at + 20].split(b"\0")[0] for at in range(0, len(data) - 19, 20))
            return {number: text.decode("latin-1") for number, text in enumerate(texts)}
    return {}


def _read_transcripts(request: Request) -> Iterator[RecordedGame | Fault]:
    number = 0
    for block in read_text(request):
        for line, text in enumerate(block.text.split("\n"), start=block.first):
            plain = text.strip(BLANK)
            if not plain or plain.startswith(("#", "%")):
                continue
            number += 1
            try:
                steps, told = _transcripts.steps_of(plain)
            except ValueError as error:
                yield request.fault(line, str(error), number)
                continue
            yield _from_steps(request, "othello", steps, told, line=line)


def _read_loa(request: Request) -> Iterator[RecordedGame | Fault]:
    faults = list[Fault]()
    for number, game in enumerate(_loa.games(request, faults), start=1):
        try:
            steps, told = _loa.steps_of(game)
        except ValueError as error:
            yield request.fault(game.line, str(error), number)
            continue
        yield _from_steps(request, "loa", steps, told, line=game.line)
    yield from faults


def _from_steps(
    request: Request,
    game: str,
    steps: list[Step],
    told: float | None,
    *,
    line: int | None,
    names: list[str] | None = None,
    tags: Mapping[str, str] | None = None,
) -> RecordedGame:
    """Return a game from the positions it went through."""
    start = Game(game).position(steps[0].position.text)
    moves, position = list[str](), start
    for step in steps[1:]:
        wanted = step.position.text
        while str(position) != wanted:
            legal = position.legal_moves()
            if legal == PASSES:
                move = PASSES[0]
            else:
                move = next(m for m in legal if _leads_to(position.play(m), wanted))
            moves.append(move)
            position = position.play(move)
    result = None if told is None else RESULTS.get(told)
    place = request.file if line is None else f"{request.file}:{line}"
    first, second = names or ("?", "?")
    return RecordedGame(
        game,
        start,
        tuple(moves),
        first,
        second,
        result or position.result,
        {name: text for name, text in (tags or {}).items() if text},
        place,
    )


def _leads_to(position: Position, wanted: str) -> bool:
    """Return whether a position is the wanted one, or becomes it by a pass."""
    if str(position) == wanted:
        return True
    return position.legal_moves() == PASSES and str(position.play(PASSES[0])) == wanted
