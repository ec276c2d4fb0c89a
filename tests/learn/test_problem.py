"""Problems: names, starts, ways to assess, and what is wrong with them."""

import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tabiya
from tabiya.learn import CONTROL, PieceOfWork, Portion, label_positions, make_problem, tune
from tabiya.measure import effort_curve
from tabiya.positions import LabelledPositions

Labelled = Callable[..., LabelledPositions]


def test_names_may_be_groups_or_all(labelled: Labelled) -> None:
    chess = labelled("chess", 150, 5)
    assert "rook_on_seventh" in make_problem(chess, ["knight", "rooks"]).names
    assert make_problem(labelled(), ["all"]).names == tuple(tabiya.weights("loa"))


def test_start_is_the_player_unless_it_is_given(labelled: Labelled) -> None:
    player = tabiya.Player("loa", weights={"walls": 9.0})
    problem = make_problem(labelled(), ["mobility", "walls"], player=player, start={"mobility": 2})
    assert problem.start == (2.0, 9.0)
    assert make_problem(labelled(), ["walls", "quads"], start=5).start == (5.0, 5.0)
    assert make_problem(labelled(), ["walls", "quads"], start=[1, 2]).start == (1.0, 2.0)


def test_weights_that_are_not_tuned_are_the_players(labelled: Labelled) -> None:
    default, other = (
        make_problem(labelled(), ["walls"], player=tabiya.Player("loa", weights=weights), start=9.0)
        for weights in ({}, {"mobility": -50.0})
    )
    assert default.evaluate([PieceOfWork((9.0,))]) != other.evaluate([PieceOfWork((9.0,))])


def test_labels_of_the_same_weights_give_tau_one(labelled: Labelled) -> None:
    problem = make_problem(labelled(), ["mobility"], control=labelled("loa", 100, 3))
    train, control = problem.evaluate(
        [PieceOfWork(problem.start), PieceOfWork(problem.start, CONTROL)]
    )
    assert train > 0.999
    assert control > 0.999


@pytest.mark.parametrize(
    ("mode", "limit"), [("quiescence", {"depth": 1}), ("search", {"nodes": 200})]
)
def test_searches_are_those_of_the_player(
    labelled: Labelled, mode: str, limit: dict[str, Any]
) -> None:
    subject = labelled("loa", 60, 8)
    nodes = limit.get("nodes")
    problem = make_problem(subject, ["mobility"], assess=mode, nodes=nodes, threads=2)
    player = tabiya.Player("loa", weights={"mobility": 30.0})
    analyst = tabiya.analysts.SearchAnalyst(player, **limit)
    scores = tabiya.analysts.assess(analyst, subject.positions)
    expected = tabiya.concordance(scores, subject.values).tau
    assert problem.evaluate([PieceOfWork((30.0,))]) == [pytest.approx(expected)]


def test_effort_is_the_integral_of_tau(labelled: Labelled) -> None:
    subject = labelled("loa", 40, 8)
    problem = make_problem(subject, ["mobility"], assess="effort", nodes=300)
    player = tabiya.Player("loa", weights={"mobility": 30.0})
    expected = effort_curve(subject, player, nodes=300).integral
    assert problem.evaluate([PieceOfWork((30.0,))]) == [pytest.approx(expected)]
    assert problem.evaluate([PieceOfWork((30.0,), Portion(n_positions=20))]) != [
        pytest.approx(expected)
    ]


def test_search_is_tuned_by_ascent(labelled: Labelled) -> None:
    problem = make_problem(
        labelled("loa", 60, 8), ["mobility"], assess="search", nodes=100, start=-40
    )
    found = list(tune(problem, iterations=5, fraction=0.3))
    assert (found[-1].best_value or 0) > (found[0].train or 0)


def test_anything_callable_assesses(labelled: Labelled) -> None:
    """As an engine would: options by name, scores of the first player, whole steps."""
    subject = labelled("loa", 60, 8)
    asked: list[dict[str, float]] = []

    def engine(options: dict[str, float], positions: Sequence[tabiya.Position]) -> list[float]:
        asked.append(options)
        truth = dict(zip(map(str, subject.positions), subject.values, strict=True))
        noise = np.sin(np.arange(len(positions)))
        away = abs(options["King Safety"] - 120)
        return [truth[str(p)] + away * n for p, n in zip(positions, noise, strict=True)]

    problem = make_problem(
        subject,
        ["King Safety"],
        start=100,
        assess=engine,
        bounds={"King Safety": (0, 300)},
        resolution=1,
    )
    last = list(tune(problem, iterations=30, sample=30, growth=1.2))[-1]
    assert last.best == pytest.approx((120,), abs=2)
    assert all(options["King Safety"] % 1 == 0 for options in asked)


