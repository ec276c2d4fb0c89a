"""``tabiya tune --rounds``: play, label, tune, prove, and go on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabiya
from tabiya.runs import RoundsPlan, chances, make_positions

Run = Callable[..., Any]

ROUNDS = (
    "tune", "--rounds", "2", "--game", "othello", "--weights", "mobility,corners", "--play",
    "30 games, 20 nodes", "--label", "60 nodes", "--tuner", "logistic", "--set", "l2=1e-3",
    "--prove", "random:6, 8 games, 20 nodes", "--bootstrap", "0",
)  # fmt: skip


def test_rounds_play_label_tune_and_prove(run: Run, tmp_path: Path) -> None:
    done = run(*ROUNDS, "--from", "0", "-o", str(tmp_path / "rounds"))
    assert done.status in (0, 1), done.err
    assert "round 1 of 2, by 0" in done.out
    table = done.out[done.out.index("Elo against the player before") :].splitlines()
    assert [line.split()[0] for line in table[1:3]] == ["1", "2"]
    learnt = [int(line.split()[1].replace(",", "")) for line in table[1:3]]
    assert learnt[1] > learnt[0], "the second round learns from the games of both"
    weights = tabiya.load_weights(tmp_path / "rounds" / "weights.toml")
    assert weights.game == "othello"
    is_better = [line.endswith(" better") and "not" not in line for line in table[1:3]]
    moved = {name for name in ("mobility_opening", "corner_opening") if weights[name] != 0}
    assert any(is_better) == bool(moved)
    if not any(is_better):
        is_open = any(line.endswith("not decided") for line in table[1:3])
        assert done.status == (0 if is_open else 1)
        assert (
            done.out.strip()
            .splitlines()[-1]
            .startswith("not decided: no round" if is_open else "not better: no round")
        )


def test_rounds_go_on_with_what_is_there(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "rounds"
    first = run(*ROUNDS, "-o", str(folder))
    made = [folder / f"round-{number}" / "positions.parquet" for number in (1, 2)]
    before = [file.stat().st_mtime_ns for file in made]
    made[1].unlink()
    again = run(*ROUNDS, "-o", str(folder))
    assert made[0].stat().st_mtime_ns == before[0]
    assert again.out.splitlines()[-3:] == first.out.splitlines()[-3:]
    for more, said in (
        (("--label", "90 nodes"), "expected label '60 nodes' as it was begun with, found '90 "),
        (("--mix", "0.5"), "expected mix 0.75 as it was begun with, found 0.5"),
        (("--play", "9 games, 20 nodes"), "expected play '30 games, 20 nodes, 10 % errors' as it "),
    ):
        other = run(*ROUNDS, "-o", str(folder), *more)
        assert other.status == 2
        assert said in other.err


def test_positions_of_a_round_have_a_score_and_a_result_each(tmp_path: Path) -> None:
    plan = RoundsPlan.parse(1, "10 games, 20 nodes", "60 nodes", seed=3)
    one, two = (
        make_positions(plan, "loa", {}, 1, tmp_path / f"{threads}.parquet", threads=threads)
        for threads in (1, 2)
    )
    assert one.table.equals(two.table)
    assert set(one.table["kind"]) == {"result", "score"}
    worth = chances(plan, [one]).table["value"]
    assert worth.len() == one.table["position"].n_unique()
    assert worth.is_between(0, 1).all()


def test_results_alone_ask_nobody(tmp_path: Path) -> None:
    plan = RoundsPlan.parse(1, "10 games, 20 nodes, 2.5 % errors", "1 nodes", mix=0.0)
    assert plan.errors == 0.025
    made = make_positions(plan, "loa", {}, 1, tmp_path / "positions.parquet")
    assert set(made.table["kind"]) == {"result"}
    assert set(chances(plan, [made]).table["value"]) <= {0.0, 0.5, 1.0}
    assert not (tmp_path / "labels.db").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("set.parquet",), "rounds: expected no set"),
        (("--uci", "toga2"), "rounds: expected no uci"),
        (("--tuner", "logistic,surrogate"), "rounds: expected one tuner"),
        (("--play", "many"), "play: expected such as '2000 games, 200 nodes' or"),
        (("--play", "9 games, 9 nodes, 100 % errors"), "5 % errors', found '9 games, 9 nodes, 10"),
        (("--mix", "0"), "--label: expected none with --mix 0, which would ignore it"),
        (("--label", "0 nodes"), "label: expected such as"),
        (("--rounds", "0"), "rounds: expected 1 or more, found 0"),
        (("--prove", "nowhere.epd, 8 games, 20 nodes"), "nowhere.epd"),
    ],
)
def test_rounds_that_make_no_sense_are_refused(
    run: Run, tmp_path: Path, more: tuple[str, ...], said: str
) -> None:
    done = run(*ROUNDS, "-o", str(tmp_path / "rounds"), *more)
    assert done.status == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_rounds_need_games_to_decide(run: Run, tmp_path: Path) -> None:
    words = [word for word in ROUNDS if not word.startswith(("--prove", "random"))]
    done = run(*words, "-o", str(tmp_path / "rounds"))
    assert done.status == 2
    assert "rounds: expected --prove" in done.err
