"""Files read one after the other, part by part, with what could not be read."""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya.games import games
from tabiya.positions._extract import Request
from tabiya.positions._fault import Fault
from tabiya.positions._files import known_files, whole_fault
from tabiya.positions._formats import Format
from tabiya.positions._labels import KINDS
from tabiya.positions._parquet import own_notes, own_sources
from tabiya.positions._pgn import PackedRows
from tabiya.positions._set import ImportReport, Source, conform


@dataclass
class Reading:
    """Files that are being read, and what they have shown so far."""

    paths: Sequence[str | os.PathLike[str]]
    files: list[tuple[Path, Format]]
    faults: list[Fault]
    wanted: frozenset[str] | None
    named: str | None
    columns: Mapping[str, str]
    threads: int | None
    progress: Callable[[int, int], object] | None
    notes: list[str] = field(default_factory=list)
    game: str | None = None

    @classmethod
    def of(
        cls,
        paths: Sequence[str | os.PathLike[str]],
        *,
        game: str | None,
        kinds: str | Iterable[str] | None,
        threads: int | None,
        progress: Callable[[int, int], object] | None,
        columns: Mapping[str, str] | None,
    ) -> "Reading":
        """Look what the files are, and check what is wanted of them."""
        if not paths:
            raise ValueError("expected at least one file, found none")
        if game is not None and game not in games():
            raise ValueError(f"game: expected one of {', '.join(games())}, found {game!r}")
        wanted = _wanted(kinds)
        files, faults = known_files(paths)
        return cls(paths, files, faults, wanted, game, columns or {}, threads, progress)

    def tables(self) -> Iterator[pl.DataFrame]:
        """Yield the rows of all files, some at a time."""
        for rows in self._rows(may_pack=False):
            yield unpacked(rows)

    def rows(self) -> Iterator[pl.DataFrame | PackedRows]:
        """Yield the rows of all files, some at a time and some of them packed."""
        # Packed rows cannot be chosen by their kinds.
        return self._rows(may_pack=self.wanted is None)

    def _rows(self, *, may_pack: bool) -> Iterator[pl.DataFrame | PackedRows]:
        sizes = [path.stat().st_size for path, _ in self.files]
        for index, (path, kind) in enumerate(self.files):
            told = _reporter(self.progress, sum(sizes[:index]), sum(sizes))
            request = Request(
                path, self.named, self.wanted, self.columns, self.threads, told, may_pack
            )
            try:
                yield from self._rows_of(request, kind)
            except (OSError, ValueError) as error:
                if len(self.files) == 1 or isinstance(error, OtherGameError):
                    raise
                self.faults.append(whole_fault(path, error))
            else:
                self.notes += own_notes(path)

    def _rows_of(self, request: Request, kind: Format) -> Iterator[pl.DataFrame | PackedRows]:
        n_good, first = 0, len(self.faults)
        file = pl.lit(request.file, pl.String).alias("file")
        for part in kind.read(request):
            if part.game != (self.named or self.game or part.game):
                raise OtherGameError(
                    f"{request.file}: expected {self.named or self.game}, found {part.game}"
                )
            n_good += part.n_good
            self.faults += part.faults
            self.notes += part.notes
            table = part.table
            if isinstance(table, pl.DataFrame):
                table = conform(table if "file" in table.columns else table.with_columns(file))
                if self.wanted is not None:
                    table = table.filter(pl.col("kind").is_in(list(self.wanted)))
            if n_good:
                self.game = part.game
            yield table
        if not n_good:
            told = f"; first fault: {self.faults[first]}" if len(self.faults) > first else ""
            del self.faults[first:]
            raise ValueError(f"{request.file}: expected {kind.name}, found nothing to read{told}")

    def check(self, n_rows: int) -> str:
        """Return the game, once all is read.

        Raises
        ------
        ValueError
            If nothing could be read, or nothing of the kinds that are wanted.
        """
        if self.game is None:
            raise ValueError(str(self.faults[0]))
        if n_rows == 0:
            raise ValueError(
                f"expected labels of kind {', '.join(sorted(self.wanted or KINDS))}, found none in "
                f"{', '.join(map(str, self.paths))}"
            )
        return self.game

    def report(self, n_read: int, n_kept: int, conflicts: int) -> ImportReport:
        """Return what happened."""
        return ImportReport(
            n_read=n_read,
            n_kept=n_kept,
            merged=n_read - n_kept,
            conflicts=conflicts,
            faults=tuple(self.faults),
            notes=tuple(self.notes),
        )

    @property
    def is_one_set(self) -> bool:
        """Return whether there is one file, and that a set of ours."""
        return len(self.files) == 1 and own_sources(self.files[0][0]) is not None

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Return the files and their hashes, or what sets were made of."""
        return tuple(source for path, _ in self.files for source in _sources(path))


def unpacked(
    rows: pl.DataFrame | PackedRows, chosen: NDArray[np.bool_] | None = None
) -> pl.DataFrame:
    """Return rows as a table, or those of them that are chosen."""
    if isinstance(rows, PackedRows):
        return conform(rows.table(chosen))
    return rows if chosen is None else rows.filter(pl.Series(chosen))


class OtherGameError(ValueError):
    """A file is of another game than those before it."""


def _wanted(kinds: str | Iterable[str] | None) -> frozenset[str] | None:
    """Return the kinds that are wanted, all of them known."""
    if kinds is None:
        return None
    wanted = frozenset([kinds] if isinstance(kinds, str) else kinds)
    for kind in wanted:
        if kind not in KINDS:
            raise ValueError(f"kind: expected one of {', '.join(KINDS)}; found {kind!r}")
    return wanted


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