def test_samples_are_parts_of_the_positions(labelled: Labelled) -> None:
    problem = make_problem(labelled(), ["mobility"], start=50)
    assert problem.train is not None
    some = problem.train.seen(Portion(n_positions=100, seed=4))
    assert len(some) == 100
    assert some.taus([problem.start]) != problem.train.taus([problem.start])
    assert problem.train.seen(Portion(n_positions=10_000)) is problem.train


def test_order_of_names_and_labels_matters_to_the_fingerprint(labelled: Labelled) -> None:
    one = make_problem(labelled(), ["walls", "quads"])
    other = make_problem(labelled(), ["quads", "walls"])
    assert one.fingerprint != other.fingerprint
    assert one.fingerprint == make_problem(labelled(), ["walls", "quads"]).fingerprint
    changed = replace(labelled(), values=-labelled().values)
    assert one.fingerprint != make_problem(changed, ["walls", "quads"]).fingerprint


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        ([], {}, "weights: expected at least one to tune, found none"),
        (["mobilty"], {}, r"expected a known name, found 'mobilty' \(did you mean 'mobility'\?\)"),
        (["walls"], {"start": {"wall": 1}}, "start: expected one of walls, found 'wall'"),
        (["walls"], {"start": [1, 2]}, r"start: expected 1 values, found shape \(2,\)"),
        (["walls"], {"start": 1e9}, "start: expected walls from .* found 1000000000.0"),
        (["walls"], {"resolution": -1}, "resolution: expected steps of 0 or more, found"),
        (["walls"], {"assess": "deep"}, "assess: expected one of static, .* found 'deep'"),
        (
            ["walls"],
            {"assess": "search"},
            "nodes: expected with search and effort alone, found None",
        ),
        (["walls"], {"nodes": 5}, "nodes: expected with search and effort alone, found 5"),
        (["walls"], {"threads": 0}, "threads: expected 1 or more, found 0"),
        (["walls"], {"player": tabiya.Player("chess")}, "expected positions of chess, found loa"),
        (["x"], {"assess": lambda *_: [1.0]}, "start: expected a value for 'x', found none"),
    ],
)
def test_bad_problems_are_one_line(
    labelled: Labelled, names: list[str], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        make_problem(labelled(), names, **options)
    assert "\n" not in str(caught.value)


def test_scores_of_the_wrong_number_are_refused(labelled: Labelled) -> None:
    problem = make_problem(labelled(), ["x"], start=1, assess=lambda *_: [1.0])
    with pytest.raises(ValueError, match=r"assess: expected 300 scores, found shape \(1,\)"):
        problem.evaluate([PieceOfWork((1.0,))])


def test_gradients_need_a_trace(labelled: Labelled) -> None:
    problem = make_problem(labelled(), ["x"], start=1, assess=lambda _, p: np.zeros(len(p)))
    with pytest.raises(ValueError, match="surrogate: expected static assessments, found others"):
        tune(problem, "surrogate")


def test_labels_may_be_every_other_one_of_an_array(labelled: Labelled) -> None:
    subject = labelled()
    half = label_positions(subject.positions[::2], subject.values[::2], np.ones(300)[::2])
    assert (
        make_problem(half, ["all"]).evaluate([PieceOfWork(tuple(tabiya.weights("loa").values()))])[
            0
        ]
        > 0
    )


def test_labels_of_the_wrong_number_are_refused(labelled: Labelled) -> None:
    with pytest.raises(ValueError, match=r"labels: expected one for each .* found \(3,\) for 300"):
        label_positions(labelled().positions, [1, 2, 3])


@pytest.mark.parametrize("mode", ["static", "search", "effort"])
def test_problem_goes_to_another_process(labelled: Labelled, mode: str) -> None:
    """Nothing is lost on the way, so that workers may measure what they are sent."""
    problem = make_problem(
        labelled("chess", 30, 8),
        ["knight", "king_safety_scale"],
        assess=mode,
        nodes=None if mode == "static" else 200,
    )
    sent = pickle.loads(pickle.dumps(problem))  # noqa: S301 (our own)
    items = [
        PieceOfWork(problem.start),
        PieceOfWork((300.0, 150.0)),
        PieceOfWork((300.0, 150.0), Portion(n_positions=20)),
    ]
    assert sent.evaluate(items) == problem.evaluate(items)
    assert sent.fingerprint == problem.fingerprint


@pytest.mark.parametrize("bad", [-1.0, np.nan, np.inf])
def test_positions_with_senseless_weights_are_refused(labelled: Labelled, bad: float) -> None:
    weights = np.ones(300)
    weights[7] = bad
    subject = label_positions(labelled().positions, labelled().values, weights)
    with pytest.raises(ValueError, match="positions: expected finite weights, none negative"):
        make_problem(subject, ["walls"])
