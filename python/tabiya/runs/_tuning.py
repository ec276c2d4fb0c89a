"""Tunings that go on where they stopped."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tabiya.cluster import Crew
from tabiya.learn import Item, Iteration, tune
from tabiya.runs._recipe import Recipe
from tabiya.runs._run import TuningRun
from tabiya.store import Database, OnWait


def run_tuning(
    recipe: Recipe,
    database: Database,
    *,
    name: str = "tuning",
    tuner: str = "ascent",
    iterations: int | None = None,
    options: Mapping[str, Any] | None = None,
    crew: Crew | None = None,
    on_wait: OnWait | None = None,
) -> Iterator[Iteration]:
    """Tune, keep every iteration, and go on with what the store holds.

    Parameters
    ----------
    recipe : Recipe
        What is tuned, and on what.
    database : Database
        Where it is kept. A run that was killed at any moment goes on from there, and ends with the
        same vectors as one that was not.
    name : str
        What the run is called in the store.
    tuner, iterations, options
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
    settings = {**recipe.settings(), "tuner": tuner, "options": dict(options or {})}
    # Of two processes with one run the second waits, and goes on with what the first has found.
    with database.claim(name, on_wait):
        run = TuningRun(database, name, settings)
        problem = recipe.problem()
        state = run.last_state()
        evaluate = _evaluation(run, recipe, crew)
        given = dict(options or {}) if state is None else {}
        steps = tune(problem, tuner, iterations=iterations, evaluate=evaluate, state=state, **given)
        for iteration in steps:
            run.keep(iteration.number, iteration.base, asdict(iteration), steps.state())
            yield iteration


def past_iterations(database: Database, recipe: Recipe, **run: Any) -> list[Iteration]:
    """Return the iterations that a store holds of a run, in order."""
    settings = {
        **recipe.settings(),
        "tuner": run.get("tuner", "ascent"),
        "options": dict(run.get("options") or {}),
    }
    found = TuningRun(database, run.get("name", "tuning"), settings).history()
    return [_iteration(outcome) for outcome in found]


def _evaluation(
    run: TuningRun, recipe: Recipe, crew: Crew | None
) -> Callable[[Sequence[Item]], Sequence[float]]:
    if crew is None:
        return lambda items: run.evaluate_together(recipe.problem().evaluate, items)
    return lambda items: run.evaluate(recipe, crew, items)


def _iteration(outcome: Mapping[str, Any]) -> Iteration:
    values: dict[str, Any] = dict(outcome)
    values |= {name: tuple(values[name]) for name in ("names", "base", "best", "cases")}
    return Iteration(**values)
