"""Sets of labelled positions from files of all kinds."""

import os
from collections.abc import Callable, Iterable, Mapping

import polars as pl

from tabiya.positions._merge import merge
from tabiya.positions._reading import Reading
from tabiya.positions._set import SCHEMA, ImportReport, PositionSet, said_once


def read(
    *paths: str | os.PathLike[str],
    game: str | None = None,
    kinds: str | Iterable[str] | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    columns: Mapping[str, str] | None = None,
) -> PositionSet:
    r"""Read labelled positions from any mixture of files.

    What a file is, is seen by how it begins and by its name; it may be compressed with gzip, bzip2
    or zstandard. What cannot be read in it is left out and reported. The same position with the
    same kind of label becomes one row: results and scores become their mean, symbols their median.

    Parameters
    ----------
    *paths : path
        The files; a folder means all files in it and below it, in the order of their names. Of
        several files, one that cannot be read is reported and left out.
    game : str, optional
        The game, if the files should be of no other.
    kinds : str or iterable of str, optional
        Only these kinds of labels.
    threads : int, optional
        Threads for PGN; by default as many as there are processors.
    progress : callable, optional
        Called with the bytes read and the bytes of all files.
    columns : mapping, optional
        Names of the columns of a table, by ours: ``{"position": "FEN", "label": "Evaluation"}``.

    Returns
    -------
    PositionSet
        The positions in the order of the files, with a report.

    Raises
    ------
    ValueError
        If a file is of no kind that we know, if nothing in it can be read, if the files are of
        several games, or if there is no label of the kinds.
    OSError
        If a file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "positions.epd")
    ...     _ = path.write_text('7k/8/5KQ1/8/8/8/8/8 w - - c9 "1-0";\nnonsense\n')
    ...     found = read(path)
    >>> found.table.select("position", "side", "label", "value", "line").row(0)
    ('7k/8/5KQ1/8/8/8/8/8 w - - 0 1', 'white', '1-0', 1.0, 1)
    >>> [(fault.line, fault.reason) for fault in found.report.faults]
    [(2, "expected a chess position, found 'nonsense'")]
    """
    reading = Reading.of(
        paths, game=game, kinds=kinds, threads=threads, progress=progress, columns=columns
    )
    table = pl.concat([SCHEMA.to_frame(), *reading.tables()])
    found = reading.check(n_rows=table.height)
    if reading.is_one_set:
        table = said_once(table)
        return PositionSet(found, table, ImportReport(notes=tuple(reading.notes)), reading.sources)
    merged = said_once(merge(table, found))
    conflicts = merged.filter(pl.col("conflicts") > 0).height
    report = reading.report(table.height, merged.height, conflicts)
    return PositionSet(found, merged, report, reading.sources)
