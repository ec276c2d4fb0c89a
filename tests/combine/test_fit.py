"""From games to players: phases, tables, correction, fit, files and the command line."""

import itertools
import subprocess
import sys
from html import unescape
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import tabiya
from tabiya.cli._app import build_app
from tabiya.combine import (
    Fit,
    check_theory,
    correct,
    examples_of,
    fit,
    judge,
    make_phases,
    play_games,
    save_fit,
)
from tabiya.positions import PositionSet
from tabiya.report import fit_page


@pytest.fixture(scope="module")
def othello() -> PositionSet:
    return play_games("othello", plies=4, n=240, nodes=20, errors=0.2, seed=3, threads=2)


@pytest.fixture(scope="module")
def fitted(othello: PositionSet) -> Fit:
    return fit(othello, by_phase=True, width=16)


@pytest.fixture(scope="module")
def folder(fitted: Fit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fitted")
    save_fit(fitted, path)
    return path


def run(*arguments: object) -> tuple[int, str]:
    """Run a command as the shell would, with the errors that it says."""
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own command)
    return done.returncode, done.stdout + done.stderr


def test_selfplay_is_the_same_on_two_threads_and_errs() -> None:
    one = play_games("othello", plies=2, n=6, nodes=20, errors=0.2, seed=5)
    two = play_games("othello", plies=2, n=6, nodes=20, errors=0.2, seed=5, threads=2)
    assert one.table.equals(two.table)
    other = play_games("othello", plies=2, n=6, nodes=20, errors=0.2, seed=6)
    assert not one.table.equals(other.table)


def test_selfplay_positions_follow_each_other(othello: PositionSet) -> None:
    game = othello.table.filter(pl.col("game") == 0)
    positions = [tabiya.game("othello").position(text) for text in game["position"]]
    for before, after in itertools.pairwise(positions):
        assert any(str(before.play(move)) == str(after) for move in before.legal_moves())
    last = positions[-1]
    results = {last.play(move).result for move in last.legal_moves()}
    assert game["label"][0] in results


@pytest.mark.parametrize("name", ["logistic", "fisher", "quadratic"])
def test_player_says_the_probability_of_the_model(fitted: Fit, folder: Path, name: str) -> None:
    player = tabiya.Player("othello", combination=folder / f"{name}.toml", resolution=0.001)
    batch = fitted.held_out.batch
    found = [tabiya.win_probability("othello", score) for score in player.evaluate_many(batch)]
    np.testing.assert_allclose(found, fitted.chances[name], atol=1e-5)


def test_saved_player_plays_alike_in_a_search(folder: Path) -> None:
    player = tabiya.players.load_player(folder / "player.toml")
    start = tabiya.game("othello").initial()
    report = player.search(start, depth=4)
    again = player.duplicate().search(start, depth=4)
    assert (report.move, report.score, report.nodes) == (again.move, again.score, again.nodes)
    plain = tabiya.Player("othello").search(start, depth=4)
    assert report.score != plain.score
    assert tabiya.players.player_identity(player) != tabiya.players.player_identity(
        tabiya.Player("othello")
    )


def test_incremental_tables_give_the_score_of_a_fresh_board(folder: Path) -> None:
    # A search updates the tables move by move; at depth 1 its score is that of the best child.
    player = tabiya.Player(
        "othello",
        combination=folder / "logistic.toml",
        decisions=tabiya.Decisions(preset="crafty", params={"exact_from": 0}),
    )
    position = tabiya.game("othello").initial().play("d3")
    best = max(-player.evaluate(position.play(move)) for move in position.legal_moves())
    assert player.search(position, depth=1).score == pytest.approx(best)


def test_models_learn_something(fitted: Fit) -> None:
    nothing = judge(np.full(len(fitted.held_out), 0.5), fitted.held_out)
    # So few games are too few for the many numbers of the quadratic form.
    assert fitted.quality["logistic"].log_loss.value < nothing.log_loss.value
    for quality in fitted.quality.values():
        assert quality.auc.value > 0.55


def test_page_shows_every_part(fitted: Fit) -> None:
    page = unescape(fit_page(fitted))
    for text in ("Calibration", "Coefficients", "Box's M", "Are the features normal?"):
        assert text in page


def test_phases_join_their_neighbours() -> None:
    men = np.repeat(np.arange(8, 20, dtype=np.uint8), 500)
    won = np.tile([0.0, 1.0], len(men))[: len(men)]
    phases, notes = make_phases(men, won, 4)
    assert [(each.men, each.fitted) for each in phases] == [
        ((8, 11), (8, 15)),
        ((12, 15), (8, 19)),
        ((16, 19), (12, 19)),
    ]
    assert notes == []
    assert len(make_phases(men, won, None)[0]) == 1


