"""Examples from games: the moves that were played."""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.games import Game
from tabiya.ordering._examples import LONG_OPENING, MoveExamples, join
from tabiya.positions import Fault, RecordedGame, find_format, read_games, read_pieces

PGN = "chess games in PGN"
# Text, and games, handed to the core at a time.
BLOCK = 1 << 24
GAMES_AT_ONCE = 1000


class NoGamesError(ValueError):
    """Files hold no game that can be read; ``faults`` says of each what is wrong with it."""

    def __init__(self, message: str, faults: Sequence[Fault]) -> None:
        super().__init__(message)
        self.faults = faults


def examples_from_games(
    paths: Sequence[str | os.PathLike[str]],
    *,
    eco: str | None = None,
    from_ply: int = 0,
    to_ply: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[MoveExamples, list[Fault]]:
    """Take the moves that were played in games as the best ones.

    Parameters
    ----------
    paths : sequence of path
        Files of games of one kind: PGN, SGF, WTHOR, transcripts and whatever
        :func:`tabiya.positions.read_games` reads.
    eco : str, optional
        Only games of this opening, as :meth:`MoveExamples.of_openings` takes it; chess.
    from_ply, to_ply : int, optional
        Only positions after so many plies, and before so many.
    threads : int, optional
        Threads that read PGN; what is found does not depend on them.
    progress : callable, optional
        Called with the files read and their number.

    Returns
    -------
    examples : MoveExamples
        All of them, in the order of the games.
    faults : list of Fault
        What could not be read.

    Raises
    ------
    ValueError
        If there is no game, or they are of different games.
    """
    parts: list[MoveExamples] = []
    faults: list[Fault] = []
    for number, path in enumerate(paths):
        if progress is not None:
            progress(number, len(paths))
        file = Path(path)
        is_pgn = find_format(file).name == PGN
        read = _read_pgn(file, threads or os.cpu_count() or 1) if is_pgn else _read_others(file)
        for part, found in read:
            faults.extend(found)
            if part is not None:
                parts.append(_between(part, from_ply, to_ply))
    if not parts:
        names = ", ".join(str(path) for path in paths)
        why = f": {faults[0]}" if faults else ""
        raise NoGamesError(f"{names}: expected games, found none that can be read{why}", faults)
    examples = join(parts)
    return (examples if eco is None else examples.of_openings(eco)), faults


_Part = tuple[MoveExamples, NDArray[np.uint16]]


def _between(part: _Part, from_ply: int, to_ply: int | None) -> MoveExamples:
    examples, ply = part
    chosen = ply >= from_ply
    if to_ply is not None:
        chosen &= ply < to_ply
    return examples.take(chosen)


def _read_pgn(path: Path, threads: int) -> Iterator[tuple[_Part | None, list[Fault]]]:
    line, game, rest = 1, 1, b""
    stream = read_pieces(path)
    while True:
        pieces, size = [rest], len(rest)
        ended = False
        while size < BLOCK + len(rest):
            piece = next(stream, None)
            if piece is None:
                ended = True
                break
            pieces.append(piece)
            size += len(piece)
        data = b"".join(pieces)
        found = _core.played_in_pgn(data, line, game, threads, ended)
        faults = [Fault(str(path), *fault) for fault in found["faults"]]
        rest = data[found["n_bytes"] :]
        line += found["n_lines"]
        game += found["n_games"]
        yield _as_part("chess", found, np.array(found["codes"], dtype="U3")), faults
        if ended:
            return


def _read_others(path: Path) -> Iterator[tuple[_Part | None, list[Fault]]]:
    games = read_games(path)
    while chunk := list(islice(games, GAMES_AT_ONCE)):
        faults = [each for each in chunk if isinstance(each, Fault)]
        read = [each for each in chunk if isinstance(each, RecordedGame)]
        if not read:
            yield None, faults
            continue
        name = read[0].game
        lines = [(each.start._core, list(each.moves)) for each in read]
        found, bad = _core.played_moves(name, lines)
        for number, ply in bad:
            reason = f"move {ply + 1}: {read[number].moves[ply]} is not legal here"
            faults.append(Fault(read[number].place, None, None, reason))
        codes = np.array([each.tags.get("ECO", "") for each in read], dtype="U3")
        yield _as_part(name, found, codes), faults


def _as_part(name: str, found: dict[str, Any], codes: NDArray[np.str_]) -> _Part | None:
    if len(found["from"]) == 0:
        return None
    width = _core.packed_width(Game(name).name)
    packed = found["positions"].reshape(-1, width)
    game, ply = found["game"], found["ply"]
    return (
        MoveExamples(
            name,
            packed,
            found["from"],
            found["to"],
            found["previous"],
            _groups(name, packed, game, ply),
            codes[game],
        ),
        ply,
    )


def _groups(
    name: str, packed: NDArray[np.uint8], game: NDArray[np.uint32], ply: NDArray[np.uint16]
) -> NDArray[np.uint64]:
    """Return the hash of the position after a long opening, or of the last one, for each game."""
    is_mark = ply == LONG_OPENING
    last = np.r_[game[1:] != game[:-1], True]
    is_mark |= last & (ply < LONG_OPENING)
    marks = np.flatnonzero(is_mark)
    keys = _core.packed_keys(name, np.ascontiguousarray(packed[marks]))
    by_game = np.zeros(int(game.max()) + 1, np.uint64)
    by_game[game[marks]] = keys
    return by_game[game]


def examples_of_texts(game: str, games: Sequence[Sequence[str]]) -> MoveExamples:
    """Take the moves of games that begin where the game begins.

    Raises
    ------
    ValueError
        If a move is not legal; the message says which.

    Examples
    --------
    >>> examples = examples_of_texts("othello", [["f5", "d6", "c3"]])
    >>> len(examples), examples.to_squares.tolist(), examples.previous.tolist()
    (3, [37, 43, 18], [64, 37, 43])
    """
    start = Game(game).initial()._core
    found, bad = _core.played_moves(game, [(start, list(moves)) for moves in games])
    for number, ply in bad:
        raise ValueError(f"game {number + 1}, move {ply + 1}: {games[number][ply]} is not legal")
    part = _as_part(game, found, np.full(len(games), "", dtype="U3"))
    if part is None:
        raise ValueError("games: expected moves, found none")
    return part[0]
