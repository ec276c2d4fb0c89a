"""PatternExamples from games: every position, with a score that looks ahead to the end."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.cluster import Workers
from tabiya.patterns._examples import PatternExamples
from tabiya.patterns._solved import solve

# CITE: Fédération Française d'Othello, "Format de la base WTHOR".
HEADER_SIZE = 16
DEPTH_AT = 14
RECORD = np.dtype([("ids", "<u2", 3), ("discs", "u1"), ("theoretical", "u1"), ("moves", "u1", 60)])
N_SQUARES = 64
# Empty squares from which every position is solved unless something else is asked.
EXACT_EMPTIES = 12


@dataclass(frozen=True)
class GameFault:
    """A game that cannot be read: file, number of the game, what is wrong."""

    file: str
    game: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}: game {self.game}: {self.what}"


@dataclass(frozen=True, eq=False)
class Replayed:
    """All positions of games, with the scores that the records tell, of the side to move."""

    own: NDArray[np.uint64]
    opponent: NDArray[np.uint64]
    game: NDArray[np.uint32]
    sign: NDArray[np.int8]
    theoretical: NDArray[np.int8]
    n_theoretical: int


def read_games(paths: Iterable[str | os.PathLike[str]]) -> tuple[list[Replayed], list[GameFault]]:
    """Replay all games of WTHOR files.

    Raises
    ------
    ValueError
        If a file is not one of WTHOR games.
    """
    found, faults = [], []
    n_games = 0
    for path in paths:
        with open(path, "rb") as file:  # noqa: PTH123 (any path will do)
            data = file.read()
        whole = len(data) >= HEADER_SIZE and (len(data) - HEADER_SIZE) % RECORD.itemsize == 0
        count = int.from_bytes(data[4:8], "little")
        if not whole or count != (len(data) - HEADER_SIZE) // RECORD.itemsize:
            raise ValueError(f"{path}: expected a file of WTHOR games, found {data[:16]!r}")
        records = np.frombuffer(data, RECORD, offset=HEADER_SIZE)
        codes = records["moves"].astype(np.int16)
        squares = np.where(codes > 0, (codes // 10 - 1) * 8 + codes % 10 - 1, 255)
        lengths = (codes > 0).sum(axis=1)
        rows = [row[:n].astype(np.uint8).tolist() for row, n in zip(squares, lengths, strict=True)]
        (own, opponent), is_black, game, wrong = _core.replay_squares(rows)
        sign = np.where(is_black == 1, 1, -1).astype(np.int8)
        discs = records["theoretical"].astype(np.int16)[game]
        theoretical = (sign * (2 * discs - N_SQUARES)).astype(np.int8)
        found.append(
            Replayed(own, opponent, game + np.uint32(n_games), sign, theoretical, data[DEPTH_AT])
        )
        faults += [GameFault(os.fspath(path), index + 1, what) for index, what in wrong]
        n_games += len(records)
    return found, faults


def label_games(
    paths: Iterable[str | os.PathLike[str]],
    *,
    exact: int = EXACT_EMPTIES,
    threads: int = 1,
    workers: Workers | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[PatternExamples, list[GameFault]]:
    """Return every position of WTHOR games with the best score that is to be had cheaply.

    With at most ``exact`` empty squares a position is solved. Before the theoretical score of the
    record, which is exact where it stands, that score counts; between the two, a mean of both,
    weighted by how near they are.

    Raises
    ------
    ValueError
        If a file is not one of WTHOR games.
    """
    files, faults = read_games(paths)
    if not files:
        raise ValueError("patterns: expected files of WTHOR games, found none")
    own = np.concatenate([file.own for file in files])
    opponent = np.concatenate([file.opponent for file in files])
    game = np.concatenate([file.game for file in files])
    sign = np.concatenate([file.sign for file in files]).astype(np.float32)
    known = np.concatenate([file.theoretical for file in files]).astype(np.float32)
    n_known = np.concatenate([np.full(len(f.own), f.n_theoretical, np.int16) for f in files])
    empties = (N_SQUARES - np.bitwise_count(own | opponent)).astype(np.int16)
    late = np.flatnonzero(empties <= exact)
    solved = solve(own[late], opponent[late], threads=threads, workers=workers, progress=progress)
    score = known.copy()
    score[late] = solved
    # The earliest solved position of each game, Black's view.
    at_exact = np.full(int(game.max()) + 1, np.nan, np.float32)
    at_exact[game[late[::-1]]] = (score * sign)[late[::-1]]
    later = at_exact[game] * sign
    between = (empties > exact) & (empties < n_known) & ~np.isnan(later)
    share = (n_known - empties) / np.maximum(n_known - exact, 1)
    score = np.where(between, (1 - share) * known + share * later, score).astype(np.float32)
    return PatternExamples(own, opponent, score, np.ones(len(own), np.float32), game), faults
