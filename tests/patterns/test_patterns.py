"""Patterns are fitted, kept in files, and played with."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import Ridge

import tabiya
from tabiya import _core
from tabiya.patterns import (
    PatternExamples,
    deepen,
    fit_patterns,
    fit_relations,
    label_games,
    load_examples,
    with_relations,
    worth_of_tables,
)
from tabiya.players import (
    PatternModel,
    load_patterns,
    load_player,
    pattern_layout,
    player_identity,
    save_player,
)

LAYOUT = pattern_layout("othello")
RECORD = np.dtype([("ids", "<u2", 3), ("discs", "u1"), ("theoretical", "u1"), ("moves", "u1", 60)])


def random_games(n_games: int, seed: int) -> list[list[str]]:
    """Return the placed discs of random games."""
    rng = np.random.default_rng(seed)
    games = []
    for _ in range(n_games):
        position, moves = tabiya.game("othello").initial(), []
        while position.result is None:
            move = str(rng.choice(position.legal_moves()))
            position = position.play(move)
            moves += [] if move == "pass" else [move]
        games.append(moves)
    return games


def write_wthor(path: Path, games: list[list[str]]) -> Path:
    """Write a file as the French federation does; all games end with 33 discs of Black."""
    records = np.zeros(len(games), RECORD)
    for record, moves in zip(records, games, strict=True):
        codes = [10 * int(move[1]) + "abcdefgh".index(move[0]) + 1 for move in moves]
        record["moves"][: len(codes)] = codes
        record["discs"] = record["theoretical"] = 33
    header = bytes([20, 20, 1, 1]) + len(games).to_bytes(4, "little") + bytes([0, 0, 228, 7])
    path.write_bytes(header + bytes([8, 0, 24, 0]) + records.tobytes())
    return path


@pytest.fixture(scope="module")
def wthor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_wthor(tmp_path_factory.mktemp("games") / "WTH_2020.wtb", random_games(60, 1))


@pytest.fixture(scope="module")
def examples(wthor: Path) -> PatternExamples:
    found, faults = label_games([wthor], exact=6)
    assert not faults
    return found


def test_examples_of_games_are_solved_near_the_end(examples: PatternExamples) -> None:
    late = np.flatnonzero(examples.empties == 6)[:10]
    game = tabiya.game("othello")
    for index in late:
        own, opponent = int(examples.own[index]), int(examples.opponent[index])
        cells = ["X" if own >> s & 1 else "O" if opponent >> s & 1 else "-" for s in range(64)]
        position = game.position("".join(cells) + " X")
        assert tabiya.solve(position).discs == examples.score[index]
    early = examples.empties >= 24
    assert set(np.abs(examples.score[early]).tolist()) == {2.0}
    assert np.abs(examples.score).max() <= 64


def test_examples_file_comes_back(examples: PatternExamples, tmp_path: Path) -> None:
    examples.save(tmp_path / "examples.npz")
    again = load_examples(tmp_path / "examples.npz")
    assert np.array_equal(again.own, examples.own)
    assert np.array_equal(again.score, examples.score)


def test_regression_agrees_with_ridge_of_scikit_learn(examples: PatternExamples) -> None:
    some = examples[examples.empties == 20]
    rows = _core.pattern_rows(some.own, some.opponent)
    used, columns = np.unique(rows, return_inverse=True)
    dense = np.zeros((len(rows), len(used)))
    np.add.at(dense, (np.arange(len(rows))[:, None], columns.reshape(rows.shape)), 1.0)
    prior = np.zeros(LAYOUT.n_weights, np.float32)
    ours = _core.fit_rows(rows, some.score, some.importance, prior, 3.0, 200, 2)
    theirs = Ridge(alpha=3.0, fit_intercept=False, solver="cholesky").fit(dense, some.score)
    assert np.allclose(ours[used], theirs.coef_, atol=1e-3)
    unused = np.setdiff1d(np.arange(LAYOUT.n_weights), used)
    assert not ours[unused].any()


def test_fit_does_not_depend_on_threads_and_learns(examples: PatternExamples) -> None:
    one = fit_patterns(examples, steps=4, penalty=1.0, threads=1)
    two = fit_patterns(examples, steps=4, penalty=1.0, threads=2)
    assert one.model.digest == two.model.digest
    last = one.phases[0]
    assert last.rmse < last.spread


def test_model_comes_back_from_its_file(tmp_path: Path) -> None:
    weights = np.arange(2 * len(LAYOUT.held), dtype=np.int64).reshape(2, -1) % 251 - 125
    relation = tabiya.players.Relation(12, 6, 2, 1.05, -3.0, 210.0)
    model = PatternModel("othello", (0, 25), weights.astype(np.int16), "a test", (relation,))
    model.save(tmp_path / "model.npz")
    again = load_patterns(tmp_path / "model.npz")
    assert (again.digest, again.made_by, again.relations) == (model.digest, "a test", (relation,))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": np.array("tabiya patterns 0")}, "expected 'tabiya patterns 1'"),
        ({"game": np.array("chess")}, "expected othello, found chess"),
        ({"tables": np.array(["edge"])}, "expected the patterns edge+2x"),
        ({"stages": np.array([5])}, "expected phases from 0"),
        ({"weights": np.zeros((1, 3), np.int16)}, "expected 114007 weights, found 3"),
        ({"weights": np.zeros((1, len(LAYOUT.held)))}, "expected int16 weights"),
        ({"relations": np.zeros((1, 2))}, "expected relations of 6 numbers"),
        ({"weights": np.array([object()])}, "expected a file of patterns"),
    ],
)
def test_model_file_that_is_wrong(
    change: dict[str, np.ndarray], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "model.npz"
    PatternModel("othello", (0,), np.zeros((1, len(LAYOUT.held)), np.int16)).save(path)
    with np.load(path) as file:
        arrays = dict(file)
    np.savez(path, allow_pickle=True, **{**arrays, **change})
    with pytest.raises(ValueError, match=f"model.npz.*{words.replace('+', '.')}") as error:
        load_patterns(path)
    assert "\n" not in str(error.value)


def test_files_of_other_kinds(tmp_path: Path) -> None:
    path = tmp_path / "odd.npz"
    path.write_bytes(b"PK nothing")
    with pytest.raises(ValueError, match=r"odd\.npz: expected a file of patterns"):
        load_patterns(path)
    with pytest.raises(ValueError, match=r"odd\.npz: expected examples"):
        load_examples(path)
    with pytest.raises(ValueError, match=r"odd\.npz: expected a file of WTHOR games"):
        label_games([path])


def test_game_with_an_illegal_move_is_told(tmp_path: Path) -> None:
    good, bad = random_games(2, 5)
    path = write_wthor(tmp_path / "bad.wtb", [good, ["a1", *bad[1:]]])
    examples, faults = label_games([path], exact=2)
    assert [str(fault) for fault in faults] == [
        f"{path}: game 2: expected a legal move 1, found a1"
    ]
    assert set(examples.game.tolist()) == {0}


def test_default_player_plays_with_patterns_and_named_weights_without(tmp_path: Path) -> None:
    player, linear = tabiya.Player("othello"), tabiya.Player("othello", weights={})
    assert player.patterns is not None
    assert linear.patterns is None
    assert player_identity(player) != player_identity(linear)
    for each in (player, linear):
        save_player(each, tmp_path / "player.toml")
        assert player_identity(load_player(tmp_path / "player.toml")) == player_identity(each)
        assert player_identity(each.duplicate()) == player_identity(each)
    start = tabiya.game("othello").initial()
    assert player.search(start, depth=4).nodes == player.duplicate().search(start, depth=4).nodes
    with pytest.raises(ValueError, match="expected one of weights, network, combination and"):
        tabiya.Player("othello", weights={"mobility_opening": 3}, patterns=player.patterns)
    with pytest.raises(ValueError, match="patterns: expected othello, found chess"):
        tabiya.Player("chess", patterns=player.patterns)


def test_default_file_is_small() -> None:
    path = Path(tabiya.players.__file__).parent / "othello.npz"
    assert path.stat().st_size < 5 * 2**20


def test_deepening_fits_what_searches_say(examples: PatternExamples) -> None:
    model = fit_patterns(examples, steps=2).model
    fit = deepen(examples, model, sample=40, depth=1, exact=4, steps=2, threads=2, seed=3)
    again = deepen(examples, model, sample=40, depth=1, exact=4, steps=2, threads=1, seed=3)
    assert fit.model.digest == again.model.digest != model.digest


def test_relations_of_depths_are_lines(examples: PatternExamples) -> None:
    model = tabiya.players.default_patterns("othello")
    assert model is not None
    relations = fit_relations(examples, model, depth=4, sample=12)
    assert {(r.deep, r.shallow) for r in relations if r.deep <= 4} == {(3, 1), (4, 2)}
    assert all(r.deviation > 0 for r in relations)
    cut = with_relations(examples, model, depth=4, sample=12)
    assert cut.relations == relations
    start = tabiya.game("othello").initial().play("d3").play("c3")
    full = tabiya.Player("othello", patterns=PatternModel("othello", model.stages, model.weights))
    assert tabiya.Player("othello", patterns=cut).search(start, depth=7).nodes != (
        full.search(start, depth=7).nodes
    )


def test_worth_of_patterns_has_every_table(examples: PatternExamples) -> None:
    error, worths = worth_of_tables(examples, 20, steps=3)
    assert error > 0
    assert [worth.name for worth in worths] == [table.name for table in LAYOUT.tables]
    assert all(w.interval[0] <= w.rise <= w.interval[1] for w in worths if w.rise > 0.01)


def test_examples_of_a_set_of_positions() -> None:
    start = tabiya.game("othello").initial()
    rows = [
        {"position": str(start), "side": "black", "kind": "theoretical", "value": 6.0},
        {"position": str(start.play("d3")), "side": "white", "kind": "score", "value": 250.0},
    ]
    table = tabiya.positions.PositionSet("othello", __import__("polars").DataFrame(rows))
    found = PatternExamples.of(table)
    assert found.score.tolist() == [6.0, -2.5]
    assert found.empties.tolist() == [60, 59]
