"""What commands write for other programs: tables as CSV and LaTeX, pictures as SVG and PDF."""

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.pruning.conftest import random_positions

from tabiya.cli._table_file import latex_table
from tabiya.players import MapShape, MoveMap, Pruning, Widths, save_pruning
from tabiya.positions import PositionSet

Run = Callable[..., Any]

PGN = (
    "1. e4 {[%clk 0:01:00]} e5 $10 {[%clk 0:00:58]} 2. Nf3 {[%clk 0:00:57]} Nc6 $10 3. Bb5 Qg5 "
    "4. Nxg5 $18 Nd4 $18 5. Nxf7 $18 *\n"
)
GAMES = "f5d6c3d3c4f4f6g5e6d7\nf5f6e6f4e3c5c4e7\nc4e3f6e6f5c5f4g6f7d3\nc4c3d3c5b4\n" * 3
STARTS = {".svg": b"<?xml", ".pdf": b"%PDF", ".png": b"\x89PNG", ".html": b"<!doctype html>"}


@pytest.fixture
def pgn(tmp_path: Path) -> str:
    path = tmp_path / "game.pgn"
    path.write_text(PGN)
    return str(path)


@pytest.mark.parametrize("suffix", STARTS)
def test_labels_are_drawn(run: Run, pgn: str, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"labels{suffix}"
    done = run("positions", "show", pgn, "--plot", str(path))
    assert done.status == 0, done.err
    assert path.read_bytes().startswith(STARTS[suffix])
    assert done.out.rstrip().endswith(f"wrote {path}")


def test_every_symbol_can_be_drawn(run: Run, tmp_path: Path) -> None:
    path, board = tmp_path / "game.pgn", tmp_path / "labels.png"
    games = (f"1. {file}3 e5 ${14 + number} *\n\n" for number, file in enumerate("abcdef"))
    path.write_text("".join(games))
    done = run("positions", "show", str(path), "--plot", str(board))
    assert done.status == 0, done.err  # a sign that is not in the font would warn, and end the test
    assert board.read_bytes().startswith(STARTS[".png"])


@pytest.mark.parametrize("suffix", [".svg", ".pdf"])
def test_taus_are_drawn_the_same_every_time(
    run: Run, pgn: str, tmp_path: Path, suffix: str
) -> None:
    files = [tmp_path / f"{name}{suffix}" for name in "ab"]
    for path in files:
        done = run(
            "measure", pgn, "--kind", "symbol", "--static", "--plot", str(path), "--no-cache"
        )
        assert done.status == 0, done.err
    assert files[0].read_bytes().startswith(STARTS[suffix])
    if suffix == ".pdf":
        assert files[0].read_bytes() == files[1].read_bytes()


def test_measures_become_tables(run: Run, pgn: str, tmp_path: Path) -> None:
    for name in ("t.csv", "t.tex"):
        table = ("--table", str(tmp_path / name))
        done = run("measure", pgn, "--kind", "symbol", "--depth", "1-2", "--no-cache", *table)
        assert done.status == 0, done.err
    with (tmp_path / "t.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["effort"] for row in rows] == ["depth 1", "depth 2"]
    assert -1 <= float(rows[0]["tau_b"]) <= 1
    text = (tmp_path / "t.tex").read_text()
    assert text.startswith("\\begin{tabular}{ll")
    assert text.count("\\\\") == 3
    assert "tau\\_b" in text


def test_labels_and_standings_become_tables(run: Run, pgn: str, tmp_path: Path) -> None:
    labels, standings = tmp_path / "labels.csv", tmp_path / "standings.csv"
    assert run("positions", "show", pgn, "--table", str(labels)).status == 0
    assert labels.read_text().splitlines()[0] == "kind,label,white,black"
    assert "symbol,+-,1,2" in labels.read_text()
    players = ("tabiya", "tabiya?preset=crafty")
    limits = ("--nodes", "20", "--openings", "random:4", "--table", str(standings))
    done = run("tournament", *players, *limits)
    assert done.status == 0, done.err
    rows = standings.read_text().splitlines()
    assert rows[0] == "place,player,points,games,wins,draws,losses,Elo,low,high"
    assert len(rows) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("measure", "{pgn}", "--table", "t.xls"),
        ("measure", "{pgn}", "--plot", "t.gif"),
        ("positions", "show", "{pgn}", "--plot", "t"),
        ("positions", "show", "{pgn}", "--table", "t.png"),
        ("tournament", "tabiya", "tabiya", "--table", "t.html"),
    ],
)
def test_other_suffixes_are_one_line_and_status_2(
    run: Run, pgn: str, arguments: tuple[str, ...]
) -> None:
    done = run(*(word.format(pgn=pgn) for word in arguments))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert re.search(r"expected .*\.(csv|html)", done.err)


