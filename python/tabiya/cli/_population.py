"""``tabiya population``: networks that learned by playing, to learn and to play against."""

from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import Cluster, claimed, workers_of
from tabiya.cli._progress import show_progress
from tabiya.cli._table_file import TableFile, tell_table


def make_population(
    game: Annotated[str, typer.Argument(help="loa or othello.")],
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder to write; the same command goes on.")
    ],
    seed: Annotated[int, typer.Option(min=0, help="Of all that is random.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Work at the same time.")] = 2,
    cluster: Cluster = None,
    small: Annotated[bool, typer.Option("--small", help="A tiny one, in seconds, to try.")] = False,
    table: TableFile = None,
) -> None:
    """Make neural players by TD learning and evolution, and choose the best of them."""
    if small:
        plan = tabiya.population.PopulationPlan.small(game, seed=seed)
    else:
        plan = tabiya.population.PopulationPlan(game, seed=seed)
    with (
        going_on(f"the same command goes on with {output}"),
        claimed(output),
        workers_of(cluster, threads) as workers,
        show_progress("steps") as progress,
    ):
        made = tabiya.population.make_population(
            plan, output, threads=threads, workers=workers, progress=progress
        )
    for part, rows in (("first", made.first), ("second", made.second)):
        typer.echo(f"{part} tournament")
        body = [
            [
                row.method,
                str(row.n_players),
                f"{row.result:.3f}",
                f"{row.deviation:.3f}",
                str(row.n_chosen or ""),
            ]
            for row in rows
        ]
        headings = ["method", "players", "result", "std. dev.", "chosen"]
        tell_table(table, headings, body, part=part)
    typer.echo(f"population       {made.folder}")
    typer.echo(f"play             tabiya tournament {made.folder}")
