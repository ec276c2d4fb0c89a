"""``tabiya population``: networks that learned by playing, to learn and to play against."""

from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._columns import columns
from tabiya.cli._progress import show_progress


def make_population(
    game: Annotated[str, typer.Argument(help="loa or othello.")],
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder to write; the same command goes on.")
    ],
    seed: Annotated[int, typer.Option(help="Of all that is random.")] = 1,
    threads: Annotated[int, typer.Option(help="Work at the same time.")] = 2,
    small: Annotated[bool, typer.Option("--small", help="A tiny one, in seconds, to try.")] = False,
) -> None:
    """Make neural players by TD learning and evolution, and choose the best of them."""
    if small:
        recipe = tabiya.population.Recipe.small(game, seed=seed)
    else:
        recipe = tabiya.population.Recipe(game, seed=seed)
    with show_progress("steps") as progress:
        made = tabiya.population.make_population(recipe, output, threads=threads, progress=progress)
    for title, rows in (("first tournament", made.first), ("second tournament", made.second)):
        typer.echo(title)
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
        typer.echo(columns(["method", "players", "result", "std. dev.", "chosen"], body))
    typer.echo(f"population       {made.folder}")
    typer.echo(f"play             tabiya tournament {made.folder}")