def test_empty_phases_go_to_their_neighbours_and_are_named() -> None:
    men = np.concatenate([np.full(1000, 5), np.full(10, 9), np.full(1000, 13), np.full(3, 17)])
    won = np.tile([0.0, 1.0], len(men))[: len(men)]
    phases, notes = make_phases(men.astype(np.uint8), won, 4)
    assert [each.men for each in phases] == [(5, 7), (8, 17)]
    assert [note.split(":")[0] for note in notes] == ["8 to 11 men", "16 to 17 men"]


def test_correction_says_what_each_step_changed(othello: PositionSet) -> None:
    made, correction = correct(othello, empties=8, threads=2)
    before, after = examples_of(othello), examples_of(made)
    assert correction.n_positions == len(before)
    near = 64 - before.men <= 8
    assert correction.n_solved == near.sum()
    for index in np.flatnonzero(near)[::97]:
        sign = np.sign(tabiya.solve(before.batch[int(index)], exact=False).discs)
        assert after.won[index] == (sign + 1) / 2
    changed = before.won != after.won
    assert correction.changed_by_solving + correction.changed_by_graph >= changed.sum() > 0
    untouched, nothing = correct(othello, empties=0, propagate=False)
    assert untouched.table.equals(othello.table)
    assert (nothing.n_solved, nothing.changed_by_graph) == (0, 0)


def test_theory_is_checked_and_goes_on(othello: PositionSet, tmp_path: Path) -> None:
    near = othello.with_table(othello.table.filter(pl.col("position").str.count_matches("-") == 8))
    rows = near.table.head(5)
    values = [
        float(tabiya.solve(p).discs) * (1 if p.side_to_move == "black" else -1)
        for p in near.with_table(rows).positions()
    ]
    values[2] += 2
    labelled = near.with_table(
        rows.with_columns(pl.lit("theoretical").alias("kind"), pl.Series("value", values))
    )
    path = tmp_path / "solved.csv"
    check = check_theory(labelled, 10, path)
    assert check.n_checked == 5
    assert [found[1] - found[2] for found in check.disagreements] == [2]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 6
    path.write_text("\n".join(lines[:3]) + "\n", encoding="utf-8")
    before = tmp_path / "before.csv"
    before.hardlink_to(path)
    assert check_theory(labelled, 10, path) == check
    assert before.read_text(encoding="utf-8").splitlines() == lines[:3], "written beside, renamed"
    assert path.read_text(encoding="utf-8").splitlines() == lines
    path.write_text("\n".join([*lines[:3], lines[3][:70]]), encoding="utf-8")
    with pytest.raises(ValueError, match=r"solved.csv, line 4: expected a position and two scores"):
        check_theory(labelled, 10, path)
    path.write_text("a,b\n", encoding="utf-8")
    with pytest.raises(ValueError, match="expected the columns position, theoretical, solved"):
        check_theory(labelled, 10, path)


def test_propagation_takes_the_best_of_all_games() -> None:
    game = tabiya.game("othello")
    start = game.initial()
    lines = {"0-1": ["d3", "c3"], "1-0": ["d3", "e3"]}
    rows = []
    for number, (label, moves) in enumerate(lines.items()):
        position = start
        for move in moves:
            position = position.play(move)
            rows.append(
                {
                    "position": str(position),
                    "kind": "result",
                    "label": label,
                    "value": float(label == "1-0"),
                    "game": number,
                }
            )
    made, correction = correct(PositionSet("othello", pl.DataFrame(rows)))
    # After d3 White chose the game that it won, so that Black's win from there was no forced one.
    assert made.table["value"].to_list() == [0.0, 0.0, 0.0, 1.0]
    assert correction.changed_by_graph == 1
    assert made.table["label"].to_list() == ["0-1", "0-1", "0-1", "1-0"]


@pytest.mark.parametrize("game", ["chess", "loa"])
def test_models_know_nothing_of_the_game(game: str, tmp_path: Path) -> None:
    found = play_games(game, plies=2, n=60, nodes=30, errors=0.25, seed=1, threads=2)
    made = fit(found, ["logistic", "quadratic"], by_phase=True, width=12)
    save_fit(made, tmp_path)
    player = tabiya.players.load_player(tmp_path / "player-quadratic.toml")
    batch = made.held_out.batch[:200]
    scores = player.evaluate_many(batch)
    chances = [tabiya.win_probability(game, score) for score in scores]
    np.testing.assert_allclose(chances, made.chances["quadratic"][:200], atol=1e-3)
    assert player.search(tabiya.game(game).initial(), depth=2).move


