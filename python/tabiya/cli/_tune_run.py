"""One task tuned by some tuners: in a store, by workers, and handed over."""

from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import say_claimed, workers_of
from tabiya.cli._tune_half_way import stop_on_the_way
from tabiya.cli._tune_output import hand_over, write_weights
from tabiya.cli._tune_view import TuneView

if TYPE_CHECKING:
    from collections.abc import Iterator

# Samples for the errors of the weights; unasked only if all refits take about so many seconds.
N_RESAMPLED, MOST_SECONDS = 8, 60.0


@dataclass(frozen=True)
class Settings:
    """How a task is tuned, proved and kept: all that the command line says beside the task."""

    tuners: Sequence[str]
    iterations: int
    patience: int | None
    constants: dict[str, float | str]
    plan: "tabiya.play.ProofPlan | None"
    half_way: "tabiya.play.ProofPlan | None"
    moments: Sequence[int]
    bootstrap: int | None
    cluster: str | None
    store: str | None
    threads: int
    table: Path | None

    @property
    def plans(self) -> "list[tabiya.play.ProofPlan]":
        """Return what will be played, to be checked before anything is tuned."""
        return [each for each in (self.half_way, self.plan) if each is not None]


@dataclass(frozen=True)
class HandedOver:
    """What a tuning has led to, and what games or control say of it."""

    result: "tabiya.runs.TuningResult"
    conclusion: "tabiya.play.Conclusion"
    proof: "tabiya.play.Proof | None"


def check_begun(output: Path, settings: Settings, said: Mapping[str, object]) -> None:
    """Refuse to go on with a run by other labels, before they are made, which may take an hour."""
    place = settings.store or output / "run.db"
    if not said or ("://" not in str(place) and not Path(place).exists()):
        return
    check_labels = tabiya.runs.check_labels  # loaded first, for a store has the tables it knows of
    with tabiya.store.open_database(place) as database:
        for tuner in settings.tuners:
            for stretch in (0, 1):
                check_labels(database, run_name(output, tuner, stretch), said)


def run_name(output: Path, tuner: str, stretch: int = 0) -> str:
    """Return what a run, or a stretch of one, is called in a database, which may hold many.

    >>> run_name(Path("first"), "ascent"), run_name(Path("first"), "ascent", 2)
    ('first ascent', 'first ascent, leaves 2')
    """
    name = f"{output.resolve().name} {tuner}"
    return f"{name}, leaves {stretch}" if stretch else name


def tune_task(
    task: "tabiya.runs.TuningTask | tabiya.runs.MadeProblem", output: Path, settings: Settings
) -> list[HandedOver]:
    """Tune by every tuner, each in a folder of its own if there are several."""
    output.mkdir(parents=True, exist_ok=True)
    names = settings.tuners
    folders = {name: output if len(names) == 1 else output / name for name in names}
    with opened(settings.store or output / "run.db", settings) as (database, workers):
        results = [
            tune_once(
                task,
                database,
                workers,
                name,
                run_name=run_name(output, name),
                folder=folder,
                settings=settings,
            )
            for name, folder in folders.items()
        ]
    return [
        hand_over_result(
            result, folder, settings, part=result.tuner_name if len(results) > 1 else ""
        )
        for result, folder in zip(results, folders.values(), strict=True)
    ]


def hand_over_result(
    result: "tabiya.runs.TuningResult", folder: Path, settings: Settings, *, part: str = ""
) -> HandedOver:
    """Write what a tuning has found, prove it, and say what it is worth."""
    n_bootstrap = _n_bootstrap(result) if settings.bootstrap is None else settings.bootstrap
    if settings.half_way is not None:
        write_weights(result, folder, result.chosen)  # whatever happens to the games
        result = stop_on_the_way(
            result, settings.half_way, concurrency=settings.threads, folder=folder
        )
    conclusion, proof = hand_over(
        result,
        folder,
        plan=settings.plan,
        moments=settings.moments,
        n_bootstrap=n_bootstrap,
        concurrency=settings.threads,
        table=settings.table,
        part=part,
    )
    return HandedOver(result, conclusion, proof)


@contextmanager
def opened(
    place: str | Path, settings: Settings
) -> "Iterator[tuple[tabiya.store.Database, tabiya.cluster.Workers | None]]":
    """Open the store and call the workers; say how to go on if somebody breaks off."""
    with (
        tabiya.store.open_database(place) as database,
        going_on(f"the same command goes on with {database.place}"),
        workers_of(settings.cluster, settings.threads) as workers,
    ):
        yield database, workers


def tune_once(
    task: "tabiya.runs.TuningTask | tabiya.runs.MadeProblem",
    database: "tabiya.store.Database",
    workers: "tabiya.cluster.Workers | None",
    tuner: str,
    *,
    run_name: str,
    folder: Path,
    settings: Settings,
) -> "tabiya.runs.TuningResult":
    """Tune by one tuner, showing and keeping every iteration."""
    folder.mkdir(parents=True, exist_ok=True)
    iterations, constants = settings.iterations, settings.constants
    with database.claim(run_name, say_claimed(database.place)):
        steps = tabiya.runs.past_iterations(
            database, task, name=run_name, tuner=tuner, options=constants
        )
        chosen = steps[-1].chosen if steps else task.problem().start
        with TuneView(tuner, iterations, len(steps)) as view:
            for step in tabiya.runs.run_tuning(
                task,
                database,
                name=run_name,
                tuner=tuner,
                iterations=iterations,
                patience=settings.patience,
                options=constants,
                workers=workers,
            ):
                steps.append(step)
                view.show(step)
                if step.chosen != chosen:  # whatever happens next, the best so far is there
                    chosen = step.chosen
                    result = tabiya.runs.TuningResult(task, tuner, tuple(steps), constants)
                    write_weights(result, folder, chosen)
    if not steps:
        raise ValueError(f"iterations: expected at least one, found {iterations}")
    if len(steps) > iterations:
        typer.echo(
            f"{database.place}: {len(steps)} iterations are there, {iterations} asked for; the "
            f"result is that of the first {iterations}"
        )
        steps = steps[:iterations]
    return tabiya.runs.TuningResult(
        task, tuner, tuple(steps), constants, patience=settings.patience
    )


def _n_bootstrap(result: "tabiya.runs.TuningResult") -> int:
    """Return how many refits tell the errors of weights, none where they would take long."""
    task = result.task
    is_static = isinstance(task, tabiya.runs.MadeProblem) or (
        task.engine is None and task.mode == "static"
    )
    seconds = sum(step.seconds for step in result.iterations)
    is_quick = is_static and N_RESAMPLED * seconds <= MOST_SECONDS
    return N_RESAMPLED if is_quick and task.problem().train is not None else 0
