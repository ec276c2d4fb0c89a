"""Tunings that are kept: interrupted at any moment, they end as if they had not been."""

import itertools
import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from sqlalchemy import func, select

import tabiya
from tabiya.cluster import DaskWorkers, Threads
from tabiya.learn import (
    Iteration,
    PieceOfWork,
    Problem,
    State,
    StaticExamples,
    Step,
    Vector,
    check_tuner,
    make_problem,
    tune,
)
from tabiya.play import ProofPlan, prove
from tabiya.positions import PositionSet, labelled_positions
from tabiya.runs import (
    MadeProblem,
    RunMismatchError,
    TuningResult,
    TuningRun,
    TuningTask,
    arrays_of,
    bootstrap_errors,
    past_iterations,
    run_tuning,
    settled,
)
from tabiya.runs._tables import VECTORS, WORK
from tabiya.store import open_database

NAMES = ("mobility", "walls", "quads")
names = itertools.count()


def made_up_set(seed: int, n: int = 150) -> PositionSet:
    """Positions of random play, labelled by the default weights."""
    rng = np.random.default_rng(seed)
    game = tabiya.game("loa")
    positions: list[tabiya.Position] = []
    while len(positions) < n:
        position = game.initial()
        for _ in range(int(rng.integers(4, 24))):
            if position.result is None:
                position = position.play(str(rng.choice(position.legal_moves())))
        if position.result is None:
            positions.append(position)
    scores = tabiya.analysts.assess(tabiya.analysts.StaticAnalyst(tabiya.Player("loa")), positions)
    rows = {
        "position": [str(p) for p in positions],
        "side": [p.side_to_move for p in positions],
        "kind": ["score"] * n,
        "value": scores,
    }
    return PositionSet("loa", pl.DataFrame(rows))


@pytest.fixture(scope="module")
def task() -> TuningTask:
    return TuningTask(train=made_up_set(1), control=made_up_set(2), names=NAMES, start=1.0, seed=3)


def vectors(steps: Sequence[Iteration]) -> list[tuple[object, ...]]:
    return [(s.number, s.base, s.best, s.train, s.control) for s in steps]


def test_an_interrupted_run_ends_like_an_undisturbed_one(task: TuningTask, place: str) -> None:
    name = f"run {next(names)}"
    with open_database(place) as database:
        whole = list(run_tuning(task, database, name=f"{name} whole", iterations=8))
    with open_database(place) as database:
        part = list(itertools.islice(run_tuning(task, database, name=name, iterations=8), 3))
    with open_database(place) as database:
        rest = list(run_tuning(task, database, name=name, iterations=8))
        assert vectors(part + rest) == vectors(whole)
        assert vectors(past_iterations(database, task, name=name)) == vectors(whole)
        assert list(run_tuning(task, database, name=name, iterations=8)) == []


def test_work_that_was_done_is_not_done_again(task: TuningTask, place: str) -> None:
    done: list[PieceOfWork] = []

    def measure(item: PieceOfWork) -> float:
        if len(done) == 4:
            raise KeyboardInterrupt
        done.append(item)
        return task(item)

    items = [PieceOfWork((float(i), 1.0, 1.0)) for i in range(7)]
    with open_database(place) as database:
        run = TuningRun(database, f"work {next(names)}", {"a": 1})
        with Threads(1) as workers, pytest.raises(KeyboardInterrupt):
            run.evaluate(measure, workers, items)
        first, again = set(done), []
        with Threads(1) as workers:
            values = run.evaluate(lambda item: again.append(item) or task(item), workers, items)  # type: ignore[func-returns-value] # append returns nothing, which is false
        assert first.isdisjoint(again)
        assert len(again) == 3
        assert values == task.problem().evaluate(items)


