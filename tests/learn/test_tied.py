"""Groups of weights that move together by one number."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tabiya
from tabiya.learn import (
    PieceOfWork,
    StaticExamples,
    expand_names,
    label_positions,
    make_problem,
    tune,
)
from tabiya.players import WeightError
from tabiya.positions import LabelledPositions

GROUP = "mobility"


@pytest.fixture(scope="module")
def subject() -> LabelledPositions:
    """Positions labelled by a player whose mobility counts half as much again."""
    generator = random.Random(5)
    positions: list[tabiya.Position] = []
    while len(positions) < 300:
        position = tabiya.game("chess").initial()
        for _ in range(generator.randrange(8, 50)):
            if position.result is None:
                position = position.play(generator.choice(position.legal_moves()))
        if position.result is None:
            positions.append(position)
    usual = tabiya.weights("chess")
    weights = {name: 1.5 * usual[name] for name in usual.groups()[GROUP]}
    player = tabiya.Player("chess", weights=weights, resolution=0.001)
    analyst = tabiya.analysts.StaticAnalyst(player)
    return label_positions(positions, tabiya.analysts.assess(analyst, positions))


def test_a_tied_group_is_one_number_in_percent(subject: LabelledPositions) -> None:
    problem = make_problem(subject, [f"*{GROUP}", "pawn"])
    assert problem.names == ("pawn", "*mobility")
    usual = tabiya.weights("chess")
    assert problem.start == (usual["pawn"], 100.0)
    weights = problem.weights((usual["pawn"], 150.0))
    assert weights["knight_mobility_0_opening"] == pytest.approx(
        1.5 * usual["knight_mobility_0_opening"]
    )
    assert len(weights) == 1 + len(usual.groups()[GROUP])
    # The labels come of just these weights, up to their thousandths of a centipawn.
    assert problem.evaluate([PieceOfWork((usual["pawn"], 150.0))])[0] == pytest.approx(1, abs=1e-3)


def test_the_phases_of_a_term_are_tied_by_its_name_and_an_underscore() -> None:
    usual = tabiya.weights("othello")
    assert expand_names(usual, ["*corner_", "parity_ending"]) == ("parity_ending", "*corner_")
    assert len(expand_names(usual, ["phases"])) == len(usual) / 3
    # A weight without phases is itself, and what is frozen stays.
    assert expand_names(tabiya.weights("loa"), ["phases"]) == tuple(tabiya.weights("loa"))
    assert "*corner_" not in expand_names(usual, ["phases", "-corners"])
    with pytest.raises(WeightError, match="expected a known group, found 'corne_'"):
        expand_names(usual, ["*corne_"])


def test_tied_weights_are_those_of_a_player(subject: LabelledPositions) -> None:
    few = label_positions(list(subject.positions[:40]), subject.values[:40])
    problem = make_problem(few, [f"*{GROUP}"])
    assert isinstance(problem.train, StaticExamples)
    for percent in (0.0, 80.0, 150.0):
        weights = problem.weights((percent,))
        player = tabiya.Player("chess", weights=weights, resolution=0.001)
        said = tabiya.analysts.assess(tabiya.analysts.StaticAnalyst(player), few.positions)
        np.testing.assert_allclose(problem.train.scores((percent,)), said, atol=0.01)


def test_the_slope_of_a_tied_group_is_that_of_its_loss(subject: LabelledPositions) -> None:
    results = label_positions(list(subject.positions), (subject.values > 0).astype(float))
    examples = make_problem(results, ["knight", f"*{GROUP}"]).train
    assert isinstance(examples, StaticExamples)
    place = np.array([300.0, 90.0])
    value, gradient = examples.logistic(place, 150.0)
    for index in range(2):
        step = np.eye(2)[index] * 1e-3
        ahead, behind = (examples.logistic(place + sign * step, 150.0)[0] for sign in (1, -1))
        assert gradient[index] == pytest.approx((ahead - behind) / 2e-3, rel=1e-4)
    assert value > 0


@pytest.mark.parametrize("tuner", ["logistic", "surrogate", "ascent"])
def test_the_number_of_a_tied_group_is_found(subject: LabelledPositions, tuner: str) -> None:
    chances = 1 / (1 + np.exp(-subject.values / 200))
    labels = subject.values if tuner != "logistic" else chances
    problem = make_problem(replace(subject, values=labels), [f"*{GROUP}"], start=60)
    options: dict[str, Any] = {"scale": 200.0} if tuner == "logistic" else {}
    *_, last = tune(problem, tuner, iterations=60, **options)
    assert last.chosen[0] == pytest.approx(150, abs=8)


def test_ties_take_their_weights_from_the_rest() -> None:
    usual = tabiya.weights("chess")
    names = expand_names(usual, ["*mobility", "all"])
    assert names[-1] == "*mobility"
    assert len(names) == len(usual) - len(usual.groups()[GROUP]) + 1
    with pytest.raises(WeightError, match=r"expected a known group, found 'mobilty'.*'mobility'"):
        expand_names(usual, ["*mobilty"])
    with pytest.raises(WeightError, match="expected a known group, found 'knight'"):
        expand_names(usual, ["*knight"])
