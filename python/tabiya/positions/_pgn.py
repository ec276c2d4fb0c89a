"""Labelled positions from chess games in PGN."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya import _core
from tabiya.files._stream import TruncatedError, read_pieces
from tabiya.positions._fault import Fault

# Text handed to the core at a time. The table that comes of it can be ten times as large.
BLOCK = 1 << 20

PGN_SCHEMA = pl.Schema(
    {
        "position": pl.String,
        "side": pl.String,
        "label": pl.String,
        "kind": pl.String,
        "value": pl.Float64,
        "file": pl.String,
        "game": pl.Int64,
        "ply": pl.Int32,
        "line": pl.Int64,
        "variation": pl.Boolean,
        "annotator": pl.String,
        "opening": pl.UInt64,
    }
)


@dataclass(frozen=True)
class PgnBlock:
    """What was found in some of the games of a file.

    Attributes
    ----------
    table : polars.DataFrame
        A row for every labelled position, with the columns of ``PGN_SCHEMA``.
    faults : list of Fault
        What could not be read.
    n_games, n_positions : int
        Games, and positions reached in them and their variations, labelled or not.
    foreign : list of (int, int, str)
        Games whose pieces have the letters of another language: last line, game, and language.
    """

    table: pl.DataFrame
    faults: list[Fault]
    n_games: int
    n_positions: int
    foreign: list[tuple[int, int, str]] = field(default_factory=list)


def read_pgn(
    path: str | os.PathLike[str],
    *,
    sources: Sequence[str] = tuple(_core.PGN_SOURCES),
    threads: int | None = None,
    block_bytes: int = BLOCK,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[PgnBlock]:
    r"""Read labelled positions from a PGN file, block by block.

    Symbols and scores label the position after the move they follow, in the main line and in
    variations; the result labels every position of the main line. A whole number in ``[%eval …]``
    is in centipawns; if such scores change sign with every move of a game, they are those of the
    side that has just moved, and are turned to White's view. A word that is no legal move ends its
    line, with all labels behind it. Where all moves of a game agree with the piece letters of
    German, French, Spanish or Dutch, it is read so.

    Parameters
    ----------
    path : path
        The file; it may be compressed with gzip, bzip2 or zstandard.
    sources : sequence of str
        Some of ``symbol`` (with "unclear" and "compensation"), ``score`` and ``result``.
    threads : int, optional
        How many games are read at once; by default as many as there are processors. What is found
        does not depend on it.
    block_bytes : int
        Size of a block of text. A game that is larger makes a larger block.
    progress : callable, optional
        Called with the bytes read and the bytes of the file.

    Yields
    ------
    PgnBlock
        Labelled positions in the order of the file, and what could not be read.

    Raises
    ------
    ValueError
        If there is no game in the file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "game.pgn")
    ...     _ = path.write_text("1. f3 e5 2. g4 $19 Qh4# {[%eval #]} 0-1\n")
    ...     [block] = read_pgn(path, sources=["symbol", "score"])
    >>> block.table.select("ply", "side", "label", "kind", "value").rows()
    [(3, 'black', '-+', 'symbol', -3.0), (4, 'white', '#-0', 'score', -100000.0)]
    """
    if block_bytes < 1:
        raise ValueError(f"block_bytes: expected a number above 0, found {block_bytes!r}")
    reader = _Reader(os.fspath(path), sources, threads)
    for found, faults in reader.read(_core.read_pgn, block_bytes, progress):
        yield PgnBlock(
            _table(found, reader.file),
            faults,
            found["n_games"],
            found["n_positions"],
            found["foreign"],
        )


@dataclass(frozen=True)
class PackedRows:
    """Labelled positions as the core packs them: a tenth of the table that can be made of them."""

    data: bytes
    n_rows: int
    file: str

    def table(self, chosen: NDArray[np.bool_] | None = None) -> pl.DataFrame:
        """Return the rows, or those that are chosen, with the columns of ``PGN_SCHEMA``."""
        return _table(_core.unpack_pgn(self.data, chosen), self.file)


@dataclass(frozen=True)
class PackedBlock:
    """What was found in some of the games of a file; see :class:`PgnBlock`."""

    rows: PackedRows
    faults: list[Fault]
    n_games: int
    foreign: list[tuple[int, int, str]]


def read_packed_pgn(
    path: str | os.PathLike[str],
    *,
    sources: Sequence[str],
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[PackedBlock]:
    """Read labelled positions as :func:`read_pgn` does, but leave them packed."""
    reader = _Reader(os.fspath(path), sources, threads)
    for found, faults in reader.read(_core.pack_pgn, BLOCK, progress):
        rows = PackedRows(found["rows"], found["n_rows"], reader.file)
        yield PackedBlock(rows, faults, found["n_games"], found["foreign"])


ReadingT = TypeVar("ReadingT", bound="_core._PgnReading")  # noqa: SLF001 (a type of the seam)


class _Reader:
    """Keeps track of bytes, lines and games from block to block."""

    def __init__(self, file: str, sources: Sequence[str], threads: int | None) -> None:
        if threads is not None and threads < 1:
            raise ValueError(f"threads: expected a number above 0, found {threads!r}")
        self.file = file
        self.sources = list(sources)
        self.threads = threads or os.cpu_count() or 1
        self.line = 1
        self.game = 1
        self.rest = b""
        self.damage: str | None = None

    def read(
        self,
        read_games: "Callable[[bytes, int, int, Sequence[str], int, bool], ReadingT]",
        n_bytes: int,
        progress: Callable[[int, int], object] | None,
    ) -> Iterator[tuple[ReadingT, list[Fault]]]:
        """Have the games of each block read, and yield what was found in it."""
        for data, last in self._blocks(n_bytes, progress):
            found = read_games(data, self.line, self.game, self.sources, self.threads, last)
            faults = [Fault(self.file, *fault) for fault in found["faults"]]
            self.rest = data[found["n_bytes"] :]
            self.line += found["n_lines"]
            self.game += found["n_games"]
            if last and self.damage is not None:
                faults.append(Fault(self.file, None, None, self.damage))
            if faults or found["n_games"]:
                yield found, faults
        if self.game == 1:
            raise ValueError(f"{self.file}: expected chess games in PGN, found none")

    def _blocks(
        self, n_bytes: int, progress: Callable[[int, int], object] | None
    ) -> Iterator[tuple[bytes, bool]]:
        """Yield texts that begin with a game, the rest of the one before in front."""
        path = Path(self.file)
        n_all = path.stat().st_size
        done = None if progress is None else lambda n: progress(n, n_all)
        pieces: list[bytes] = []
        n_new = 0
        stream = read_pieces(path, done)
        while True:
            try:
                piece = next(stream, None)
            except TruncatedError as error:
                self.damage = str(error)
                piece = None
            if piece is None:
                break
            pieces.append(piece)
            n_new += len(piece)
            # A game longer than a block is looked at again only when it has doubled.
            if n_new >= max(n_bytes, len(self.rest)):
                yield b"".join([self.rest, *pieces]), False
                pieces, n_new = [], 0
        yield b"".join([self.rest, *pieces]), True


def _lines(text: str) -> pl.Series:
    """Return the lines of a text as a column; this is quicker than to split it."""
    schema = {"line": pl.String}
    data = text.encode()
    return pl.read_csv(
        data, has_header=False, quote_char=None, separator="\x01", schema=schema
    ).to_series()


def _table(found: "_core._PgnRows", file: str) -> pl.DataFrame:
    """Make a table of columns; positions come joined, and repeated texts as numbers."""
    if len(found["value"]) == 0:
        return PGN_SCHEMA.to_frame()
    annotators = pl.Series([name or None for name in found["annotators"]], dtype=pl.String)
    kinds, labels = pl.Series(_core.PGN_KINDS), pl.Series(found["labels"])
    sides = pl.Series(["white", "black"])
    columns = {
        "position": _lines(found["position"]),
        "side": sides.gather(pl.Series(found["black"]).cast(pl.UInt32)),
        "label": labels.gather(found["label"]),
        "kind": kinds.gather(found["kind"]),
        "value": pl.Series(found["value"]).fill_nan(None),
        "file": pl.repeat(file, len(found["value"]), dtype=pl.String, eager=True),
        "game": found["game"],
        "ply": found["ply"],
        "line": found["line"],
        "variation": found["variation"],
        "annotator": annotators.gather(found["annotator"]),
        "opening": found["opening"],
    }
    return pl.DataFrame(columns, schema=PGN_SCHEMA)
