"""Labels that are made of two: what a search says, and how the game ended."""

import numpy as np
import polars as pl
import scipy

from tabiya import _core
from tabiya.positions._set import PositionSet

# The scale is looked for between these, in centipawns.
LEAST_SCALE, MOST_SCALE = 1.0, 1e5
# Beyond so many scales of the game (odds of 3,000 to 1) a position is decided, and more says no
# more: a few announced mates that were not given would make the scale a hundred times as wide.
DECIDED = 8.0


def mix(positions: PositionSet, share: float, *, scale: float | None = None) -> PositionSet:
    """Return positions labelled by their expected result: scores and results, mixed.

    A score s becomes 1 / (1 + exp(-s / K)), so that decided positions count no more than others;
    `share` of that and the rest of the game's result make the label. K is fitted to the results of
    all positions that have both.

    Parameters
    ----------
    positions : PositionSet
        Positions with a score and a result each; others are left out, unless the share is 0 or 1.
    share : float
        The part of the score, from 0 (results alone) to 1 (scores alone).
    scale : float, optional
        K, in the unit of the scores, if it is not to be fitted.

    Raises
    ------
    ValueError
        If the share is out of range, or no position has what is needed.

    Examples
    --------
    >>> import polars as pl
    >>> rows = {"position": ["a", "a", "b", "b"], "kind": ["score", "result"] * 2}
    >>> found = PositionSet("chess", pl.DataFrame(rows | {"value": [0.0, 1.0, 0.0, 0.0]}))
    >>> mix(found, 0.75, scale=100).table["value"].to_list()
    [0.625, 0.375]
    """
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"mix: expected a share from 0 to 1, found {share!r}")
    table = positions.table.filter(pl.col("value").is_not_null())
    scores = table.filter(pl.col("kind") == "score").unique("position", maintain_order=True)
    results = table.filter(pl.col("kind") == "result").unique("position", maintain_order=True)
    if share == 0:
        return _labelled(positions, results, results["value"])
    ended = results.select("position", pl.col("value").alias("result"))
    both = scores.join(ended, on="position", how="inner", maintain_order="left")
    if both.is_empty() and (share < 1 or scores.is_empty()):
        raise ValueError(
            f"mix: expected positions with a score and a result, found {scores.height} with a "
            f"score, {results.height} with a result, none with both"
        )
    if scale is None:
        scale = _fitted(positions.game, both)
    chosen = scores if share == 1 else both
    chance = scipy.special.expit(chosen["value"].to_numpy() / scale)
    if share < 1:
        chance = share * chance + (1 - share) * both["result"].to_numpy()
    return _labelled(positions, chosen, pl.Series(chance))


def _labelled(positions: PositionSet, table: pl.DataFrame, values: pl.Series) -> PositionSet:
    if table.is_empty():
        raise ValueError("mix: expected positions with a result, found none")
    labels = pl.Series([f"{value:.4f}" for value in values], dtype=pl.String)
    return positions.with_table(
        table.with_columns(value=values, label=labels, kind=pl.lit("result"))
    )


def _fitted(game: str, both: pl.DataFrame) -> float:
    """Return the scale at which scores foretell results best; that of the game without results."""
    if both.is_empty():
        return _core.win_scale(game)
    most = DECIDED * _core.win_scale(game)
    scores, results = both["value"].to_numpy().clip(-most, most), both["result"].to_numpy()

    def loss(log: float) -> float:
        odds = scores / np.exp(log)
        return float(np.mean(np.logaddexp(0, odds) - results * odds))

    bounds = (np.log(LEAST_SCALE), np.log(MOST_SCALE))
    return float(np.exp(scipy.optimize.minimize_scalar(loss, bounds=bounds, method="bounded").x))
