"""``tabiya prune``: learned, tested and shown, and what is said of bad input."""

from pathlib import Path

import polars as pl
import pytest
from tests.cli.conftest import Run
from tests.pruning.conftest import random_positions

from tabiya.players import Pruning, Widths, load_pruning, save_pruning
from tabiya.positions import PositionSet

QUICK = ("--positions", "12", "--reference", "2", "--truth-depth", "3", "--preset", "crafty")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("sets") / "othello.parquet"
    texts = [str(p) for p in random_positions("othello", 40, (8, 24), seed=2)]
    rows = {"position": texts, "kind": "score", "value": 0.0, "file": "a", "game": range(40)}
    PositionSet("othello", pl.DataFrame(rows)).write(path)
    return str(path)


def test_a_function_is_learned_tested_and_shown(data: str, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "rl"
    how = ("--method", "rl", "--epochs", "8", "--inputs", "IT,SD", "--threads", "1")
    learned = run("prune", "learn", data, "-o", str(folder), *how, *QUICK)
    assert learned.status == 0, learned.err
    assert "performance / nodes" in learned.out
    file = str(folder / "pruning.toml")
    assert load_pruning(file).function is not None
    assert "the rest is skipped" in run("prune", "show", file).out
    tested = run("prune", "test", data, "-f", file, "--store", str(folder / "run.db"), *QUICK)
    rows = [line.split() for line in tested.out.splitlines()]
    assert [len(row) for row in rows[2:]] == [4 + 4, 1 + 4]  # the name, nodes, value, interval


def test_files_of_one_name_are_told_apart(data: str, run: Run, tmp_path: Path) -> None:
    files = [tmp_path / each / "pruning.toml" for each in "ab"]
    for file, width in zip(files, (2, 3), strict=True):
        file.parent.mkdir()
        save_pruning(Pruning("othello", widths=Widths((width, width))), file)
    tested = run("prune", "test", data, "-f", str(files[0]), "-f", str(files[1]), *QUICK)
    assert [str(file) in tested.out for file in files] == [True, True]


def test_games_against_a_population_tell_too(data: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "narrow.toml"
    save_pruning(Pruning("othello", widths=Widths((None, 3, 3))), file)
    tested = run("prune", "test", data, "-f", str(file), "--against", "2", *QUICK)
    assert tested.status == 0, tested.err
    rows = [line.split() for line in tested.out.splitlines()[1:]]
    assert [float(row[-2]) <= float(row[-3]) <= float(row[-1]) for row in rows] == [True] * 3


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--method", "luck"), "method: expected one of tabu, rl, spsa, found 'luck'"),
        (("--decision", "luck"), "decision: expected one of widths"),
        (("--by", "luck"), "by: expected one of depth"),
        (("--decision", "params", "--values", "futility"), "--values: expected name=number"),
        (("--set", "null_move"), "--set: expected name=number"),
        (("--method", "rl", "--rewards", "1,2"), "--rewards: expected five numbers"),
        (("--reference", "0"), "reference: expected a ply or more"),
        (("--method", "rl", "--inputs", "XX"), "inputs: expected one of IT"),
        (("--decision", "params", "--values", "luck=1,2"), "--values: expected a number of the se"),
        (("--quick", "0"), "--quick: expected 1 or more, found 0"),
        (("--patience", "0"), "--patience: expected 1 or more, found 0"),
        (("--pairs", "-1"), "--pairs: expected 0 or more, found -1"),
        (("--method", "rl", "--rewards", "nan,1,1,1,1"), "--rewards: expected five numbers"),
    ],
)
def test_bad_options_are_one_clear_line(
    arguments: tuple[str, ...], expected: str, data: str, run: Run, tmp_path: Path
) -> None:
    done = run("prune", "learn", data, "-o", str(tmp_path / "x"), *QUICK, *arguments)
    assert done.status == 2
    assert expected in done.err
    assert len(done.err.strip().splitlines()[-1:]) == 1


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "--game: expected loa, othello or chess for --method spsa"),
        (("set.parquet", "--game", "loa"), "SET: expected none for --method spsa"),
        (("--game", "loa", "--numbers", "luck"), "numbers: expected some of late_move_base"),
        (("--game", "loa", "--numbers", "probcut"), "found 'probcut'"),
        (("--game", "loa", "--games", "3"), "games: expected an even number"),
        (("--game", "loa", "--nodes", "0"), "nodes: expected 1 or more, found 0"),
        (("--game", "loa", "--iterations", "0"), "--iterations: expected 1 or more"),
        (("--game", "loa", "--set", "futility=-1"), "futility: expected 0 to 1000, found -1"),
        (("--game", "loa", "--set", "luck=1"), "luck: expected a number of the search"),
    ],
)
def test_bad_options_of_games_are_one_clear_line(
    arguments: tuple[str, ...], expected: str, run: Run, tmp_path: Path
) -> None:
    done = run("prune", "learn", "--method", "spsa", "-o", str(tmp_path / "x"), *arguments)
    assert done.status == 2
    assert expected in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert not (tmp_path / "x").exists()


def test_networks_of_a_population_are_met(run: Run, tmp_path: Path) -> None:
    texts = [str(p) for p in random_positions("loa", 20, (6, 12), seed=2)]
    rows = {"position": texts, "kind": "score", "value": 0.0, "file": "a", "game": range(20)}
    path, file = tmp_path / "loa.parquet", tmp_path / "narrow.toml"
    PositionSet("loa", pl.DataFrame(rows)).write(path)
    save_pruning(Pruning("loa", widths=Widths((None, 3))), file)
    options = ("--positions", "4", "--reference", "1", "--population", "population")
    tested = run("prune", "test", str(path), "-f", str(file), "--against", "2", *options)
    assert tested.status == 0, tested.err
    assert [line.split()[-4] for line in tested.out.splitlines()[1:]] == ["4"] * 3
    wrong = run("prune", "test", str(path), "-f", str(file), "--against", "101", *options)
    assert wrong.status == 2
    assert "opponents: expected 1 to 100, found 101" in wrong.err


def test_a_file_of_another_game_is_refused(data: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "loa.toml"
    save_pruning(Pruning("loa", widths=Widths((3,))), file)
    done = run("prune", "test", data, "-f", str(file), *QUICK, "--against", "2")
    assert done.status == 2
    assert "expected pruning of othello, found loa" in done.err
    played = run("match", f"tabiya?pruning={file}", "tabiya", "--game", "othello", "--nodes", "9")
    assert played.status == 2
    assert f'{file}, line 2: expected a line game = "othello", found' in played.err
