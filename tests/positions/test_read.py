"""Files of all kinds together: what they are, what is merged, what is an error."""

import bz2
import gzip
import hashlib
import statistics
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from tabiya import positions
from tabiya.positions import read_labelled_positions
from tabiya.positions._merge import merge

FEN = "7k/8/5KQ1/8/8/8/8/8 w - -"
OTHER = "7k/8/5KP1/8/8/8/8/8 b - -"
PGN = "1. f3 e5 2. g4 $19 Qh4# 0-1\n"
OTHELLO = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X 18\n"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_files_of_several_kinds_become_one_set(tmp_path: Path) -> None:
    paths = [
        write(tmp_path, "a.epd", f'{FEN} c9 "1-0";\nnonsense\n'),
        write(tmp_path, "b.pgn", PGN),
        write(tmp_path, "c.csv", f"fen,cp\n{OTHER},12\n"),
    ]
    seen: list[tuple[int, int]] = []
    found = positions.read(*paths, progress=lambda done, total: seen.append((done, total)))
    assert found.table["file"].unique(maintain_order=True).to_list() == [str(p) for p in paths]
    assert [str(fault) for fault in found.report.faults] == [
        f"{paths[0]}:2: expected a chess position, found 'nonsense'"
    ]
    assert found.report.n_read == found.report.n_kept == len(found) == 8
    size = sum(path.stat().st_size for path in paths)
    assert seen[-1] == (size, size)
    assert seen == sorted(seen)
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    assert [source.sha256 for source in found.sources] == digests


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, zstandard.compress])
@pytest.mark.parametrize(
    ("name", "text"),
    [("a.epd", f"{FEN} [1.0]\n"), ("a.csv", f"fen,cp\n{FEN},1\n"), ("a.txt", OTHELLO)],
)
def test_compressed_files_are_read(
    tmp_path: Path, compress: Callable[[bytes], bytes], name: str, text: str
) -> None:
    plain = positions.read(write(tmp_path, name, text))
    path = tmp_path / f"{name}.packed"
    path.write_bytes(compress(text.encode()))
    packed = positions.read(path)
    assert packed.table.drop("file").equals(plain.table.drop("file"))


