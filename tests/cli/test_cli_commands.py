"""The smaller commands: weights, bench, solve, and the help of all."""

import bz2
import gzip
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
    assert "best none, it is over" in done.out


def test_solve_of_something_else_is_one_line_and_status_2(run: Run) -> None:
    done = run("solve", "XO X")
    assert done.status == 2
    assert done.err.startswith("tabiya: expected a position of chess, othello, loa")
    assert done.err.count("\n") == 1


def test_solve_reads_files_and_checks_what_they_say(run: Run, tmp_path: Path) -> None:
    board, side = END.split()
    right, wrong = f"{board} {side}; A8:+32;", f"{board} {side}; A8:+30;"
    path = tmp_path / "ends.obf"
    path.write_text(f"%% endings\n{right}\n\n{wrong}\n")
    done = run("solve", str(path), "--moves")
    assert done.status == 0, done.err
    assert "expected +30 discs, found +32 discs" in done.out
    assert done.out.endswith("1 of 2 as their file says\n")
    position = tabiya.game("othello").position(END)
    for move in position.legal_moves():
        exact = -tabiya.solve(position.play(move)).discs
        assert re.search(rf"^  {move} +{re.escape(f'{exact:+d}')} discs$", done.out, re.MULTILINE)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_solve_and_analyse_read_compressed_files(
    run: Run, tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "ends.packed"
    path.write_bytes(pack(f"\ufeff{END}; A8:+32;\n".encode()))
    assert "1 of 1 as their file says" in run("solve", str(path)).out
    assert run("analyse", str(path), "--depth", "1").out.count("best ") == 1
    path.write_bytes(path.read_bytes()[:-20])
    for command in ("solve", "analyse"):
        cut = run(command, str(path))
        assert (cut.status, cut.err.count("\n")) == (2, 1)
        assert str(path) in cut.err


def test_solve_finds_mates_and_connections(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mates.epd"
    path.write_text(
        "7k/8/8/8/8/8/R7/1R5K w - - dm 2;\n"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - dm 1;\n"
    )
    done = run("solve", str(path), "--seconds", "0.3")
    assert "white to move: mate in 2" in done.out
    assert "no forced win seen" in done.out
    assert "1 of 2 as their file says" in done.out
    loa = "8/8/8/3bb3/3b4/8/6b1/w6w b"
    assert "black to move: wins in" in run("solve", loa, "--seconds", "1").out
    assert run("solve", str(path), "--seconds", "0").status == 2
    bad = tmp_path / "bad.obf"
    bad.write_text(f"{END}\nnonsense\n")
    done = run("solve", str(bad))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert f"{bad}:2" in done.err
