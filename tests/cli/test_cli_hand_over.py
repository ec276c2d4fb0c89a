"""What ``tabiya tune`` hands over: chosen on control, proved, kept, and said in a sentence."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabiya
from tabiya.cli._tune_view import TuneView
from tabiya.play import ProofPlan

Run = Callable[..., Any]
# Plays the first legal move, and writes down what its options are when it plays.
ENGINE = """
import sys, chess
board, options = chess.Board(), {}
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("option name Knight type spin default 3 min -900 max 900")
        print("option name Pawn type spin default 1 min -900 max 900")
        print("uciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["setoption"]:
        options[words[2]] = words[4]
    elif words[:2] == ["position", "fen"]:
        fen, _, moves = line.partition(" fen ")[2].partition(" moves ")
        board = chess.Board(fen)
        for move in moves.split():
            board.push_uci(move)
    elif words[:1] == ["go"]:
        with open(__file__ + ".log", "a") as log:
            print(options["Knight"], options["Pawn"], file=log)
        print("info depth 1 score cp 0")
        print("bestmove", next(iter(board.legal_moves)), flush=True)
    elif words[:1] == ["quit"]:
        break
"""
COMMAND = ("--weights", "knight,pawn", "--from", "50", "--iterations", "12", "--bootstrap", "0")


def test_missing_openings_cost_nothing(run: Run, material: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done = run("tune", material, *COMMAND, "-o", str(folder), "--prove", "no.epd, 4 games")
    assert done.status == 2
    assert "no.epd" in done.err
    assert not folder.exists()


def test_too_few_openings_cost_nothing(run: Run, material: str, tmp_path: Path) -> None:
    openings = tmp_path / "one.epd"
    openings.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
    prove = f"{openings}, 4 games, 20 nodes"
    done = run("tune", material, *COMMAND, "-o", str(tmp_path / "run"), "--prove", prove)
    assert done.status == 2
    assert "expected 2 for as many pairs" in done.err


def test_table_stands_side_by_side_and_a_sentence_ends_it(
    run: Run, material: str, tmp_path: Path
) -> None:
    done = run("tune", material, *COMMAND, "-o", str(tmp_path / "run"))
    assert done.status == 0, done.err
    rows = {line.split()[0]: line.split()[1:] for line in done.out.splitlines() if line.strip()}
    assert rows["weight"] == ["start", "chosen", "best", "in", "training"]
    assert len(rows["tau"]) == len(rows["control"]) == 3
    assert float(rows["control"][1]) >= float(rows["control"][2])
    assert float(rows["tau"][1]) <= float(rows["tau"][2])
    last = done.out.strip().splitlines()[-1]
    assert re.match(r"better by tau on control: \+0\.\d+ \[\+0\.\d+, \+0\.\d+\];", last)


def test_proof_is_kept_and_goes_on(run: Run, material: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    arguments = ("tune", material, *COMMAND, "-o", str(folder), "--prove", "4 games, 30 nodes")
    first = run(*arguments)
    pgns = sorted((folder / "proof").glob("*.pgn"))
    assert [path.name.rsplit("-", 1)[0] for path in pgns] == [
        "tuned-against-50",
        "tuned-against-defaults",
    ]
    texts = [path.read_text() for path in pgns]
    assert all(text.count("[Result ") == 4 for text in texts)
    again = run(*arguments)
    assert again.out == first.out  # nothing was played again, and the times would differ
    assert [path.read_text() for path in pgns] == texts
    assert re.search(r"(not decided|better): [+-]\d+ Elo \[.*\] against 50 in 4 games", first.out)


def test_no_match_is_played_twice_under_two_names(run: Run, material: str, tmp_path: Path) -> None:
    """From the defaults, those and the start are the same player."""
    folder = tmp_path / "run"
    done = run(
        "tune", material, "--weights", "knight,pawn", "--iterations", "5", "--bootstrap", "0",
        "-o", str(folder), "--prove", "4 games, 30 nodes", "--prove-at", "0",
    )  # fmt: skip
    assert done.status in (0, 1), done.err
    names = [path.name for path in (folder / "proof").glob("*.pgn")]
    assert len(names) <= 1
    assert all(name.startswith("tuned-against-defaults") for name in names)


def test_file_is_called_by_its_name(run: Run, material: str, tmp_path: Path) -> None:
    old = tmp_path / "old.toml"
    tabiya.weights("chess", {"knight": 60, "pawn": 50, "bishop": 333}).save(old)
    done = run(
        "tune", material, "--weights", "knight,pawn", "--from", str(old), "--iterations", "8",
        "--bootstrap", "0", "-o", str(tmp_path / "run"), "--prove", "2 games, 20 nodes",
    )  # fmt: skip
    assert f"tuned against {old}" in done.out
    assert "tuned against defaults" in done.out
    assert tabiya.load_weights(tmp_path / "run" / "weights.toml")["bishop"] == 333


def test_lost_proof_keeps_the_old_weights(
    run: Run, material: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions of kings, knights and pawns teach that queens are worth nothing."""
    old = tmp_path / "old.toml"
    tabiya.weights("chess", {"knight": 50, "pawn": 100}).save(old)
    plan = tabiya.play.prove

    def lose(*arguments: Any, **options: Any) -> Any:
        found = plan(*arguments, **options)
        lost = tabiya.metrics.verdict(pentanomial=[60, 30, 10, 2, 0])
        return tabiya.play.Proof(found.player, found.opponent, lost)

    monkeypatch.setattr(tabiya.play, "prove", lose)
    folder = tmp_path / "run"
    done = run(
        "tune", material, "--weights", "knight,pawn", "--from", str(old), "--iterations", "8",
        "--bootstrap", "0", "-o", str(folder), "--prove", "2 games, 20 nodes",
    )  # fmt: skip
    assert done.status == 1
    assert "stay recommended" in done.out
    assert tabiya.load_weights(folder / "weights.toml")["knight"] == 50
    assert tabiya.load_weights(folder / "tuned.toml")["knight"] > 50


def test_weights_are_there_before_any_proof(
    run: Run, material: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"

    def stop(*_: Any, **__: Any) -> Any:
        assert tabiya.load_weights(folder / "weights.toml")["knight"] > 50
        raise KeyboardInterrupt

    monkeypatch.setattr(tabiya.play, "prove", stop)
    done = run("tune", material, *COMMAND, "-o", str(folder), "--prove", "2 games, 20 nodes")
    assert done.status == 130


def test_weights_are_there_after_every_better_iteration(
    run: Run, material: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    seen: list[float] = []
    show = TuneView.show

    def look(view: Any, step: Any) -> None:
        if (folder / "weights.toml").exists():
            seen.append(tabiya.load_weights(folder / "weights.toml")["knight"])
        if step.number == 4:
            raise KeyboardInterrupt
        show(view, step)

    monkeypatch.setattr(TuneView, "show", look)
    done = run("tune", material, *COMMAND, "-o", str(folder))
    assert done.status == 130
    assert len(set(seen)) >= 2
    assert (folder / "weights.rs").exists()


def test_made_by_says_command_set_and_version(run: Run, material: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run("tune", material, *COMMAND, "-o", str(folder))
    said = tabiya.load_weights(folder / "weights.toml").made_by
    assert said.startswith(f"tabiya tune {material} --weights knight,pawn")
    assert re.search(r"; set [0-9a-f]{16}$", said)
    assert json.loads((folder / "weights.json").read_text())["made_by"] == said
    for name in ("weights.h", "weights.rs"):
        first = (folder / name).read_text().splitlines()[0]
        assert said in first
        assert tabiya.__version__ in first


@pytest.mark.parametrize("kind", ["control", "split"])
def test_map_holds_for_a_control_file(run: Run, material: str, tmp_path: Path, kind: str) -> None:
    """Unclear positions are worth what the option says, in training and in control."""
    found = tabiya.positions.read(Path(material))
    import polars as pl  # noqa: PLC0415 (one test needs it)

    unclear = found.table.with_columns(
        label=pl.lit("∞"), kind=pl.lit("unclear"), value=pl.lit(None, pl.Float64)
    )
    table = found.table.with_columns(kind=pl.lit("symbol"), value=pl.col("value").sign())
    mixed = pl.concat([table.head(120), unclear.tail(40)])
    place = tmp_path / "unclear.parquet"
    found.with_table(mixed).write(place)
    options = ("--control", str(place)) if kind == "control" else ()
    done = run(
        "tune", str(place), "--weights", "knight", "--iterations", "2", "--map", "∞=0",
        "-o", str(tmp_path / "run"), *options,
    )  # fmt: skip
    assert done.status == 0, done.err
    n_train, n_control = (int(n) for n in re.findall(r"(\d+) (?:positions|of other)", done.out)[:2])
    assert (n_control if kind == "control" else n_train + n_control) == 160


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--depth", "5"), "depth: expected with --uci alone"),
        (("--mode", "search", "--nodes", "100", "--depth", "5"), "depth: expected with --uci"),
        (("--control", "0"), "control: expected a share between 0 and 1"),
        (("--prove", "3 games"), "prove: expected an even number of games"),
        (("--prove", "4 games, 0 nodes"), "nodes: expected from 1 to"),
        (("--prove", "4 games, depth 0"), "depth: expected from 1 to"),
        (("--prove", "sprt 5 0"), "prove: expected sprt with the lower Elo first"),
        (("--patience", "-1"), "patience: expected 0 or more"),
    ],
)
def test_what_means_nothing_is_refused(
    run: Run, material: str, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    done = run("tune", material, "--weights", "knight", "-o", str(tmp_path / "run"), *options)
    assert done.status == 2
    assert message in done.err
    assert not (tmp_path / "run").exists(), "nothing was begun"


def test_set_that_was_split_can_be_held_back_again(run: Run, material: str, tmp_path: Path) -> None:
    """The same seed twice: what ``positions split`` leaves still has games for control."""
    train, rest = str(tmp_path / "train.parquet"), str(tmp_path / "rest.parquet")
    split = run("positions", "split", material, "-o", train, "--control", rest, "--seed", "3")
    assert split.status == 0, split.err
    done = run(
        "tune", train, "--weights", "knight", "--iterations", "1", "--seed", "3",
        "-o", str(tmp_path / "run"),
    )  # fmt: skip
    assert done.status == 0, done.err
    assert re.search(r"\d+ of other games for control", done.out)


def test_empty_control_is_an_error_where_it_arises(material: str) -> None:
    found = tabiya.positions.read(Path(material))
    one_game = found.with_table(found.table.filter(found.table["game"] == 1))
    with pytest.raises(ValueError, match="split: expected games on both sides, found none for"):
        tabiya.positions.split(one_game, 0.2)


def test_games_alone_are_enough_for_spsa(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done = run(
        "tune", "--game", "loa", "--weights", "mobility", "--tuner", "spsa", "--iterations", "2",
        "--duel", "2 games, 20 nodes", "-o", str(folder),
    )  # fmt: skip
    assert done.status == 0, done.err
    assert "games of loa to learn from" in done.out
    assert tabiya.load_weights(folder / "weights.toml").game == "loa"
    lacking = run("tune", "--weights", "mobility", "-o", str(tmp_path / "other"))
    assert lacking.status == 2
    assert "set: expected positions to learn from" in lacking.err


def test_test_of_a_proof_ends_it() -> None:
    plan = ProofPlan.parse("random:4, sprt 0 400, 20 nodes")
    assert (plan.openings, plan.games, plan.sprt) == ("random:4", None, (0.0, 400.0))
    found = tabiya.play.prove(
        plan,
        "loa",
        ("ours", {}),
        ("theirs", {"concentration": 0.0, "mobility": 0.0}),
        base=tabiya.Player("loa"),
    )
    assert found.verdict.sprt is not None
    assert found.verdict.sprt.verdict != "continue"
    assert (
        found.conclusion == {"accept": "better", "reject": "not better"}[found.verdict.sprt.verdict]
    )


def test_leaves_are_looked_for_again(run: Run, material: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    arguments = ("tune", material, *COMMAND, "--leaves", "4", "-o", str(folder))
    done = run(*arguments)
    assert done.status == 0, done.err
    found = re.search(r"looked for (\d) times; .*: (0\.\d+) before, (0\.\d+) after", done.out)
    assert found is not None, done.out
    assert int(found[1]) >= 2
    assert float(found[3]) > float(found[2])
    weights = tabiya.load_weights(folder / "weights.toml")
    assert weights["knight"] > weights["pawn"]
    assert run(*arguments).out == done.out  # nothing is tuned again
    for wrong in (("--leaves", "0"), ("--leaves", "4", "--weights", "*mobility")):
        refused = run(*arguments[:2], "--iterations", "4", *wrong, "-o", str(tmp_path / "other"))
        assert refused.status == 2
        assert "leaves: expected" in refused.err


def test_features_play_no_games_themselves(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "features.csv"
    rows = [f"{game},{game % 2},{(-1) ** game},{game % 3}" for game in range(40)]
    table.write_text("\n".join(["game,label,knight,pawn", *rows]) + "\n")
    command = ("tune", str(table), "--features", "-o", str(tmp_path / "run"), "--iterations", "2")
    alone = run(*command, "--prove", "4 games, 20 nodes")
    assert alone.status == 2
    assert "prove: expected --uci with an engine whose options are the weights" in alone.err
    idle = run(*command, "--uci", "no-such-engine")
    assert idle.status == 2
    assert "uci: expected --prove" in idle.err


def test_features_are_proved_by_the_engine_they_came_from(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "features.csv"
    rows = [f"{game},{game % 2},{(-1) ** (game + 1)},{game % 3 - 1}" for game in range(60)]
    table.write_text("\n".join(["game,label,Knight,Pawn", *rows]) + "\n")
    program = tmp_path / "engine.py"
    program.write_text(ENGINE)
    engine = shlex.join([sys.executable, str(program)])
    folder = tmp_path / "run"
    done = run(
        "tune", str(table), "--features", "--from", "100", "--tuner", "logistic", "--set",
        "l2=1e-6", "-o", str(folder), "--iterations", "5", "--uci", engine, "--prove",
        "random:4, 2 games, depth 1", "--bootstrap", "0",
    )  # fmt: skip
    assert done.status in (0, 1), done.err
    assert re.search(r"Elo \[.*\] against 100 in 2 games", done.out), done.out
    tuned = json.loads((folder / "weights.json").read_text())["weights"]
    if done.status == 1:
        tuned = json.loads((folder / "tuned.json").read_text())["weights"]
    played = set((tmp_path / "engine.py.log").read_text().splitlines())
    assert played == {"100 100", f"{round(tuned['Knight'])} {round(tuned['Pawn'])}"}
    assert len(list((folder / "proof").glob("tuned-against-100-*.pgn"))) == 1
