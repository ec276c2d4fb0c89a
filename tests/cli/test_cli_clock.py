"""``tabiya clock`` and ``tabiya population`` as a person uses them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabiya.clocks import ClockTask, Setting

Run = Callable[..., Any]


@pytest.fixture
def loa_clock(tmp_path: Path) -> Path:
    file = tmp_path / "loa.clock"
    task = ClockTask(Setting.of("loa", 100, depth=1, population="population"), "dynamic")
    file.write_text(task.text(np.zeros(711, np.float32)), encoding="utf-8")
    return file


def test_a_clock_is_learned_tried_and_drawn(run: Run, tmp_path: Path) -> None:
    for increment in (50, 100):
        made = run(
            "clock", "learn", "-o", str(tmp_path / f"mac-{increment}.clock"), "--depth", "1",
            "--time", f"{5 * increment}+{increment} nodes", "--steps", "1", "--games", "2",
        )  # fmt: skip
        assert made.status == 0, made.err
        assert "tabiya match 'tabiya?clock=" in made.out
    picture, state = tmp_path / "clocks.svg", tmp_path / "trials.csv"
    tried = run(
        "clock", "test", "static:1", str(tmp_path / "mac-{increment}.clock"), "--depth", "1",
        "--increments", "50,100", "--games", "2", "--state", str(state), "-o", str(picture),
    )  # fmt: skip
    assert tried.status == 0, tried.err
    assert tried.out.count("static:1") == tried.out.count("mac-{increment}") == 2
    assert "static:1" in picture.read_text(encoding="utf-8")
    assert len(state.read_text(encoding="utf-8").splitlines()) == 5


def test_what_learning_costs_is_drawn(run: Run, tmp_path: Path) -> None:
    curve, picture = tmp_path / "mac.csv", tmp_path / "cost.svg"
    made = run(
        "clock", "learn", "-o", str(tmp_path / "mac.clock"), "--game", "othello", "--depth", "1",
        "--time", "300+60 nodes", "--steps", "2", "--games", "2", "--starts", "1",
        "--curve", str(curve),
    )  # fmt: skip
    assert made.status == 0, made.err
    found = run("clock", "cost", str(curve), "-o", str(picture))
    assert found.status == 0, found.err
    rows = [line.split()[:3] for line in found.out.splitlines()]
    assert ["mac", "2", "1.0"] in rows
    assert ["mac", "4", "2.0"] in rows
    assert "tournaments played to learn" in picture.read_text(encoding="utf-8")


@pytest.mark.parametrize("time", ["0+1 nodes", "-5+1 nodes", "100+-1 nodes", "nan", "0", "5+x"])
@pytest.mark.parametrize("command", ["learn", "test"])
def test_times_that_cannot_be_are_told(run: Run, tmp_path: Path, command: str, time: str) -> None:
    first = ("-o", str(tmp_path / "my.clock")) if command == "learn" else ("crafty",)
    found = run("clock", command, *first, "--time", time)
    assert found.status == 2
    assert "time: expected" in found.err
    assert repr(time) in found.err
    assert found.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_bad_clocks_settings_and_folders_are_told_before_anybody_plays(
    run: Run, tmp_path: Path, loa_clock: Path
) -> None:
    (tmp_path / "empty").mkdir()
    missing = str(tmp_path / "mac-{increment}.clock")
    empty, binary = tmp_path / "empty.csv", tmp_path / "binary.csv"
    empty.write_text("games,tournaments,score,low,high\n", encoding="utf-8")
    binary.write_bytes(b"\x89PNG")
    cases = [
        (("test", str(loa_clock), "--game", "chess"), "expected one for chess, found one for loa"),
        (("test", missing, "--increments", "50"), "mac-50.clock"),
        (("test", "crafty", "--increments", "50,-1"), "--increments: expected numbers above 0"),
        (("test", "crafty", "--depth", "0"), "--depth: expected 1 or more"),
        (("test", "crafty", "--against", "nobody"), "clock: expected shared"),
        (("test", "crafty", "--opponents", str(tmp_path / "empty")), "expected a population"),
        (("test", "crafty", "-o", str(tmp_path / "clocks.txt")), "clocks.txt"),
        (("learn", "-o", str(tmp_path / "x"), "--kind", "static"), "--kind: expected one of"),
        (("learn", "-o", str(tmp_path / "x"), "--method", "td"), "--method: expected one of"),
        (("test", "crafty", "--starts", "0"), "--starts: expected 1 or more"),
        (
            ("learn", "-o", str(tmp_path / "x"), "--method", "spsa", "--curve", "c.csv"),
            "--curve: expected --method mac or sane",
        ),
        (("cost", str(tmp_path / "nowhere.csv")), "nowhere.csv"),
        (("cost", str(empty)), "empty.csv, line 2: expected games, tournaments"),
        (("cost", str(binary)), "binary.csv: expected a table in UTF-8"),
        (("cost", str(loa_clock)), "loa.clock, line 1: expected games,tournaments"),
        (("show", str(tmp_path / "nowhere.pgn")), "nowhere.pgn"),
    ]
    for words, message in cases:
        found = run("clock", *words)
        assert found.status == 2, words
        assert message in found.err, words
        assert found.err.count("\n") == 1, words


def test_a_folder_that_is_no_population_is_told(run: Run, tmp_path: Path) -> None:
    found = run("tournament", f"{tmp_path}/", "--game", "loa")
    assert found.status == 2
    assert f"{tmp_path}/: expected a population with population.toml, found none" in found.err
    made = run("population", "make", "chess", "-o", str(tmp_path / "people"))
    assert made.status == 2
    assert "population: expected loa or othello, found 'chess'" in made.err
    assert not list(tmp_path.iterdir())


def test_the_population_of_the_package_plays_a_tournament(run: Run) -> None:
    found = run("tournament", "population/", "--rounds", "1", "--depth", "1")
    assert found.status == 0, found.err
    assert found.out.count("loa-") >= 100


def test_a_folder_for_the_clock_that_is_not_there_is_told(run: Run, tmp_path: Path) -> None:
    words = ("--depth", "1", "--time", "250+50 nodes", "--steps", "1", "--games", "2")
    found = run("clock", "learn", "-o", str(tmp_path / "nowhere" / "my.clock"), *words)
    assert found.status == 2
    assert "nowhere" in found.err
    assert found.err.count("\n") == 1
