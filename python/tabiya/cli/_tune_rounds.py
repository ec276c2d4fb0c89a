"""``tabiya tune --rounds``: play, label, tune, prove, and go on with the better player."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import claimed
from tabiya.cli._columns import columns
from tabiya.cli._progress import show_stages
from tabiya.cli._table_file import save_table
from tabiya.cli._tune_problem import hold_back
from tabiya.cli._tune_proof import LOST, play_proof
from tabiya.cli._tune_run import HandedOver, Settings, tune_task

HEADINGS = ("round", "positions", "games", "Elo against the player before", "interval", "said")


def tune_rounds(
    plan: "tabiya.runs.RoundsPlan",
    task: "tabiya.runs.TuningTask",
    *,
    control: str,
    output: Path,
    settings: Settings,
) -> None:
    """Go from round to round; every step that is done is not done again.

    The task holds the weights to begin with, and no positions.
    """
    if settings.plan is None:
        raise ValueError("rounds: expected --prove, for games decide who plays the next round")
    if len(settings.tuners) > 1:
        raise ValueError(f"rounds: expected one tuner, found {', '.join(settings.tuners)}")
    for each in settings.plans:
        each.check(task.game_name, task.base(), seed=plan.seed)
    plan.labeller.analyst(tabiya.players.Player(task.game_name))  # told at once if wrong
    rows, sets, best = [], [], dict(task.weights)
    name = task.start_name
    output.mkdir(parents=True, exist_ok=True)
    with going_on("the same command goes on with the round that was broken off"), claimed(output):
        tabiya.runs.check_plan(plan, output / "rounds.json")
        for number in range(1, plan.rounds + 1):
            folder = output / f"round-{number}"
            folder.mkdir(parents=True, exist_ok=True)
            typer.echo(f"round {number} of {plan.rounds}, by {name}")
            sets.append(_made(plan, task, best, number, folder))
            train, held = hold_back(tabiya.runs.chances(plan, sets), control, plan.seed)
            current = replace(task, train=train, control=held, weights=best, start_name=name)
            kept = replace(settings, store=None, table=None)
            (done,) = tune_task(current, folder, kept)
            rows.append(_row(number, len(train), done))
            if done.proof is not None and done.conclusion == "better":
                best = {**best, **done.result.weights(done.result.chosen)}
                name = f"round {number}"
            typer.echo("")
    typer.echo(columns(HEADINGS, rows))
    save_table(settings.table, HEADINGS, rows)
    _conclude(task, best, name, output, settings, said=[row[-1] for row in rows])


def _made(
    plan: "tabiya.runs.RoundsPlan",
    task: "tabiya.runs.TuningTask",
    weights: dict[str, float],
    number: int,
    folder: Path,
) -> "tabiya.positions.PositionSet":
    with show_stages() as progress:
        return tabiya.runs.make_positions(
            plan,
            task.game_name,
            weights,
            number,
            folder / "positions.parquet",
            threads=task.threads,
            progress=lambda what, done, total: progress(f"round {number}, {what}", done, total),
        )


def _row(number: int, n_positions: int, done: HandedOver) -> list[str]:
    if done.proof is None:
        return [f"{number}", f"{n_positions:,}", "0", "-", "-", done.conclusion]
    verdict = done.proof.verdict
    interval = f"{verdict.elo.low:+.0f} … {verdict.elo.high:+.0f}"
    elo = f"{verdict.elo.value:+.0f}"
    return [f"{number}", f"{n_positions:,}", f"{verdict.n_games}", elo, interval, done.conclusion]


def _conclude(
    task: "tabiya.runs.TuningTask",
    best: dict[str, float],
    name: str,
    output: Path,
    settings: Settings,
    *,
    said: Sequence[str],
) -> None:
    """Write the weights of the last player who won, and let it meet the one who began."""
    game, place = task.game_name, output / "weights.toml"
    weights = tabiya.players.Weights(game, best, made_by=f"tabiya tune --rounds: {name}")
    weights.save(place)
    if best == dict(task.weights):
        typer.echo(f"\n{no_winner(said, task.start_name)}")
        if "not decided" in said:
            return
        raise typer.Exit(LOST)
    assert settings.plan is not None, "asked for at the beginning"
    first = tabiya.players.Weights(game, dict(task.weights))
    proof = play_proof(
        settings.plan,
        game,
        (name, dict(weights)),
        (task.start_name, dict(first)),
        base=tabiya.players.Player(game, weights={}),
        concurrency=settings.threads,
        seed=task.seed + 1,  # other games than those that chose the winner
        folder=output / "proof",
    )
    typer.echo(f"\n{proof}; weights  {place}")
    if proof.conclusion == "not better":
        raise typer.Exit(LOST)


def no_winner(said: Sequence[str], start: str) -> str:
    """Say what rounds have come to, none of which was proved better.

    >>> no_winner(["not better", "not decided"], "defaults")
    'not decided: no round was proved better, more games would tell; defaults stay recommended'
    >>> no_winner(["not better"], "defaults")
    'not better: no round was; defaults stay recommended'
    """
    if "not decided" in said:
        return (
            f"not decided: no round was proved better, more games would tell; {start} stay "
            "recommended"
        )
    return f"not better: no round was; {start} stay recommended"
