"""Stratified samples: as many positions of each label and side to move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl

from tabiya.games import Game, Position
from tabiya.positions._merge import position_key
from tabiya.positions._sampling import category_labels, shuffled_rows
from tabiya.positions._set import PositionSet

Advance = Callable[[list[Position]], Sequence[str | None]]


def stratify(
    positions: PositionSet, n_per_cell: int, seed: int = 0, advance: Advance | None = None
) -> PositionSet:
    """Return as many positions of each label and side to move.

    People say that a side stands better when it has just moved, so positions with the other side
    to move are scarce. Where a cell has too few, positions of the same label with the other side to
    move are taken that the sample does not use, and the position after the best move is used in
    their stead; so no position stands beside its successor. CITE: Gomboc 2004 §6.2.

    Parameters
    ----------
    positions : PositionSet
        A set with labels of one kind.
    n_per_cell : int
        How many positions of each label and side.
    seed : int
        Seed of the choice.
    advance : callable, optional
        Takes positions and returns a best move, or None, for each. Without it, a cell with too few
        positions stays small.

    Returns
    -------
    PositionSet
        The sample; the notes of its report name the cells with successors and the small ones.

    Raises
    ------
    ValueError
        If the labels are of several kinds or too many to be categories.

    Examples
    --------
    >>> import polars as pl, tabiya
    >>> boards = [tabiya.game("chess").initial().play(f"{file}2{file}3") for file in "abcd"]
    >>> row = {"side": "black", "label": "=", "kind": "symbol", "value": 0.0}
    >>> found = PositionSet("chess", pl.DataFrame([row | {"position": str(b)} for b in boards]))
    >>> chosen = stratify(found, 2, advance=lambda boards: [b.legal_moves()[0] for b in boards])
    >>> chosen.table["side"].to_list()
    ['black', 'black', 'white', 'white']
    >>> chosen.report.notes
    ('= with white to move: 2 of 2, 2 of them successors',)
    """
    if n_per_cell < 1:
        raise ValueError(f"n_per_cell: expected a number above 0, found {n_per_cell!r}")
    labels = category_labels(positions)
    sides = Game(positions.game).sides
    cells = _cells(positions.table, seed)
    chosen = {cell: rows[:n_per_cell] for cell, rows in cells.items()}
    rows = sorted(row for some in chosen.values() for row in some)
    parts, notes = [positions.table[rows]], []
    successors = _Successors(positions, advance)
    for label in labels:
        for side, other in (sides, sides[::-1]):
            n_own = len(chosen.get((label, side), []))
            spare = cells.get((label, other), [])[n_per_cell:]
            new = successors.make(spare, n_per_cell - n_own, side)
            parts.append(new)
            if new.height or n_own < n_per_cell:
                notes.append(
                    f"{label} with {side} to move: {n_own + new.height} of {n_per_cell}, "
                    f"{new.height} of them successors"
                )
    return positions.with_table(pl.concat(parts), *notes)


def _cells(table: pl.DataFrame, seed: int) -> dict[tuple[str, str], list[int]]:
    """Return the rows of each label and side, in random order."""
    cells: dict[tuple[str, str], list[int]] = {}
    labels, sides = table["label"].to_list(), table["side"].to_list()
    for row in shuffled_rows(table, seed).tolist():
        cells.setdefault((labels[row], sides[row]), []).append(row)
    return cells


@dataclass
class _Successors:
    """Makes positions by playing best moves; none that is in the set, and none twice."""

    positions: PositionSet
    advance: Advance | None

    def __post_init__(self) -> None:
        self.key = position_key(self.positions.game)
        self.known = set(self.positions.table.select(self.key).to_series())
        self.game = Game(self.positions.game)

    def make(self, spare: list[int], n: int, side: str) -> pl.DataFrame:
        """Return up to so many successors of some rows, with this side to move."""
        made: list[pl.DataFrame] = []
        at = 0
        while self.advance is not None and n > len(made) and at < len(spare):
            rows = self.positions.table[spare[at : at + n - len(made)]]
            at += rows.height
            boards = [self.game.position(text) for text in rows["position"]]
            rows = rows.filter(pl.Series([board.result is None for board in boards]))
            boards = [board for board in boards if board.result is None]
            moves = self.advance(boards) if boards else []
            if len(moves) != len(boards):
                raise ValueError(
                    f"advance: expected {len(boards)} moves, found {len(moves)} of them"
                )
            for index, (board, move) in enumerate(zip(boards, moves, strict=True)):
                after = None if move is None else board.play(move)
                if after is None or after.result is not None or after.side_to_move != side:
                    continue
                row = self._row(rows[index], after)
                key = row.select(self.key).item()
                if key not in self.known:
                    self.known.add(key)
                    made.append(row)
        return pl.concat([self.positions.table.clear(), *made])

    def _row(self, row: pl.DataFrame, after: Position) -> pl.DataFrame:
        return row.with_columns(
            pl.lit(str(after)).alias("position"),
            pl.lit(after.side_to_move).alias("side"),
            pl.col("ply") + 1,
            pl.lit(1, pl.Int32).alias("count"),
            pl.lit(0, pl.Int32).alias("conflicts"),
        )
