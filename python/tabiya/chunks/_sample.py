"""Positions of games, taken at random: what libraries are held against, and learned from."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.chunks._games import Games
from tabiya.chunks._squares import square_bit
from tabiya.games import Batch

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True)
class Sample:
    """Positions of games with what happened next and how it ended.

    Attributes
    ----------
    batch : Batch
        The positions.
    games : ndarray of uint32
        The game of each.
    plies : ndarray of uint32
        The ply of each.
    moves : ndarray of uint16
        The move that was played: from in the six lowest bits, to in the next six; 0 for none.
    results : ndarray of float64
        What White got: 1, 0.5, 0, or NaN where nobody knows.
    """

    batch: Batch
    games: NDArray[np.uint32]
    plies: NDArray[np.uint32]
    moves: NDArray[np.uint16]
    results: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.batch)


def sample_games(
    db: Games,
    n_positions: int = 50_000,
    *,
    seed: int = 0,
    first_ply: int = 12,
    where: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Sample:
    r"""Take positions of a database at random, of as many different games as there are.

    Parameters
    ----------
    db : Games
        The database.
    n_positions : int
        How many; fewer if the games have not so many.
    seed : int
        Decides which.
    first_ply : int
        The first ply that is taken: openings are learned by heart.
    where : str, optional
        Which games, as ``tabiya games export`` has it.
    progress : callable, optional
        Called with the positions taken and all of them.

    Raises
    ------
    ValueError
        If no game is so long.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from tabiya.chunks import open_games
    >>> folder = tempfile.TemporaryDirectory()
    >>> db = open_games(Path(folder.name, "masters.db"))
    >>> _ = db.add("\n1. e4 e5 2. Nf3 d6 1-0\n")
    >>> sample = sample_games(db, 3, first_ply=1)
    >>> len(sample), sample.results.tolist()
    (3, [1.0, 1.0, 1.0])
    >>> folder.cleanup()
    """
    table = db.games(where).select("game", "plies", "result")
    lengths = table["plies"].to_numpy().astype(np.int64)
    long = np.flatnonzero(lengths > first_ply)
    if not len(long):
        raise ValueError(f"{db.path}: expected games of more than {first_ply} plies, found none")
    dice = np.random.default_rng(seed)
    chosen: set[tuple[int, int]] = set()
    n_all = min(n_positions, int((lengths[long] - first_ply).sum()))
    # Once around all games, in another order each time, until there are enough.
    while len(chosen) < n_all:
        order = dice.permutation(long)
        plies = dice.integers(first_ply, lengths[order])
        for row, ply in zip(order.tolist(), plies.tolist(), strict=True):
            if len(chosen) < n_all:
                chosen.add((row, ply))
    return _read(db, sorted(chosen), table.to_dict(as_series=False), progress)


def _read(
    db: Games,
    places: list[tuple[int, int]],
    table: dict[str, list[int | str]],
    progress: Callable[[int, int], object] | None,
) -> Sample:
    texts, moves = [], []
    games = [int(table["game"][row]) for row, _ in places]
    for done, (game, (_, ply)) in enumerate(zip(games, places, strict=True)):
        texts.append(db.position(game, ply))
        played = db.plan(game, ply, 1)
        moves.append(_coded(played[0]) if played else 0)
        if progress is not None and done % 1000 == 0:
            progress(done, len(places))
    results = [POINTS.get(str(table["result"][row]), np.nan) for row, _ in places]
    return Sample(
        Batch.from_texts("chess", texts),
        np.array(games, dtype=np.uint32),
        np.array([ply for _, ply in places], dtype=np.uint32),
        np.array(moves, dtype=np.uint16),
        np.array(results, dtype=np.float64),
    )


def _coded(move: str) -> int:
    """Return a move as two squares in twelve bits.

    >>> _coded("b1a1")
    1
    """
    from_square = square_bit(move[:2]).bit_length() - 1
    to_square = square_bit(move[2:4]).bit_length() - 1
    return from_square | to_square << 6