def test_latex_escapes_what_would_be_a_command() -> None:
    text = latex_table(["a_b", "%"], [["100 & more", "1"], ["{x}^2 \\ $", "2"]])
    assert r"a\_b & \% \\" in text
    assert r"100 \& more" in text
    assert r"\{x\}\textasciicircum{}2 \textbackslash{} \$" in text


MATCH = ("tabiya", "tabiya?preset=crafty", "--nodes", "60", "--games", "2")
ENDING = "-XXXXXX--OXXXXO-OOXXXOOXOOXOOXXXOOXXXXXXOOOXXXX--OOOXX----OOOOO- X"
TABLES = {
    ("match", *MATCH): {"player", "games", "Elo", "superiority"},
    ("odds", *MATCH, "--odds", "1,2"): {"odds", "games", "score of B"},
    ("verdict", "played.pgn"): {"player", "score low", "normalised Elo"},
    ("verdict", "three.pgn"): {"place", "player", "Elo", "games"},
    ("analyse", ENDING, "--lines", "3", "--depth", "3"): {"position", "move", "score", "win"},
    ("analyse", ENDING, "--depth", "3", "--threads", "2"): {"move", "nodes"},
    ("analyse", "game.pgn", "--nodes", "60"): {"game", "ply", "move", "mark", "loss", "better"},
    ("solve", ENDING.replace("-", "X", 7), "--moves"): {"position", "move", "score", "line"},
    ("weights", "loa"): {"name", "value", "meaning"},
    ("bench", "--depth", "1"): {"game", "nodes", "nodes per second"},
    ("tune", "game.pgn", "--kind", "symbol", "--weights", "eleven", "-o", "run", "--control",
     "none", "--iterations", "2", "--bootstrap", "0"): {"weight", "start", "chosen"},
    ("order", "train", "games.txt", "-o", "new.npz", "--epochs", "1", "--validation", "0.4",
     "--test", "0", "--seed", "2"): {"epoch", "loss", "error"},
    ("order", "test", "map.npz", "games.txt", "--all"): {"told by", "right", "low", "high"},
    ("order", "show", "start", "--map", "map.npz", "--depth", "2"): {"map", "history", "move"},
    ("clock", "show", "game.pgn"): {"number", "move", "seconds", "share", "left"},
    ("clock", "test", "crafty", "modern", "--time", "40+4 nodes", "--games", "2", "--depth", "1"):
    {"clock", "increment", "score", "interval"},
    ("chunks", "check", "starter"): {"library", "chunks", "readings"},
    ("chunks", "match", "r1bqrnk1/pp2bppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 w - - 0 11"):
    {"chunk", "mirror", "squares"},
    ("predict", "--game", "loa", "--perturbed", "3", "--games", "2", "--nodes", "9", "--labels",
     "set=loa.parquet", "--efforts", "9", "-o", "page.md"): {"measure", "tau", "low", "high"},
    ("fit", "results.parquet", "--model", "logistic", "-o", "fitted"):
    {"model", "log-loss", "log-loss error", "auc error"},
    ("prune", "test", "othello.parquet", "-f", "narrow.toml", "--positions", "9", "--reference",
     "2", "--truth-depth", "2"): {"on the test set", "nodes", "performance", "low"},
    ("prune", "test", "othello.parquet", "-f", "narrow.toml", "--positions", "9", "--reference",
     "2", "--against", "2"): {"searched", "games", "score", "low", "high"},
}  # fmt: skip
# Further tables of a command, beside the first or alone, by the part of their names.
PARTS = {
    ("prune", "show", "narrow.toml"): "widths",
    ("order", "test", "map.npz", "games.txt", "--all", "--depth", "2", "--positions", "2"): "nodes",
    ("population", "make", "loa", "--small", "-o", "population"): "second",
}


