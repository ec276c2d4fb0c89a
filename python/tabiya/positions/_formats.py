"""Which reader is for which file: one table, looked through from the top."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from tabiya.files._stream import TruncatedError, read_pieces
from tabiya.positions._boards import find_game
from tabiya.positions._extract import Extract, Reader, Request
from tabiya.positions._lines import read_lines
from tabiya.positions._loa import is_loa_text, read_loa
from tabiya.positions._other_pgn import game_of_tags, read_other_pgn
from tabiya.positions._parquet import is_parquet, read_parquet
from tabiya.positions._pgn import PGN_SCHEMA, PackedBlock, read_packed_pgn, read_pgn
from tabiya.positions._sgf import is_sgf, read_sgf
from tabiya.positions._table import is_table, read_csv
from tabiya.positions._transcripts import is_transcript, read_transcripts
from tabiya.positions._wthor import is_wthor, read_wthor

# Enough to tell what a file is.
HEAD = 1 << 14
COMPRESSED = (".gz", ".bz2", ".zst")


@dataclass(frozen=True)
class Head:
    """How a file is called and how it begins, once decompressed."""

    path: Path
    suffix: str
    data: bytes

    @property
    def text(self) -> str:
        """Return the beginning as text."""
        return self.data.decode("utf-8", "replace").lstrip("\ufeff")

    @property
    def lines(self) -> list[str]:
        """Return the first lines that say something."""
        lines = (line.strip() for line in self.text.splitlines())
        return [line for line in lines if line and not line.startswith(("#", "%"))]


@dataclass(frozen=True)
class Format:
    """A kind of file: its name, how to know it, and how to read it."""

    name: str
    is_it: Callable[[Head], bool]
    read: Reader


def _is_pgn(head: Head) -> bool:
    tag = re.match(r"\s*\[\s*[A-Za-z]\w*\s+\"", head.text)
    return head.suffix == ".pgn" or tag is not None


def _read_pgn(request: Request) -> Iterator[Extract]:
    sources = [
        source
        for source, kinds in {
            "symbol": ("symbol", "unclear", "compensation"),
            "score": ("score",),
            "result": ("result",),
        }.items()
        if any(request.wants(kind) for kind in kinds)
    ]
    other = game_of_tags(_head_text(request.path))
    if request.game not in (None, other or "chess"):
        found = f"games of {other}" if other else "chess games"
        raise ValueError(f"{request.file}: expected {request.game}, found {found} in PGN")
    if other is not None:
        yield from read_other_pgn(request, other)
        return
    foreign: dict[str, list[tuple[int, int]]] = {}
    read = read_packed_pgn if request.may_pack else read_pgn
    for block in read(
        request.path,
        sources=sources,
        threads=request.threads,
        progress=lambda n, _: request.progress(n),
    ):
        for line, game, language in block.foreign:
            foreign.setdefault(language, []).append((line, game))
        rows = block.rows if isinstance(block, PackedBlock) else block.table
        yield Extract("chess", rows, block.faults, block.n_games)
    notes = [
        f"{request.file}: {len(places):,} game{'s' if len(places) > 1 else ''} with {language} "
        f"piece letters, the first game {places[0][1]}, which ends on line {places[0][0]}"
        for language, places in foreign.items()
    ]
    yield Extract("chess", PGN_SCHEMA.to_frame(), [], 0, notes)


def _is_table(head: Head) -> bool:
    is_named = head.suffix in {".csv", ".tsv"}
    return is_named or (bool(head.lines) and is_table(head.lines[0]))


def _is_lines(head: Head) -> bool:
    return (
        head.suffix in {".epd", ".fen", ".obf"}
        or find_game(pl.Series(head.lines, dtype=pl.String)) is not None
    )


FORMATS: list[Format] = [
    Format("a Parquet file", lambda head: is_parquet(head.data), read_parquet),
    Format("Othello games of WTHOR", lambda head: is_wthor(head.data), read_wthor),
    Format("games in SGF or GGF", lambda head: is_sgf(head.text), read_sgf),
    Format("chess games in PGN", _is_pgn, _read_pgn),
    Format("a table in CSV or TSV", _is_table, read_csv),
    Format("positions on lines (EPD, FEN)", _is_lines, read_lines),
    Format("Othello games on lines", lambda head: is_transcript(head.lines), read_transcripts),
    Format("games of Lines of Action in text", lambda head: is_loa_text(head.lines), read_loa),
]


def _head(path: Path) -> bytes:
    """Return how a file begins, once decompressed."""
    data = b""
    try:
        for piece in read_pieces(path):
            data += piece
            if len(data) >= HEAD:
                break
    except TruncatedError as error:
        if not data:
            raise ValueError(f"{path}: {error}") from None
    return data


def _head_text(path: Path) -> str:
    return _head(path).decode("utf-8", "replace")


def find_format(path: Path) -> Format:
    """Return what kind of file it is.

    Raises
    ------
    ValueError
        If it is of no kind that we can read; the message lists those that we can.
    OSError
        If it cannot be read.
    """
    data = _head(path)
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSED:
        suffixes.pop()
    head = Head(path, suffixes[-1] if suffixes else "", data[:HEAD])
    for entry in FORMATS:
        if entry.is_it(head):
            return entry
    names = ", ".join(entry.name for entry in FORMATS)
    raise ValueError(f"{path}: expected one of {names}; found {data[:40]!r}")
