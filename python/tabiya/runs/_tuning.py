"""Tunings that go on where they stopped."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tabiya.cluster import Crew
from tabiya.learn import Item, Iteration, MakeTuner, Problem, tune, tuner_name
from tabiya.runs._recipe import MadeProblem, Recipe
from tabiya.runs._run import TuningRun
from tabiya.store import Database, OnWait


def run_tuning(
    recipe: Recipe | MadeProblem | Problem,
    database: Database,
    *,
    name: str = "tuning",
    tuner: str | MakeTuner = "ascent",
    iterations: int | None = None,
    patience: int | None = None,
    options: Mapping[str, Any] | None = None,
    crew: Crew | None = None,
    on_wait: OnWait | None = None,
) -> Iterator[Iteration]:
    """Tune, keep every iteration, and go on with what the store holds.

    Parameters
    ----------
    recipe : Recipe, MadeProblem or Problem
        What is tuned, and on what; a problem of your own, of features or of a callable, as it is.
    database : Database
        Where it is kept. A run that was killed at any moment goes on from there, and ends with the
        same vectors as one that was not.
    name : str
        What the run is called in the store.
    tuner, iterations, patience, options
        As in :func:`tabiya.learn.tune`. More iterations may be asked for later.
    crew : Crew, optional
        Who measures vectors, one piece of work each. Without one they are measured together, which
        is quickest for static evaluations.
    on_wait : callable, optional
        Called with who it is, if another process leads the run; it is waited for.

    Yields
    ------
    Iteration
        The iterations that were not in the store; the others are in :func:`past_iterations`.

    Raises
    ------
    RunMismatchError
        If the store holds a run of this name that was begun with other settings.
    """
    made = as_recipe(recipe)
    # Of two processes with one run the second waits, and goes on with what the first has found.
    with database.claim(name, on_wait):
        run = TuningRun(database, name, _settings(made, tuner, options))
        state = run.last_state()
        given = dict(options or {}) if state is None else {}
        steps = tune(
            made.problem(),
            tuner,
            iterations=iterations,
            evaluate=_evaluation(run, made, crew),
            state=state,
            patience=patience,
            **given,
        )
        for iteration in steps:
            run.keep(iteration.number, iteration.base, asdict(iteration), steps.state())
            yield iteration


def past_iterations(
    database: Database,
    recipe: Recipe | MadeProblem | Problem,
    *,
    name: str = "tuning",
    tuner: str | MakeTuner = "ascent",
    options: Mapping[str, Any] | None = None,
) -> list[Iteration]:
    """Return the iterations that a store holds of a run, in order."""
    settings = _settings(as_recipe(recipe), tuner, options)
    return [_iteration(outcome) for outcome in TuningRun(database, name, settings).history()]


def as_recipe(recipe: Recipe | MadeProblem | Problem) -> Recipe | MadeProblem:
    """Return a problem as runs take it."""
    return MadeProblem(recipe) if isinstance(recipe, Problem) else recipe


def _settings(
    recipe: Recipe | MadeProblem, tuner: str | MakeTuner, options: Mapping[str, Any] | None
) -> dict[str, Any]:
    word = tuner if isinstance(tuner, str) else tuner_name(tuner)
    return {**recipe.settings(), "tuner": word, "options": dict(options or {})}


def _evaluation(
    run: TuningRun, recipe: Recipe | MadeProblem, crew: Crew | None
) -> Callable[[Sequence[Item]], Sequence[float]]:
    if crew is None:
        return lambda items: run.evaluate_together(recipe.problem().evaluate, items)
    worker = recipe.for_worker()
    return lambda items: run.evaluate(worker, crew, items)


def _iteration(outcome: Mapping[str, Any]) -> Iteration:
    values: dict[str, Any] = dict(outcome)
    values |= {name: tuple(values[name]) for name in ("names", "base", "best", "chosen", "cases")}
    return Iteration(**values)