def test_a_damaged_file_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    lines = "".join(f"{FEN} 0 {n} [1.0]\n" for n in range(1, 2000))
    path = tmp_path / "a.epd.gz"
    path.write_bytes(gzip.compress(lines.encode())[:-200])
    found = positions.read(path)
    assert found.table["count"].sum() > 100
    assert "expected the end of the gzip data" in found.report.faults[-1].reason


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.bin", "\x01\x02", "a.bin: expected one of a Parquet file"),
        ("a.txt", "", "a.txt: expected one of"),
        ("a.epd", "nonsense\n", "a.epd: expected positions on lines .* first fault: .*a.epd:1:"),
        ("a.epd", "", "a.epd: expected positions on lines .*, found nothing to read"),
        ("a.pgn", "", "a.pgn: expected chess games in PGN, found none"),
        ("a.parquet", "PAR1", "a.parquet: expected a Parquet file, found damage"),
    ],
)
def test_files_that_cannot_be_read_are_errors(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        positions.read(write(tmp_path, name, text))


def test_wrong_requests_are_errors(tmp_path: Path) -> None:
    path = write(tmp_path, "a.epd", f"{FEN} [1.0]\n")
    othello = write(tmp_path, "o.txt", OTHELLO)
    for paths, options, message in [
        ([], {}, "expected at least one file"),
        ([path], {"game": "go"}, "game: expected one of chess"),
        ([path], {"kinds": ["opinion"]}, "kind: expected one of symbol"),
        ([path], {"kinds": "symbol"}, "expected labels of kind symbol, found none"),
        ([path, othello], {}, "o.txt: expected chess, found othello"),
        ([othello], {"game": "chess"}, "o.txt: expected chess, found othello"),
    ]:
        with pytest.raises(ValueError, match=message):
            positions.read(*paths, **options)  # type: ignore[arg-type] # settings of several types
    with pytest.raises(OSError, match="No such file"):
        positions.read(tmp_path / "nothing.epd")


def test_a_set_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    made = positions.read(write(tmp_path, "a.pgn", PGN), write(tmp_path, "b.epd", f"{FEN} =\n"))
    path = tmp_path / "set.parquet"
    made.write(path)
    again = positions.read(path)
    assert again.table.equals(made.table)
    assert (again.game, again.sources) == (made.game, made.sources)
    assert again.report == positions.ImportReport()
    assert again.table.schema == positions.SCHEMA
    metadata = pl.read_parquet_metadata(path)
    assert (metadata["tabiya.game"], metadata["tabiya.faults"]) == ("chess", "0")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.pgn", "b.epd", "set.parquet"]


@pytest.mark.parametrize("name", ["set[1].parquet", "a*b.parquet", "what?.parquet", "a b.parquet"])
def test_a_name_is_no_pattern(tmp_path: Path, name: str) -> None:
    row = {"position": f"{FEN} 0 1", "side": "white", "kind": "score", "value": 1.0}
    for other in ("aXb.parquet", "what1.parquet", "set1.parquet"):
        positions.PositionSet("chess", pl.DataFrame([row] * 9)).write(tmp_path / other)
    path = tmp_path / name
    positions.PositionSet("chess", pl.DataFrame([row, row])).write(path)
    assert len(positions.read(path)) == 2
    assert len(read_labelled_positions(path)) == 2
    positions.import_files(path, output=tmp_path / f"made {name}")
    assert len(positions.read(tmp_path / f"made {name}")) == 1


def test_a_set_that_ends_early_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "set.parquet"
    positions.read(write(tmp_path, "a.pgn", PGN)).write(path)
    data = path.read_bytes()
    for n_bytes in range(0, len(data), 97):
        path.write_bytes(data[:n_bytes])
        with pytest.raises(ValueError, match=r"set\.parquet: expected"):
            positions.read(path)


def test_a_set_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    found = positions.read(write(tmp_path, "a.pgn", PGN))
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        found.write(tmp_path / "folder")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.pgn", "folder"]


def test_chess_positions_are_the_same_whatever_their_counters(tmp_path: Path) -> None:
    text = f"{FEN} 0 1 [1.0]\n{FEN} 7 31 [0.0]\n{FEN} 0 1 35\n"
    found = positions.read(write(tmp_path, "a.epd", text))
    columns = found.table.select("position", "label", "value", "count", "conflicts", "line")
    assert columns.rows() == [
        (f"{FEN} 0 1", "1/2-1/2", 0.5, 2, 1, 1),
        (f"{FEN} 0 1", "0.35", 35.0, 1, 0, 3),
    ]
    report = found.report
    assert (report.n_read, report.n_kept, report.merged, report.conflicts) == (3, 2, 1, 1)


@pytest.mark.parametrize(
    ("symbols", "kept", "conflicts"),
    [
        (["+-", "+-", "="], "+-", 1),
        (["+-", "="], "=", 1),
        (["±", "⩲"], "⩲", 1),
        (["-+", "∓"], "∓", 1),
        (["±", "∓"], "=", 1),
        (["+-", "∓"], "∓", 1),
        (["+-", "+-", "+-", "-+", "="], "+-", 2),
        (["=", "="], "=", 0),
    ],
)
def test_symbols_become_their_median(
    tmp_path: Path, symbols: list[str], kept: str, conflicts: int
) -> None:
    text = "".join(f'{FEN} c0 "{symbol}";\n' for symbol in symbols)
    found = positions.read(write(tmp_path, "a.epd", text))
    assert found.table.select("label", "count", "conflicts").rows() == [
        (kept, len(symbols), conflicts)
    ]
    assert positions.SYMBOLS[int(found.table["value"][0]) + 3] == kept


labels = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from(["symbol", "score"]), st.integers(-3, 3)),
    min_size=1,
)


@settings(deadline=None, max_examples=50)
@given(rows=labels)
def test_merging_keeps_the_median_and_the_mean(rows: list[tuple[str, str, int]]) -> None:
    table = positions.PositionSet(
        "chess",
        pl.DataFrame(
            {
                "position": [row[0] for row in rows],
                "kind": [row[1] for row in rows],
                "value": [float(row[2]) for row in rows],
                "label": [str(row[2]) for row in rows],
            }
        ),
    ).table
    merged = merge(table, "chess")
    keys = list(dict.fromkeys((position, kind) for position, kind, _ in rows))
    assert merged.select("position", "kind").rows() == keys
    for row in merged.iter_rows(named=True):
        values = [v for p, k, v in rows if (p, k) == (row["position"], row["kind"])]
        assert row["count"] == len(values)
        assert row["conflicts"] == len(values) - max(values.count(v) for v in values)
        if row["kind"] == "score":
            assert row["value"] == pytest.approx(statistics.mean(values))
        else:
            low, high = statistics.median_low(values), statistics.median_high(values)
            assert row["value"] == (0 if low == -high else min(low, high, key=abs))
    assert merge(merged, "chess").equals(merged)


def test_labels_without_a_value_can_be_given_one(tmp_path: Path) -> None:
    one = write(tmp_path, "a.epd", f'{FEN} c0 "∞";\n{OTHER} c0 "=";\n')
    two = write(tmp_path, "b.epd", f'{OTHER} c0 "∞";\n')
    found = positions.read(one, two)
    assert found.table["kind"].to_list() == ["unclear", "symbol", "unclear"]
    assert len(found.labelled()) == 1
    mapped = found.labelled("symbol", {"∞": 2.0})
    rows = mapped.table.select("label", "value", "count").rows()
    assert rows == [("±", 2.0, 1), ("=", 0.0, 2)]
    special = found.labelled("symbol", {str(one): {"∞": -1.0}})
    assert special.table.select("label", "value").rows() == [("⩱", -1.0), ("=", 0.0)]
    with pytest.raises(
        ValueError, match="expected labels with a value of kind 'score', found 3 rows"
    ):
        found.labelled("score")
