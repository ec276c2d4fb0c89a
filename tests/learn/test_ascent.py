"""Estimated gradient ascent on landscapes whose shape is known."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tabiya.learn import Ascent, PieceOfWork, Portion, Problem, tune
from tabiya.positions import LabelledPositions

Landscape = Callable[[Sequence[float]], float]


@dataclass(frozen=True)
class Made:
    """Examples whose tau is a formula."""

    landscape: Landscape
    n: int = 5000

    @property
    def fingerprint(self) -> str:
        return f"{self.landscape.__name__} {self.n}"

    def __len__(self) -> int:
        return self.n

    def taus(self, vectors: Sequence[Sequence[float]]) -> list[float]:
        return [float(self.landscape(vector)) for vector in vectors]

    def seen(self, view: Portion) -> "Made":
        return Made(self.landscape, view.n_positions or self.n)


def made(landscape: Landscape, start: Sequence[float], **more: Any) -> Problem:
    n = len(start)
    bounds = {"least": (-1e9,) * n, "most": (1e9,) * n, "resolution": (0.0,) * n}
    names = tuple("abcdefgh"[:n])
    return Problem(names, tuple(start), train=Made(landscape), **{**bounds, **more})


def hill(vector: Sequence[float]) -> float:
    return 0.9 - 1e-6 * float(
        sum((w - top) ** 2 for w, top in zip(vector, (300, -40), strict=True))
    )


def test_one_iteration_tests_base_and_two_vectors_per_weight() -> None:
    asked = Ascent(made(hill, (50.0, 50.0))).ask()
    assert [item.vector for item in asked[:1]] == [(50.0, 50.0)]
    assert len(asked) == 5
    for index, (low, high) in enumerate([(1, 2), (3, 4)]):
        below, above = asked[low].vector, asked[high].vector
        assert below[1 - index] == above[1 - index] == 50
        assert 50 - below[index] == pytest.approx(above[index] - 50)
        assert 0.5 <= above[index] - 50 < 1


@pytest.mark.parametrize("momentum", [0.0, 0.5])
def test_ascent_finds_the_top_of_a_hill(momentum: float) -> None:
    run = tune(made(hill, (50.0, 50.0)), "ascent", iterations=300, momentum=momentum)
    last = list(run)[-1]
    assert last.base == pytest.approx((300, -40), abs=1)
    assert set(last.cases) <= {"flat", "ascending", "descending", "concave up", "concave down"}


def test_momentum_is_quicker() -> None:
    def iterations(momentum: float) -> int:
        run = tune(made(hill, (50.0, 50.0)), "ascent", iterations=300, momentum=momentum)
        return next(i.number for i in run if i.base[0] > 280)

    assert iterations(0.6) < 0.7 * iterations(0.0)


def test_distance_is_a_shrinking_part_of_the_weight() -> None:
    options = {"fraction": 0.02, "fraction_decay": 0.5, "random_most": 0.0}
    problem = made(lambda _: 0.5, (200.0,))
    ascent = Ascent(problem, options)
    distances = []
    for _ in range(3):
        distances.append(ascent.ask()[2].vector[0] - 200)
        ascent.tell([0.5] * 3)
    assert distances == pytest.approx([4, 2, 1])


def test_random_distance_frees_a_weight_at_zero() -> None:
    def tau(vector: Sequence[float]) -> float:
        return -abs(vector[0] - 20) / 1000

    moved = list(tune(made(tau, (0.0,)), "ascent", iterations=60))[-1].base[0]
    stuck = list(tune(made(tau, (0.0,)), "ascent", iterations=60, random_most=0.0))[-1].base[0]
    assert moved == pytest.approx(20, abs=2)
    assert stuck == 0


def test_step_along_slopes_shrinks() -> None:
    options = {"step": 100.0, "step_decay": 0.5, "flat": 0.0}
    ascent = Ascent(made(lambda v: v[0] / 1000, (50.0,)), options)
    changes = []
    for _ in range(3):
        before = ascent.base[0]
        ascent.tell([item.vector[0] / 1000 for item in ascent.ask()])
        changes.append(ascent.base[0] - before)
    assert changes == pytest.approx([0.1, 0.05, 0.025])


def test_best_vector_ever_tested_is_recorded_even_if_it_was_a_test_vector() -> None:
    seen: dict[tuple[float, ...], float] = {}

    def tau(vector: Sequence[float]) -> float:
        value = float(np.sin(vector[0]) + vector[0] / 100)
        seen[tuple(vector)] = value
        return value

    last = list(tune(made(tau, (5.0,)), "ascent", iterations=30))[-1]
    assert last.best_value == max(seen.values())
    assert seen[last.best] == last.best_value
    assert last.best_value > (last.train or 0)


def test_integer_steps_are_kept() -> None:
    problem = made(hill, (50.0, 50.0), resolution=(1.0, 5.0))
    tested = Ascent(problem).ask()
    assert {item.vector[0] % 1 for item in tested} == {0}
    assert {item.vector[1] % 5 for item in tested} == {0}
    assert tested[2].vector[0] == 51
    assert tested[4].vector[1] == 55
    last = list(tune(problem, "ascent", iterations=300))[-1]
    assert last.base[0] == pytest.approx(300, abs=1)
    assert last.base[1] == -40


def test_bounds_are_kept() -> None:
    run = tune(made(hill, (50.0, 50.0), least=(0.0, 0.0), most=(200.0, 100.0)), iterations=200)
    for iteration in run:
        assert min(iteration.base) >= 0
        assert iteration.base[0] <= 200
    assert iteration.base == pytest.approx((200, 0), abs=1)


def test_samples_grow_and_change_as_told() -> None:
    def views(**options: Any) -> list[Portion]:
        ascent = Ascent(made(hill, (50.0, 50.0)), {"sample": 1000, "growth": 2.0, **options})
        found = []
        for _ in range(4):
            items = ascent.ask()
            found.append(items[0].view)
            ascent.tell([hill(item.vector) for item in items])
        return found

    growing = views()
    assert [view.n_positions for view in growing] == [1000, 2000, 4000, None]
    assert len({view.seed for view in growing[:3]}) == 1
    changing = views(changing=True, growth=1.0)
    assert {view.n_positions for view in changing} == {1000}
    assert len({view.seed for view in changing}) == 4


def test_sampled_iterations_measure_the_base_on_all_positions() -> None:
    items = Ascent(made(hill, (50.0, 50.0)), {"sample": 1000}).ask()
    assert items[-1] == PieceOfWork((50.0, 50.0))
    assert all(item.view.n_positions == 1000 for item in items[:-1])


def test_plateau_perturbs_positions_against_the_base_for_a_while() -> None:
    options = {"plateau": 3, "perturbation": 0.4, "perturbed_iterations": 2}
    ascent = Ascent(made(lambda _: 0.5, (50.0,)), options)
    strengths = []
    for _ in range(12):
        items = ascent.ask()
        emphasis = items[0].view.emphasis
        strengths.append(emphasis.strength if emphasis else 0.0)
        ascent.tell([0.5] * len(items))
    assert strengths == pytest.approx([0, 0, 0, 0, 0.4, 0.4, 0, 0, 0, 0.28, 0.28, 0])


def test_perturbed_positions_count_more_where_they_are_discordant(
    labelled: Callable[..., LabelledPositions],
) -> None:
    from tabiya.learn import Emphasis, make_problem  # noqa: PLC0415 (only here)

    problem = make_problem(labelled(), ["mobility", "walls"], start=20)
    emphasis = Portion(emphasis=Emphasis(problem.start, 2.0))
    plain, perturbed = problem.evaluate(
        [PieceOfWork(problem.start), PieceOfWork(problem.start, emphasis)]
    )
    assert perturbed < plain - 0.05


def test_state_is_json_and_goes_on_bit_for_bit() -> None:
    options: dict[str, Any] = {"plateau": 5, "momentum": 0.3, "sample": 500, "growth": 1.5}
    problem = made(hill, (50.0, 50.0), control=Made(hill), seed=7)
    whole = list(tune(problem, "ascent", iterations=25, **options))
    run = tune(problem, "ascent", iterations=11, **options)
    first = list(run)
    state = json.loads(json.dumps(run.state()))
    assert first + list(tune(problem, state=state, iterations=25)) == whole


def test_seed_changes_the_way() -> None:
    first, second = (
        list(tune(made(hill, (50.0, 50.0), seed=seed), iterations=3)) for seed in (1, 2)
    )
    assert first != second


def test_overfitting_is_pointed_out_when_train_rises_and_control_falls() -> None:
    def control(vector: Sequence[float]) -> float:
        return 0.5 - 1e-5 * (vector[0] - 70) ** 2

    problem = made(hill, (50.0, -40.0), control=Made(control))
    flags = [i.overfitting for i in tune(problem, iterations=60)]
    assert not any(flags[:12])
    assert all(flags[40:])
    harmless = made(hill, (50.0, -40.0), control=Made(hill))
    assert not any(i.overfitting for i in tune(harmless, iterations=60))


def test_distance_of_whole_numbers_grows_until_something_moves() -> None:
    """Scores that round to whole pawns: one step of a hundredth changes nothing."""

    def tau(vector: Sequence[float]) -> float:
        return -abs(round(vector[0] / 20) - 8) / 10

    problem = made(tau, (100.0,), resolution=(1.0,), least=(0.0,), most=(400.0,))
    found = list(tune(problem, "ascent", iterations=100, fraction=0.0))
    assert tau(found[-1].best) == 0
    assert found[-1].end == "converged"
    assert len(found) < 60


def test_a_run_that_stands_still_says_so_and_ends() -> None:
    found = list(tune(made(lambda _: 0.5, (3.0, 4.0)), "ascent", iterations=50))
    assert len(found) == 3
    assert [step.end for step in found] == ["", "", "converged"]
