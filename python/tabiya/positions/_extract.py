"""What every reader is asked, and what it answers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from tabiya.positions._fault import Fault
from tabiya.positions._pgn import PackedRows


@dataclass(frozen=True)
class Request:
    """A file to read, and what is wanted of it.

    Attributes
    ----------
    path : Path
        The file.
    game : str or None
        The game, if the user named one.
    kinds : frozenset of str or None
        The kinds of labels that are wanted; None means all.
    columns : mapping
        Names of columns of a table, by our names for them.
    threads : int or None
        How many threads to use; None means as many as there are processors.
    progress : callable
        Called with the bytes of the file read so far.
    may_pack : bool
        Whether rows may stay packed.
    """

    path: Path
    game: str | None = None
    kinds: frozenset[str] | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    threads: int | None = None
    progress: Callable[[int], object] = lambda _: None
    may_pack: bool = False

    @property
    def file(self) -> str:
        """Return the name of the file as the user wrote it."""
        return str(self.path)

    def wants(self, kind: str) -> bool:
        """Return whether labels of this kind are wanted."""
        return self.kinds is None or kind in self.kinds

    def fault(self, line: int | None, reason: str, game: int | None = None) -> Fault:
        """Return a fault in this file."""
        return Fault(self.file, line, game, reason)


@dataclass(frozen=True)
class Extract:
    """What was found in a part of a file.

    Attributes
    ----------
    game : str
        The game.
    table : polars.DataFrame or PackedRows
        Some or all columns of a set; what is missing has its default. Packed only if that was
        allowed.
    faults : list of Fault
        What could not be read.
    n_good : int
        Lines or games that could be read, whether or not their labels were wanted.
    notes : list of str
        What else should be known.
    """

    game: str
    table: pl.DataFrame | PackedRows
    faults: list[Fault]
    n_good: int
    notes: list[str] = field(default_factory=list)


Reader = Callable[[Request], Iterator[Extract]]
