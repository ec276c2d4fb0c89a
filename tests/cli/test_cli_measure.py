"""``tabiya measure`` and ``tabiya positions label``: from a PGN to numbers."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tabiya

Run = Callable[..., Any]

# White gains material for nothing, the annotator notices, and Black wins it back.
GAMES = """
[Event "one"]
[Annotator "Somebody"]
[Result "1-0"]

1. e4 e5 $10 2. Nf3 Nc6 $10 3. Bb5 Qg5 4. Nxg5 $18 Nd4 $18 5. Nxf7 $18 Nxb5 $16 6. Nxh8 $18 1-0

[Event "two"]
[Annotator "Another"]
[Result "0-1"]

1. e4 $10 e5 $10 2. Qh5 Nf6 $15 3. Qxe5+ $14 Be7 $10 4. Qxe7+ $17 Qxe7 $19 5. f3 $19 d5 $19 0-1
"""


@pytest.fixture
def pgn(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return str(path)


def measure(run: Run, pgn: str, *options: str) -> Any:
    return run("measure", pgn, "--kind", "symbol", "--no-cache", *options)


def test_a_pgn_is_measured_without_any_option(run: Run, pgn: str) -> None:
    done = measure(run, pgn)
    assert done.status == 0, done.err
    assert "15 positions of chess, labels of kind symbol, 2 games, 1 file" in done.out
    rows = [line.split() for line in done.out.splitlines() if line.startswith("tabiya  ")]
    assert [row[1] for row in rows] == ["static", "1,024"]
    assert "tabiya: 1,024 nodes over static" in done.out


def test_depths_make_the_table_of_the_thesis(run: Run, pgn: str) -> None:
    done = measure(run, pgn, "--depth", "1-3")
    lines = done.out.splitlines()
    headings = "analyst effort S+ S- tau interval tau_b gamma"
    assert lines[2].split() == headings.split()
    assert lines[6].startswith("greatest tau that ties of the labels allow: 0.")
    taus = [float(line.split()[5]) for line in lines[3:6]]
    assert all(-1 <= tau <= 1 for tau in taus)
    assert [line.split()[2] for line in lines[3:6]] == ["1", "2", "3"]


def test_the_cache_changes_nothing_but_the_time(run: Run, pgn: str, tmp_path: Path) -> None:
    arguments = ("measure", pgn, "--kind", "symbol", "--depth", "1-2")
    kept = ("--cache", str(tmp_path / "cache.db"))
    first, second = run(*arguments, *kept), run(*arguments, *kept)
    assert first.out == second.out == run(*arguments, "--no-cache", "--threads", "2").out
    assert (tmp_path / "cache.db").exists()


def test_several_players_are_compared(run: Run, pgn: str) -> None:
    players = ("--player", "tabiya", "--player", "tabiya?queen=100")
    done = measure(run, pgn, "--depth", "2", *players)
    assert done.status == 0, done.err
    assert "depth 2: tabiya?queen=100 over tabiya" in done.out


def test_all_instruments_at_once(run: Run, pgn: str, tmp_path: Path) -> None:
    symbols, page = tmp_path / "symbols.toml", tmp_path / "worst.html"
    done = measure(
        run, pgn, "--static", "--by-feature", "--resolution", "1,100", "--effort", "200",
        "--annotators", "--symbols", str(symbols), "--disagreements", "3", "-o", str(page),
        "--plot", str(tmp_path / "plot.png"),
    )  # fmt: skip
    assert done.status == 0, done.err
    for words in ("feature ", "resolution/cp", "mean over the effort", "the annotator's symbol"):
        assert words in done.out
    assert page.read_text(encoding="utf-8").count("<figure ") == 3
    assert (tmp_path / "plot.png").exists()
    start = str(tabiya.game("chess").initial())
    said = run("analyse", start, "--depth", "2", "--symbols", str(symbols)).out
    scale = tabiya.measure.read_symbols(symbols)
    score = tabiya.Player("chess").search(tabiya.game("chess").initial(), depth=2).score
    assert f"{score / 100:+.2f} pawns {scale.symbol(score)}" in said


def test_a_sample_is_drawn_by_seed(run: Run, pgn: str) -> None:
    draws = [measure(run, pgn, "--static", "--positions", "9", "--seed", s).out for s in "112"]
    assert draws[0] == draws[1] != draws[2]
    assert "9 positions" in draws[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--depth", "0"), "depth: expected numbers such as 1-8"),
        (("--nodes", "many"), "nodes: expected numbers such as"),
        (("--uci", "no-such-engine", "--depth", "1"), "no-such-engine"),
        (("--option", "King Safety"), 'option: expected "Name=value"'),
        (("--uci", "toga2", "--static"), "expected a built-in player; engines are searches"),
        (("--plot", "plot.gif"), "expected a file .html, .png"),
        (("--resolution", "fine"), "resolution: expected numbers above 0"),
        (("--disagreements", "3", "-o", "x.doc"), "expected a file .html, .epd, .pgn"),
        (("--map", "∞"), "∞"),
    ],
)
def test_bad_options_are_one_line(
    run: Run, pgn: str, options: tuple[str, ...], message: str
) -> None:
    done = measure(run, pgn, *options)
    assert done.status == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_an_engine_is_measured_beside_tabiya(run: Run, pgn: str, tmp_path: Path) -> None:
    engine = tmp_path / "mine"
    code = "from tabiya.cli import main; main()"
    engine.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{code}' uci\n")
    engine.chmod(0o755)
    done = measure(run, pgn, "--depth", "1", "--uci", str(engine))
    assert done.status == 0, done.err
    rows = [line.split() for line in done.out.splitlines() if " depth 1 " in line]
    assert [row[0] for row in rows[:2]] == ["tabiya", str(engine)]
    assert rows[0][2:] == rows[1][2:]  # for it is tabiya again
    assert f"depth 1: {engine} over tabiya" in done.out


def test_kinds_must_be_chosen(run: Run, pgn: str) -> None:
    done = run("measure", pgn, "--no-cache")
    assert done.status == 2
    assert "expected one kind, found result, symbol; choose one" in done.err


def test_positions_are_labelled_by_a_search(run: Run, pgn: str, tmp_path: Path) -> None:
    out = tmp_path / "labelled.parquet"
    done = run("positions", "label", pgn, "-o", str(out), "--depth", "3", "--no-cache")
    assert done.status == 0, done.err
    found = tabiya.positions.read(out)
    assert set(found.table["kind"]) == {"score"}
    assert found.table["position"].is_unique().all()
    row = found.table.row(0, named=True)
    position = found.positions()[0]
    score = tabiya.Player("chess").search(position, depth=3).score
    sign = 1 if row["side"] == "white" else -1
    assert row["value"] == pytest.approx(sign * score)
    again = run("measure", str(out), "--depth", "3", "--no-cache")
    assert " 0 " in again.out  # nothing is discordant with itself
    merged = run(
        "positions", "label", pgn, "-o", str(out), "--depth", "1", "--no-cache",
        "--categories", "-50,50",
    )  # fmt: skip
    assert merged.status == 0, merged.err
    values = tabiya.positions.read(out).table["value"]
    assert values.n_unique() <= 3
    assert isinstance(values, pl.Series)


def test_bad_categories_are_one_line(run: Run, pgn: str, tmp_path: Path) -> None:
    out = str(tmp_path / "x.parquet")
    done = run("positions", "label", pgn, "-o", out, "--depth", "1", "--categories", "some")
    assert done.status == 2
    assert "categories: expected a number, or edges" in done.err
