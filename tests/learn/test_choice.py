"""What is handed over: chosen on control, never a run that lost its way, no step thrown away."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
import scipy

from tabiya.learn import (
    Logistic,
    PieceOfWork,
    Portion,
    Problem,
    State,
    Step,
    Vector,
    label_positions,
    make_problem,
    tune,
)
from tabiya.learn._smooth import scaling
from tabiya.positions import LabelledPositions


@dataclass(frozen=True)
class Made:
    """A landscape in place of positions."""

    landscape: Callable[[Vector], float]
    fingerprint: str = "made"

    def __len__(self) -> int:
        return 100

    def taus(self, vectors: Sequence[Vector]) -> list[float]:
        return [self.landscape(vector) for vector in vectors]

    def seen(self, view: Portion) -> "Made":
        del view
        return self


def climb(
    train: Callable[[Vector], float],
    control: Callable[[Vector], float] | None = None,
    start: Vector = (10.0,),
    **more: Any,
) -> Problem:
    n = len(start)
    bounds: Any = {"least": (-1e9,) * n, "most": (1e9,) * n, "resolution": (0.0,) * n}
    names = tuple("abcdefgh"[:n])
    held = None if control is None else Made(control)
    return Problem(names, start, train=Made(train), control=held, **(bounds | more))


def hill(top: float) -> Callable[[Vector], float]:
    return lambda vector: -((vector[0] - top) ** 2) / 1000


def test_vector_is_chosen_on_control() -> None:
    """Training is best at 20, control at 14: what is handed over lies near 14."""
    found = list(tune(climb(hill(20), hill(14)), "ascent", iterations=60, patience=0))
    last = found[-1]
    assert last.best[0] == pytest.approx(20, abs=0.5)
    assert last.chosen[0] == pytest.approx(14, abs=0.5)
    assert last.chosen_control == pytest.approx(hill(14)(last.chosen))
    assert last.chosen_value == pytest.approx(hill(20)(last.chosen))
    assert last.best_control == pytest.approx(hill(14)(last.best))


def test_best_tested_vectors_are_measured_on_control_too() -> None:
    """Only a test vector, never a base, is good on control."""
    measured: list[PieceOfWork] = []
    problem = climb(hill(20), hill(14))

    def evaluate(items: Sequence[PieceOfWork]) -> list[float]:
        measured.extend(items)
        return problem.evaluate(items)

    steps = list(tune(problem, "ascent", iterations=3, evaluate=evaluate))
    on_control = {item.vector for item in measured if item.view.part == "control"}
    assert {step.base for step in steps} <= on_control
    assert {step.best for step in steps} <= on_control


def test_run_stops_when_control_no_longer_rises() -> None:
    stopped = list(tune(climb(hill(20), hill(14)), "ascent", iterations=60, patience=5))
    assert len(stopped) < 40
    assert stopped[-1].end == "control has not risen for 5 iterations"
    assert all(step.end == "" for step in stopped[:-1])
    whole = list(tune(climb(hill(20), hill(14)), "ascent", iterations=60, patience=0))
    assert len(whole) > len(stopped)
    assert whole[-1].end == "converged"


def test_patience_is_saved_with_the_run() -> None:
    problem = climb(hill(20), hill(14))
    whole = list(tune(problem, "ascent", iterations=60, patience=4, control_loss=0.5))
    run = tune(problem, "ascent", iterations=5, patience=4, control_loss=0.5)
    first = list(run)
    state = json.loads(json.dumps(run.state()))
    rest = tune(problem, state=state, iterations=60)
    assert (rest.patience, rest.control_loss) == (4, 0.5)
    assert first + list(rest) == whole


def test_last_step_is_not_thrown_away() -> None:
    """With one iteration, its step is all there is."""
    (only,) = tune(climb(hill(20)), "ascent", iterations=1)
    assert only.best[0] > only.base[0] + 0.1
    assert only.best_value == hill(20)(only.best)


class Lost:
    """A tuner that goes to where nothing is a number."""

    name = "lost"

    def __init__(
        self, problem: Problem, options: Mapping[str, object], state: State | None = None
    ) -> None:
        del options
        self.base: Vector = tuple((state or {}).get("base", problem.start))
        self.is_done = False

    def ask(self) -> list[PieceOfWork]:
        return [PieceOfWork(self.base)]

    def tell(self, values: Sequence[float]) -> Step:
        base = self.base
        self.base = (base[0] * 1e200,) if base[0] < 1e300 else (float("nan"),)
        return Step(values[0], ((base, values[0]),), ("lost",))

    def state(self) -> State:
        return {"base": list(self.base)}


@pytest.mark.parametrize("control", [None, lambda vector: vector[0] * 1e200])
def test_run_that_diverges_is_never_the_best(control: Callable[[Vector], float] | None) -> None:
    """Values of infinity and of no number are worth nothing, however high they are."""

    def train(vector: Vector) -> float:
        return vector[0] * vector[0]

    with np.errstate(over="ignore"):
        found = list(tune(climb(train, control, start=(2.0,)), Lost, iterations=4))
    assert found[-1].best == (2.0,)
    assert found[-1].chosen == (2.0,)


def test_adam_that_diverges_is_never_the_best(
    labelled: Callable[..., LabelledPositions],
    results: Callable[[LabelledPositions, int], LabelledPositions],
) -> None:
    problem = make_problem(results(labelled("loa", 400, 6), 2), ["mobility", "walls"], start=5)
    found = list(tune(problem, "logistic", iterations=6, method="adam", rate=1e6))
    losses = [step.objective or 0.0 for step in found]
    assert max(losses) > losses[0]
    at = {step.base: step.objective for step in found}
    best = at.get(found[-1].best, losses[0])
    assert best is not None
    assert best <= losses[0]


@pytest.mark.parametrize("steps", [1, 3, 1000])
@pytest.mark.parametrize("tuner", ["logistic", "surrogate"])
def test_descent_is_one_whatever_the_slices(
    tuner: str,
    steps: int,
    labelled: Callable[..., LabelledPositions],
    results: Callable[[LabelledPositions, int], LabelledPositions],
) -> None:
    """Where scipy ends in one call, a run ends, however often it is looked at or stopped."""
    names = ["mobility", "walls", "quads", "concentration"]
    problem = make_problem(results(labelled("loa", 400, 6), 2), names, start=5)
    options: Any = {"steps": steps, "tolerance": 1e-12}
    if tuner == "surrogate":
        options |= {"finish": False, "smooth_iterations": 10_000}
    found = list(tune(problem, tuner, **options))
    assert found[-1].end == "converged"
    examples: Any = problem.train
    scale = scaling(problem, examples)
    K = Logistic(problem).scale  # noqa: N806 (its name everywhere)

    def objective(away: np.ndarray) -> tuple[float, np.ndarray]:
        vector = away / scale
        margin = found_margin(tuner, problem)
        value, gradient = (
            examples.logistic(vector, K)
            if tuner == "logistic"
            else examples.pairwise(vector, margin)
        )
        return value, gradient / scale

    bounds = list(zip(np.array(problem.least) * scale, np.array(problem.most) * scale, strict=True))
    alone = scipy.optimize.minimize(
        objective,
        np.array(problem.start) * scale,
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"maxiter": 10**6, "maxfun": 10**6, "maxcor": 20, "ftol": 1e-12, "gtol": 0.0},
    )
    assert found[-1].objective == pytest.approx(alone.fun, rel=1e-9)


def found_margin(tuner: str, problem: Problem) -> float:
    from tabiya.learn import Surrogate  # noqa: PLC0415 (one test needs it)

    return Surrogate(problem).margin if tuner == "surrogate" else 0.0


def test_cma_finds_optima_at_a_bound() -> None:
    """The bounds are those of ``cma`` itself: the way along a bound is not lost."""

    def corner(vector: Vector) -> float:
        return -(3 * abs(vector[0] - 20) + abs(vector[1]) + (vector[2] - 5) ** 2 / 10) / 100

    for seed in range(4):
        problem = climb(
            corner,
            start=(10.0, 10.0, 10.0),
            least=(0.0, 0.0, 0.0),
            most=(20.0, 20.0, 20.0),
            seed=seed,
        )
        found = list(tune(problem, "cma", iterations=100))[-1]
        assert found.best == pytest.approx((20, 0, 5), abs=0.1), seed


@pytest.mark.parametrize("rate", [1.0, 6.0])
def test_rate_of_spsa_is_what_the_page_says(rate: float) -> None:
    """A result of 1 moves each weight by rate / (2 · distance) of its units at first."""
    problem = Problem(
        ("a", "b"), (100.0, 0.0), (-1e9,) * 2, (1e9,) * 2, (0.0,) * 2, duel=lambda *_: 1.0
    )
    first, second = tune(problem, "spsa", iterations=2, rate=rate, distance=2.0)
    moved = np.abs(np.subtract(second.base, first.base))
    assert moved == pytest.approx(rate / (2 * 2.0) * np.array([10.0, 1.0]))


def test_games_overrule_control() -> None:
    """A run by games ends with what games prefer, whatever labels say."""
    problem = replace(climb(hill(0), hill(0)), duel=lambda a, b: np.tanh(a["a"] - b["a"]))
    found = list(tune(problem, "spsa", iterations=10, rate=5.0))
    assert found[-1].chosen[0] > 11
    assert found[-1].chosen == found[-1].best


def test_labels_of_two_positions_make_a_problem(labelled: Callable[..., LabelledPositions]) -> None:
    subject = labelled()
    two = label_positions([subject.positions[0], subject.positions[1]], [0.0, 1.0])
    assert len(make_problem(two, ["mobility"]).train or ()) == 2