def test_who_did_what_changes_nothing(task: TuningTask, place: str) -> None:
    with open_database(place) as database:
        together = list(run_tuning(task, database, name=f"a {next(names)}", iterations=3))
        with Threads(3) as workers:
            apart = list(
                run_tuning(task, database, name=f"b {next(names)}", iterations=3, workers=workers)
            )
    assert vectors(together) == vectors(apart)


def test_a_lost_worker_changes_nothing(task: TuningTask, tmp_path: Path) -> None:
    searched = replace(task, mode="search", nodes=300)
    with open_database(tmp_path / "a.db") as database:
        alone = list(run_tuning(searched, database, iterations=2))
    with open_database(tmp_path / "b.db") as database, DaskWorkers("local", n_workers=2) as workers:
        steps = run_tuning(searched, database, iterations=2, workers=workers)
        found = [next(steps)]
        os.kill(workers.pids()[0], signal.SIGKILL)
        found += list(steps)
    assert vectors(found) == vectors(alone)


def test_test_vectors_are_kept_as_differences(task: TuningTask, tmp_path: Path) -> None:
    with open_database(tmp_path / "run.db") as database:
        list(run_tuning(task, database, iterations=1))
        with database.step() as step:
            rows = step.execute(select(VECTORS)).all()
            n_work = step.execute(select(func.count()).select_from(WORK)).scalar_one()
    bases = [row for row in rows if row.is_base]
    tests = [row for row in rows if not row.is_base]
    assert len(tests) == 2 * len(NAMES)
    assert all(len(row.content) == 1 for row in tests)
    assert all(len(row.content) == len(NAMES) for row in bases)
    assert n_work >= 1 + 2 * len(NAMES)


def test_other_settings_are_refused(task: TuningTask, place: str) -> None:
    name = f"settings {next(names)}"
    with open_database(place) as database:
        list(run_tuning(task, database, name=name, iterations=1))
        with pytest.raises(RunMismatchError, match=r"expected seed 3 .* found 4"):
            list(run_tuning(replace(task, seed=4), database, name=name, iterations=1))
        other = replace(task, train=made_up_set(9))
        with pytest.raises(RunMismatchError, match="expected train"):
            list(run_tuning(other, database, name=name, iterations=1))


def test_a_result_says_where_it_disagrees(task: TuningTask, tmp_path: Path) -> None:
    with open_database(tmp_path / "run.db") as database:
        result = TuningResult(task, "ascent", tuple(run_tuning(task, database, iterations=10)))
    before, after = result.disagreements(3)
    assert len(before[1]) == len(after[1]) == 3
    share_before, share_after = (
        float(words.split()[3].rstrip("%")) for words, _ in (before, after)
    )
    assert share_after < share_before
    record = result.record()
    assert record.final == result.chosen
    assert record.steps[0].weights == (1.0, 1.0, 1.0)


def test_errors_are_by_full_refits_on_resampled_games(task: TuningTask, tmp_path: Path) -> None:
    with open_database(tmp_path / "run.db") as database:
        result = TuningResult(task, "ascent", tuple(run_tuning(task, database, iterations=5)))
    errors = bootstrap_errors(result, 3)
    # The same by hand: as many games as there are, drawn with repetition, tuned from the start.
    assert task.train is not None
    game = np.unique(arrays_of(task.train).groups, return_inverse=True)[1]
    n_games = int(game.max()) + 1
    tuned = []
    for sample in range(3):
        drawn = np.random.default_rng([task.seed, sample]).integers(0, n_games, n_games)
        times = np.array([np.count_nonzero(drawn == number) for number in game], dtype=float)
        problem = task.problem()
        assert isinstance(problem.train, StaticExamples)
        resampled = replace(problem, train=problem.train.reweighted(times))
        tuned.append(list(tune(resampled, "ascent", iterations=5))[-1].chosen)
    assert errors == pytest.approx(np.std(tuned, axis=0, ddof=1).tolist())
    assert max(errors) > 0
    half = bootstrap_errors(replace(result, part=0.5), 3)  # half of the way errs by half
    assert half == pytest.approx([error / 2 for error in errors])
    with pytest.raises(ValueError, match="expected 2 samples or more"):
        bootstrap_errors(result, 1)


