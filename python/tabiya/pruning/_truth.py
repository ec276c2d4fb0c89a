"""True scores of moves, found once by deep searches and kept."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tabiya.analysts import AssessmentCache, SearchAnalyst, assess
from tabiya.cluster import Workers
from tabiya.games import Batch, Position
from tabiya.players import Player

# A move that wins counts for so many centipawns more than an even one, and no more.
MOST = 1000.0


@dataclass(frozen=True, eq=False)
class Truth:
    """Positions with the score of every legal move (Kocsis 2003, §4.4.4).

    Attributes
    ----------
    positions : Batch
        The positions.
    scores : tuple of dict
        For each position the scores of its moves, in centipawns of the side to move.
    """

    positions: Batch
    scores: tuple[dict[str, float], ...]

    def __len__(self) -> int:
        return len(self.scores)

    @staticmethod
    def unknown(positions: Batch) -> "Truth":
        """Return the positions with no scores, where only trees are counted."""
        return Truth(positions, tuple(dict.fromkeys(p.legal_moves(), 0.0) for p in positions))

    def part(self, n: int) -> "Truth":
        """Return the first positions."""
        return Truth(self.positions[:n], self.scores[:n])

    def of(self, moves: list[str]) -> NDArray[np.float64]:
        """Return the true scores of a move in each position."""
        pairs = zip(self.scores, moves, strict=True)
        return np.array([scores[move] for scores, move in pairs])

    @cached_property
    def best(self) -> NDArray[np.float64]:
        """Return the scores of the best moves."""
        return np.array([max(scores.values()) for scores in self.scores])


def find_truth(
    positions: Batch,
    player: Player,
    *,
    depth: int,
    cache: AssessmentCache | None = None,
    threads: int = 1,
    workers: Workers | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Truth:
    """Score every legal move of positions by searches of so many plies, the move included.

    What the cache knows is not searched again. Ends of the game, and scores beyond ten pawns, count
    for ten pawns, so that no position outweighs all others.

    Parameters
    ----------
    positions : Batch
        Positions in which the game is not over.
    player : Player
        Who searches.
    depth : int
        Plies, at least 2.
    cache, threads, workers, progress
        As in :func:`tabiya.analysts.assess`.
    """
    if depth < 2:  # noqa: PLR2004 (the move and an answer)
        raise ValueError(f"truth: expected a depth of 2 or more, found {depth}")
    children: list[Position] = []
    moves: list[list[str]] = []
    signs: list[float] = []
    for position, sign in zip(positions, positions.signs.tolist(), strict=True):
        legal = position.legal_moves()
        moves.append(legal)
        children += [position.play(move) for move in legal]
        signs += [sign] * len(legal)
    analyst = SearchAnalyst(player, depth=depth - 1)
    found = assess(
        analyst,
        Batch.of(children),
        cache=cache,
        threads=threads,
        workers=workers,
        progress=progress,
    )
    values = iter(np.clip(found * np.array(signs), -MOST, MOST).tolist())
    scores = tuple({move: next(values) for move in legal} for legal in moves)
    return Truth(positions, scores)
