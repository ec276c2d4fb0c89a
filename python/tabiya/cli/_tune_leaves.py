"""``tabiya tune --leaves``: the ends of exchanges are looked for again every so many iterations."""

from dataclasses import replace
from pathlib import Path

import typer

import tabiya
from tabiya.cli._tune_run import HandedOver, Settings, hand_over_result, opened, run_name, tune_once


def tune_leaves(
    task: "tabiya.runs.TuningTask | tabiya.runs.MadeProblem",
    output: Path,
    settings: Settings,
    every: int,
) -> list[HandedOver]:
    """Tune on leaves, from stretch to stretch, until nothing is gained or iterations run out.

    Every stretch begins with the weights of the one before, and with the leaves that these lead to.
    Of the vectors that the stretches have chosen, the one with the best tau at its own leaves is
    handed over.
    """
    if every < 1:
        raise ValueError(f"leaves: expected 1 iteration or more, found {every}")
    if len(settings.tuners) > 1:
        raise ValueError(f"leaves: expected one tuner, found {', '.join(settings.tuners)}")
    if not isinstance(task, tabiya.runs.TuningTask):
        raise ValueError("leaves: expected positions of a game, found features")  # noqa: TRY004 (a value for the user)
    (tuner,) = settings.tuners
    output.mkdir(parents=True, exist_ok=True)
    start = task.problem()
    if start.ties:
        raise ValueError(f"leaves: expected no tied groups, found {', '.join(start.ties)}")
    begun = {**task.weights, **start.weights(start.start)}
    weights = begun
    steps: list[tabiya.learn.Iteration] = []
    stretches: list[tuple[float, dict[str, float], tabiya.runs.TuningTask]] = []
    with opened(settings.store or output / "run.db", settings) as (database, workers):
        while len(steps) < settings.iterations:
            current = tabiya.runs.settled(task, weights)
            most = min(every, settings.iterations - len(steps))
            found = tune_once(
                current,
                database,
                workers,
                tuner,
                run_name=run_name(output, tuner, len(stretches) + 1),
                folder=output,
                settings=replace(settings, iterations=most),
            )
            n = len(steps)
            steps += [replace(each, number=n + each.number, end="") for each in found.iterations]
            after = {**weights, **found.weights(found.chosen)}
            stretches.append((tabiya.runs.settled_tau(task, after), after, current))
            if after == weights:
                break
            weights = after
    result = _result(task, begun, steps, stretches, settings)
    return [hand_over_result(result, output, settings)]


def _result(
    task: "tabiya.runs.TuningTask",
    begun: dict[str, float],
    steps: "list[tabiya.learn.Iteration]",
    stretches: "list[tuple[float, dict[str, float], tabiya.runs.TuningTask]]",
    settings: Settings,
) -> "tabiya.runs.TuningResult":
    """Return all stretches as one tuning, whose choice is the best of theirs."""
    before = tabiya.runs.settled_tau(task, begun)
    best, weights, last = max(stretches, key=lambda each: each[0])
    if best <= before:
        best, weights = before, begun
    part = "in training" if task.control is None else "on control"
    typer.echo(
        f"leaves were looked for {len(stretches)} times; tau {part}, each at its own leaves: "
        f"{before:.4f} before, {best:.4f} after"
    )
    end = steps[-1]
    chosen = tuple(weights[name] for name in end.names)
    problem = last.problem()
    (value,) = problem.evaluate([tabiya.learn.PieceOfWork(chosen)])
    control = None
    if problem.control is not None:
        (control,) = problem.evaluate([tabiya.learn.PieceOfWork(chosen, tabiya.learn.CONTROL)])
    steps[-1] = replace(end, chosen=chosen, chosen_value=value, chosen_control=control)
    named = replace(last, start_name=task.start_name)
    return tabiya.runs.TuningResult(
        named, settings.tuners[0], tuple(steps), settings.constants, patience=settings.patience
    )
