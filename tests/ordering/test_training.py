"""Maps that learn: the same on any number of threads, resumed or not."""

import pathlib
from dataclasses import replace

import numpy as np
import pytest

import tabiya
from tabiya.ordering import Epoch, Training, examples_of_texts, predict, train_map
from tabiya.players import MapFileError, MapShape, load_map

GAMES = (
    "f5 d6 c3 d3 c4 f4 f6 g5 e6 d7",
    "f5 f6 e6 f4 e3 c5 c4 e7",
    "c4 e3 f6 e6 f5 c5 f4 g6 f7 d3",
)
EXAMPLES = examples_of_texts("othello", [line.split() for line in GAMES])


class StopRunError(Exception):
    """Somebody pressed Ctrl-C."""


@pytest.mark.parametrize("encoding", ["meos", "meoc", "mei"])
@pytest.mark.parametrize("method", ["adam", "rprop"])
def test_a_small_set_is_learnt_by_heart(encoding: str, method: str) -> None:
    shape = MapShape("othello", inputs="mover", encoding=encoding, hidden=16)
    loss = "softmax" if method == "adam" else "squares"
    training = Training(method=method, loss=loss, most_epochs=80, rate=0.03)  # type: ignore[arg-type] # wrong on purpose, or a literal from a parameter
    found = train_map(shape, EXAMPLES, EXAMPLES, training)
    assert found.best.error < min(0.3, found.curve[0].error)
    again = train_map(shape, EXAMPLES, EXAMPLES, training, threads=3)
    assert np.array_equal(found.map.weights, again.map.weights)
    result = predict(found.map, EXAMPLES)
    assert result.rate == pytest.approx(1 - found.best.error)
    assert result.interval[0] <= result.rate <= result.interval[1] <= 1


def test_a_run_does_not_go_on_with_other_moves(tmp_path: pathlib.Path) -> None:
    def stop(_: Epoch) -> None:
        raise StopRunError

    state = tmp_path / "state.npz"
    shape, training = MapShape("othello", hidden=4), Training(most_epochs=3)
    with pytest.raises(StopRunError):
        train_map(shape, EXAMPLES, EXAMPLES, training, state=state, progress=stop)
    other = replace(EXAMPLES, previous=(EXAMPLES.previous + 1) % 64)
    with pytest.raises(MapFileError, match="of another one that was broken off"):
        train_map(shape, other, other, training, state=state)


def test_an_interrupted_run_goes_on_to_the_same_end(tmp_path: pathlib.Path) -> None:
    shape = MapShape("othello", hidden=8)
    training = Training(most_epochs=12, rate=0.02, symmetric=True, seed=4)
    whole = train_map(shape, EXAMPLES, EXAMPLES, training)
    state = tmp_path / "run.npz"

    def interrupt(epoch: Epoch) -> None:
        if epoch.number == 5:
            raise StopRunError

    with pytest.raises(StopRunError):
        train_map(shape, EXAMPLES, EXAMPLES, training, state=state, progress=interrupt)
    before: list[Epoch] = []
    resumed = train_map(shape, EXAMPLES, EXAMPLES, training, state=state, resumed=before.extend)
    assert tuple(before) == whole.curve[:5]
    assert resumed.curve == whole.curve
    assert np.array_equal(resumed.map.weights, whole.map.weights)
    with pytest.raises(MapFileError, match="found that of another"):
        train_map(shape, EXAMPLES, EXAMPLES, Training(most_epochs=3), state=state)


def test_weights_that_grow_beyond_all_bounds_are_told_and_leave_nothing(
    tmp_path: pathlib.Path,
) -> None:
    state = tmp_path / "state.npz"
    shape = MapShape("othello", hidden=2)
    with pytest.raises(ValueError, match=r"epoch 1: map: expected finite .*shorter steps"):
        train_map(shape, EXAMPLES, EXAMPLES, Training(rate=1e30), state=state)
    assert not state.exists()


