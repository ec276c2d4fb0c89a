"""Positions as sparse rows of pattern weights."""

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.games import Batch
from tabiya.patterns._examples import PatternExamples

# Packed positions of Othello: both boards, Black's first, and the side to move, 1 or 2.
BOARDS = slice(0, 16)
TURN = 16
WIDTH = 17


def pattern_rows(positions: Batch) -> NDArray[np.uint32]:
    """Return the features of positions as numbers of weights, those that hold the values.

    Parameters
    ----------
    positions : Batch
        Positions of Othello.

    Returns
    -------
    ndarray of shape (n_positions, n_features), uint32
        The score of a position is the sum of the weights whose numbers are in its row.

    Raises
    ------
    ValueError
        If the positions are of a game without patterns.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("othello").initial()
    >>> rows = pattern_rows(tabiya.Batch.of([start, start.play("d3")]))
    >>> rows.shape
    (2, 51)
    """
    own, opponent = boards(positions)
    return _core.pattern_rows(own, opponent)


def boards(positions: Batch) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the discs of the side to move, and those of the other."""
    if positions.game.name != "othello":
        name = positions.game.name
        raise ValueError(f"patterns: expected positions of othello, found {name}")
    both = np.ascontiguousarray(positions.packed[:, BOARDS]).view("<u8")
    is_black = positions.turns == 0
    own = np.where(is_black, both[:, 0], both[:, 1])
    return own, np.where(is_black, both[:, 1], both[:, 0])


def as_batch(examples: PatternExamples) -> Batch:
    """Return the positions of examples, all with Black to move."""
    packed = np.zeros((len(examples), WIDTH), np.uint8)
    both = np.stack([examples.own, examples.opponent], axis=1).astype("<u8")
    packed[:, BOARDS] = both.view(np.uint8)
    packed[:, TURN] = 1
    return Batch("othello", packed)
