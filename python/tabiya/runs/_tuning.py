"""Tunings that go on where they stopped."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tabiya.cluster import Workers
from tabiya.learn import Iteration, MakeTuner, PieceOfWork, Problem, tune, tuner_name
from tabiya.runs._stored_run import TuningRun
from tabiya.runs._task import MadeProblem, TuningTask
from tabiya.store import Database, OnWait


def run_tuning(
    task: TuningTask | MadeProblem | Problem,
    database: Database,
    *,
    name: str = "tuning",
    tuner: str | MakeTuner = "ascent",
    iterations: int | None = None,
    patience: int | None = None,
    options: Mapping[str, Any] | None = None,
    workers: Workers | None = None,
    on_wait: OnWait | None = None,
) -> Iterator[Iteration]:
    """Tune, keep every iteration, and go on with what the store holds.

    Parameters
    ----------
    task : TuningTask, MadeProblem or Problem
        What is tuned, and on what; a problem of your own, of features or of a callable, as it is.
    database : Database
        Where it is kept. A run that was killed at any moment goes on from there, and ends with the
        same vectors as one that was not.
    name : str
        What the run is called in the store.
    tuner, iterations, patience, options
        As in :func:`tabiya.learn.tune`. More iterations may be asked for later.
    workers : Workers, optional
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
    made = as_task(task)
    # Of two processes with one run the second waits, and goes on with what the first has found.
    with database.claim(name, on_wait):
        run = TuningRun(database, name, _settings(made, tuner, options))
        state = run.last_state()
        given = dict(options or {}) if state is None else {}
        steps = tune(
            made.problem(),
            tuner,
            iterations=iterations,
            evaluate=_evaluation(run, made, workers),
            state=state,
            patience=patience,
            **given,
        )
        for iteration in steps:
            run.keep(iteration.number, iteration.base, asdict(iteration), steps.state())
            yield iteration


def past_iterations(
    database: Database,
    task: TuningTask | MadeProblem | Problem,
    *,
    name: str = "tuning",
    tuner: str | MakeTuner = "ascent",
    options: Mapping[str, Any] | None = None,
) -> list[Iteration]:
    """Return the iterations that a store holds of a run, in order."""
    settings = _settings(as_task(task), tuner, options)
    return [_iteration(outcome) for outcome in TuningRun(database, name, settings).history()]


def as_task(task: TuningTask | MadeProblem | Problem) -> TuningTask | MadeProblem:
    """Return a problem as runs take it."""
    return MadeProblem(task) if isinstance(task, Problem) else task


def _settings(
    task: TuningTask | MadeProblem, tuner: str | MakeTuner, options: Mapping[str, Any] | None
) -> dict[str, Any]:
    word = tuner if isinstance(tuner, str) else tuner_name(tuner)
    return {**task.settings(), "tuner": word, "options": dict(options or {})}


def _evaluation(
    run: TuningRun, task: TuningTask | MadeProblem, workers: Workers | None
) -> Callable[[Sequence[PieceOfWork]], Sequence[float]]:
    if workers is None:
        return lambda items: run.evaluate_together(task.problem().evaluate, items)
    worker = task.for_worker()
    return lambda items: run.evaluate(worker, workers, items)


def _iteration(outcome: Mapping[str, Any]) -> Iteration:
    values: dict[str, Any] = dict(outcome)
    values |= {name: tuple(values[name]) for name in ("names", "base", "best", "chosen", "cases")}
    return Iteration(**values)
