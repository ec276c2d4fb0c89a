"""What a tuning hands over: files, tables, and what games say."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from tabiya.cli._columns import columns
from tabiya.cli._progress import show_progress
from tabiya.engines import EngineSpec
from tabiya.players import Player, export_weights
from tabiya.report import Proof, tuning_report
from tabiya.runs import ProofPlan, TuningResult, bootstrap_errors, prove

# Of more weights than this, only those that moved most are printed.
N_SHOWN = 24


def hand_over(
    result: TuningResult,
    folder: Path,
    *,
    plan: ProofPlan | None,
    moments: Sequence[int],
    n_bootstrap: int,
    concurrency: int,
) -> list[Proof]:
    """Write the files of a result and print what it is worth; return the matches."""
    errors = bootstrap_errors(result, n_bootstrap) if n_bootstrap else None
    proofs = [] if plan is None else play_proofs(result, plan, moments, concurrency)
    _write_weights(result, folder)
    page = folder / "report.html"
    tuning_report(result.record(proofs=tuple(proofs), errors=errors), page)
    typer.echo(result_table(result))
    if proofs:
        typer.echo("\n" + proof_table(proofs))
    if result.first_overfitting is not None:
        typer.echo(f"\nfirst sign of overfitting at iteration {result.first_overfitting}")
    typer.echo(f"\nreport   {page}\nweights  {folder / 'weights.toml'}  (also .json, .h, .rs)")
    return proofs


def result_table(result: TuningResult) -> str:
    """Return the weights before and after, those that moved most if they are many."""
    moves = list(zip(result.names, result.start, result.best, strict=True))
    if len(moves) > N_SHOWN:
        moves = sorted(moves, key=lambda row: -abs(row[2] - row[1]))[:N_SHOWN]
    rows = [[name, f"{old:.4g}", f"{new:.4g}"] for name, old, new in moves]
    if len(result.names) > len(rows):
        rows.append([f"and {len(result.names) - len(rows)} more", "", ""])
    first, last = result.iterations[0], result.iterations[-1]
    taus = f"tau {_tau(first.train)} → {_tau(last.best_value)}"
    control = (
        "" if last.control is None else f", control {_tau(first.control)} → {_tau(last.control)}"
    )
    return f"{columns(['weight', 'before', 'after'], rows)}\n{taus}{control}"


def proof_table(proofs: Sequence[Proof]) -> str:
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
    result: TuningResult, plan: ProofPlan, moments: Sequence[int], concurrency: int
) -> list[Proof]:
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
    plan: ProofPlan,
    game: str,
    ours: tuple[str, Mapping[str, float]],
    theirs: tuple[str, Mapping[str, float]],
    *,
    base: Player | EngineSpec,
    concurrency: int,
    seed: int,
) -> Proof:
    """Play one match, with a bar that shows how far it is."""
    with show_progress(f"{ours[0]} against {theirs[0]}") as progress:
        done = iter(range(1, plan.games + 1))
        return prove(
            plan,
            game,
            ours,
            theirs,
            base=base,
            concurrency=concurrency,
            seed=seed,
            on_game=lambda _: progress(next(done), plan.games),
        )


def _write_weights(result: TuningResult, folder: Path) -> None:
    best = result.weights(result.best)
    recipe = result.recipe
    if recipe.engine is None:
        player = Player(recipe.train.game, weights={**recipe.weights, **best})
        player.weights.save(folder / "weights.toml")
    else:
        export_weights(best, folder / "weights.toml")
        export_weights(best, folder / "weights.uci")
    for suffix in ("json", "h", "rs"):
        export_weights(best, folder / f"weights.{suffix}")


def _tau(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
