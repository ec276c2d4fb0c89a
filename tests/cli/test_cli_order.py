"""``tabiya order`` as a person uses it."""

import dataclasses
import pathlib
import re
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tabiya
from tabiya.cli._board import SHADES
from tabiya.ordering import _train as train
from tabiya.players import MapShape, MoveMap

Run = Callable[..., Any]

START = "---------------------------OX------XO--------------------------- X"
GAMES = "f5d6c3d3c4f4f6g5e6d7\nf5f6e6f4e3c5c4e7\nc4e3f6e6f5c5f4g6f7d3\nc4c3d3c5b4\n" * 3


def test_order_goes_from_games_to_a_map_that_plays(run: Run, tmp_path: pathlib.Path) -> None:
    games, learnt, board = (tmp_path / name for name in ("games.txt", "map.npz", "board.svg"))
    games.write_text(GAMES)
    made = run(
        "order", "train", str(games), "-o", str(learnt), "--hidden", "8", "--epochs", "3",
        "--validation", "0.4", "--test", "0", "--seed", "2",
    )  # fmt: skip
    assert made.status == 0, made.err
    assert "best: epoch" in made.out
    assert not list(tmp_path.glob(".*"))
    tested = run(
        "order", "test", str(learnt), str(games), "--all", "--depth", "4", "--positions", "2",
        "--combine", "pure", "--combine", "added", "--search-depth", "2",
    )  # fmt: skip
    assert tested.status == 0, tested.err
    assert "2 plies" in tested.out
    assert len(re.findall(r"^(?:pure|added) +4 +2 ", tested.out, re.MULTILINE)) == 2
    shown = run("order", "show", "start", "--map", str(learnt), "--svg", str(board))
    assert shown.status == 0, shown.err
    assert {"d3", "c4", "f5", "e6"} <= set(shown.out.split())
    assert board.read_text().startswith("<svg")
    analysed = run(
        "analyse", START, "--game", "othello", "--depth", "3", "--ordering", str(learnt),
        "--combine", "first",
    )  # fmt: skip
    assert analysed.status == 0, analysed.err
    collected = run(
        "order", "collect", str(games), "-o", str(tmp_path / "set.npz"), "--by", "search",
        "--nodes", "500", "--rate", "1",
    )  # fmt: skip
    assert collected.status == 0, collected.err
    assert "examples of othello" in collected.out


