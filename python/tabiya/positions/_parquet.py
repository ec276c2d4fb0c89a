"""Parquet files: sets of our own, and tables of others."""

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from tabiya.files import check_seal, parse_json
from tabiya.games import Game
from tabiya.positions._extract import Extract, Request
from tabiya.positions._set import GAME_KEY, NOTES_KEY, SCHEMA, SOURCES_KEY, Source, conform
from tabiya.positions._table import read_columns

MAGIC = b"PAR1"
# Columns that the first sets did not have.
LATER = ("opening", "origin")
# What the library raises for files that it cannot read; some of it is no Exception.
DAMAGE = (pl.exceptions.PolarsError, pl.exceptions.PanicException)


def is_parquet(data: bytes) -> bool:
    """Return whether a file that begins so is a Parquet file."""
    return data.startswith(MAGIC)


def read_metadata(path: Path) -> dict[str, str]:
    """Return what a Parquet file says of itself.

    Raises
    ------
    ValueError
        If it is no Parquet file, or a damaged one.
    """
    check_seal(path)  # before the library looks, which has words of its own for damage
    try:
        return pl.read_parquet_metadata(path)
    except DAMAGE as error:
        raise ValueError(f"{path}: expected a Parquet file, found damage: {error}") from None


def own_metadata(path: Path) -> dict[str, str]:
    """Return what a set says of itself; empty if the file is not a set."""
    with path.open("rb") as file:
        if not is_parquet(file.read(len(MAGIC))):
            return {}
    metadata = read_metadata(path)
    return metadata if GAME_KEY in metadata else {}


def set_game(path: str | Path) -> str:
    """Return the game of a set.

    Raises
    ------
    ValueError
        If the file is no set.
    """
    metadata = own_metadata(Path(path))
    if not metadata:
        raise ValueError(f"{path}: expected a set of positions, found another file")
    return metadata[GAME_KEY]


def is_set(path: str | Path) -> bool:
    """Return whether a file is a set, and not something that a set can be made of."""
    return Path(path).is_file() and bool(own_metadata(Path(path)))


def has_own_columns(path: str | Path) -> bool:
    """Return whether the columns of a set are of the types that we write."""
    try:
        found = pl.scan_parquet(path, glob=False).collect_schema()
    except DAMAGE as error:
        raise ValueError(f"{path}: expected a Parquet file, found damage: {error}") from None
    wanted = [name for name in SCHEMA if name in found or name not in LATER]
    return all(found.get(name) == SCHEMA[name] for name in wanted)


def own_sources(path: Path) -> tuple[Source, ...] | None:
    """Return the files that a set was made of, or None if the file is not a set."""
    metadata = own_metadata(path)
    if not metadata:
        return None
    try:
        return tuple(
            Source(file, digest) for file, digest in parse_json(metadata[SOURCES_KEY], path)
        )
    except (KeyError, ValueError, TypeError):
        raise ValueError(f"{path}: expected the sources of a set, found damage") from None


def own_notes(path: Path) -> tuple[str, ...]:
    """Return the notes of a set."""
    try:
        return tuple(str(note) for note in parse_json(own_metadata(path)[NOTES_KEY], path))
    except (KeyError, ValueError, TypeError):
        return ()


def read_parquet(request: Request) -> Iterator[Extract]:
    """Read a set of our own, or a table of somebody else."""
    metadata = read_metadata(request.path)
    try:
        table = pl.read_parquet(request.path, glob=False)
    except DAMAGE as error:
        raise ValueError(f"{request.file}: expected Parquet, found damage: {error}") from None
    game = metadata.get(GAME_KEY)
    if game is None:
        request.progress(request.path.stat().st_size)
        yield read_columns(request, table, first_line=1)
        return
    try:
        Game(game)
    except ValueError as error:
        raise ValueError(f"{request.file}: {error}") from None
    if request.game not in (None, game):
        raise ValueError(f"{request.file}: expected {request.game}, found a set of {game}")
    missing = [name for name in SCHEMA if name not in {*table.columns, *LATER}]
    if missing:
        raise ValueError(f"{request.file}: expected the column {missing[0]!r}, found none")
    request.progress(request.path.stat().st_size)
    n_good = table.height
    table = _conform(request, table)
    if request.kinds is not None:
        table = table.filter(pl.col("kind").is_in(list(request.kinds)))
    yield Extract(game, table, [], n_good)


def _conform(request: Request, table: pl.DataFrame) -> pl.DataFrame:
    """Return the columns of a set in their types; numbers are no texts, and texts no numbers."""
    for name, kind in SCHEMA.items():
        if name not in table.columns:
            continue
        column = table[name]
        is_text = column.dtype in (pl.String, pl.Categorical, pl.Enum)
        is_good = is_text if kind == pl.String else column.dtype.is_numeric()
        if not is_good and column.null_count() < table.height:
            raise ValueError(
                f"{request.file}: expected {'text' if kind == pl.String else 'numbers'} in the "
                f"column {name!r}, found {column.dtype}"
            )
        try:
            column.cast(kind)
        except pl.exceptions.PolarsError as error:
            reason = str(error).splitlines()[0]
            raise ValueError(
                f"{request.file}: expected {kind} in the column {name!r}, found {reason}"
            ) from None
    return conform(table)
