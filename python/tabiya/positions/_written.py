"""Rows that are written down while others are read, and read again part by part."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya import _core
from tabiya.positions._merge import PGN_KINDS, deal_rows
from tabiya.positions._pgn import PackedRows
from tabiya.positions._reading import unpacked

# Rows are written as they are while there are few, for that is quick; many are compressed.
PLAIN_ROWS = 1 << 23


@dataclass(frozen=True)
class Part:
    """Rows that were written down.

    Attributes
    ----------
    path : Path
        Where they are.
    start, stop : int
        The numbers of the first and of the one behind them.
    packed_of : str or None
        The file that they were read from, if they are packed.
    """

    path: Path
    start: int
    stop: int
    packed_of: str | None = None

    @classmethod
    def write(cls, rows: pl.DataFrame | PackedRows, path: Path, start: int) -> "Part":
        """Write rows down, the first of which has this number."""
        if isinstance(rows, PackedRows):
            path.write_bytes(rows.data)
            return cls(path, start, start + rows.n_rows, rows.file)
        rows.write_ipc(path, compression="uncompressed" if start < PLAIN_ROWS else "lz4")
        return cls(path, start, start + rows.height)

    def read(self, chosen: NDArray[np.bool_]) -> pl.DataFrame:
        """Return the rows that are chosen."""
        if self.packed_of is not None:
            n_rows = self.stop - self.start
            return unpacked(PackedRows(self.path.read_bytes(), n_rows, self.packed_of), chosen)
        with self.path.open("rb") as file:  # as a path, its brackets and stars would be a pattern
            table = pl.read_ipc(file)
        return _compact(unpacked(table, chosen), table.height)


def _compact(table: pl.DataFrame, n_before: int) -> pl.DataFrame:
    """Return rows that hold no texts but their own.

    The texts of a few rows hold on to those of all rows that they were chosen from, and the writer
    waits for many rows before it writes them.
    """
    if 2 * table.height > n_before:
        return table
    written = table.write_ipc(None, compat_level=pl.CompatLevel.oldest())
    written.seek(0)
    return pl.read_ipc(written)


def deal(
    rows: pl.DataFrame | PackedRows, game: str, *, n_heaps: int, first_row: int
) -> list[bytes]:
    """Return heaps of what merging has to know of rows, the first of which has this number."""
    if isinstance(rows, PackedRows):
        heaps = _core.deal_pgn(rows.data, first_row, PGN_KINDS, n_heaps)
        if heaps is not None:
            return heaps
        # Some label has no value, and what it says is known by its text alone.
    return deal_rows(unpacked(rows), game, n_heaps=n_heaps, first_row=first_row)
