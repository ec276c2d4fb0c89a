"""Maps that see what the evaluation counts: beside NumPy, in files, in the search."""

import pathlib

import numpy as np
import pytest
from numpy.typing import NDArray

import tabiya
from tabiya.ordering import Training, examples_of_texts, predict, train_map
from tabiya.players import MapFileError, MapOrdering, MapShape, MoveMap, load_map

N_HIDDEN = 6
LOA_GAMES = (
    "f1d3 h4f6 b8b6 f6b6 g1g3",
    "c1e3 a3c5 e1g3 a5d5 g1c5 h6f8",
    "b8b6 a3c5 b6e6 h2h8 d1d3",
)
OTHELLO_GAMES = ("f5 d6 c3 d3 c4 f4 f6 g5 e6 d7", "f5 f6 e6 f4 e3 c5 c4 e7", "c4 e3 f6 e6 f5 c5 f4")


def examples(game: str) -> tabiya.ordering.MoveExamples:
    games = LOA_GAMES if game == "loa" else OTHELLO_GAMES
    return examples_of_texts(game, [line.split() for line in games])


def counted(position: tabiya.Position) -> NDArray[np.float64]:
    """Return how often each feature occurs, by the slopes of the score."""
    trace = tabiya.Trace(position.game.name, [position])
    slopes = np.asarray(trace.jacobian().toarray()[0], dtype=np.float64)
    if position.game.name == "loa":
        return slopes
    # A term of a half of the game has two of the three weights, whose shares make one.
    by_weight = slopes.reshape(-1, 3)
    is_first_half = sum(cell == "-" for cell in str(position).split()[0]) > 28
    first, second = by_weight[:, :2].sum(axis=1), by_weight[:, 1:].sum(axis=1)
    none = np.zeros_like(first)
    return np.concatenate([first, none] if is_first_half else [none, second])


def men(position: tabiya.Position) -> NDArray[np.float64]:
    """Return the inputs of own men and of the other's."""
    board, turn = str(position).split()
    if position.game.name == "loa":
        rows = reversed(board.split("/"))
        cells = "".join("".join("." * int(c) if c.isdigit() else c for c in row) for row in rows)
    else:
        cells = board
    return np.array(
        [[c == turn for c in cells], [c not in (turn, ".", "-") for c in cells]]
    ).ravel()


def forward(learnt: MoveMap, position: tabiya.Position) -> dict[str, float]:
    """Return the scores of the moves as NumPy has them."""
    shape, weights = learnt.shape, learnt.weights.astype(float)
    n_features, n_hidden = len(shape.features), shape.hidden
    seen = np.concatenate([men(position), counted(position) / weights[-n_features:]])
    n_outputs = 64 if shape.encoding == "meos" else 128
    parts = (n_hidden, seen.size * n_hidden, n_outputs, n_outputs * n_hidden)
    ends = np.cumsum(parts)
    bias, inner, out_bias, outer, direct = np.split(weights[:-n_features], ends)
    active = np.clip(bias + seen @ inner.reshape(seen.size, n_hidden), 0, 1)
    scores = out_bias + outer.reshape(n_outputs, n_hidden) @ active
    scores += direct.reshape(n_outputs, seen.size) @ seen
    to_scores, from_scores = scores[-64:], scores[:64]
    squares = learnt.squares(position)
    return {m: (from_scores[start] + to_scores[to]) / 2 for m, start, to, _ in squares}


@pytest.mark.parametrize(("game", "encoding"), [("loa", "meoc"), ("othello", "meos")])
def test_what_is_learnt_is_what_numpy_says_of_it(game: str, encoding: str) -> None:
    shape = MapShape(game, inputs="features", encoding=encoding, hidden=N_HIDDEN)
    shown = examples(game)
    training = Training(most_epochs=20, rate=0.02)
    found = train_map(shape, shown, shown, training)
    assert found.curve[-1].loss < found.curve[0].loss / 2
    n_right, n_seen = 0, 0
    for position, start, to in zip(
        shown.positions, shown.from_squares, shown.to_squares, strict=True
    ):
        expected, scores = forward(found.map, position), found.map.scores(position)
        assert scores == pytest.approx(expected, abs=0.02)
        by_squares = {m: (a, b) for m, a, b, _ in found.map.squares(position)}
        best = next(m for m, squares in by_squares.items() if squares == (start, to))
        n_seen += len(expected) > 1
        n_right += len(expected) > 1 and max(expected, key=expected.__getitem__) == best
    assert n_seen > 10
    # The ranks of training are those of the same network.
    assert predict(found.map, shown).rate == pytest.approx(n_right / n_seen)


