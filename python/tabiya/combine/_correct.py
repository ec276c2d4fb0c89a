"""Results of Othello games corrected: by exact search near the end, through the graph of games."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya import _core
from tabiya.combine._examples import examples_of
from tabiya.positions import PositionSet

LABELS = {0.0: "0-1", 0.5: "1/2-1/2", 1.0: "1-0"}


@dataclass(frozen=True)
class Correction:
    """What the steps of a correction did.

    Attributes
    ----------
    n_positions : int
        Positions with results.
    n_solved : int
        Positions that were solved.
    changed_by_solving : int
        Labels that this changed.
    changed_by_graph : int
        Labels that the results of examined successors changed after that.
    """

    n_positions: int
    n_solved: int
    changed_by_solving: int
    changed_by_graph: int

    def __str__(self) -> str:
        share = 100 / max(1, self.n_positions)
        return (
            f"{self.n_positions:,} results; {self.n_solved:,} positions solved, "
            f"{self.changed_by_solving:,} labels changed "
            f"({self.changed_by_solving * share:.2f} %); {self.changed_by_graph:,} more by "
            f"propagation through the graph of all games ({self.changed_by_graph * share:.2f} %)"
        )


def correct(
    positions: PositionSet,
    *,
    empties: int = 0,
    propagate: bool = True,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[PositionSet, Correction]:
    """Correct the results that positions of Othello games are labelled by.

    Players err, so that the result of a game says little of its early positions. Positions with few
    empty squares are solved: their labels become what perfect play leads to. Then results are
    carried from the ends of the games to their beginnings: the label of a position is the best that
    its examined successors offer the side to move, whichever games they are from.

    Parameters
    ----------
    positions : PositionSet
        Positions of Othello; rows that are not labelled by results stay as they are.
    empties : int
        Solve positions with so many empty squares or fewer.
    propagate : bool
        Carry results through the graph of all positions of the set.
    threads : int
        Positions solved at the same time.
    progress : callable, optional
        Called with the number of positions solved and of all to solve.

    Returns
    -------
    corrected : PositionSet
    correction : Correction
        How many labels each step has changed.

    References
    ----------
    Buro 1995, "Statistical Feature Combination for the Evaluation of Game Positions", §3.
    """
    if positions.game != "othello":
        raise ValueError(f"correct: expected positions of othello, found {positions.game}")
    if empties < 0:
        raise ValueError(f"empties: expected 0 or more, found {empties}")
    examples = examples_of(positions)
    packed = examples.batch.packed
    near_end = 64 - examples.men <= empties
    won = examples.won.copy()
    if near_end.any():
        signs = _core.solve_packed(packed[near_end], threads, progress=progress)
        won[near_end] = (signs + 1) / 2
    by_solving = int((won != examples.won).sum())
    by_graph = 0
    if propagate:
        carried = _core.propagate_packed(packed, won, near_end)
        by_graph = int((carried != won).sum())
        won = carried
    first = np.where(examples.batch.turns == 0, won, 1 - won)
    correction = Correction(len(won), int(near_end.sum()), by_solving, by_graph)
    return positions.with_table(_labelled(positions.table, first), str(correction)), correction


def _labelled(table: pl.DataFrame, values: NDArray[np.float64]) -> pl.DataFrame:
    """Put new values into the rows that are labelled by results."""
    is_result = (pl.col("kind") == "result") & pl.col("value").is_not_null()
    number = is_result.cast(pl.Int64).cum_sum() - 1
    new = pl.Series("new", values)
    value = pl.when(is_result).then(pl.lit(new).gather(number.clip(0))).otherwise(pl.col("value"))
    texts = value.replace_strict(LABELS, default=None, return_dtype=pl.String)
    shown = pl.coalesce(texts, value.round(3).cast(pl.String))
    return table.with_columns(
        value.alias("value"),
        pl.when(is_result).then(shown).otherwise(pl.col("label")).alias("label"),
    )
