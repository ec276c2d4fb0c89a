"""Sets made of files without having all of them in memory."""

import os
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from tabiya.files import SEAL_KEY
from tabiya.positions import _import as importing
from tabiya.positions import import_files, read

GAMES = """[Event "a"]
[Result "1-0"]

1. e4 $14 e5 2. Nf3 $10 Nc6 3. Bb5 $16 a6 {[%eval 0.3]} 1-0

[Event "b"]
[Result "0-1"]

1. e4 $16 e5 2. Nf3 $14 Nf6 Qqq 3. Nxe5 $18 0-1

"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = []
    for index, move in enumerate(["d4", "c4", "e4", "Nf3", "e4"]):
        path = tmp_path / f"{index}.pgn"
        path.write_text(GAMES.replace("1. e4", f"1. {move}") * 3)
        paths.append(path)
    return paths


@pytest.mark.parametrize("rows_at_once", [1, 1 << 18])
def test_imported_set_is_the_set_that_is_read(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows_at_once: int
) -> None:
    monkeypatch.setattr(importing, "ROWS_AT_ONCE", rows_at_once)
    monkeypatch.setattr(importing, "N_HEAPS", 3)
    expected = read(*files)
    game, report = import_files(*files, output=tmp_path / "set.parquet")
    found = read(tmp_path / "set.parquet")
    assert game == found.game == "chess"
    assert_frame_equal(found.table, expected.table)
    assert report == expected.report
    assert report.merged > 0
    assert found.sources == expected.sources
    assert not list(tmp_path.glob(".*"))
    expected.write(tmp_path / "other.parquet")
    one, other = (pl.read_parquet_metadata(tmp_path / f"{n}.parquet") for n in ("set", "other"))
    said = [
        {k: v for k, v in each.items() if "tabiya" in k and k != SEAL_KEY} for each in (one, other)
    ]
    assert said[0] == said[1]


def test_failed_import_leaves_the_old_set(files: list[Path], tmp_path: Path) -> None:
    made = tmp_path / "set.parquet"
    import_files(*files, output=made)
    before = made.read_bytes()
    with pytest.raises(ValueError, match="expected labels of kind theoretical, found none"):
        import_files(*files, output=made, kinds="theoretical")
    (tmp_path / "bad.pgn").write_text("nothing")
    with pytest.raises(ValueError, match=r"bad\.pgn"):
        import_files(tmp_path / "bad.pgn", output=made)
    assert made.read_bytes() == before
    assert not list(tmp_path.glob(".*"))


def test_what_killed_imports_left_is_removed_by_the_next(files: list[Path], tmp_path: Path) -> None:
    dead, alive = tmp_path / ".set.parquet.99999999.parts", os.getppid()
    dead.mkdir()
    (dead / "00-1.arrow").write_text("left")
    (tmp_path / ".set.parquet.99999998.part").write_text("left")
    other = tmp_path / f".set.parquet.{alive}.parts"
    other.mkdir()
    import_files(*files, output=tmp_path / "set.parquet")
    assert list(tmp_path.glob(".*")) == [other]
    (tmp_path / ".[a].parquet.99999999.parts").mkdir()
    import_files(*files, output=tmp_path / "[a].parquet")
    assert list(tmp_path.glob(".*")) == [other]


def test_a_folder_that_is_not_there_is_named(files: list[Path], tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as found:
        import_files(*files, output=tmp_path / "no" / "set.parquet")
    assert found.value.filename == str(tmp_path / "no" / "set.parquet")


def test_conflicts_that_a_set_has_are_counted_again(files: list[Path], tmp_path: Path) -> None:
    _, first = import_files(*files, output=tmp_path / "set.parquet")
    _, again = import_files(tmp_path / "set.parquet", output=tmp_path / "again.parquet")
    assert again.conflicts == first.conflicts > 0
    assert again.n_read == again.n_kept == first.n_kept


def test_packed_games_merge_with_each_other_and_with_tables(tmp_path: Path) -> None:
    start = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 98 4000000000"]\n[SetUp "1"]\n'
    texts = {
        "a.pgn": '[Annotator "x"]\n\n1. e4 $13 (1. d4 $44 -- $13) e5 {[%eval #-3]} 1/2-1/2\n',
        "b.epd": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 +/-\n",
        "c.pgn": f'1. e4 $16 e5 $14 1-0\n\n[Annotator "y"]\n{start}\n1. e4 $18 Kd7 0-1\n',
        "d.pgn": "1. e4 $13 e5 *\n",
    }
    paths = []
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        paths.append(tmp_path / name)
    expected = read(*paths)
    _, report = import_files(*paths, output=tmp_path / "set.parquet")
    found = read(tmp_path / "set.parquet")
    assert_frame_equal(found.table, expected.table)
    assert report == expected.report
    assert {"x", "y"} < set(found.table["annotator"])
    assert report.merged > 0
