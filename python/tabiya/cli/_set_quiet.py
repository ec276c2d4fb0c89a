"""``tabiya positions quiet``: positions in which an evaluation means something."""

import os
from pathlib import Path
from typing import Annotated

import typer

import tabiya

THREADS = os.cpu_count() or 1


def quiet_set(
    files: Annotated[
        list[Path], typer.Argument(metavar="SET...", help="A set, or files to make one of.")
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The new set.")],
    leaves: Annotated[
        bool,
        typer.Option("--leaves", help="Replace positions by the leaves of their lines."),
    ] = False,
    min_ply: Annotated[int | None, typer.Option(help="Plies from the start at least.")] = None,
    max_ply: Annotated[int | None, typer.Option(help="Plies from the start at most.")] = None,
    checks: Annotated[bool, typer.Option("--checks", help="Keep positions in check.")] = False,
    min_men: Annotated[int | None, typer.Option(help="Pieces or discs at least.")] = None,
    max_score: Annotated[
        float | None, typer.Option(help="Leave out what is decided: centipawns at most.")
    ] = None,
    duplicates: Annotated[
        bool, typer.Option("--duplicates", help="Keep the same position more than once.")
    ] = False,
    per_game: Annotated[int | None, typer.Option(help="Of each game at most.")] = None,
    weights: Annotated[
        Path | None, typer.Option(help="Weights of the evaluation that plays captures out.")
    ] = None,
    kind: Annotated[str | None, typer.Option(help="Only labels of this kind.")] = None,
    game: Annotated[str | None, typer.Option(help="The game, if files do not tell.")] = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads.")] = THREADS,
) -> None:
    """Keep quiet positions, or replace each by the leaf of its quiescence line.

    A position is quiet if the best that captures can do is nothing. With --leaves the label travels
    to where the captures end, and the column origin keeps the position that it was said of.
    """
    found = tabiya.positions.read(*files, game=game)
    if kind is not None:
        found = found.labelled(kind)
    values = None if weights is None else tabiya.players.load_weights(weights).changed()
    filters = tabiya.positions.Filters(
        least_ply=min_ply,
        most_ply=max_ply,
        checks=checks,
        least_men=min_men,
        most_score=max_score,
        duplicates=duplicates,
        per_game=per_game,
    )
    made = tabiya.positions.quiet(
        found, leaves=leaves, filters=filters, weights=values, threads=threads
    )
    if not len(made):
        raise ValueError(f"quiet: expected positions to be left, found none of {len(found):,}")
    made.write(output)
    typer.echo(f"{len(made):,} of {len(found):,} positions in {output}")
    typer.echo(made.report.notes[-1])
