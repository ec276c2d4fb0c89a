"""Sets without their texts: what a tuning keeps of the positions that it learns from."""

import hashlib
from dataclasses import dataclass, replace

import polars as pl

from tabiya.positions import LabelledPositions, PositionSet, labelled_positions

# Rows that are written out at a time to be hashed.
DIGESTED_AT_ONCE = 1 << 15
# What a report tells of a position beside its board.
TOLD = ("label", "kind", "file", "game", "ply", "line")


@dataclass(frozen=True, eq=False)
class PackedSet:
    """A set of positions as arrays, with the hash that it had as a table.

    The texts of positions take twice as much memory as the positions, and nobody reads them any
    more once they are packed and hashed.

    Attributes
    ----------
    labelled : LabelledPositions
        The positions, and of their rows what a report tells.
    digest : str
        The hash of the set.

    Examples
    --------
    >>> import polars as pl
    >>> texts = ["7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "7k/8/5K2/8/8/8/8/7R b - - 0 1"]
    >>> table = pl.DataFrame({"position": texts, "kind": "result", "value": [1.0, 0.5]})
    >>> found = PackedSet.of(PositionSet("chess", table))
    >>> len(found), found.game, found.labelled.positions[1].side_to_move, len(found.digest)
    (2, 'chess', 'black', 32)
    """

    labelled: LabelledPositions
    digest: str

    @classmethod
    def of(cls, positions: PositionSet) -> "PackedSet":
        """Pack a set; it is not needed afterwards."""
        digest = digest_of(positions)
        found = labelled_positions(positions)
        return cls(replace(found, table=_told(found.table)), digest)

    @property
    def game(self) -> str:
        """Return the name of the game."""
        return self.labelled.game

    def __len__(self) -> int:
        return len(self.labelled)


def arrays_of(positions: PositionSet | PackedSet) -> LabelledPositions:
    """Return positions as arrays."""
    return positions.labelled if isinstance(positions, PackedSet) else labelled_positions(positions)


def digest_of(positions: PositionSet | PackedSet) -> str:
    """Return a text that changes with the positions, their labels or their weights."""
    if isinstance(positions, PackedSet):
        return positions.digest
    digest = hashlib.sha256()
    columns = ["position", "kind", "value", "weight", "file", "game"]
    for number, piece in enumerate(positions.table.select(columns).iter_slices(DIGESTED_AT_ONCE)):
        digest.update(piece.write_csv(include_header=number == 0).encode())
    return digest.hexdigest()[:32]


def _told(table: pl.DataFrame) -> pl.DataFrame:
    """Return the columns that a report tells, with words in a byte or two each."""
    chosen = table.select(TOLD)
    return chosen.with_columns(
        column.cast(pl.Enum(column.unique().drop_nulls().sort()))
        for column in chosen.get_columns()
        if column.dtype == pl.String
    )
