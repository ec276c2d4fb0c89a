"""``tabiya positions``: from files to sets, and from sets to sets."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import tabiya
from tabiya import positions

Run = Callable[..., Any]

PGN = "1. e4 $14 e5 $10 2. Nf3 $13 Nc6 $15 3. Bb5 $16 a6 $11 1-0\n\n1. d4 $14 d5 $10 0-1\n"


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "[old] games.pgn"
    path.write_text(PGN)
    return path


@pytest.fixture
def made(pgn: Path, tmp_path: Path) -> Path:
    path = tmp_path / "set.parquet"
    positions.read(pgn).write(path)
    return path


def test_import_writes_a_set_and_says_what_it_did(run: Run, pgn: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.parquet"
    done = run("positions", "import", str(pgn), "-o", str(output), "--kind", "symbol")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith(
        f"7 rows of chess from 7 labels in {pgn}; 0 merged, 0 rows with conflicts, 0 faults\n"
    )
    assert len(positions.read(output)) == 7
    folder = run("positions", "import", str(pgn.parent), str(pgn), "-o", str(output))
    assert " labels in 2 files and folders; " in folder.out


def test_import_reports_faults_and_goes_on(run: Run, tmp_path: Path) -> None:
    lines = ["7k/8/5KQ1/8/8/8/8/8 w - - [1.0]", *[f"nonsense {n}" for n in range(20)]]
    path, output, faults = (tmp_path / name for name in ("a.epd", "out.parquet", "faults.txt"))
    path.write_text("\n".join(lines))
    done = run("positions", "import", str(path), "-o", str(output), "--faults", str(faults))
    assert done.status == 0
    assert "20 faults, left out:\n      20  expected a chess position, found …\n" in done.err
    assert f"{path}:2: expected a chess position, found 'nonsense 0'" in done.err
    assert "nonsense 10" not in done.err
    assert faults.read_text().count("\n") == 20


def test_import_maps_labels_and_names_columns(run: Run, pgn: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.parquet"
    table = tmp_path / "table.csv"
    table.write_text("where,what\n7k/8/5KQ1/8/8/8/8/8 w - - 0 1,+-\n")
    for mapping, expected in (("∞=-2", "∓"), (f"{pgn}:∞=3", "+-"), ("other:∞=3", "∞")):
        arguments = ["-o", str(output), "--kind", "symbol", "--kind", "unclear", "--map", mapping]
        assert run("positions", "import", str(pgn), *arguments).status == 0
        assert positions.read(output).table["label"][2] == expected
    columns = "position=where, label=what"
    done = run("positions", "import", str(table), "-o", str(output), "--columns", columns)
    assert done.status == 0
    assert positions.read(output).table["label"].to_list() == ["+-"]


def test_show_prints_labels_by_side_to_move(run: Run, made: Path) -> None:
    done = run("positions", "show", str(made))
    assert (done.status, done.err) == (0, "")
    words = [line.replace("│", " ").split() for line in done.out.splitlines()]
    assert ["=", "0", "3", "3"] in words
    assert ["⩲", "2", "0", "2"] in words
    assert "black is to move" in done.out
    assert "[old] games.pgn" in done.out


def test_show_prints_numbers_in_ranges(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.epd"
    board = tabiya.game("chess").initial()
    texts = [str(board.play(a).play(b)) for a in board.legal_moves() for b in ("e7e5", "e7e6")]
    path.write_text("".join(f"{text} {20 * n - 400}\n" for n, text in enumerate(texts)))
    done = run("positions", "show", str(path))
    words = [" ".join(line.replace("│", " ").split()) for line in done.out.splitlines()]
    assert "below -3 0 5 5" in words
    assert "-0.5 to 0.5 0 5 5" in words
    assert "3 and more 0 5 5" in words


def test_sets_are_made_of_sets(run: Run, made: Path, tmp_path: Path) -> None:
    output, control = tmp_path / "out.parquet", tmp_path / "control.parquet"
    common = [str(made), "-o", str(output), "--kind", "symbol"]
    for arguments, n_rows in (
        (["sample", *common, "-n", "3", "--seed", "1"], 3),
        (["stratify", *common, "--per-cell", "1"], 4),
        (["weigh", *common], 7),
    ):
        done = run("positions", *arguments)
        assert (done.status, done.err) == (0, "")
        assert len(positions.read(output)) == n_rows
    done = run("positions", "stratify", *common, "--per-cell", "1", "--nodes", "100")
    assert "= with black to move: 1 of 1, 1 of them successors\n" in done.out
    arguments = ["split", *common, "--control", str(control), "--fraction", "0.5", "--seed", "3"]
    assert run("positions", *arguments).status == 0
    assert len(positions.read(output)) + len(positions.read(control)) == 7


def test_bad_requests_are_one_line_and_status_2(run: Run, made: Path, tmp_path: Path) -> None:
    output = ["-o", str(tmp_path / "out.parquet")]
    bad = tmp_path / "bad.epd"
    bad.write_text("nonsense\n")
    for arguments, expected in (
        (["import", str(bad), *output], "found nothing to read"),
        (["import", "/no/such/file", *output], "No such file"),
        (["import", str(made), *output, "--map", "∞"], "--map: expected LABEL=VALUE"),
        (["import", str(made), *output, "--columns", "fen"], "--columns: expected position=NAME"),
        (["import", str(made), *output, "--kind", "view"], "kind: expected one of symbol"),
        (["import", str(made), *output, "--game", "loa"], "expected loa, found a set of chess"),
        (["sample", str(made), *output, "-n", "99"], "n: expected 0 to"),
        (["stratify", str(made), *output, "--per-cell", "1"], "expected labels of one kind"),
        (["sample", str(made), "-n", "1", "-o", "/no/such/folder/x"], "No such file"),
        (["stratify", str(made), *output, "--per-cell", "1", "--weights", "x"], "--weights:"),
    ):
        done = run("positions", *arguments)
        assert (done.status, done.out) == (2, ""), arguments
        assert expected in done.err
        assert done.err.count("\n") == 1


@pytest.mark.parametrize("columns", [60, 80, 120, 160])
def test_what_is_shown_fits_the_terminal_and_leaves_nothing_out(
    run: Run, made: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    screen = Console(file=io.StringIO(), width=columns, highlight=False, markup=False)
    monkeypatch.setattr("tabiya.cli._set_show.console", lambda **_: screen)
    monkeypatch.setattr(type(screen), "is_terminal", True)
    assert run("positions", "show", str(made)).status == 0
    shown = screen.file.getvalue()  # type: ignore[attr-defined] # a text in memory
    assert max(map(len, shown.splitlines())) <= columns
    rows = "".join(shown.partition("some rows")[2].split("\n")).replace("│", "")
    found = positions.read(made).table
    for position, label, ply in found.head(1).select("position", "label", "ply").rows():
        assert position in rows
        assert label in rows
        assert str(ply) in rows.partition(position)[2]