def test_a_terminal_has_a_board_of_colours(
    run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shape = MapShape("othello", inputs="board")
    weights = np.zeros(shape.n_weights, np.float32)
    # The biases of the outputs: f5 before e6 before c4 before d3.
    for score, square in enumerate(("d3", "c4", "e6", "f5"), start=1):
        weights["abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)] = score
    path = tmp_path / "map.npz"
    MoveMap(shape, weights).save(path)
    command = ("order", "show", "start", "--map", str(path), "--depth", "2")
    assert "\x1b" not in run(*command).out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = run(*command)
    assert shown.status == 0, shown.err
    rows = {line[0]: line for line in shown.out.splitlines()[:8]}
    grounds = {
        rank: [int(ground) for ground in re.findall(r"\x1b\[48;5;(\d+)m", row)]
        for rank, row in rows.items()
    }
    assert [len(found) for found in grounds.values()] == [8] * 8
    shaded = [grounds["5"][5], grounds["6"][4], grounds["4"][2], grounds["3"][3]]
    assert (shaded[0], shaded[-1]) == (SHADES[-1], SHADES[0])
    assert shaded == sorted(shaded, key=SHADES.index, reverse=True)
    assert sum(ground in SHADES for found in grounds.values() for ground in found) == 4
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run(*command).out


@pytest.mark.parametrize("command", ["test", "show"])
def test_order_says_what_is_wrong_in_one_line(
    run: Run, tmp_path: pathlib.Path, command: str
) -> None:
    shape = MapShape("loa", hidden=2)
    path = tmp_path / "loa.npz"
    MoveMap(shape, np.zeros(shape.n_weights, np.float32)).save(path)
    games = tmp_path / "games.txt"
    games.write_text(GAMES)
    arguments = [str(path), str(games)] if command == "test" else ["nonsense", "--map", str(path)]
    wrong = run("order", command, *arguments)
    assert wrong.status == 2
    assert len(wrong.err.strip().splitlines()) == 1
    path.write_bytes(path.read_bytes()[:300])
    broken = run("order", command, *arguments)
    assert broken.status == 2
    assert "loa.npz: expected a file of a map of moves" in broken.err


def test_one_game_leaves_nothing_to_stop_by(run: Run, tmp_path: pathlib.Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text(GAMES.splitlines()[0] + "\n")
    wrong = run("order", "train", str(games), "-o", str(tmp_path / "map.npz"))
    assert wrong.status == 2
    [line] = wrong.err.strip().splitlines()
    assert "games.txt: expected games to learn from and others to stop by, found 10 and 0" in line
    assert [each.name for each in tmp_path.iterdir()] == ["games.txt"]


def test_what_is_read_is_never_written_over(run: Run, tmp_path: pathlib.Path) -> None:
    games, link, folder = (tmp_path / name for name in ("games.txt", "link.npz", "folder.npz"))
    games.write_text(GAMES)
    link.symlink_to(games)
    folder.mkdir()
    for command, output in (("train", games), ("train", link), ("collect", link)):
        wrong = run("order", command, str(games), "-o", str(output))
        assert wrong.status == 2
        [line] = wrong.err.strip().splitlines()
        assert f"--output: expected another file than those that are read, found {output}" in line
    assert games.read_text() == GAMES
    for command in ("train", "collect"):
        wrong = run("order", command, str(games), "-o", str(folder))
        assert (wrong.status, wrong.out) == (2, "")
        assert "folder.npz: Is a directory" in wrong.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--depth", "3"], "--depth: expected --by player or --by search"),
        (["--nodes", "9"], "--nodes: expected --by player or --by search"),
        (["--by", "player"], "--by player: expected --depth or --nodes, found neither"),
        (["--by", "luck"], "--by: expected one of game, player, search, found 'luck'"),
        (["--by", "search", "--nodes", "9", "--plies", "-1"], "'--plies'"),
        (["--by", "search", "--nodes", "99", "--plies", "50"], "expected nodes that teach"),
        (["--sample", "0"], "'--sample'"),
        (["-o", "found.dat"], "--output: expected a name that ends in .npz, found found.dat"),
    ],
)
def test_what_collect_would_ignore_or_not_find_is_refused(
    run: Run, tmp_path: pathlib.Path, options: list[str], message: str
) -> None:
    games, found = tmp_path / "games.txt", tmp_path / "found.npz"
    games.write_text(GAMES)
    wrong = run("order", "collect", str(games), "-o", str(found), *options)
    assert wrong.status == 2
    [line] = wrong.err.strip().splitlines()
    assert message in line
    assert not found.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--method", "sgd"], "method: expected one of adam, rprop, found 'sgd'"),
        (["--batch", "99999999999999999999"], "batch: expected 1 to"),
        (["--method", "rprop", "--batch", "64"], "--batch: expected --method adam beside it"),
        (["--method", "rprop", "--rate", "0.1"], "--rate: expected --method adam beside it"),
        (["--rate", "1e30", "--validation", "0.4", "--test", "0", "--seed", "2"], "--rate"),
    ],
)
def test_a_wrong_training_leaves_nothing(
    run: Run, tmp_path: pathlib.Path, options: list[str], message: str
) -> None:
    games = tmp_path / "games.txt"
    games.write_text(GAMES)
    wrong = run("order", "train", str(games), "-o", str(tmp_path / "map.npz"), *options)
    assert wrong.status == 2
    [line] = wrong.err.strip().splitlines()
    assert message in line
    assert [each.name for each in tmp_path.iterdir()] == ["games.txt"]


