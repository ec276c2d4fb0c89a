"""Sets made of files that are larger than the memory.

Rows of the same position and kind become one, wherever they stand. So the rows are written down as
they are read, and what merging has to know of each is dealt into heaps by its key; a heap holds all
rows of its keys, and is merged by itself. At the end the rows are read again, in their order, and
those that are left become the set.
"""

import glob
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.io.plugins import register_io_source

from tabiya.files import beside, is_alive, seal
from tabiya.positions._ahead import read_ahead
from tabiya.positions._merge import apply_merged, merge_heap
from tabiya.positions._pgn import PackedRows
from tabiya.positions._reading import Reading
from tabiya.positions._set import SCHEMA, ImportReport, set_metadata
from tabiya.positions._written import Part, deal

# Rows in memory before they are written down, and heaps of what merging has to know of them.
ROWS_AT_ONCE = 1 << 16
N_HEAPS = 128
# Rows are found by their kind and by whether they have a value; nobody asks for the least position.
STATISTICS = {"min": False, "max": False, "distinct_count": False, "null_count": True}


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
    try:
        with beside(path) as part:
            folder.mkdir()
            parts = _deal(reading, folder)
            n_read = parts[-1].stop if parts else 0
            found = reading.check(n_read)
            is_other, merged = _merge_heaps(folder, parts, n_read)
            report = reading.report(n_read, n_read - int(np.count_nonzero(is_other)), 0)
            n_conflicts = 0

            def rows(*_: object) -> Iterator[pl.DataFrame]:
                nonlocal n_conflicts
                for table in _rows(parts, is_other, merged):
                    n_conflicts += table.filter(pl.col("conflicts") > 0).height
                    yield table

            register_io_source(rows, schema=SCHEMA).sink_parquet(
                part,
                metadata=set_metadata(found, reading.sources, report),
                compression_level=1,
                statistics=STATISTICS,
                engine="streaming",
            )
            seal(part)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return found, replace(report, conflicts=n_conflicts)


def remove_left_over(path: Path) -> None:
    """Remove what imports into the same file have left that were killed."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.part*"):
        number = left.name.removeprefix(f".{path.name}.").split(".")[0]
        if number.isdigit() and not is_alive(int(number)):
            shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink()


def _deal(reading: Reading, folder: Path) -> list[Part]:
    """Write the rows down, and deal what merging has to know of them into heaps."""
    parts: list[Part] = []
    with ExitStack() as stack:
        heaps = [stack.enter_context(_heap(folder, n).open("wb")) for n in range(N_HEAPS)]
        for rows in _gathered(read_ahead(reading.rows())):
            start = parts[-1].stop if parts else 0
            parts.append(Part.write(rows, folder / f"{len(parts):09}.rows", start))
            dealt = deal(rows, reading.game or "chess", n_heaps=N_HEAPS, first_row=start)
            for heap, texts in zip(heaps, dealt, strict=True):
                heap.write(texts)
    return parts


def _gathered(
    parts: Iterable[pl.DataFrame | PackedRows],
) -> Iterator[pl.DataFrame | PackedRows]:
    """Put tables together until they are of some size; what is packed comes in large pieces."""
    waiting: list[pl.DataFrame] = []
    for rows in parts:
        is_packed = isinstance(rows, PackedRows)
        if isinstance(rows, pl.DataFrame):
            waiting.append(rows)
        n_waiting = sum(table.height for table in waiting)
        if n_waiting >= (1 if is_packed else ROWS_AT_ONCE):
            yield pl.concat(waiting)
            waiting = []
        if isinstance(rows, PackedRows) and rows.n_rows:
            yield rows
    if any(table.height for table in waiting):
        yield pl.concat(waiting)


def _heap(folder: Path, number: int) -> Path:
    return folder / f"{number:02}.heap"


@dataclass(frozen=True)
class _Merged:
    """What the rows of a heap have come to, in a file, and where those of each part begin in it.

    It is read piece by piece. Were it mapped, all of it would end up in the memory.
    """

    path: Path
    dtype: np.dtype[Any]
    bounds: NDArray[np.int64]

    def of_part(self, number: int) -> NDArray[Any]:
        """Return what the rows of a part have come to."""
        start, stop = self.bounds[number : number + 2].tolist()
        offset = start * self.dtype.itemsize
        return np.fromfile(self.path, self.dtype, count=stop - start, offset=offset)


def _merge_heaps(
    folder: Path, parts: list[Part], n_read: int
) -> tuple[NDArray[np.bool_], list[_Merged]]:
    """Return which rows are not the first of theirs, and of each heap what the first come to.

    But for a byte per row all of it lies in files, so that the memory hardly grows with the rows.
    """
    edges = np.array([*(part.start for part in parts), n_read], np.uint64)
    is_other: NDArray[np.bool_] = np.zeros(max(n_read, 1), np.bool_)
    all_merged: list[_Merged] = []
    for number in range(N_HEAPS):
        others, merged = merge_heap(_heap(folder, number).read_bytes())
        is_other[others] = True
        path = folder / f"{number:02}.merged"
        merged.tofile(path)
        bounds = np.searchsorted(np.ascontiguousarray(merged["row"]), edges)
        all_merged.append(_Merged(path, merged.dtype, bounds.astype(np.int64)))
    return is_other, all_merged


def _rows(
    parts: Iterable[Part], is_other: NDArray[np.bool_], merged: list[_Merged]
) -> Iterator[pl.DataFrame]:
    """Yield the rows that are left, with what they have come to."""
    for number, part in enumerate(parts):
        here = [heap.of_part(number) for heap in merged]
        is_first = ~is_other[part.start : part.stop]
        yield apply_merged(part.read(is_first), is_first, np.concatenate(here), part.start)
