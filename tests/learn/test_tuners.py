"""All tuners find weights again, stop and go on anywhere, and depend on the seed alone."""

import gc
import itertools
import json
import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tabiya
from tabiya.learn import (
    ELEVEN,
    TUNERS,
    PieceOfWork,
    Problem,
    Vector,
    label_positions,
    make_problem,
    tune,
)
from tabiya.positions import LabelledPositions


def duel(first: dict[str, float], second: dict[str, float]) -> float:
    """Games in which who is nearer to the truth scores more, without noise."""
    truth = {"a": 120.0, "b": -30.0}

    def worth(weights: dict[str, float]) -> float:
        return -sum(((weights[name] - truth[name]) / 100) ** 2 for name in truth)

    return float(np.tanh(worth(first) - worth(second)))


def games() -> Problem:
    bounds: Any = {"least": (-500.0, -500.0), "most": (500.0, 500.0), "resolution": (0.0, 0.0)}
    return Problem(("a", "b"), (50.0, 50.0), duel=duel, seed=3, **bounds)


@pytest.fixture(scope="module")
def eleven(labelled: Callable[..., LabelledPositions]) -> Problem:
    subject = labelled("chess", 400, 2)
    return make_problem(subject, ELEVEN, start=50, control=labelled("chess", 200, 9), seed=1)


@pytest.mark.parametrize("tuner", ["surrogate", "logistic"])
def test_a_descent_that_is_broken_off_leaves_nothing_behind(
    labelled: Callable[..., LabelledPositions], tuner: str
) -> None:
    subject = labelled("chess", 400, 2)
    chances = label_positions(subject.positions, np.sign(subject.values) / 2 + 0.5)
    problem = make_problem(chances, ["rooks"], seed=1)
    gc.disable()  # what is only found by the collector stays for long: arrays are few, but large
    try:
        n_threads, examples = threading.active_count(), weakref.ref(problem.train)
        list(tune(problem, tuner, iterations=1, steps=1))
        del problem
        for thread in threading.enumerate()[n_threads:]:
            thread.join(timeout=5)
        assert threading.active_count() == n_threads
        assert examples() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("tuner", "iterations", "least"),
    [("ascent", 200, 0.98), ("surrogate", 60, 0.98), ("cma", 150, 0.97)],
)
def test_weights_are_recovered_from_fifty(
    eleven: Problem, tuner: str, iterations: int, least: float
) -> None:
    found = list(tune(eleven, tuner, iterations=iterations))
    assert (found[0].train or 1) < 0.8
    assert (found[-1].best_value or 0) > least
    assert (found[-1].control or 0) > least - 0.02
    truth = tabiya.weights("chess")
    for name in ("bishop", "knight"):
        assert found[-1].best_weights[name] == pytest.approx(truth[name], rel=0.15)


@pytest.mark.parametrize("method", ["lbfgs", "adam"])
def test_logistic_finds_the_ratio_of_weights(
    labelled: Callable[..., LabelledPositions],
    results: Callable[[LabelledPositions, int], LabelledPositions],
    method: str,
) -> None:
    """Results follow from scores, so that more games than weights tell most of the weights."""
    subject = results(labelled("chess", 1500, 4), 1)
    names = ("knight", "bishop", "rook", "queen")
    problem = make_problem(subject, names, start=200)
    found = list(tune(problem, "logistic", iterations=40, method=method, rate=3.0))
    losses = [iteration.objective or 0 for iteration in found]
    assert losses[-1] < losses[0]
    assert all(after <= before + 1e-3 for before, after in itertools.pairwise(losses))
    weights = found[-1].best_weights
    assert weights["queen"] > 1.5 * weights["rook"] > 1.5 * weights["knight"] > 0
    assert found[-1].best == found[-1].chosen


def test_logistic_methods_agree(
    labelled: Callable[..., LabelledPositions],
    results: Callable[[LabelledPositions, int], LabelledPositions],
) -> None:
    problem = make_problem(results(labelled("loa", 400, 6), 2), ["mobility", "walls"], start=5)
    options: Any = {"iterations": 200, "l2": 1e-4, "scale": 100.0}
    lbfgs, adam = (
        list(tune(problem, "logistic", method=method, rate=0.3, **options))[-1]
        for method in ("lbfgs", "adam")
    )
    assert lbfgs.base == pytest.approx(adam.base, rel=2e-2, abs=2e-2)


