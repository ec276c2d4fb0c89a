"""TOML, JSON and arrays of whoever wrote them: one line that names the file, whatever they say."""

import gc
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tabiya
from tabiya.engines import EngineSpec
from tabiya.files import parse_json, read_arrays, save_arrays
from tabiya.play import INDEX, load_population
from tabiya.players import load_patterns, load_player, load_pruning, load_values, load_weights
from tabiya.positions import PositionSet, read, read_labelled_positions

START = str(tabiya.game("chess").initial())
READERS: dict[str, Callable[[Path], object]] = {
    "player": load_player,
    "weights": load_weights,
    "pruning": load_pruning,
    "values": load_values,
    "engine": lambda path: EngineSpec.parse(f"stockfish?weights={path}"),
    "population": lambda path: load_population(path.parent),
}
TEXTS = {
    "lists": "game = " + "[" * 20_000,
    "tables": "game = " + "{a = " * 20_000,
    "number of 400 digits": f'game = "chess"\n[weights]\npawn = {"9" * 400}\n',
    "number of 5,000 digits": f"game = {'9' * 5000}\n",
    "no number": 'game = "chess"\n[weights]\npawn = nan\n',
    "endless number": 'game = "chess"\n[weights]\npawn = inf\n',
    "no text": "game = \udcff",
}


@pytest.fixture(autouse=True)
def no_garbage() -> Iterator[None]:
    """Nothing of earlier tests is thrown away in the depth of a nesting, where it would fail."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", TEXTS)
def test_toml_of_any_kind_is_one_line(reader: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / INDEX
    path.write_text(TEXTS[text], encoding="utf-8", errors="surrogateescape")
    with pytest.raises(ValueError, match="expected") as found:
        READERS[reader](path)
    assert str(found.value).startswith(str(path))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[1" + "0" * 400 + "]", "?"])
def test_json_of_any_kind_is_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"^here: expected JSON, found "):
        parse_json(text, "here")


@pytest.mark.parametrize(
    ("start", "found"),
    [(b"", "an empty file"), (b"hello\n", "a file of another kind"), (b"PK\x03\x04", "an archive")],
)
def test_what_is_no_archive_is_named(start: bytes, found: str, tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    path.write_bytes(start)
    with pytest.raises(ValueError, match=rf"some\.npz: expected numbers, found {found}"):
        read_arrays(path, ["one"], "numbers")


def write_set(
    path: Path, metadata: Mapping[str, str] = {}, columns: Mapping[str, object] = {}
) -> None:
    """Write a set of one row as somebody else might, without a checksum."""
    row = {"position": START, "side": "white", "label": "1", "kind": "score", "value": 1.0}
    PositionSet("chess", pl.DataFrame([row])).write(path)
    ours = pl.read_parquet_metadata(path).items()
    said = {k: v for k, v in ours if k.startswith("tabiya.") and "checksum" not in k}
    table = pl.read_parquet(path).with_columns(
        *(pl.Series(name, [value]) for name, value in columns.items())
    )
    table.write_parquet(path, metadata={**said, **metadata})


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("position", 1, "text"),
        ("kind", 2.5, "text"),
        ("file", b"\xff", "text"),
        ("annotator", [1], "text"),
        ("value", "high", "numbers"),
        ("value", [1.0], "numbers"),
        ("weight", "much", "numbers"),
        ("game", "first", "numbers"),
        ("line", {"a": 1}, "numbers"),
        ("ply", 2**40, "Int32"),
        ("opening", -1, "UInt64"),
    ],
)
@pytest.mark.parametrize("reader", [read, read_labelled_positions])
def test_a_set_with_columns_of_other_types_is_refused(
    reader: Callable[[Path], object], column: str, value: object, expected: str, tmp_path: Path
) -> None:
    path = tmp_path / "set.parquet"
    write_set(path, columns={column: value})
    words = f"set.parquet: expected {expected} in the column '{column}'"
    with pytest.raises(ValueError, match=words):
        reader(path)


def test_a_set_with_narrower_numbers_is_read(tmp_path: Path) -> None:
    path = tmp_path / "set.parquet"
    write_set(path, columns={"value": 1, "game": 3})
    pl.read_parquet(path).with_columns(pl.col("game").cast(pl.Int8)).write_parquet(
        path, metadata={"tabiya.game": "chess", "tabiya.sources": "[]"}
    )
    assert read(path).table.select("value", "game").row(0) == (1.0, 3)
    with pytest.raises(ValueError, match="expected at least two positions, found 1"):
        read_labelled_positions(path)


@pytest.mark.parametrize("key", ["tabiya.sources", "tabiya.game"])
def test_a_set_with_endless_words_about_itself_is_refused(key: str, tmp_path: Path) -> None:
    path = tmp_path / "set.parquet"
    write_set(path, {key: "[" * 100_000})
    with pytest.raises(ValueError, match=r"set.parquet: (game: )?expected"):
        read(path)


def test_a_set_whose_texts_are_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.parquet"
    write_set(path)
    texts = pl.read_parquet_metadata(path)["ARROW:schema"]  # which tells of text everywhere
    write_set(path, {"ARROW:schema": texts}, columns={"file": b"\xff"})
    for reader in (read, read_labelled_positions):
        with pytest.raises(ValueError, match=r"set.parquet: expected"):
            reader(path)


def test_arrays_that_are_none_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    save_arrays(path, weights=np.arange(1000))
    whole = path.read_bytes()
    for cut in (0, 1, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        with pytest.raises(ValueError, match=r"some.npz: expected numbers, found "):
            read_arrays(path, ["weights"], "numbers")
    with zipfile.ZipFile(path, "w") as archive:
        shape = "{'descr': '<f8', 'fortran_order': False, 'shape': (10000000000000,), }"
        head = b"\x93NUMPY\x01\x00" + len(shape).to_bytes(2, "little") + shape.encode()
        archive.writestr("weights.npy", head)
    with pytest.raises(ValueError, match=r"some.npz: expected numbers, found "):
        read_arrays(path, None, "numbers")
    with pytest.raises(ValueError, match=r"some.npz: expected an array 'format', found none"):
        load_patterns(path)
    entry, end = whole.index(b"PK\x01\x02"), whole.index(b"PK\x05\x06")
    encrypted, astray = bytearray(whole), bytearray(whole)
    encrypted[6] |= 1  # flags of the entry, and of the same in the directory
    encrypted[entry + 8] |= 1
    astray[end + 16 : end + 20] = b"\xff" * 4  # where the directory begins
    for damaged in (encrypted, astray):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"some.npz: expected numbers, found "):
            read_arrays(path, None, "numbers")
    with pytest.raises(FileNotFoundError):
        read_arrays(path.with_name("none.npz"), None, "numbers")
    with path.open("wb") as file:
        np.save(file, np.arange(10))
    with pytest.raises(ValueError, match=r"some.npz: expected numbers, found a single array$"):
        read_arrays(path, None, "numbers")
