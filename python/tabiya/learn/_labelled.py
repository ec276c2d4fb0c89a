"""Labels that we make ourselves: of numbers, or by a player who looks further."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from tabiya.analysts import Analyst, Progress, assess
from tabiya.games import Batch, Position
from tabiya.positions import LabelledPositions


def label_positions(
    positions: Sequence[Position], values: ArrayLike, weights: ArrayLike | None = None
) -> LabelledPositions:
    """Return positions with numbers as labels, higher for the first player.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("othello").initial()
    >>> len(label_positions([start, start.play("d3")], [0.5, 1.0]))
    2
    """
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.shape != (len(positions),) or len(positions) < 2:  # noqa: PLR2004 (a pair)
        raise ValueError(
            f"labels: expected one for each of two or more positions, found {numbers.shape} for "
            f"{len(positions)}"
        )
    batch = Batch.of(positions)
    return LabelledPositions(
        game=batch.game.name,
        positions=batch,
        table=pl.DataFrame({"position": batch.texts()}),
        values=numbers,
        weights=None if weights is None else np.asarray(weights, dtype=np.float64),
        groups=np.arange(len(positions)),
    )


def relabel(
    subject: LabelledPositions,
    analyst: Analyst,
    *,
    n_levels: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> LabelledPositions:
    """Replace labels by what an analyst says, such as a search of the player as tuned so far.

    A pseudo-oracle is no oracle: when tau has improved, the positions are worth labelling again
    with the new weights, and tuning goes on from where it was (Gomboc 2004, §4.6 and §8.1).

    Parameters
    ----------
    subject : LabelledPositions
        The positions.
    analyst : Analyst
        Who labels them.
    n_levels : int, optional
        Merge scores into so many levels with about as many positions each; else they stay as they
        are.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("loa").initial()
    >>> after = [start.play(move) for move in start.legal_moves()[:2]]
    >>> positions = [p.play(move) for p in after for move in p.legal_moves()]
    >>> subject = label_positions(positions, [0.0] * len(positions))
    >>> analyst = tabiya.analysts.StaticAnalyst(tabiya.Player("loa"))
    >>> sorted(set(relabel(subject, analyst, n_levels=3).values.tolist()))
    [0.0, 1.0, 2.0]
    """
    scores = assess(analyst, subject.positions, threads=threads, progress=progress)
    if n_levels is None:
        return replace(subject, values=scores)
    if n_levels < 2:  # noqa: PLR2004 (one level orders nothing)
        raise ValueError(f"n_levels: expected 2 or more, found {n_levels}")
    edges = np.quantile(scores, np.arange(1, n_levels) / n_levels)
    return replace(subject, values=np.searchsorted(edges, scores, side="left").astype(np.float64))