def test_penalties_pull_towards_the_start(
    labelled: Callable[..., LabelledPositions],
    results: Callable[[LabelledPositions, int], LabelledPositions],
) -> None:
    problem = make_problem(results(labelled("loa", 400, 6), 2), ["mobility", "walls"], start=5)

    def way(**penalty: Any) -> float:
        last = list(tune(problem, "logistic", iterations=30, **penalty))[-1]
        return float(np.abs(np.subtract(last.base, problem.start)).sum())

    free = way()
    assert way(l2=0.01) < 0.5 * free
    assert way(l1=0.001) < free
    for method in ("lbfgs", "adam"):
        last = list(tune(problem, "logistic", iterations=9, method=method, l1=10.0))[-1]
        assert last.base == pytest.approx(problem.start, abs=1e-9)


def test_control_chooses_the_penalty(
    labelled: Callable[..., LabelledPositions],
    results: Callable[[LabelledPositions, int], LabelledPositions],
) -> None:
    learnt, examined = (results(labelled("loa", n, seed), 2) for n, seed in ((60, 6), (400, 7)))
    problem = make_problem(learnt, ["all"], control=examined)
    found = list(tune(problem, "logistic", patience=0, l2=1.0, path=4, scale=100.0))
    moved = [float(np.abs(np.subtract(each.base, problem.start)).max()) for each in found]
    assert moved[1] < 0.2 < moved[-1]
    assert found[-1].chosen_control == max(each.chosen_control or 0 for each in found)
    weakest = list(tune(problem, "logistic", patience=0, l2=1e-4, scale=100.0))[-1]
    assert found[-1].base == pytest.approx(weakest.base, rel=1e-2, abs=1e-2)


def test_a_path_of_penalties_goes_on_where_it_stopped(
    labelled: Callable[..., LabelledPositions],
    results: Callable[[LabelledPositions, int], LabelledPositions],
) -> None:
    problem = make_problem(results(labelled("loa", 200, 6), 2), ["all"])
    options: Any = {"l2": 1.0, "path": 3, "steps": 2}
    whole = [each.base for each in tune(problem, "logistic", **options)]
    run = tune(problem, "logistic", **options)
    parts = [next(run).base]
    while not run.end:
        state = json.loads(json.dumps(run.state()))
        run = tune(problem, "logistic", state=state)
        parts.append(next(run).base)
    assert parts == whole


@pytest.mark.parametrize("options", [{"path": 2}, {"path": 2, "l2": 1.0, "method": "adam"}])
def test_a_path_needs_a_penalty_to_begin_with(
    options: Any,
    labelled: Callable[..., LabelledPositions],
    results: Callable[[LabelledPositions, int], LabelledPositions],
) -> None:
    problem = make_problem(results(labelled("loa", 50, 6), 2), ["all"])
    with pytest.raises(ValueError, match="a penalty l1 or l2 to begin the path with"):
        tune(problem, "logistic", **options)


def test_spsa_follows_the_games() -> None:
    found = list(tune(games(), "spsa", iterations=200, pairs=4, rate=20.0))
    assert found[-1].base == pytest.approx((120, -30), abs=5)
    assert found[0].train is None
    assert found[0].n_tested == 4


def problem_for(
    tuner: str, eleven: Problem, results: Callable[[LabelledPositions, int], LabelledPositions]
) -> Problem:
    if tuner == "spsa":
        return games()
    if tuner != "logistic":
        return eleven
    positions = label_positions_of(eleven)
    return make_problem(results(positions, 1), ELEVEN, start=50, seed=5)


def label_positions_of(problem: Problem) -> LabelledPositions:
    """The same positions for every call, with labels of a fixed player."""
    del problem
    start = tabiya.game("chess").initial()
    after = [start.play(move) for move in start.legal_moves()]
    positions = [p.play(move) for p in after for move in p.legal_moves()]
    return label_positions(positions, np.linspace(-200, 200, len(positions)))


@pytest.mark.parametrize("tuner", TUNERS)
@pytest.mark.parametrize("stop", [1, 5])
def test_stopped_run_goes_on_as_if_it_had_not(
    tuner: str,
    stop: int,
    eleven: Problem,
    results: Callable[[LabelledPositions, int], LabelledPositions],
) -> None:
    problem = problem_for(tuner, eleven, results)
    options: dict[str, Any] = {"smooth_iterations": 3} if tuner == "surrogate" else {}
    whole = list(tune(problem, tuner, iterations=8, **options))
    run = tune(problem, tuner, iterations=stop, **options)
    first = list(run)
    state = json.loads(json.dumps(run.state()))
    rest = list(tune(problem, state=state, iterations=8))
    assert [i.number for i in first + rest] == list(range(len(whole)))
    assert first + rest == whole


