"""Sets of labelled positions from files of all kinds."""

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import polars as pl

from tabiya.games import games
from tabiya.positions._files import known_files, whole_fault
from tabiya.positions._formats import Format
from tabiya.positions._found import Found, Request
from tabiya.positions._labels import KINDS
from tabiya.positions._merge import merge
from tabiya.positions._parquet import own_notes, own_sources
from tabiya.positions._set import SCHEMA, ImportReport, PositionSet, Source, conform


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
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "positions.epd")
    ...     _ = path.write_text('7k/8/5KQ1/8/8/8/8/8 w - - c9 "1-0";\nnonsense\n')
    ...     found = read(path)
    >>> found.table.select("position", "side", "label", "value", "line").row(0)
    ('7k/8/5KQ1/8/8/8/8/8 w - - 0 1', 'white', '1-0', 1.0, 1)
    >>> [(fault.line, fault.reason) for fault in found.report.faults]
    [(2, "expected a chess position, found 'nonsense'")]
    """
    if not paths:
        raise ValueError("expected at least one file, found none")
    if game is not None and game not in games():
        raise ValueError(f"game: expected one of {', '.join(games())}, found {game!r}")
    wanted = _wanted(kinds)
    files, faults = known_files(paths)
    sizes = [path.stat().st_size for path, _ in files]
    tables, notes = [SCHEMA.to_frame()], list[str]()
    one: str | None = None
    for index, (path, kind) in enumerate(files):
        done = sum(sizes[:index])
        report_bytes = _reporter(progress, done, sum(sizes))
        request = Request(path, game, wanted, columns or {}, threads, report_bytes)
        try:
            found = _read_file(request, kind)
        except (OSError, ValueError) as error:
            if len(files) == 1:
                raise
            faults.append(whole_fault(path, error))
            continue
        if found.game != (game or one or found.game):
            raise ValueError(f"{path}: expected {game or one}, found {found.game}")
        one = found.game
        tables.append(found.table)
        faults.extend(found.faults)
        notes += [*found.notes, *own_notes(path)]
    table = pl.concat(tables)
    sources = tuple(source for path, _ in files for source in _sources(path))
    if one is None:
        raise ValueError(str(faults[0]))
    if table.is_empty():
        raise ValueError(
            f"expected labels of kind {', '.join(sorted(wanted or KINDS))}, found none in "
            f"{', '.join(map(str, paths))}"
        )
    if len(files) == 1 and own_sources(files[0][0]) is not None:
        return PositionSet(one, table, ImportReport(notes=tuple(notes)), sources)
    merged = merge(table, one)
    report = ImportReport(
        n_read=table.height,
        n_kept=merged.height,
        merged=table.height - merged.height,
        conflicts=merged.filter(pl.col("conflicts") > 0).height,
        faults=tuple(faults),
        notes=tuple(notes),
    )
    return PositionSet(one, merged, report, sources)


def _wanted(kinds: str | Iterable[str] | None) -> frozenset[str] | None:
    """Return the kinds that are wanted, all of them known."""
    if kinds is None:
        return None
    wanted = frozenset([kinds] if isinstance(kinds, str) else kinds)
    for kind in wanted:
        if kind not in KINDS:
            raise ValueError(f"kind: expected one of {', '.join(KINDS)}; found {kind!r}")
    return wanted


def _read_file(request: Request, kind: Format) -> Found:
    """Read a file and put its parts together."""
    parts = [*kind.read(request)]
    faults = [fault for part in parts for fault in part.faults]
    if not any(part.n_good for part in parts):
        first = f"; first fault: {faults[0]}" if faults else ""
        raise ValueError(f"{request.file}: expected {kind.name}, found nothing to read{first}")
    file = pl.lit(request.file, pl.String).alias("file")
    tables = [
        conform(part.table if "file" in part.table.columns else part.table.with_columns(file))
        for part in parts
    ]
    table = pl.concat(tables)
    if request.kinds is not None:
        table = table.filter(pl.col("kind").is_in(list(request.kinds)))
    notes = [note for part in parts for note in part.notes]
    return Found(parts[0].game, table, faults, sum(part.n_good for part in parts), notes)


def _sources(path: Path) -> tuple[Source, ...]:
    """Return the file and its hash, or what a set was made of."""
    own = own_sources(path)
    if own is not None:
        return own
    with path.open("rb") as file:
        return (Source(str(path), hashlib.file_digest(file, "sha256").hexdigest()),)


def _reporter(
    progress: Callable[[int, int], object] | None, done: int, total: int
) -> Callable[[int], object]:
    """Return what reports the bytes of one file as those of all files."""
    if progress is None:
        return lambda _: None
    return lambda n: progress(done + n, total)
