"""What a tuning hands over: files and tables."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

import tabiya
from tabiya.cli._columns import columns
from tabiya.cli._table_file import save_table
from tabiya.cli._tune_proof import play_proofs, proof_table, say_conclusion
from tabiya.cli._verdict_rows import HEADINGS, verdict_row

# Of more weights than this, only those that moved most are printed.
N_SHOWN = 24
SUFFIXES = ("toml", "json", "h", "rs")
WEIGHT_HEADINGS = ("weight", "start", "chosen")


def hand_over(
    result: "tabiya.runs.TuningResult",
    folder: Path,
    *,
    plan: "tabiya.play.ProofPlan | None",
    moments: Sequence[int],
    n_bootstrap: int,
    concurrency: int,
    table: Path | None = None,
    part: str = "",
) -> "tuple[tabiya.play.Conclusion, tabiya.play.Proof | None]":
    """Write the files of a result and print what it is worth; return that and what decided it."""
    write_weights(result, folder, result.chosen)
    typer.echo(result_table(result))
    moved = zip(result.names, result.start, result.chosen, strict=True)
    rows = [[name, f"{old:.4g}", f"{new:.4g}"] for name, old, new in moved]
    save_table(table, WEIGHT_HEADINGS, rows, part=part)
    if result.end:
        typer.echo(f"ended: {result.end}")
    if result.first_overfitting is not None:
        typer.echo(f"first sign of overfitting at iteration {result.first_overfitting}")
    errors = tabiya.runs.bootstrap_errors(result, n_bootstrap) if n_bootstrap else None
    proofs = (
        []
        if plan is None or result.chosen == result.start
        else play_proofs(result, plan, moments, concurrency=concurrency, folder=folder)
    )
    page = folder / "report.html"
    record = result.record(proofs=tuple(proofs), errors=errors, command=command_words())
    tabiya.report.tuning_report(record, page)
    if proofs:
        typer.echo("\n" + proof_table(proofs))
        typer.echo(f"games    {folder / 'proof'}")
        rows = [verdict_row(each.player, each.opponent, each.verdict) for each in proofs]
        save_table(table, HEADINGS, rows, part=f"{part}-proof" if part else "proof")
    is_engine = (folder / "weights.uci").exists()
    typer.echo(f"\nreport   {page}\nweights  {folder / 'weights.toml'}  (also .json, .h, .rs)")
    if is_engine:
        typer.echo(f"engine   {folder / 'weights.uci'}  (lines of setoption)")
    conclusion = say_conclusion(result, proofs)
    if proofs and conclusion == "not better":
        write_weights(result, folder, result.chosen, name="tuned")
        write_weights(result, folder, result.start)
        typer.echo(f"weights.* are the old ones again; those that lost are {folder / 'tuned.toml'}")
    return conclusion, proofs[-1] if proofs else None


def command_words() -> str:
    """Return what somebody typed to get here, so that it can be typed again."""
    return tabiya.store.without_passwords(shlex.join(["tabiya", *sys.argv[1:]]))


def made_by(result: "tabiya.runs.TuningResult") -> str:
    """Return what made weights: the command and a hash of the set; files add the version."""
    return f"{command_words()}; set {result.task.source[:16] or 'none, games alone'}"


def write_weights(
    result: "tabiya.runs.TuningResult",
    folder: Path,
    vector: tuple[float, ...],
    *,
    name: str = "weights",
) -> None:
    """Write a vector for every program that may want it."""
    values, task = result.weights(vector), result.task
    origin = made_by(result)
    is_ours = isinstance(task, tabiya.runs.TuningTask) and task.engine is None
    for suffix in SUFFIXES:
        place = folder / f"{name}.{suffix}"
        if suffix == "toml" and is_ours and isinstance(task, tabiya.runs.TuningTask):
            all_values = {**task.weights, **values}
            weights = tabiya.players.Weights(task.game_name, all_values, made_by=origin)
            weights.save(place)
        else:
            tabiya.players.export_weights(values, place, made_by=origin)
    if isinstance(task, tabiya.runs.TuningTask) and task.engine is not None:
        tabiya.players.export_weights(values, folder / f"{name}.uci", made_by=origin)


def result_table(result: "tabiya.runs.TuningResult") -> str:
    """Return the weights before and after, and what each vector is worth, side by side."""
    moves = list(zip(result.names, result.start, result.chosen, result.best, strict=True))
    if len(moves) > N_SHOWN:
        moves = sorted(moves, key=lambda row: -abs(row[2] - row[1]))[:N_SHOWN]
    has_control = result.task.problem().control is not None
    n_shown = 4 if has_control else 3
    rows = [[name, *(f"{value:.4g}" for value in values)][:n_shown] for name, *values in moves]
    if len(result.names) > len(rows):
        rows.append([f"and {len(result.names) - len(rows)} more", *[""] * (n_shown - 1)])
    first, last = result.iterations[0], result.iterations[-1]
    train, control = result.reached
    measured = [("tau", first.train, train, last.best_value)]
    if has_control:
        measured.append(("control", first.control, control, last.best_control))
    rows += [[name, *(_tau(value) for value in values)][:n_shown] for name, *values in measured]
    headings = ["weight", "start", "chosen", "best in training"][:n_shown]
    return columns(headings, rows)


def _tau(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
