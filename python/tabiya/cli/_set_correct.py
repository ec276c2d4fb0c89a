"""``tabiya positions correct``: results of Othello games made more reliable."""

import os
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import STARTS_AGAIN, going_on
from tabiya.cli._progress import show_progress

THREADS = os.cpu_count() or 1


def correct_set(
    files: Annotated[
        list[Path], typer.Argument(metavar="SET...", help="A set, or files of Othello games.")
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The new set.")],
    empties: Annotated[
        int, typer.Option(help="Solve positions with so many empty squares or fewer.")
    ] = 12,
    propagate: Annotated[
        bool, typer.Option(help="Carry results through the graph of all games.")
    ] = True,
    threads: Annotated[int, typer.Option(help="Positions solved at the same time.")] = THREADS,
) -> None:
    """Correct results by exact search near the end and by propagation through all games."""
    found = tabiya.positions.read(*files)
    try:
        with going_on(STARTS_AGAIN), show_progress("solving") as progress:
            made, correction = tabiya.combine.correct(
                found, empties=empties, propagate=propagate, threads=threads, progress=progress
            )
    except ValueError as error:
        raise ValueError(f"{', '.join(map(str, files))}: {error}") from None
    made.write(output)
    typer.echo(f"{output}: {correction}")
