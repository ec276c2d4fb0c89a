"""The steps of the demonstration: games, labels, weights, proof."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import typer

from tabiya.analysts import SearchAnalyst, label
from tabiya.cli._progress import show_progress
from tabiya.cli._tune_output import command_words, result_table
from tabiya.cli._tune_proof import play_proof, proof_table
from tabiya.cli._tune_view import TuneView
from tabiya.games import Game, Position
from tabiya.learn import ELEVEN
from tabiya.play import GameRecord, ProofPlan, match
from tabiya.players import Player
from tabiya.positions import PositionSet, categorise, split
from tabiya.report import tuning_report
from tabiya.runs import TuningResult, TuningTask, bootstrap_errors, run_tuning
from tabiya.store import open_database

# Where all eleven weights start (Gomboc 2004, §7.2.1).
START = 50.0
# Every so many plies of a game a position is taken, for neighbours say much the same.
EVERY = 3
# Samples for the errors of the weights.
N_RESAMPLED = 5


def run_demo(
    *,
    output: Path,
    games: int,
    game_nodes: int,
    label_nodes: int,
    iterations: int,
    proof_games: int,
    proof_nodes: int,
    threads: int,
    seed: int,
) -> None:
    """Make positions, label them, tune, play, and say what came of it."""
    output.mkdir(parents=True, exist_ok=True)
    positions = _own_positions(games, game_nodes, threads, seed)
    typer.echo(f"2. {len(positions):,} positions, labelled by searches of {label_nodes:,} nodes")
    with show_progress("labels") as progress:
        oracle = SearchAnalyst(Player("chess"), nodes=label_nodes)
        labelled = label(positions, oracle, threads=threads, progress=progress)
    train, control = split(categorise(labelled, 7), 0.2, seed)
    typer.echo(f"3. eleven weights from {START:g}: {iterations} iterations of ascent on tau")
    task = TuningTask(
        train=train, control=control, names=ELEVEN, start=START, seed=seed, threads=threads
    )
    result = _tune(task, output, iterations)
    typer.echo(f"4. {proof_games} games each against the defaults, {proof_nodes:,} nodes per move")
    plan = ProofPlan(games=proof_games, nodes=proof_nodes)
    proofs = [
        play_proof(
            plan,
            "chess",
            (name, result.weights(vector)),
            ("defaults", {}),
            base=Player("chess"),
            concurrency=threads,
            seed=seed,
        )
        for name, vector in (("all at 50", result.start), ("tuned", result.chosen))
    ]
    page = output / "report.html"
    errors = bootstrap_errors(result, N_RESAMPLED)
    tuning_report(result.record(proofs=tuple(proofs), errors=errors, command=command_words()), page)
    typer.echo(f"\n{result_table(result)}\n\n{proof_table(proofs)}\n\nreport   {page}")
    before, after = (proof.verdict.score for proof in proofs)
    typer.echo(
        f"Ascent on concordance took the weights from {before.value:.0%} to {after.value:.0%} "
        f"[{after.low:.0%}, {after.high:.0%}] against the defaults, which made the labels."
    )


def _own_positions(n_games: int, nodes: int, threads: int, seed: int) -> PositionSet:
    with show_progress("games") as progress:
        done = iter(range(1, n_games + 1))
        played = match(
            "tabiya",
            "tabiya",
            nodes=nodes,
            games=n_games,
            concurrency=threads,
            seed=seed,
            on_game=lambda _: progress(next(done), n_games),
        )
    rows = [
        {"position": str(p), "side": p.side_to_move, "file": "own games", "game": n, "ply": ply}
        for n, record in enumerate(played.games)
        for ply, p in _sampled(record, np.random.default_rng([seed, n]))
    ]
    return PositionSet("chess", pl.DataFrame(rows).unique("position", maintain_order=True))


def _sampled(record: GameRecord, rng: np.random.Generator) -> Iterator[tuple[int, Position]]:
    """Yield positions of a game that goes on, some plies apart."""
    position = Game("chess").position(record.opening)
    first = int(rng.integers(EVERY))
    for ply, move in enumerate(record.moves):
        position = position.play(move)
        if ply % EVERY == first and position.result is None:
            yield ply, position


def _tune(task: TuningTask, output: Path, iterations: int) -> TuningResult:
    place = output / "run.db"
    for part in (place, Path(f"{place}-wal"), Path(f"{place}-shm")):
        part.unlink(missing_ok=True)  # a demonstration starts anew
    with open_database(place) as database, TuneView("ascent", iterations, 0) as view:
        steps = []
        for step in run_tuning(task, database, iterations=iterations):
            steps.append(step)
            view.show(step)
    return TuningResult(task, "ascent", tuple(steps))
