"""``tabiya match`` and ``tabiya tournament``: a verdict, files, and bad input in one line."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

ODD = Path(__file__).parent.parent / "play" / "engines" / "odd.py"


def odd(mode: str) -> str:
    return f"{sys.executable} {ODD} {mode}"


def test_match_prints_the_verdict_and_writes_files(run: Run, tmp_path: Path) -> None:
    store, pgn = tmp_path / "m.db", tmp_path / "m.pgn"
    arguments = ("match", "tabiya", "tabiya?preset=crafty", "--game", "othello", "--nodes", "30")
    files = ("--store", str(store), "--pgn", str(pgn))
    done = run(*arguments, "--games", "4", *files)
    assert (done.status, done.err) == (0, "")
    assert "tabiya against tabiya?preset=crafty" in done.out
    assert "games            4 (won" in done.out
    assert pgn.read_text().count("[Result ") == 4
    more = run(*arguments, "--games", "6", *files)
    assert "games            6 (won" in more.out
    assert pgn.read_text().count("[Result ") == 6
    refused = run("match", "tabiya", "tabiya", "--game", "othello", "--nodes", "30", *files)
    assert refused.status == 2
    assert refused.err.count("\n") == 1


def test_match_ends_by_a_test(run: Run) -> None:
    done = run(
        *("match", "tabiya", "tabiya", "--game", "othello", "--nodes", "200", "--nodes-b", "2"),
        *("--sprt", "0,200,0.1,0.1"),
    )
    assert done.status == 0
    assert "accepted" in done.out


def test_match_tells_a_fault_once(run: Run) -> None:
    done = run("match", odd("illegal"), "tabiya", "--depth", "1", "--games", "4")
    assert done.status == 0
    assert done.err.count("illegal move after") == 1
    assert "< bestmove a1a1" in done.err
    assert "illegal move (4 times)" in done.out
    assert "endings          illegal move 4" in done.out


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("tabiya", "no-such-engine", "--depth", "1"), "'no-such-engine'"),
        (("tabiya", odd("dies"), "--depth", "1"), "no licence"),
        (("tabiya", "tabiya"), "depth, nodes, seconds or time"),
        (("tabiya", "tabiya", "--time", "5+x"), "'5+x'"),
        (("tabiya", "tabiya", "--nodes", "9", "--win", "3"), "centipawns,plies"),
        (("tabiya", "tabiya", "--nodes", "9", "--sprt", "3"), "ELO0,ELO1"),
        (("tabiya", "tabiya", "--nodes", "9", "--openings", "none.epd"), "none.epd"),
        (("tabiya", "tabiya", "--nodes", "9", "--concurrency", "0"), "concurrency"),
    ],
)
def test_match_with_bad_input(run: Run, arguments: tuple[str, ...], found: str) -> None:
    done = run("match", *arguments)
    assert done.status == 2
    assert found in done.err
    assert done.err.count("\n") == 1


def test_tournament_prints_a_table(run: Run, tmp_path: Path) -> None:
    names = tmp_path / "players.txt"
    names.write_text("# two\ntabiya?preset=modern\ntabiya?preset=crafty\n")
    done = run("tournament", "tabiya", f"@{names}", "--game", "loa", "--nodes", "20")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "round-robin, 3 players, 1 round"
    assert len([line for line in lines if "tabiya?preset" in line]) == 2
    wrong = run("tournament", "tabiya", "tabiya", "--nodes", "20", "--kind", "cup")
    assert (wrong.status, wrong.err.count("\n")) == (2, 1)


def test_players_are_called_by_other_names(run: Run) -> None:
    players = ("tabiya", "tabiya?mobility=3")
    options = ("--game", "loa", "--games", "2", "--nodes", "20", "--name", "old", "--name", "new")
    done = run("match", *players, *options)
    assert done.status == 0, done.err
    assert "old" in done.out
    refused = run("match", *players, *options, "--name", "third")
    assert refused.status == 2
    assert "names: expected 2 different ones" in refused.err
