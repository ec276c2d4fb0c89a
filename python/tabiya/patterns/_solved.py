"""Scores of many positions, by threads of this process or by other workers."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.cluster import Workers, pieces_in_order
from tabiya.players import Player

# So many positions are one piece of work for a worker.
PIECE = 1000

Boards = NDArray[np.uint64]
Progress = Callable[[int, int], object]


def solve(
    own: Boards,
    opponent: Boards,
    *,
    threads: int = 1,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int32]:
    """Return the exact scores of positions with few empty squares, in discs of the side to move."""
    if workers is None:
        return _core.solve_many(own, opponent, threads, progress)
    return _joined(workers, _solve_some, own, opponent, progress).astype(np.int32)


def search(
    player: Player,
    own: Boards,
    opponent: Boards,
    depth: int,
    *,
    threads: int = 1,
    workers: Workers | None = None,
) -> NDArray[np.float64]:
    """Return what searches of so many plies say, in hundredths of a disc of the side to move."""
    work = partial(_search_some, player, depth)
    if workers is None:
        return work(np.stack([own, opponent], axis=1), threads=threads)
    return _joined(workers, work, own, opponent, None)


def _joined(
    workers: Workers,
    work: Callable[[Boards], NDArray[np.float64]],
    own: Boards,
    opponent: Boards,
    progress: Progress | None,
) -> NDArray[np.float64]:
    both = np.stack([own, opponent], axis=1)
    found = pieces_in_order(workers, work, both, size=PIECE, progress=progress)
    return np.concatenate(found) if found else np.zeros(0)


def _solve_some(both: Boards) -> NDArray[np.float64]:
    columns = np.ascontiguousarray(both.T)
    return _core.solve_many(columns[0], columns[1], 1).astype(np.float64)


def _search_some(player: Player, depth: int, both: Boards, threads: int = 1) -> NDArray[np.float64]:
    columns = np.ascontiguousarray(both.T)
    core = player._core
    return _core.search_scores(core, columns[0], columns[1], depth, threads)
