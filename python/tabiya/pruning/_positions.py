"""Positions to learn from and to be tested on: from the middle of games, and of other games."""

import random

import numpy as np

from tabiya.games import Batch
from tabiya.players import Player
from tabiya.positions import PositionSet, split

# A position is undecided if the evaluation, in centipawns, is within this.
DECIDED = 900.0


def middle_games(positions: PositionSet, n: int, *, seed: int = 0) -> tuple[Batch, Batch]:
    """Return `n` positions to learn from and `n` to be tested on, of other games.

    Positions that are over, have fewer than two moves, or are decided by the static evaluation are
    left out. Each is drawn at random; none occurs twice.

    Raises
    ------
    ValueError
        If there are fewer than two positions on either side.
    """
    found = []
    for part in split(positions, 0.5, seed):
        drawn = list(dict.fromkeys(part.table["position"].to_list()))
        random.Random(seed).shuffle(drawn)  # noqa: S311 (no secret)
        batch = Batch.from_texts(positions.game, drawn[: 4 * n])
        if len(batch):
            scores = Player(positions.game, hash_mib=1).evaluate_many(batch)
            is_over = ~np.isnan(batch.results())
            fair = np.flatnonzero((np.abs(scores) < DECIDED) & ~is_over)
            chosen = [i for i in fair.tolist() if len(batch[i].legal_moves()) > 1][:n]
            batch = batch[np.array(chosen, dtype=np.int64)]
        if len(batch) < 2:  # noqa: PLR2004 (an interval needs two)
            raise ValueError(
                f"positions: expected undecided ones of two games or more, found {len(batch)} of "
                f"{len(positions)}"
            )
        found.append(batch)
    return found[0], found[1]
