"""``tabiya tune --label``, ``--half-way``: positions of a set judged by who knows better, and how
far games let weights go.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tabiya

Run = Callable[..., Any]

TEACH = (
    "tune", "--weights", "mobility,corners", "--from", "0", "--label", "60 nodes", "--tuner",
    "logistic", "--set", "l2=1e-3", "--bootstrap", "0",
)  # fmt: skip


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Positions of a few games of Othello, labelled by their results."""
    path = tmp_path_factory.mktemp("games") / "games.parquet"
    tabiya.combine.play_games("othello", plies=4, n=30, nodes=20, errors=0.2, seed=1).write(path)
    return str(path)


def test_a_set_is_labelled_and_learnt_from_once(run: Run, games: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done = run(*TEACH, games, "-o", str(folder))
    assert done.status == 0, done.err
    assert "positions of othello to learn from" in done.out
    before = (folder / "labels.db").stat().st_size
    again = run(*TEACH, games, "-o", str(folder))
    assert again.out.splitlines()[-1] == done.out.splitlines()[-1]
    assert (folder / "labels.db").stat().st_size == before, "nobody was asked again"


def test_scores_alone_and_results_alone_teach_something_else(
    run: Run, games: str, tmp_path: Path
) -> None:
    found = []
    for share in ("1", "0.5"):
        folder = tmp_path / share
        done = run(*TEACH, games, "--mix", share, "-o", str(folder))
        assert done.status == 0, done.err
        found.append(dict(tabiya.load_weights(folder / "weights.toml")))
    assert found[0] != found[1]


def test_games_say_how_far_to_go(run: Run, games: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    plans = ("--half-way", "random:6, 8 games, 20 nodes", "--prove", "random:6, 4 games, 20 nodes")
    done = run(*TEACH, games, *plans, "-o", str(folder))
    assert done.status in (0, 1), done.err
    places = [line.split() for line in done.out.splitlines() if " % against 0 " in line]
    assert [int(row[0]) for row in places] == [25, 50, 75, 100]
    scores = [float(row[5].rstrip("%")) for row in places]
    taken = re.search(r"taken: (\d+) % of the way", done.out)
    assert taken is not None
    part = int(taken[1]) / 100
    assert part == (scores.index(max(scores)) + 1) / 4, "the best of them, the first if several"
    table = done.out[done.out.index("weight ") :].splitlines()[1]
    name, start, chosen = table.split()[:3]
    whole = run(*TEACH, games, "-o", str(tmp_path / "whole"))
    assert whole.status == 0
    goal = tabiya.load_weights(tmp_path / "whole" / "weights.toml")[name]
    assert float(chosen) == pytest.approx(part * goal, rel=1e-3), (start, name)
    again = run(*TEACH, games, *plans, "-o", str(folder))
    assert again.out.splitlines()[-1] == done.out.splitlines()[-1]


def test_control_may_be_judged_by_a_deeper_look(run: Run, games: str, tmp_path: Path) -> None:
    options = ("tune", games, "--weights", "mobility", "--tuner", "logistic", "--bootstrap", "0")
    folder = tmp_path / "judged"
    done = run(*options, "--control-label", "60 nodes", "-o", str(folder))
    assert done.status == 0, done.err
    plain = run(*options, "--control-label", "none", "-o", str(tmp_path / "plain"))
    words = "labelled by the player with 60 nodes"
    pages = [(tmp_path / name / "report.html").read_text() for name in ("judged", "plain")]
    assert [words in page for page in pages] == [True, False]
    held = re.compile(r"([\d,]+) of other games for control")
    both = [held.search(each.out) for each in (done, plain)]
    assert all(both)
    # What is learnt from is the same, and what it is examined on is what the judge says.
    learnt = [re.search(r"[\d,]+ positions of othello", each.out) for each in (done, plain)]
    assert learnt[0]
    assert learnt[1]
    assert learnt[0][0] == learnt[1][0]
    known = tabiya.positions.read(games)
    _, control = tabiya.positions.split(known, 0.2, 0, purpose="tuning")
    player = tabiya.Player("othello", weights=tabiya.weights("othello"))
    judge = tabiya.analysts.SearchAnalyst(player, nodes=60)
    judged = tabiya.positions.labelled_positions(tabiya.analysts.label(control, judge))
    fine = tabiya.Player("othello", weights=tabiya.weights("othello"), resolution=0.001)
    scores = tabiya.analysts.assess(tabiya.analysts.StaticAnalyst(fine), judged.positions)
    tau = tabiya.concordance(scores, judged.values).tau
    assert f"{tau:.4f}" in done.out
    assert f"{tau:.4f}" not in plain.out


@pytest.mark.parametrize(
    ("more", "is_judged"),
    [
        ((), True),
        (("--from", "50"), False),
        (("--control", "none"), False),
        (("--label", "60 nodes"), False),
    ],
)
def test_control_is_judged_where_the_player_knows_something(
    run: Run, games: str, tmp_path: Path, more: tuple[str, ...], *, is_judged: bool
) -> None:
    options = ("tune", games, "--weights", "mobility", "--iterations", "1", "--bootstrap", "0")
    done = run(*options, *more, "-o", str(tmp_path / "run"))
    assert done.status == 0, done.err
    assert (tmp_path / "run" / "control.db").exists() == is_judged


def test_scores_of_others_are_replaced(run: Run, games: str, tmp_path: Path) -> None:
    known = tabiya.positions.read(games)
    scored = known.table.with_columns(kind=pl.lit("score"), value=pl.lit(7.0))
    both = tmp_path / "both.parquet"
    known.with_table(pl.concat([scored, known.table])).write(both)
    found = []
    for source in (games, str(both)):
        folder = tmp_path / Path(source).stem
        assert run(*TEACH, source, "-o", str(folder)).status == 0
        found.append(dict(tabiya.load_weights(folder / "weights.toml")))
    assert found[0] == found[1]


def test_positions_without_results_have_scores_alone(run: Run, games: str, tmp_path: Path) -> None:
    known = tabiya.positions.read(games)
    bare = tmp_path / "bare.parquet"
    known.with_table(known.table.with_columns(kind=pl.lit("symbol"), value=pl.lit(0.0))).write(bare)
    done = run(*TEACH, str(bare), "-o", str(tmp_path / "run"))
    assert done.status == 0, done.err
    assert "positions of othello to learn from" in done.out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--label", ""), "label: expected such as '5000 nodes'"),
        (("--mix", "2"), "mix: expected a share from 0 to 1, found 2.0"),
        (("--control", "7"), "control: expected a share between 0 and 1"),
        (("--weights", "nonsense"), "expected a known name, found 'nonsense'"),
        (
            ("--half-way", "soon", "--prove", "4 games, 20 nodes"),
            "half-way: expected a text such as",
        ),
        (
            ("--half-way", "all:3, 4 games, 20 nodes", "--prove", "all:3, 8 games, 20 nodes"),
            "half-way: expected other openings or another limit than those of --prove",
        ),
        (("--label", "nobody"), "label: expected such as '5000 nodes'"),
        (("--control-label", "nobody"), "label: expected such as '5000 nodes'"),
        (
            ("--control-label", "9 nodes", "--control", "none"),
            "--control-label: expected none with --control none",
        ),
        (("--label", "no-such-engine, 50 nodes"), "no-such-engine"),
        (("--kind", "result"), "--kind: expected none with --label"),
        (("--mix", "0"), "--label: expected none with --mix 0"),
        (("--half-way", "8 games, 20 nodes"), "--half-way: expected --prove beside it"),
        (
            ("--half-way", "nowhere.epd, 8 games, 20 nodes", "--prove", "4 games, 20 nodes"),
            "nowhere.epd",
        ),
        (("--prove", "nowhere.epd, 4 games, 20 nodes"), "nowhere.epd"),
        (("--tuner", "nonsense"), "tuner: expected one of ascent, surrogate"),
        (("--tuner", "logistic,nonsense"), "tuner: expected one of ascent, surrogate"),
        (("--tuner", "spsa"), "--tuner spsa: expected --duel beside it"),
        (("--set", "pairs=2"), "logistic: expected options among method"),
        (("--set", "l1=-1"), "logistic: expected l1 from 0 to inf, found -1"),
        (("--tuner", "surrogate", "--set", "step_decay=2"), "ascent: expected step_decay from 0"),
        (("--iterations", "0"), "iterations: expected at least one, found 0"),
        (("--patience", "-1"), "patience: expected 0 or more, found -1"),
    ],
)
def test_what_cannot_be_is_told_before_anybody_is_asked(
    run: Run, games: str, tmp_path: Path, more: tuple[str, ...], said: str
) -> None:
    folder = tmp_path / "run"
    done = run(*TEACH, games, "-o", str(folder), *more)
    assert done.status == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert not folder.exists(), "nothing is left behind"


def test_a_run_is_gone_on_with_by_the_same_labels(run: Run, games: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run(*TEACH, games, "-o", str(folder)).status == 0
    labels = (folder / "labels.db").read_bytes()
    for more, said in (
        (("--label", "90 nodes"), "expected label '60 nodes' as it was begun with, found '90 "),
        (("--mix", "0.5"), "expected mix none as it was begun with, found 0.5"),
        (("--control", "0.4"), "expected control '0.2' as it was begun with, found '0.4'"),
    ):
        done = run(*TEACH, games, "-o", str(folder), *more)
        assert done.status == 2
        assert said in done.err
        assert len(done.err.splitlines()) == 1
        assert (folder / "labels.db").read_bytes() == labels, "nobody was asked for others"


def test_labels_need_positions(run: Run, tmp_path: Path) -> None:
    done = run(*TEACH, "-o", str(tmp_path / "run"))
    assert done.status == 2
    assert "--label: expected SET or --rounds beside it" in done.err
