"""Sets made of files that are larger than the memory.

Rows of the same position and kind become one, wherever they stand. So the rows are dealt into heaps
by a hash of both, on disk; a heap holds all rows of its positions, and is merged by itself. At the
end the heaps, each in the order in which its rows were read, are laid into one another.
"""

import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

from tabiya.positions._merge import merge, position_key
from tabiya.positions._reading import Reading
from tabiya.positions._set import SCHEMA, ImportReport, set_metadata

# Rows in memory before they are dealt out, and those that a heap holds when there are many.
ROWS_AT_ONCE = 1 << 18
N_HEAPS = 32
_ROW = "row"


def import_files(
    *paths: str | os.PathLike[str],
    output: str | os.PathLike[str],
    game: str | None = None,
    kinds: str | Iterable[str] | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    columns: Mapping[str, str] | None = None,
) -> tuple[str, ImportReport]:
    """Read labelled positions from files and write them as a set, whatever their size.

    The set is the one that :func:`read` gives and :meth:`PositionSet.write` writes, but it is never
    in memory as a whole.

    Parameters
    ----------
    *paths : path
        The files, as in :func:`read`.
    output : path
        The set; it is complete or not there at all. Beside it stands, while this runs, a hidden
        folder with what was read.
    game, kinds, threads, progress, columns
        As in :func:`read`.

    Returns
    -------
    game : str
        The game of the positions.
    report : ImportReport
        What happened.

    Examples
    --------
    >>> import tempfile
    >>> from tabiya.positions import read
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path, made = Path(folder, "games.pgn"), Path(folder, "set.parquet")
    ...     _ = path.write_text("1. e4 e5 1-0")
    ...     game, report = import_files(path, output=made)
    ...     len(read(made)), report.n_read
    (3, 3)
    """
    reading = Reading.of(
        paths, game=game, kinds=kinds, threads=threads, progress=progress, columns=columns
    )
    path = Path(output)
    remove_left_over(path)
    folder = path.with_name(f".{path.name}.{os.getpid()}.parts")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    folder.mkdir()
    try:
        n_read = _deal(reading, folder)
        found = reading.check(n_read)
        n_kept, conflicts = _merge_heaps(folder, found, n_read)
        report = reading.report(n_read, n_kept, conflicts)
        pl.scan_ipc(_in_order(folder, n_read)).sink_parquet(
            part, metadata=set_metadata(found, reading.sources, report), engine="streaming"
        )
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
    return found, report


def remove_left_over(path: Path) -> None:
    """Remove what imports into the same file have left that were killed."""
    for left in path.parent.glob(f".{path.name}.*.part*"):
        number = left.name.removeprefix(f".{path.name}.").split(".")[0]
        if number.isdigit() and not Path("/proc", number).exists():
            shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink()


def _deal(reading: Reading, folder: Path) -> int:
    """Deal the rows into heaps, and return how many there are."""
    n_rows = n_dealt = 0
    waiting: list[pl.DataFrame] = []

    def deal() -> None:
        nonlocal waiting, n_dealt
        table = pl.concat(waiting).with_row_index(_ROW, offset=n_dealt)
        n_dealt += table.height
        waiting = []
        game = reading.game or "chess"
        heap = (position_key(game).hash() ^ pl.col("kind").hash(1)) % N_HEAPS
        table = table.with_columns(heap.alias("heap"))
        for (number,), rows in table.partition_by("heap", as_dict=True, include_key=False).items():
            rows.write_ipc(folder / f"{number:02}-{n_dealt:012}.arrow", compression="lz4")

    for table in reading.tables():
        waiting.append(table)
        n_rows += table.height
        if n_rows - n_dealt >= ROWS_AT_ONCE:
            deal()
    if waiting and n_rows > n_dealt:
        deal()
    return n_rows


def _merge_heaps(folder: Path, game: str, n_read: int) -> tuple[int, int]:
    """Merge each heap and cut it where the same row numbers begin in all of them.

    Returns how many rows are left, and how many of them have conflicts.
    """
    n_kept = conflicts = 0
    for number in range(N_HEAPS):
        parts = sorted(folder.glob(f"{number:02}-*.arrow"))
        if not parts:
            continue
        merged = merge(pl.concat([pl.read_ipc(part) for part in parts]), game)
        n_kept += merged.height
        conflicts += merged.filter(pl.col("conflicts") > 0).height
        for part in parts:
            part.unlink()
        starts = np.arange(0, n_read, ROWS_AT_ONCE)
        edges = [*np.searchsorted(merged[_ROW].to_numpy(), starts).tolist(), merged.height]
        for window, (first, last) in enumerate(pairwise(edges)):
            piece = merged.slice(first, last - first)
            piece.write_ipc(folder / f"{window:09}-{number:02}.merged", compression="lz4")
    return n_kept, conflicts


def _in_order(folder: Path, n_read: int) -> list[Path]:
    """Lay the pieces of the heaps into one another, and return the files that hold them."""
    made = []
    for window in range(-(-n_read // ROWS_AT_ONCE)):
        pieces = sorted(folder.glob(f"{window:09}-*.merged"))
        rows = pl.concat([pl.read_ipc(piece) for piece in pieces]).sort(_ROW)
        for piece in pieces:
            piece.unlink()
        made.append(folder / f"{window:09}.rows")
        rows.select(SCHEMA.names()).write_ipc(made[-1], compression="lz4")
    return made
