"""``tabiya positions theory``: theoretical scores held against the solver."""

import os
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import claimed
from tabiya.cli._progress import show_progress

THREADS = os.cpu_count() or 1


def check_theory_set(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Games of WTHOR, or a set of them.")
    ],
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A CSV file; the same command goes on with it.")
    ],
    games: Annotated[int, typer.Option(help="How many games.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed of their choice.")] = 0,
    threads: Annotated[int, typer.Option(help="Positions solved at the same time.")] = THREADS,
) -> None:
    """Solve positions with a theoretical score, and list those that the solver denies."""
    found = tabiya.positions.read(*files, kinds=["theoretical"])
    goes_on = f"the same command goes on with {output}"
    with going_on(goes_on), claimed(output), show_progress("solving") as progress:
        check = tabiya.combine.check_theory(
            found, games, output, seed=seed, threads=threads, progress=progress
        )
    typer.echo(f"{output}: {check}")
    for position, theoretical, solved in check.disagreements:
        typer.echo(f"{position}: expected {theoretical:+g}, solved {solved:+g}")