def test_command_fits_and_its_player_is_matched(othello: PositionSet, tmp_path: Path) -> None:
    data, output = tmp_path / "set.parquet", tmp_path / "fitted"
    othello.write(data)
    runner = CliRunner()
    arguments = ["fit", str(data), "--model", "logistic,fisher", "-o", str(output), "--no-report"]
    done = runner.invoke(build_app(arguments), arguments)
    assert done.exit_code == 0, done.output
    assert "log-loss" in done.output
    assert {"logistic.toml", "fisher.toml", "player.toml", "tables.parquet"} <= {
        path.name for path in output.iterdir()
    }
    player = f"tabiya?weights={output / 'player.toml'}"
    arguments = ["match", player, "tabiya", "--game", "othello", "--games", "2", "--nodes", "50"]
    arguments += ["--openings", "start", "--concurrency", "1"]
    done = runner.invoke(build_app(arguments), arguments)
    assert done.exit_code == 0, done.output
    assert "games            2" in done.output
    position = str(tabiya.game("othello").initial())
    arguments = ["analyse", position, "--game", "othello", "--depth", "2", "--weights"]
    arguments.append(str(output / "player.toml"))
    done = runner.invoke(build_app(arguments), arguments)
    assert done.exit_code == 0, done.output
    assert "win" in done.output


def test_bad_sets_are_refused_in_one_line(tmp_path: Path, othello: PositionSet) -> None:
    won = othello.with_table(
        othello.table.with_columns(
            pl.when(pl.col("side") == "black").then(1.0).otherwise(0.0).alias("value")
        )
    )
    unlabelled = othello.with_table(othello.table.with_columns(pl.lit("unlabelled").alias("kind")))
    few = othello.with_table(othello.table.head(3))
    expected = {
        "won": (won, "expected won and lost positions, 200 of each at least"),
        "unlabelled": (unlabelled, "of kind 'result'"),
        "few": (few, "expected games on both sides, found none for control"),
    }
    for name, (made, message) in expected.items():
        path = tmp_path / f"{name}.parquet"
        made.write(path)
        status, text = run("fit", path, "-o", tmp_path / "out")
        assert status == 2, text
        assert text.startswith(f"tabiya: {path}: "), text
        assert message in text
        assert text.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_unknown_models_and_shares_are_refused(othello: PositionSet) -> None:
    with pytest.raises(ValueError, match="model: expected one of logistic, fisher, quadratic"):
        fit(othello, ["probit"])
    with pytest.raises(ValueError, match="held out: expected a share between 0 and 1"):
        fit(othello, held_out=1.0)
    with pytest.raises(ValueError, match="correct: expected positions of othello, found chess"):
        correct(PositionSet("chess", pl.DataFrame({"position": []})))


def test_separable_phases_are_noted_and_fitted(othello: PositionSet) -> None:
    # A label that one feature decides.
    examples = examples_of(othello)
    rows = tabiya.combine.learn_features(
        examples, make_phases(examples.men, examples.won, None)[0]
    ).measure(examples)
    first = np.where(examples.batch.turns == 0, rows[:, 11] > 0, rows[:, 11] <= 0).astype(float)
    made = othello.with_table(othello.table.with_columns(pl.Series("value", first)))
    found = fit(made, ["logistic"])
    assert any("separate the classes" in note for note in found.notes)
    assert np.isfinite(found.models["logistic"][0].model.coef_).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ('game = "othello"', 'game = "chess"'),
            "expected a combination of othello, found 'chess'",
        ),
        (('"row 1"', '"row 9"'), "expected the features row 1"),
        (
            ("constant", "constants"),
            "expected phases with their forms, found a value for 'constant'",
        ),
        (("[[phase]]", "[[stage]]"), "expected a combination with lines"),
        (("tables.parquet", "logistic.toml"), "expected tables of Othello"),
        (("game", "game ="), "expected TOML"),
    ],
)
def test_damaged_combinations_are_refused(
    folder: Path, tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    for name in ("tables.parquet", "logistic.toml"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    path = tmp_path / "logistic.toml"
    # Whoever edits a file by hand takes its checksum away, which is the first line.
    _, text = path.read_text(encoding="utf-8").split("\n", 1)
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(ValueError, match=message) as caught:
        tabiya.Player("othello", combination=path)
    assert str(path.parent) in str(caught.value)
    assert "\n" not in str(caught.value)
