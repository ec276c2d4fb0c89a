"""Labelling positions by an analyst: a pseudo-oracle (Gomboc 2004, §4.6)."""

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya._core import DECIDED_SCORE, WIN_SCORE
from tabiya.analysts._analyst import Analyst, Progress
from tabiya.analysts._assess import assess
from tabiya.cluster import Workers
from tabiya.positions import MATE, PositionSet, score_label

if TYPE_CHECKING:
    from tabiya.analysts._cache import AssessmentCache


def label(
    positions: PositionSet,
    analyst: Analyst,
    *,
    cache: "AssessmentCache | None" = None,
    threads: int = 1,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> PositionSet:
    """Return the positions with what an analyst says of them, each once.

    Parameters
    ----------
    positions : PositionSet
        The positions; what was said of them is left out.
    analyst : Analyst
        Who knows better: a deeper search of our own, or a stronger engine.
    cache, threads, workers, progress
        As in :func:`assess`.

    Returns
    -------
    PositionSet
        Labels of the kind "score": centipawns of the first player, hundredths of a disc in
        Othello; mates in chess and wins in Lines of Action as in the columns of a set.

    Examples
    --------
    >>> import polars as pl, tabiya
    >>> rows = {"position": [str(tabiya.game("chess").initial())], "side": ["white"]}
    >>> found = tabiya.positions.PositionSet("chess", pl.DataFrame(rows))
    >>> analyst = tabiya.analysts.SearchAnalyst(tabiya.Player("chess"), nodes=500)
    >>> labelled = tabiya.analysts.label(found, analyst)
    >>> labelled.table["kind"].to_list(), labelled.table["annotator"].to_list()
    (['score'], ['tabiya, 500 nodes'])
    """
    table = positions.table.unique("position", keep="first", maintain_order=True)
    chosen = positions.with_table(table)
    scores = assess(
        analyst,
        chosen.positions(),
        cache=cache,
        threads=threads,
        workers=workers,
        progress=progress,
    )
    values = _set_values(positions.game, scores)
    return positions.with_table(
        table.with_columns(
            label=pl.Series([score_label(value).text for value in values], dtype=pl.String),
            value=pl.Series(values, dtype=pl.Float64),
            kind=pl.lit("score"),
            annotator=pl.lit(f"{analyst.name}, {analyst.effort}"),
            count=pl.lit(1, dtype=pl.Int32),
            conflicts=pl.lit(0, dtype=pl.Int32),
        )
    )


def _set_values(game: str, scores: NDArray[np.float64]) -> list[float]:
    """Return scores as sets keep them: a decided game counts by its distance or its discs."""
    return [
        score if abs(score) <= DECIDED_SCORE else _decided_value(game, score)
        for score in scores.tolist()
    ]


def _decided_value(game: str, score: float) -> float:
    steps = WIN_SCORE - abs(score)
    size = 100 * (64 - steps) if game == "othello" else MATE - (steps + 1) // 2
    return size if score > 0 else -size