def test_refits_have_the_patience_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(6).standard_normal((60, 2))
    problem = make_problem(rows, rows @ [2.0, 1.0], start=1.0, control=0.4)
    steps = tuple(tune(problem, iterations=2, patience=7))
    asked = []

    def noted(*arguments: Any, **settings: Any) -> Any:
        asked.append(settings["patience"])
        return tune(*arguments, **settings)

    monkeypatch.setattr("tabiya.runs._errors.tune", noted)
    bootstrap_errors(TuningResult(MadeProblem(problem), "ascent", steps, patience=7), 2)
    assert asked == [7, 7]


def test_errors_of_a_logistic_fit_are_those_of_the_sandwich() -> None:
    """Full refits scatter as the robust covariance of the fit says (White 1982)."""
    rng = np.random.default_rng(4)
    features = rng.standard_normal((1200, 3))
    truth = np.array([120.0, -60.0, 30.0])
    results = (rng.random(1200) < 1 / (1 + np.exp(-features @ truth / 100))).astype(float)
    problem = make_problem(features, results, names=list("abc"), start=[100, -50, 20])
    options: Any = {"scale": 100.0, "tolerance": 1e-13}
    steps = tuple(tune(problem, "logistic", **options))
    errors = bootstrap_errors(TuningResult(MadeProblem(problem), "logistic", steps, options), 60)
    rows = features / 100
    chance = 1 / (1 + np.exp(-rows @ np.array(steps[-1].chosen)))
    bread = np.linalg.inv((rows * (chance * (1 - chance))[:, None]).T @ rows)
    meat = (rows * ((results - chance) ** 2)[:, None]).T @ rows
    sandwich = np.sqrt(np.diag(bread @ meat @ bread))
    assert np.array(errors) == pytest.approx(sandwich, rel=0.3)


class Own:
    """A tuner of somebody else's: a random step, kept if it is better."""

    name = "own"

    def __init__(
        self, problem: Problem, options: Mapping[str, object], state: State | None = None
    ) -> None:
        self._problem = problem
        self._size = float(str(options.get("size", 1.0)))
        state = state or {}
        self.base: Vector = tuple(state.get("base", problem.start))
        self._number: int = state.get("number", 0)
        self.is_done = False

    def ask(self) -> list[PieceOfWork]:
        return [PieceOfWork(self.base), PieceOfWork(self._tried())]

    def tell(self, values: Sequence[float]) -> Step:
        tested = ((self.base, values[0]), (self._tried(), values[1]))
        if values[1] > values[0]:
            self.base = self._tried()
        self._number += 1
        return Step(values[0], tested, ("own",) * len(self.base))

    def state(self) -> State:
        return {"base": list(self.base), "number": self._number}

    def _tried(self) -> Vector:
        noise = self._problem.generator(9, self._number).standard_normal(len(self.base))
        return self._problem.fitted(np.array(self.base) + self._size * noise)


def own_assess(weights: dict[str, float], positions: Sequence[tabiya.Position]) -> np.ndarray:
    return tabiya.Player("loa", weights=weights).evaluate_many(positions)


def test_a_tuner_and_a_callable_of_ones_own_are_kept_and_shared(
    task: TuningTask, tmp_path: Path
) -> None:
    check_tuner(Own, {"size": 0.5})
    assert task.train is not None
    subject = arrays_of(task.train)
    problem = make_problem(subject, NAMES, start=dict.fromkeys(NAMES, 1.0), assess=own_assess)
    with open_database(tmp_path / "a.db") as database:
        whole = list(run_tuning(problem, database, tuner=Own, iterations=6, options={"size": 2}))
    with open_database(tmp_path / "b.db") as database, Threads(2) as workers:
        settings: Any = {"tuner": Own, "options": {"size": 2}, "workers": workers}
        part = list(itertools.islice(run_tuning(problem, database, iterations=6, **settings), 2))
        rest = list(run_tuning(problem, database, iterations=6, **settings))
    assert vectors(part + rest) == vectors(whole)
    result = TuningResult(MadeProblem(problem, words="my engine"), Own, tuple(whole), {"size": 2})
    page = tmp_path / "report.html"
    tabiya.report.tuning_report(result.record(), page)
    assert "my engine" in page.read_text()
    assert result.gain() is not None


