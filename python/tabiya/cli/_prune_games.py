"""``tabiya prune learn --method spsa``: numbers of the search, tuned by games."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import say_claimed, say_waiting
from tabiya.cli._prune_parts import read_constant
from tabiya.cli._table_file import GrowingTable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabiya.learn import Iteration
    from tabiya.pruning import NumbersDuel

# How often it is told where the numbers are.
TOLD_EVERY = 20


def learn_by_games(
    duel: "NumbersDuel",
    output: Path,
    *,
    name: str,
    iterations: int,
    rate: float,
    command: str,
    cluster: str | None,
    store: str | None,
    threads: int,
    table: Path | None,
) -> None:
    """Tune the numbers, and write what they are and how they came to be."""
    tabiya.pruning.games_problem(duel)  # what is wrong with it is told before anything is played
    output.mkdir(parents=True, exist_ok=True)
    place = store or output / "run.db"
    with (
        going_on(f"the same command goes on with {tabiya.store.without_passwords(str(place))}"),
        tabiya.store.open_database(place) as database,
        tabiya.cluster.open_workers(cluster, threads=threads, on_wait=say_waiting) as workers,
    ):
        run = tabiya.pruning.run_by_games(
            duel,
            database,
            name=name,
            iterations=iterations,
            rate=rate,
            workers=workers,
            on_wait=say_claimed(database.place),
        )
        steps = tell_numbers(duel, run, table)
    best = duel.numbers.pruning(steps[-1].chosen, command)
    file = output / "pruning.toml"
    tabiya.players.save_pruning(best, file)
    page = tabiya.pruning.games_record(duel, steps, command)
    tabiya.report.tuning_report(page, output / "report.html")
    game = duel.numbers.game
    typer.echo(
        f"{file}: prove it on other openings: tabiya match 'tabiya?pruning={file}' "
        f"'tabiya?pruning=none' --game {game} --nodes {duel.nodes} --seed {duel.seed + 1}"
    )


def tell_numbers(
    duel: "NumbersDuel", run: "Iterable[Iteration]", path: Path | None
) -> "list[Iteration]":
    """Tell where the numbers are from time to time; return all iterations."""
    table = GrowingTable(("iteration", "games", "farthest from their start, in steps"), (9, 8, -1))
    steps = []
    for step in run:
        steps.append(step)
        if (step.number + 1) % TOLD_EVERY == 0:
            far = sorted(step.chosen_weights.items(), key=lambda each: -abs(each[1]))[:5]
            games = (step.number + 1) * duel.games * tabiya.pruning.N_DUELS
            words = ", ".join(f"{name} {n:+.2f}" for name, n in far)
            table.add(str(step.number + 1), f"{games:,}", words)
    table.save(path)
    return steps


def make_duel(  # noqa: PLR0917 (the options of one command)
    game: str | None,
    numbers: str | None,
    constants: list[str],
    iterations: int,
    games: int,
    nodes: int,
    seed: int,
    preset: str | None,
) -> "NumbersDuel":
    """Return the duel that options ask for."""
    if iterations < 1:
        raise ValueError(f"--iterations: expected 1 or more, found {iterations}")
    if game is None:
        raise ValueError("--game: expected loa, othello or chess for --method spsa, found none")
    chosen = None if numbers is None else [each.strip() for each in numbers.split(",")]
    found = tabiya.pruning.search_numbers(
        tabiya.Game(game).name, chosen, dict(map(read_constant, constants))
    )
    # No more than all duels can have, of which a short run needs few.
    n_openings = min(tabiya.pruning.MOST_OPENINGS, max(1, iterations * games))
    return tabiya.pruning.NumbersDuel(found, games, nodes, seed, preset, n_openings)