@pytest.mark.parametrize("arguments", TABLES, ids=" ".join)
def test_every_table_is_there_for_other_programs(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.pgn").write_text(PGN)
    _lay_out(tmp_path, n_results=600 if "fit" in arguments else 2)
    results = [("a", "b", "1-0"), ("b", "a", "1/2-1/2"), ("a", "b", "0-1"), ("b", "a", "0-1")]
    (tmp_path / "played.pgn").write_text("".join(map(_game, results)))
    (tmp_path / "three.pgn").write_text("".join(map(_game, [*results, ("c", "a", "0-1")])))
    for suffix in ("csv", "tex"):
        done = run(*arguments, "--table", f"t.{suffix}")
        assert done.status == 0, done.err
        assert f"table    t.{suffix}" in done.out
    with (tmp_path / "t.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert TABLES[arguments] <= set(rows[0])
    assert all(None not in row and None not in row.values() for row in rows)
    assert (tmp_path / "t.tex").read_text().count("\\\\\n") == len(rows) + 1


PICTURES = {
    ("odds", *MATCH, "--odds", "1,2"): ".svg",
    ("tune", "game.pgn", "--kind", "symbol", "--weights", "eleven", "-o", "run", "--control",
     "none", "--iterations", "3", "--bootstrap", "0"): ".pdf",
    ("order", "show", "start", "--map", "map.npz", "--depth", "2"): ".png",
    ("chunks", "explain", "carlsbad"): ".pdf",
    ("chunks", "match", "r1bqrnk1/pp2bppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 w - - 0 11"): ".png",
}  # fmt: skip


@pytest.mark.parametrize("arguments", PICTURES, ids=" ".join)
def test_courses_are_drawn(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.pgn").write_text(PGN)
    _lay_out(tmp_path)
    name = f"picture{PICTURES[arguments]}"
    done = run(*arguments, "--plot", name)
    assert done.status == 0, done.err
    assert f"picture  {name}" in done.out
    assert (tmp_path / name).read_bytes().startswith(STARTS[PICTURES[arguments]])


@pytest.mark.parametrize("name", ["t.txt", "t", "t.xlsx"])
def test_a_table_of_another_kind_is_refused_before_the_work(run: Run, name: str) -> None:
    done = run("match", *MATCH, "--table", name)
    assert (done.status, done.out) == (2, "")
    assert f"{name}: expected a file .csv, .tex, found" in done.err


@pytest.mark.parametrize("arguments", PARTS, ids=" ".join)
def test_further_tables_stand_beside(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    _lay_out(tmp_path)
    done = run(*arguments, "--table", "t.csv")
    assert done.status == 0, done.err
    assert f"table    t-{PARTS[arguments]}.csv" in done.out
    lines = (tmp_path / f"t-{PARTS[arguments]}.csv").read_text().splitlines()
    assert len(lines) > 1
    assert len({line.count(",") for line in lines}) == 1


def _lay_out(folder: Path, n_results: int = 2) -> None:
    """Write the files that commands read."""
    (folder / "games.txt").write_text(GAMES)
    shape = MapShape("othello", hidden=2)
    MoveMap(shape, np.zeros(shape.n_weights, np.float32)).save(folder / "map.npz")
    save_pruning(Pruning("othello", widths=Widths((None, 3, 3))), folder / "narrow.toml")
    for file, n in (("othello", 40), ("loa", 40), ("results", n_results)):
        game = "othello" if file == "results" else file
        texts = [str(position) for position in random_positions(game, n, (8, 24), seed=2)]
        rows = {"position": texts, "kind": "result", "value": [i % 2 for i in range(n)]}
        table = pl.DataFrame(rows).with_columns(file=pl.lit("a")).with_row_index("game")
        PositionSet(game, table).write(folder / f"{file}.parquet")


def _game(result: tuple[str, str, str]) -> str:
    first, second, points = result
    return f'[White "{first}"]\n[Black "{second}"]\n[Result "{points}"]\n\n1. e4 e5 {points}\n\n'