@pytest.mark.parametrize("name", ["steps", "curve", "weights", "best"])
def test_a_damaged_state_is_told_in_one_line(tmp_path: pathlib.Path, name: str) -> None:
    state = tmp_path / "state.npz"
    shape = MapShape("othello", hidden=2)
    train_map(shape, EXAMPLES, EXAMPLES, Training(most_epochs=2), state=state)
    np.savez(state, **{**dict(np.load(state)), name: np.array([1.0, 2.0])})
    with pytest.raises(
        MapFileError, match=r"state\.npz: expected a file of a run, found a damaged"
    ):
        train_map(shape, EXAMPLES, EXAMPLES, Training(most_epochs=2), state=state)


def test_patience_ends_a_run() -> None:
    shape = MapShape("othello", hidden=8)
    found = train_map(shape, EXAMPLES, EXAMPLES, Training(most_epochs=200, patience=3, rate=0.05))
    assert len(found.curve) == found.best.number + 3 < 200


def test_bad_settings_are_named() -> None:
    with pytest.raises(ValueError, match="rate: expected a number above 0"):
        Training(rate=0)
    with pytest.raises(ValueError, match="symmetric: expected the method adam"):
        Training(method="rprop", symmetric=True)
    for setting, message in (
        ({"method": "sgd"}, "method: expected one of adam, rprop, found 'sgd'"),
        ({"loss": "abs"}, "loss: expected one of softmax, squares, found 'abs'"),
        ({"batch": 10**20}, "batch: expected 1 to"),
        ({"seed": -1}, "seed: expected 0 to"),
    ):
        with pytest.raises(ValueError, match=message):
            Training(**setting)
    pawns = examples_of_texts("chess", [["e2e4", "e7e5"]])
    with pytest.raises(ValueError, match="boards can be turned, found chess"):
        train_map(MapShape("chess"), pawns, pawns, Training(symmetric=True))
    shape = MapShape("loa", hidden=4)
    with pytest.raises(ValueError, match="expected those of loa, found othello"):
        train_map(shape, EXAMPLES, EXAMPLES)
    with pytest.raises(ValueError, match="encoding: expected one of mei, meos, meoc"):
        _ = MapShape("loa", encoding="moes", hidden=4).n_weights


def test_files_that_are_no_maps_are_told_in_one_line(tmp_path: pathlib.Path) -> None:
    shape = MapShape("othello", hidden=2)
    good = tmp_path / "map.npz"
    tabiya.players.MoveMap(shape, np.zeros(shape.n_weights, np.float32), "a test").save(good)
    assert load_map(good).made_by == "a test"
    arrays = dict(np.load(good))
    cases = {
        "format": (np.array("something else"), "expected 'tabiya move map 1'"),
        "weights": (np.zeros(3, np.float32), "expected 8642 weights for its shape, found 3"),
        "encoding": (np.array("meox"), "encoding: expected one of mei, meos, meoc"),
        "game": (np.array("go"), "game: expected one of"),
        "hidden": (np.array([2, 2]), "hidden: expected a whole number"),
        "direct": (np.array("yes"), "direct: expected true or false"),
        "previous": (np.array([True, False]), "previous: expected true or false"),
    }
    for name, (value, message) in cases.items():
        bad = tmp_path / f"{name}.npz"
        np.savez(bad, **{**arrays, name: value})
        with pytest.raises(MapFileError, match=message) as caught:
            load_map(bad)
        assert str(bad) in str(caught.value)
        assert "\n" not in str(caught.value)
    wrong = arrays["weights"].copy()
    wrong[7] = np.nan
    bad = tmp_path / "nan.npz"
    np.savez(bad, **{**arrays, "weights": wrong})
    with pytest.raises(MapFileError, match="expected finite weights of moderate size, found NaN"):
        load_map(bad)
    wide = arrays["weights"].astype(float)
    wide[7] = 1e300
    np.savez(bad, **{**arrays, "weights": wide})
    with pytest.raises(MapFileError, match="expected finite weights of moderate size, found inf"):
        load_map(bad)
    data = good.read_bytes()
    for cut in (len(data) // 2, 10):
        bad.write_bytes(data[:cut])
        with pytest.raises(MapFileError, match=r"nan\.npz: expected a file of a map of moves"):
            load_map(bad)
