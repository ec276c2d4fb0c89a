"""Quiet positions: those in which nothing hangs, or the leaves in which exchanges have ended."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from tabiya import _core
from tabiya.games import Batch, Game
from tabiya.positions._packing import pack_column
from tabiya.positions._set import PositionSet

# Rows that are looked at together.
PIECE = 1 << 16
# By so many centipawns exchanges may change the score of a quiet position.
QUIET_MARGIN = 0.5


@dataclass(frozen=True)
class Filters:
    """Which positions are kept.

    Attributes
    ----------
    least_ply, most_ply : int, optional
        Plies from the start of the game, where they are known.
    checks : bool
        Whether positions in which the side to move is in check stay.
    least_men : int, optional
        The least number of pieces or discs.
    most_score : float, optional
        Of the label, where it is a score, and of the evaluation: positions beyond are decided.
    duplicates : bool
        Whether the same position may stand there twice.
    per_game : int, optional
        At most so many of each game, spread over it.
    """

    least_ply: int | None = None
    most_ply: int | None = None
    checks: bool = False
    least_men: int | None = None
    most_score: float | None = None
    duplicates: bool = False
    per_game: int | None = None

    def __post_init__(self) -> None:
        least = {"least_ply": 0, "most_ply": 0, "least_men": 0, "most_score": 0, "per_game": 1}
        for name, bound in least.items():
            value = getattr(self, name)
            if value is not None and not bound <= value < math.inf:
                raise ValueError(f"{name}: expected {bound} or more, found {value}")
        if self.most_ply is not None and (self.least_ply or 0) > self.most_ply:
            raise ValueError(
                f"least_ply: expected {self.most_ply}, which is most_ply, or less, found "
                f"{self.least_ply}"
            )


def quiet(
    positions: PositionSet,
    *,
    leaves: bool = False,
    filters: Filters | None = None,
    weights: Mapping[str, float] | None = None,
    threads: int = 1,
) -> PositionSet:
    """Keep quiet positions, or replace each by the leaf of its quiescence line.

    A position is quiet if captures and what else the game calls urgent change nothing: the best of
    them is to play none. Otherwise the label travels to the leaf of the line, and ``position`` of
    the old row is kept in the column ``origin``.

    Parameters
    ----------
    positions : PositionSet
        The set; rows that are no positions are refused.
    leaves : bool
        Whether to replace positions; else those that are not quiet are left out.
    filters : Filters, optional
        What else is left out.
    weights : mapping, optional
        Weights of the evaluation that differ from the defaults.
    threads : int
        How many threads look; it changes nothing.

    Returns
    -------
    PositionSet
        With a note that says how many were left out, and why.

    Examples
    --------
    >>> import polars as pl
    >>> hanging = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
    >>> rows = {"position": [hanging], "side": ["white"], "kind": ["result"], "value": [1.0]}
    >>> found = PositionSet("chess", pl.DataFrame(rows))
    >>> len(quiet(found)), quiet(found, leaves=True).table["position"].to_list()
    (0, ['4k3/8/8/3P4/8/8/8/4K3 b - - 0 1'])
    """
    filters = filters or Filters()
    table, game = positions.table, Game(positions.game)
    vector = _vector(positions.game, weights or {})
    found = []
    for start in range(0, table.height, PIECE):
        piece = table.slice(start, PIECE)
        found.append(_settled(piece, game, vector, threads, start))
    settled = pl.concat(found) if found else table
    counted: list[tuple[str, int]] = []

    def keep(rows: pl.DataFrame, why: str, is_kept: pl.Expr) -> pl.DataFrame:
        left = rows.filter(is_kept)
        counted.append((why, rows.height - left.height))
        return left

    if not settled.is_empty():
        if not filters.checks:
            settled = keep(settled, "in check", ~pl.col("is_check"))
        settled = keep(settled, "over", ~pl.col("is_over"))
        if not leaves:
            settled = keep(settled, "not quiet", pl.col("plies") == 0)
        for why, is_kept in _conditions(filters):
            settled = keep(settled, why, is_kept)
        if not filters.duplicates:
            name = "leaf" if leaves else "position"
            before = settled.height
            settled = settled.unique([name, "kind"], keep="first", maintain_order=True)
            counted.append(("duplicates", before - settled.height))
        if filters.per_game is not None:
            before = settled.height
            settled = thinned(settled, filters.per_game)
            counted.append(("more of a game", before - settled.height))
        if leaves:
            side = pl.col("leaf_side")
            settled = settled.with_columns(position=pl.col("leaf"), side=side)
    note = ", ".join(f"{n:,} {why}" for why, n in counted if n) or "none"
    return positions.with_table(settled, f"quiet: left out {note}")


def _vector(
    game: str, weights: Mapping[str, float]
) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return the values of all weights."""
    raw = _core.weights(game)
    stray = set(weights) - {each[0] for each in raw}
    if stray:
        raise ValueError(f"{game} weights: expected a known name, found {min(stray)!r}")
    return np.array([weights.get(each[0], each[1]) for each in raw], dtype=np.float64)


def _settled(
    piece: pl.DataFrame,
    game: Game,
    vector: "np.ndarray[tuple[int], np.dtype[np.float64]]",
    threads: int,
    start: int,
) -> pl.DataFrame:
    """Return rows with the leaf of each, plies to it, scores, checks and the number of men."""
    packed = pack_column(game, piece["position"], start)
    leaf, plies, scores, is_over, is_check = _core.settle(
        game.name, packed.packed, vector, QUIET_MARGIN, threads
    )
    after = Batch(game, leaf, checked=True)
    sides = np.array(game.sides)[after.turns.astype(np.int64)]
    return piece.with_columns(
        origin=pl.col("position"),
        leaf=pl.Series(after.texts()),
        leaf_side=pl.Series(sides.tolist(), dtype=pl.String),
        plies=pl.Series(plies.astype(np.int64)),
        settled=pl.Series(scores),
        is_over=pl.Series(is_over),
        is_check=pl.Series(is_check),
        men=_men(game.name, piece["position"]),
    )


def _men(game: str, positions: pl.Series) -> pl.Series:
    """Return how many pieces or discs stand on each board."""
    board = positions.str.split(" ").list.get(0)
    pattern = r"[A-Za-z]" if game != "othello" else r"[XOxo*BWbw]"
    return board.str.count_matches(pattern).cast(pl.Int64)


def _conditions(filters: Filters) -> list[tuple[str, pl.Expr]]:
    found = []
    if filters.least_ply is not None:
        found.append(("too early", pl.col("ply").fill_null(filters.least_ply) >= filters.least_ply))
    if filters.most_ply is not None:
        found.append(("too late", pl.col("ply").fill_null(filters.most_ply) <= filters.most_ply))
    if filters.least_men is not None:
        found.append(("too few men", pl.col("men") >= filters.least_men))
    if filters.most_score is not None:
        is_score = pl.col("kind") == "score"
        label = pl.when(is_score).then(pl.col("value").abs()).otherwise(0.0)
        most = filters.most_score
        found.append(("decided", (label <= most) & (pl.col("settled").abs() <= most)))
    return found


def thinned(table: pl.DataFrame, per_game: int) -> pl.DataFrame:
    """Return at most so many rows of each game, as far apart as they can be."""
    group = ["file", "game", "kind"]
    rank, size = pl.int_range(pl.len()).over(group), pl.len().over(group)
    # The rows at whose rank the number of those wanted so far goes up.
    wanted = ((rank + 1) * per_game // size) > (rank * per_game // size)
    is_kept = pl.col("game").is_null() | (size <= per_game) | wanted
    return table.filter(is_kept)