def test_the_curve_of_a_run_that_goes_on_is_whole(
    run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, learnt = tmp_path / "games.txt", tmp_path / "map.npz"
    games.write_text(GAMES)
    tables = {name: tmp_path / f"{name}.csv" for name in ("whole", "resumed")}
    command = [
        "order", "train", str(games), "--epochs", "5", "--batch", "8", "--validation", "0.4",
        "--test", "0", "--seed", "2",
    ]  # fmt: skip
    whole = run(*command, "-o", str(tmp_path / "whole.npz"), "--table", str(tables["whole"]))
    assert whole.status == 0, whole.err
    keep = train._keep  # noqa: SLF001 (where a run can be broken off)

    def break_off(state: Any, *arguments: Any) -> None:
        keep(state, *arguments)
        if len(state.curve) == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(train, "_keep", break_off)
        broken = run(*command, "-o", str(learnt))
        assert broken.status != 0
    resumed = run(*command, "-o", str(learnt), "--table", str(tables["resumed"]))
    assert resumed.status == 0, resumed.err
    assert "goes on after epoch 3" in resumed.out
    assert tables["resumed"].read_text() == tables["whole"].read_text()
    rows = [
        [line for line in each.out.splitlines() if re.match(r" +\d ", line)]
        for each in (whole, resumed)
    ]
    assert rows[0] == rows[1]
    assert learnt.read_bytes() == (tmp_path / "whole.npz").read_bytes()


def test_games_are_kept_apart_by_parts_of_any_size(run: Run, tmp_path: pathlib.Path) -> None:
    games, learnt = tmp_path / "games.txt", tmp_path / "map.npz"
    games.write_text(GAMES)
    part = ["--test", "0.34567891", "--seed", "1"]
    made = run(
        "order", "train", str(games), "-o", str(learnt), "--epochs", "1", "--validation", "0.3",
        *part,
    )  # fmt: skip
    assert made.status == 0, made.err
    tested = run("order", "test", str(learnt), str(games), *part)
    assert tested.status == 0, tested.err
    for option in (["--combine", "pure"], ["--online", "0.1"], ["--history-weight", "3"]):
        wrong = run("order", "test", str(learnt), str(games), *part, *option)
        assert (wrong.status, wrong.out) == (2, "")
        assert f"{option[0]}: expected --depth beside it, found none" in wrong.err
    wrong = run(
        "order", "test", str(learnt), str(games), *part, "--depth", "3", "--combine", "best"
    )
    assert (wrong.status, wrong.out) == (2, "")


@pytest.mark.parametrize("inputs", ["mover", "features"])
def test_positions_without_a_choice_teach_nothing(
    run: Run, tmp_path: pathlib.Path, inputs: str
) -> None:
    games, single, learnt = (tmp_path / name for name in ("a.pgn", "single.npz", "map.npz"))
    games.write_text('[FEN "7k/8/8/8/8/8/6r1/K7 w - - 0 1"]\n[SetUp "1"]\n\n1. Kb1 1/2-1/2\n')
    found, _ = tabiya.ordering.read_examples([games])
    same = found.take(np.zeros(40, int))
    dataclasses.replace(same, group=np.arange(40, dtype=np.uint64)).save(single)
    wrong = run("order", "train", str(single), "-o", str(learnt), "--inputs", inputs)
    assert wrong.status == 2
    [line] = wrong.err.strip().splitlines()
    assert "single.npz: expected positions with several moves to learn from" in line
    assert not list(tmp_path.glob("*map*"))
    shape = MapShape("chess", inputs=inputs, encoding="meoc")
    MoveMap(shape, np.ones(shape.n_weights, np.float32)).save(learnt)
    wrong = run("order", "test", str(learnt), str(single), "--all")
    assert wrong.status == 2
    [line] = wrong.err.strip().splitlines()
    assert "single.npz: expected positions with several moves, found none" in line


def test_a_map_is_compared_with_no_map_at_all(run: Run, tmp_path: pathlib.Path) -> None:
    """Also in chess, which is played with one unless something else is said."""
    shipped = pathlib.Path(tabiya.players.__file__).with_name("chess-ordering.npz")
    games = tmp_path / "games.pgn"
    games.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1/2-1/2\n")
    tested = run(
        "order", "test", str(shipped), str(games), "--all", "--depth", "5", "--positions", "3",
        "--combine", "prior",
    )  # fmt: skip
    assert tested.status == 0, tested.err
    parts = re.findall(r"^prior +5 +3 +([\d.]+)", tested.out, re.MULTILINE)
    assert len(parts) == 1
    assert float(parts[0]) != 1


@pytest.mark.parametrize(
    "command",
    [("order", "train", "x.txt", "-o", "x.npz"), ("clock", "learn", "-o", "x"),
     ("clock", "test", "crafty"), ("population", "make", "loa", "-o", "x")],
)  # fmt: skip
@pytest.mark.parametrize("option", [("--seed", "-1"), ("--threads", "0")])
def test_seeds_and_threads_that_cannot_be_are_named(
    run: Run, command: tuple[str, ...], option: tuple[str, str]
) -> None:
    wrong = run(*command, *option)
    assert wrong.status == 2
    [line] = wrong.err.strip().splitlines()
    assert option[0] in line
