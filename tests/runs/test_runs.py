"""Tunings that are kept: interrupted at any moment, they end as if they had not been."""

import itertools
import os
import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from sqlalchemy import func, select

import tabiya
from tabiya.cluster import DaskCrew, Threads
from tabiya.learn import Item, Iteration, tune
from tabiya.measure import make_subject
from tabiya.positions import PositionSet
from tabiya.runs import (
    Recipe,
    RunMismatchError,
    TuningResult,
    TuningRun,
    bootstrap_errors,
    past_iterations,
    run_tuning,
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
def recipe() -> Recipe:
    return Recipe(train=made_up_set(1), control=made_up_set(2), names=NAMES, start=1.0, seed=3)


def vectors(steps: Sequence[Iteration]) -> list[tuple[object, ...]]:
    return [(s.number, s.base, s.best, s.train, s.control) for s in steps]


def test_an_interrupted_run_ends_like_an_undisturbed_one(recipe: Recipe, place: str) -> None:
    name = f"run {next(names)}"
    with open_database(place) as database:
        whole = list(run_tuning(recipe, database, name=f"{name} whole", iterations=8))
    with open_database(place) as database:
        part = list(itertools.islice(run_tuning(recipe, database, name=name, iterations=8), 3))
    with open_database(place) as database:
        rest = list(run_tuning(recipe, database, name=name, iterations=8))
        assert vectors(part + rest) == vectors(whole)
        assert vectors(past_iterations(database, recipe, name=name)) == vectors(whole)
        assert list(run_tuning(recipe, database, name=name, iterations=8)) == []


def test_work_that_was_done_is_not_done_again(recipe: Recipe, place: str) -> None:
    done: list[Item] = []

    def measure(item: Item) -> float:
        if len(done) == 4:
            raise KeyboardInterrupt
        done.append(item)
        return recipe(item)

    items = [Item((float(i), 1.0, 1.0)) for i in range(7)]
    with open_database(place) as database:
        run = TuningRun(database, f"work {next(names)}", {"a": 1})
        with Threads(1) as crew, pytest.raises(KeyboardInterrupt):
            run.evaluate(measure, crew, items)
        first, again = set(done), []
        with Threads(1) as crew:
            values = run.evaluate(lambda item: again.append(item) or recipe(item), crew, items)  # type: ignore[func-returns-value]
        assert first.isdisjoint(again)
        assert len(again) == 3
        assert values == recipe.problem().evaluate(items)


def test_who_did_what_changes_nothing(recipe: Recipe, place: str) -> None:
    with open_database(place) as database:
        together = list(run_tuning(recipe, database, name=f"a {next(names)}", iterations=3))
        with Threads(3) as crew:
            apart = list(
                run_tuning(recipe, database, name=f"b {next(names)}", iterations=3, crew=crew)
            )
    assert vectors(together) == vectors(apart)


def test_a_lost_worker_changes_nothing(recipe: Recipe, tmp_path: Path) -> None:
    searched = replace(recipe, mode="search", nodes=300)
    with open_database(tmp_path / "a.db") as database:
        alone = list(run_tuning(searched, database, iterations=2))
    with open_database(tmp_path / "b.db") as database, DaskCrew("local", n_workers=2) as crew:
        steps = run_tuning(searched, database, iterations=2, crew=crew)
        found = [next(steps)]
        workers = crew.pids()
        os.kill(workers[0], signal.SIGKILL)
        found += list(steps)
    assert vectors(found) == vectors(alone)


def test_test_vectors_are_kept_as_differences(recipe: Recipe, tmp_path: Path) -> None:
    with open_database(tmp_path / "run.db") as database:
        list(run_tuning(recipe, database, iterations=1))
        with database.step() as step:
            rows = step.execute(select(VECTORS)).all()
            n_work = step.execute(select(func.count()).select_from(WORK)).scalar_one()
    bases = [row for row in rows if row.is_base]
    tests = [row for row in rows if not row.is_base]
    assert len(tests) == 2 * len(NAMES)
    assert all(len(row.content) == 1 for row in tests)
    assert all(len(row.content) == len(NAMES) for row in bases)
    assert n_work >= 1 + 2 * len(NAMES)


def test_other_settings_are_refused(recipe: Recipe, place: str) -> None:
    name = f"settings {next(names)}"
    with open_database(place) as database:
        list(run_tuning(recipe, database, name=name, iterations=1))
        with pytest.raises(RunMismatchError, match=r"expected seed 3 .* found 4"):
            list(run_tuning(replace(recipe, seed=4), database, name=name, iterations=1))
        other = replace(recipe, train=made_up_set(9))
        with pytest.raises(RunMismatchError, match="expected train"):
            list(run_tuning(other, database, name=name, iterations=1))


def test_a_result_says_where_it_disagrees(recipe: Recipe, tmp_path: Path) -> None:
    with open_database(tmp_path / "run.db") as database:
        result = TuningResult(recipe, "ascent", tuple(run_tuning(recipe, database, iterations=10)))
    before, after = result.disagreements(3)
    assert len(before[1]) == len(after[1]) == 3
    share_before, share_after = (
        float(words.split()[3].rstrip("%")) for words, _ in (before, after)
    )
    assert share_after < share_before
    record = result.record()
    assert record.final == result.best
    assert record.steps[0].weights == (1.0, 1.0, 1.0)


def test_errors_are_by_resampled_games(recipe: Recipe, tmp_path: Path) -> None:
    with open_database(tmp_path / "run.db") as database:
        result = TuningResult(recipe, "ascent", tuple(run_tuning(recipe, database, iterations=5)))
    errors = bootstrap_errors(result, 3, iterations=4)
    # The same by hand: as many games as there are, drawn with repetition, and tuned on.
    game = np.unique(make_subject(recipe.train).groups, return_inverse=True)[1]
    n_games = int(game.max()) + 1
    tuned = []
    for sample in range(3):
        drawn = np.random.default_rng([recipe.seed, sample]).integers(0, n_games, n_games)
        times = np.array([np.count_nonzero(drawn == number) for number in game])
        problem = recipe.resampled(times, result.weights(result.best)).problem()
        tuned.append(list(tune(problem, "ascent", iterations=4))[-1].best)
    assert errors == pytest.approx(np.std(tuned, axis=0, ddof=1).tolist())
    assert max(errors) > 0
    assert errors == bootstrap_errors(result, 3, iterations=4)
    with pytest.raises(ValueError, match="expected 2 samples or more"):
        bootstrap_errors(result, 1)