def test_adam_goes_on_with_its_memory(
    eleven: Problem, results: Callable[[LabelledPositions, int], LabelledPositions]
) -> None:
    problem = problem_for("logistic", eleven, results)
    whole = list(tune(problem, "logistic", iterations=6, method="adam"))
    run = tune(problem, "logistic", iterations=3, method="adam")
    assert list(run) == whole[:3]
    state = json.loads(json.dumps(run.state()))
    assert list(tune(problem, state=state, iterations=6)) == whole[3:]


@pytest.mark.parametrize("tuner", ["ascent", "surrogate"])
def test_threads_change_nothing(tuner: str, labelled: Callable[..., LabelledPositions]) -> None:
    runs = []
    for threads in (1, 2):
        problem = make_problem(labelled("chess", 400, 2), ELEVEN, start=50, threads=threads)
        runs.append(list(tune(problem, tuner, iterations=6)))
    assert runs[0] == runs[1]


def test_numpys_own_randomness_changes_nothing(eleven: Problem) -> None:
    runs = []
    for seed in (1, 2):
        np.random.seed(seed)  # noqa: NPY002 (somebody else's)
        runs.append(list(tune(eleven, "cma", iterations=5)))
    assert runs[0] == runs[1]


def test_work_may_be_done_elsewhere_in_any_order(eleven: Problem) -> None:
    """Each item alone, last first, through its text: what a store and a cluster do."""
    asked: list[PieceOfWork] = []

    def elsewhere(items: Sequence[PieceOfWork]) -> list[float]:
        asked.extend(items)
        backwards = [eleven.evaluate([item])[0] for item in reversed(items)]
        return backwards[::-1]

    options: dict[str, Any] = {"iterations": 4, "sample": 100, "plateau": 1}
    assert list(tune(eleven, evaluate=elsewhere, **options)) == list(tune(eleven, **options))
    # 25 in each iteration, and the base vector that the next one would have had; none twice.
    assert len(asked) == 4 * 25 + 2
    assert len(set(asked)) == len(asked)


def test_vectors_that_are_too_few_are_refused(eleven: Problem) -> None:
    with pytest.raises(ValueError, match="evaluate: expected 24 values, found 1"):
        next(tune(eleven, evaluate=lambda _: [0.5]))


def test_state_of_another_problem_is_refused(eleven: Problem) -> None:
    run = tune(eleven, iterations=1)
    next(run)
    with pytest.raises(ValueError, match="state: expected one of the same weights"):
        tune(replace(eleven, seed=99), state=run.state())
    with pytest.raises(ValueError, match="no further options, found step"):
        tune(eleven, state=run.state(), step=3)
    with pytest.raises(ValueError, match="found no 'format'"):
        tune(eleven, state={"tuner": "ascent"})


@pytest.mark.parametrize(
    ("tuner", "options", "message"),
    [
        ("gradient", {}, "tuner: expected one of ascent, surrogate, logistic, cma, spsa, found"),
        ("ascent", {"slope": 1}, "ascent: expected options among fraction, .*, found 'slope'"),
        ("ascent", {"fraction": -1}, "ascent: expected fraction from 0 to inf, found -1"),
        ("ascent", {"step": "far"}, "ascent: expected a number for step, found 'far'"),
        ("ascent", {"momentum": 2}, "ascent: expected momentum from 0 to 1, found 2"),
        ("surrogate", {"margin": 0}, "surrogate: expected margin from 1e-09 to inf, found 0"),
        ("surrogate", {"marign": 0}, "surrogate: expected options among margin, .*'marign'"),
        ("logistic", {"label_scale": 0}, "logistic: expected label_scale from 1e-09 to inf"),
        ("cma", {"population": 1}, "cma: expected population from 2 to inf, found 1"),
        ("spsa", {}, "spsa: expected a problem with games to play, found none"),
        ("ascent", {"iterations": -1}, "iterations: expected 0 or more, found -1"),
    ],
)
def test_bad_options_are_one_line(
    eleven: Problem, tuner: str, options: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        tune(eleven, tuner, **options)  # type: ignore[arg-type] # settings of several types
    assert "\n" not in str(caught.value)


def test_vector_type_is_a_tuple_of_floats(eleven: Problem) -> None:
    vector: Vector = next(tune(eleven)).base
    assert all(isinstance(value, float) for value in vector)
