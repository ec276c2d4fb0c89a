"""What a tuning hands over: files, tables, and what games say."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

import tabiya
from tabiya.cli._columns import columns
from tabiya.cli._progress import show_progress
from tabiya.cli._table_file import save_table
from tabiya.cli._verdict_rows import HEADINGS, verdict_row

# Of more weights than this, only those that moved most are printed.
N_SHOWN = 24
WEIGHT_HEADINGS = ("weight", "before", "after")


def hand_over(
    result: "tabiya.runs.TuningResult",
    folder: Path,
    *,
    plan: "tabiya.runs.ProofPlan | None",
    moments: Sequence[int],
    n_bootstrap: int,
    concurrency: int,
    table: Path | None = None,
    part: str = "",
) -> "list[tabiya.report.Proof]":
    """Write the files of a result and print what it is worth; return the matches."""
    errors = tabiya.runs.bootstrap_errors(result, n_bootstrap) if n_bootstrap else None
    proofs = [] if plan is None else play_proofs(result, plan, moments, concurrency)
    _write_weights(result, folder)
    page = folder / "report.html"
    record = result.record(proofs=tuple(proofs), errors=errors, command=command_words())
    tabiya.report.tuning_report(record, page)
    typer.echo(result_table(result))
    save_table(table, WEIGHT_HEADINGS, weight_rows(result), part=part)
    if proofs:
        typer.echo("\n" + proof_table(proofs))
        rows = [verdict_row(each.player, each.opponent, each.verdict) for each in proofs]
        save_table(table, HEADINGS, rows, part=f"{part}-proof" if part else "proof")
    if result.first_overfitting is not None:
        typer.echo(f"\nfirst sign of overfitting at iteration {result.first_overfitting}")
    typer.echo(f"\nreport   {page}\nweights  {folder / 'weights.toml'}  (also .json, .h, .rs)")
    return proofs


def command_words() -> str:
    """Return what somebody typed to get here, so that it can be typed again."""
    return tabiya.store.without_passwords(shlex.join(["tabiya", *sys.argv[1:]]))


def result_table(result: "tabiya.runs.TuningResult") -> str:
    """Return the weights before and after, those that moved most if they are many."""
    rows = weight_rows(result, N_SHOWN)
    if len(result.names) > len(rows):
        rows.append([f"and {len(result.names) - len(rows)} more", "", ""])
    first, last = result.iterations[0], result.iterations[-1]
    taus = f"tau {_tau(first.train)} → {_tau(last.best_value)}"
    control = (
        "" if last.control is None else f", control {_tau(first.control)} → {_tau(last.control)}"
    )
    return f"{columns(WEIGHT_HEADINGS, rows)}\n{taus}{control}"


def weight_rows(result: "tabiya.runs.TuningResult", most: int | None = None) -> list[list[str]]:
    """Return weights before and after; of more than the most, those that moved most."""
    moves = list(zip(result.names, result.start, result.best, strict=True))
    if most is not None and len(moves) > most:
        moves = sorted(moves, key=lambda row: -abs(row[2] - row[1]))[:most]
    return [[name, f"{old:.4g}", f"{new:.4g}"] for name, old, new in moves]


def proof_table(proofs: "Sequence[tabiya.report.Proof]") -> str:
    """Return what the matches say."""
    rows = [
        [
            f"{proof.player} against {proof.opponent}",
            f"{proof.verdict.n_games}",
            f"{proof.verdict.score.value:.1%}",
            f"{proof.verdict.score.low:.1%} … {proof.verdict.score.high:.1%}",
            f"{proof.verdict.elo.value:+.0f}",
        ]
        for proof in proofs
    ]
    return columns(["match", "games", "score", "interval", "Elo"], rows)


def play_proofs(
    result: "tabiya.runs.TuningResult",
    plan: "tabiya.runs.ProofPlan",
    moments: Sequence[int],
    concurrency: int,
) -> "list[tabiya.report.Proof]":
    """Play the best weights, and those of chosen iterations, against the defaults.

    The best ones also meet those that the tuning started from.
    """
    recipe = result.recipe
    base = recipe.base()
    tuned = ("tuned", result.weights(result.best))
    defaults: tuple[str, dict[str, float]] = ("defaults", {})
    pairs = [((f"iteration {n}", result.weights(result.at(n))), defaults) for n in moments]
    pairs += [(tuned, defaults), (tuned, ("start", result.weights(result.start)))]
    return [
        play_proof(
            plan,
            recipe.train.game,
            ours,
            theirs,
            base=base,
            concurrency=concurrency,
            seed=recipe.seed,
        )
        for ours, theirs in pairs
    ]


def play_proof(
    plan: "tabiya.runs.ProofPlan",
    game: str,
    ours: tuple[str, Mapping[str, float]],
    theirs: tuple[str, Mapping[str, float]],
    *,
    base: "tabiya.players.Player | tabiya.engines.EngineSpec",
    concurrency: int,
    seed: int,
) -> "tabiya.report.Proof":
    """Play one match, with a bar that shows how far it is."""
    with show_progress(f"{ours[0]} against {theirs[0]}") as progress:
        done = iter(range(1, plan.games + 1))
        return tabiya.runs.prove(
            plan,
            game,
            ours,
            theirs,
            base=base,
            concurrency=concurrency,
            seed=seed,
            on_game=lambda _: progress(next(done), plan.games),
        )


def _write_weights(result: "tabiya.runs.TuningResult", folder: Path) -> None:
    best = result.weights(result.best)
    recipe = result.recipe
    if recipe.engine is None:
        player = tabiya.players.Player(recipe.train.game, weights={**recipe.weights, **best})
        player.weights.save(folder / "weights.toml")
    else:
        tabiya.players.export_weights(best, folder / "weights.toml")
        tabiya.players.export_weights(best, folder / "weights.uci")
    for suffix in ("json", "h", "rs"):
        tabiya.players.export_weights(best, folder / f"weights.{suffix}")


def _tau(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