def test_features_are_measured_by_their_usual_size() -> None:
    shown = examples("loa")
    shape = MapShape("loa", inputs="features", encoding="meoc")
    found = train_map(shape, shown, shown, Training(most_epochs=1))
    counts = np.array([counted(position) for position in shown.positions])
    sizes = np.maximum(np.sqrt((counts**2).mean(axis=0)), 1)
    assert found.map.weights[-len(shape.features) :] == pytest.approx(sizes)
    rounded = found.map.rounded(0.25).weights
    assert rounded[-len(shape.features) :] == pytest.approx(sizes)
    assert set(rounded[:128] * 4 % 1) == {0}


@pytest.mark.parametrize(
    ("game", "encoding"), [("chess", "meoc"), ("othello", "meos"), ("loa", "mei")]
)
def test_searches_with_features_play_on(game: str, encoding: str, tmp_path: pathlib.Path) -> None:
    shape = MapShape(game, inputs="features", encoding=encoding, hidden=4, previous=True)
    weights = np.random.default_rng(1).normal(0, 0.1, shape.n_weights).astype(np.float32)
    weights[-len(shape.features) :] = 2
    learnt, path = MoveMap(shape, weights), tmp_path / "map.npz"
    learnt.save(path)
    assert load_map(path).digest == learnt.digest
    blind = weights.copy()
    blind[-len(shape.features) :] = 1000  # hardly seen any more
    position = tabiya.game(game).initial()
    for _ in range(6):
        position = position.play(position.legal_moves()[-1])
    for combine in ("pure", "added", "prior"):
        by_file = tabiya.Player(game, ordering=path, combine=combine).search(position, depth=4)
        player = tabiya.Player(game, ordering=MapOrdering(learnt, combine))
        assert player.search(position, depth=4).nodes == by_file.nodes
        assert by_file.move in position.legal_moves()
        other = tabiya.Player(game, ordering=MapOrdering(MoveMap(shape, blind), combine))
        if combine == "pure":
            assert other.search(position, depth=4).nodes != by_file.nodes


def test_the_other_features_of_a_file_are_refused(tmp_path: pathlib.Path) -> None:
    shape = MapShape("loa", inputs="features", encoding="meoc")
    good, bad = tmp_path / "map.npz", tmp_path / "bad.npz"
    MoveMap(shape, np.ones(shape.n_weights, np.float32)).save(good)
    arrays = dict(np.load(good))
    names = arrays["features"]
    weights = arrays["weights"].copy()
    weights[-1] = 0
    without = {name: value for name, value in arrays.items() if name != "features"}
    cases = {
        "expected the 9 features of the evaluation of loa, found 8": {"features": names[:8]},
        "expected the 9 features .*, found 'mobility' among them": {"features": np.roll(names, -4)},
        "expected sizes of features above 0, found 0 at 8": {"weights": weights},
        "expected the 0 features .*, found 9": {"inputs": np.array("mover")},
        "inputs: expected one of board, mover, features, found .all.": {"inputs": np.array("all")},
    }
    for message, change in cases.items():
        np.savez(bad, **{**arrays, **change})
        with pytest.raises(MapFileError, match=message) as caught:
            load_map(bad)
        assert str(caught.value).startswith(str(bad))
        assert "\n" not in str(caught.value)
    np.savez(bad, **without)
    with pytest.raises(MapFileError, match=r"expected the 9 features .*, found 0"):
        load_map(bad)


def test_maps_that_never_heard_of_features_are_read(tmp_path: pathlib.Path) -> None:
    shape = MapShape("loa", encoding="meoc")
    path = tmp_path / "map.npz"
    MoveMap(shape, np.ones(shape.n_weights, np.float32)).save(path)
    arrays = dict(np.load(path))
    del arrays["features"]
    np.savez(path, **arrays)
    assert load_map(path).shape == shape
