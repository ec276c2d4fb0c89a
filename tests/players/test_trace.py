"""A trace gives the static evaluation for any weights, without the boards."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabiya


def random_position(name: str, seed: int) -> tabiya.Position:
    generator = random.Random(seed)
    position = tabiya.game(name).initial()
    for _ in range(generator.randrange(80)):
        if position.result is None:
            position = position.play(generator.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("name", tabiya.games())
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), spread=st.floats(0, 1))
def test_trace_equals_the_evaluation_for_any_weights(name: str, seed: int, spread: float) -> None:
    """Scores differ by half of the last digit at most, a thousandth of a centipawn."""
    generator = random.Random(seed)
    weights = tabiya.weights(name)
    values = {}
    for each in weights:
        info = weights.info(each)
        step = spread * (abs(info.default) + 1)
        value = info.default + generator.uniform(-step, step)
        values[each] = min(max(value, info.least), info.most)
    position = random_position(name, seed)
    player = tabiya.Player(name, weights=values, resolution=0.001)
    score = float(player.trace([position]).scores(values)[0])
    assert score == pytest.approx(player.evaluate(position), abs=0.0005001, rel=0)


@pytest.mark.parametrize("name", tabiya.games())
def test_many_vectors_are_many_rows(name: str) -> None:
    positions = [random_position(name, seed) for seed in range(40)]
    trace = tabiya.Player(name).trace(positions)
    defaults = tabiya.weights(name).array()
    vectors = np.stack([defaults, 2 * defaults, np.zeros_like(defaults)])
    scores = trace.scores(vectors)
    assert scores.shape == (3, 40)
    np.testing.assert_allclose(scores[0], trace.scores())
    assert not scores[2].any()


def test_jacobian_is_the_derivative_of_the_scores() -> None:
    positions = [random_position("chess", seed) for seed in range(30)]
    trace = tabiya.Player("chess").trace(positions)
    weights = tabiya.weights("chess").replace(king_safety_scale=80, king_safety_asymmetry=-25)
    jacobian = trace.jacobian(weights).toarray()
    names = list(weights)
    base = trace.scores(weights)
    for name in ("knight", "king_safety_scale", "king_safety_asymmetry", "passed_rank_5_ending"):
        change = trace.scores(weights.replace({name: weights[name] + 1})) - base
        np.testing.assert_allclose(jacobian[:, names.index(name)], change, atol=1e-6)


def test_bad_arrays_are_one_clear_error() -> None:
    trace = tabiya.Player("loa").trace([tabiya.game("loa").initial()])
    with pytest.raises(ValueError, match=r"expected arrays of .* weights, found shape"):
        trace.scores(np.zeros(3))


def test_trace_of_nothing_is_empty() -> None:
    trace = tabiya.Player("loa").trace([])
    assert len(trace) == 0
    assert trace.scores().shape == (0,)


def test_trace_refuses_another_game() -> None:
    with pytest.raises(ValueError, match="expected a position of loa, found one of chess"):
        tabiya.Player("loa").trace([tabiya.game("chess").initial()])


def test_a_trace_counts_with_the_weights_of_its_player() -> None:
    start = tabiya.game("chess").initial()
    player = tabiya.Player("chess", weights={"side_to_move_opening": 300}, resolution=0.001)
    (score,) = player.trace([start]).scores()
    assert score == pytest.approx(player.evaluate(start), abs=0.001)
    assert player.trace([start]).scores({}) != pytest.approx(score)
