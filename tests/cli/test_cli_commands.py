"""The smaller commands: weights, bench, solve, and the help of all."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabiya

Run = Callable[..., Any]

END = "-XXXXXX--OXXXXO-OOXXXOOXOOXOOXXXOOXXXXXXOOOXXXX--OOOXX----OOOOO- X"


def test_help_lists_every_command(run: Run) -> None:
    done = run("--help")
    assert done.status == 0
    for name in ("demo", "play", "analyse", "solve", "weights", "bench", "uci"):
        assert name in done.out


@pytest.mark.parametrize("name", tabiya.games())
def test_weights_are_listed(run: Run, name: str) -> None:
    done = run("weights", name)
    assert (done.status, done.err) == (0, "")
    for weight in tabiya.weights(name):
        assert weight in done.out


def test_weights_of_a_group_are_listed(run: Run) -> None:
    done = run("weights", "chess", "--group", "rooks")
    assert "rook_on_open_file" in done.out
    assert "knight" not in done.out


def test_changed_weights_are_listed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    tabiya.weights("chess", {"knight": 310.5}).save(path)
    done = run("weights", "chess", "--changed", str(path))
    assert "1 weights of chess" in done.out
    assert "310.5" in done.out
    assert "bishop" not in done.out


def test_bad_weights_are_one_line_and_status_2(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    path.write_text("nothing")
    for arguments, expected in (
        (["go"], "go"),
        (["chess", "--group", "kings"], "group: expected one of material"),
        (["chess", "--changed", str(path)], "expected TOML"),
        (["chess", "--changed", "/no/such/file"], "No such file"),
    ):
        done = run("weights", *arguments)
        assert done.status == 2
        assert expected in done.err
        assert done.err.count("\n") == 1


def test_bench_counts_the_same_nodes_every_time(run: Run) -> None:
    def counts() -> list[str]:
        out = run("bench", "--depth", "4").out
        return re.findall(r"(chess|othello|loa) +\S +\d \S +([\d,]+)", out)

    first = counts()
    assert len(first) == 3
    assert counts() == first
    assert run("bench", "--depth", "0").status == 2


def test_solve_tells_score_move_and_line(run: Run) -> None:
    done = run("solve", END)
    assert done.status == 0, done.err
    solution = tabiya.solve(tabiya.game("othello").position(END))
    assert f"black to move, 11 empty: {solution.discs:+d} discs" in done.out
    assert f"best {solution.move}" in done.out
    assert f"line {' '.join(solution.pv)}" in done.out
    assert f"{solution.nodes:,} nodes" in done.out


def test_solve_of_a_finished_game_is_its_score(run: Run) -> None:
    done = run("solve", 64 * "X" + " X")
    assert "0 empty: +64 discs" in done.out
    assert "best none, the game is over" in done.out


def test_solve_of_something_else_is_one_line_and_status_2(run: Run) -> None:
    done = run("solve", "XO X")
    assert done.status == 2
    assert done.err.startswith("tabiya: othello position")
    assert done.err.count("\n") == 1