def test_problem_of_features_goes_to_workers(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    features = rng.integers(-3, 4, (200, 4)).astype(float)
    labels = features @ np.array([4.0, 3.0, 2.0, 1.0])
    games = np.repeat(np.arange(50), 4)
    problem = make_problem(features, labels, start=1.0, groups=games, control=0.3)
    with open_database(tmp_path / "a.db") as database:
        alone = list(run_tuning(problem, database, iterations=3))
    with open_database(tmp_path / "b.db") as database, DaskWorkers("local", n_workers=1) as workers:
        shared = list(run_tuning(problem, database, iterations=3, workers=workers))
    assert vectors(shared) == vectors(alone)
    assert alone[-1].control is not None


def test_what_a_callable_has_learnt_is_put_to_the_proof(tmp_path: Path) -> None:
    """Somebody's own assessments, and a function that makes who plays with the weights."""
    subject = labelled_positions(made_up_set(1))

    def assess(weights: Mapping[str, float], positions: Sequence[tabiya.Position]) -> Any:
        player = tabiya.Player("loa", weights={"walls": weights["Walls"]})
        return tabiya.analysts.assess(tabiya.analysts.StaticAnalyst(player), positions)

    asked = []

    def make(weights: dict[str, float]) -> tabiya.Player:
        asked.append(weights)
        return tabiya.Player("loa", weights={"walls": weights["Walls"]})

    problem = make_problem(subject, ["Walls"], start=-200, assess=assess)
    made = MadeProblem(problem, plays=make, game="loa")
    plan = ProofPlan.parse("random:4, 4 games, 30 nodes")
    plan.check("loa", make, weights=problem.weights(problem.start))
    proof = prove(
        plan,
        made.game_name,
        ("tuned", {"Walls": 15.0}),
        ("start", problem.weights(problem.start)),
        base=make,
        folder=tmp_path,
    )
    assert proof.verdict.n_games == 4
    assert {"Walls": -200.0} in asked
    assert {"Walls": 15.0} in asked
    assert len(list(tmp_path.glob("*.pgn"))) == 1
    with pytest.raises(ValueError, match="expected a player or an engine of a function"):
        plan.check("loa", lambda _: "nobody")  # type: ignore[arg-type,return-value] # that is it


def test_leaves_are_those_of_the_weights() -> None:
    hanging = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
    rows = {"position": [hanging] * 2, "side": ["white"] * 2, "kind": ["score"] * 2}
    table = pl.DataFrame(rows | {"value": [100.0, 90.0], "game": [1, 2], "file": ["a", "a"]})
    task = TuningTask(train=PositionSet("chess", table), names=("pawn", "queen"))
    usual, pacifist = settled(task, {}), settled(task, {"queen": 0.0, "pawn": 900.0})
    assert isinstance(usual.train, PositionSet)
    assert usual.train.table["position"].to_list() == ["4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"] * 2
    assert usual.train.table["origin"].to_list() == [hanging] * 2
    assert isinstance(pacifist.train, PositionSet)
    assert pacifist.train.table["position"].to_list() != usual.train.table["position"].to_list()
    assert pacifist.weights == {"queen": 0.0, "pawn": 900.0}
    with pytest.raises(ValueError, match="leaves: expected positions and their static evaluation"):
        settled(replace(task, mode="quiescence"), {})
