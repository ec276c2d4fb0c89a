"""``tabiya tune``: from a set to weights, for our players and for engines."""

import json
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabiya

Run = Callable[..., Any]

# An engine whose score is a sum of pieces, each times an option.
ENGINE = """#!{python}
import random, sys
options = {{"Pawn": 50, "Knight": 50}}
board = ""
for line in sys.stdin:
    words = line.split()
    if line.startswith("uci\\n") or words[:1] == ["uci"]:
        print("id name linear")
        for name in options:
            print(f"option name {{name}} type spin default 50 min 0 max 1000")
        print("uciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:2] == ["setoption", "name"]:
        options[words[2]] = int(words[4])
    elif words[:1] == ["position"]:
        fen, _, moves = line.partition(" moves")
        board, side = fen.split()[2:4]
    elif words[:1] == ["go"]:
        pieces = (("P", "Pawn"), ("N", "Knight"))
        score = sum(options[o] * (board.count(p) - board.count(p.lower())) for p, o in pieces)
        score += random.randrange({noise})
        score = score if side == "w" else -score
        print(f"info depth 1 score cp {{score}} nodes 1 pv {move}")
        print("bestmove {move}", flush=True)
    elif words[:1] == ["quit"]:
        break
"""


def write_engine(folder: Path, noise: int = 1) -> str:
    program = folder / f"linear{noise}"
    program.write_text(ENGINE.format(python=sys.executable, noise=noise, move="a1b1"))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program)


def test_weights_recover_and_are_handed_over(run: Run, material: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    arguments = (
        "tune", material, "--weights", "knight,pawn", "--from", "50", "--iterations", "60",
        "-o", str(folder), "--prove", "4 games, 30 nodes", "--bootstrap", "2",
    )  # fmt: skip
    done = run(*arguments)
    assert done.status == 0, done.err
    assert "tuned against defaults" in done.out
    weights = tabiya.load_weights(folder / "weights.toml")
    assert weights["knight"] > 2 * weights["pawn"]
    assert json.loads((folder / "weights.json").read_text())["weights"].keys() == {"knight", "pawn"}
    assert "KNIGHT" in (folder / "weights.rs").read_text()
    assert "report.html" in done.out
    assert run(*arguments).status == 0  # it is all there


def test_a_run_goes_on_with_more_iterations(run: Run, material: str, tmp_path: Path) -> None:
    def tune(folder: str, iterations: str) -> Any:
        return run(
            "tune", material, "--weights", "knight,pawn", "--from", "50",
            "--iterations", iterations, "-o", str(tmp_path / folder),
        )  # fmt: skip

    tune("a", "4")
    again = tune("a", "9")
    whole = tune("b", "9")
    assert "going on after 4 iterations" in again.err
    strip = str.maketrans("", "", "ab")
    assert again.out.translate(strip) == whole.out.translate(strip)


def test_tuners_are_compared(run: Run, material: str, tmp_path: Path) -> None:
    done = run(
        "tune", material, "--weights", "knight,pawn", "--from", "50", "--iterations", "5",
        "--tuner", "ascent,surrogate", "-o", str(tmp_path / "run"),
    )  # fmt: skip
    assert done.status == 0, done.err
    rows = done.out.splitlines()[-2:]
    assert [row.split()[0] for row in rows] == ["ascent", "surrogate"]
    assert (tmp_path / "run" / "surrogate" / "weights.toml").exists()


def test_weights_are_tuned_by_games(run: Run, material: str, tmp_path: Path) -> None:
    done = run(
        "tune", material, "--weights", "knight,rook", "--from", "50", "--iterations", "3",
        "--tuner", "spsa", "--duel", "2 games, 20 nodes", "-o", str(tmp_path / "run"),
    )  # fmt: skip
    assert done.status == 0, done.err
    assert (tmp_path / "run" / "weights.toml").exists()
    lacking = run(
        "tune", material, "--weights", "knight", "--tuner", "spsa", "-o", str(tmp_path / "other")
    )
    assert lacking.status == 2
    assert "--tuner spsa: expected --duel beside it" in lacking.err


def test_options_of_an_engine_are_tuned(run: Run, material: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done = run(
        "tune", material, "--uci", write_engine(tmp_path), "--weights", "Knight", "--depth", "1",
        "--iterations", "12", "--set", "fraction=0.2", "-o", str(folder), "--threads", "2",
    )  # fmt: skip
    assert done.status == 0, done.err
    lines = (folder / "weights.uci").read_text().splitlines()
    assert lines[0].startswith("setoption name Knight value ")
    assert int(lines[0].split()[-1]) > 50


def test_an_engine_that_wavers_is_refused(run: Run, material: str, tmp_path: Path) -> None:
    done = run(
        "tune", material, "--uci", write_engine(tmp_path, noise=1000), "--weights", "Knight",
        "--depth", "1", "-o", str(tmp_path / "run"),
    )  # fmt: skip
    assert done.status == 2
    assert "expected the same score twice with depth 1" in done.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--weights", "knigt"), "did you mean 'knight'"),
        (("--weights", "knight", "--from", "some"), "from: expected defaults, a number or a file"),
        (("--weights", "knight", "--control", "some"), "control: expected a set, a share"),
        (("--weights", "knight", "--tuner", "magic"), "tuner: expected one of"),
        (("--weights", "knight", "--set", "fraction"), "set: expected name=number"),
        (("--weights", "knight", "--set", "speed=3"), "expected options among"),
        (("--weights", "knight", "--prove", "soon"), "prove: expected a text such as"),
        (("--weights", "knight", "--iterations", "0"), "iterations: expected at least one"),
        (("--weights", "knight", "--mode", "deep"), "assess: expected one of"),
        (("--weights", "knight", "--store", "nosuch://x"), "expected a path or the URL"),
    ],
)
def test_bad_options_are_one_line(
    run: Run, material: str, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    done = run("tune", material, "-o", str(tmp_path / "run"), *options)
    assert done.status == 2
    assert message in done.err
    assert done.err.count("\n") == 1
