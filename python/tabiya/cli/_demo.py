"""``tabiya demo``: from nothing to proved weights, on games that tabiya plays itself."""

import os
from pathlib import Path
from typing import Annotated

import typer

THREADS = os.cpu_count() or 1
QUICK_GAMES = 20


def demo(
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="A folder for what is made.")] = (
        Path("demo")
    ),
    games: Annotated[int, typer.Option(help="Games to make positions of.")] = 400,
    game_nodes: Annotated[int, typer.Option(help="Nodes per move of these games.")] = 500,
    label_nodes: Annotated[int, typer.Option(help="Nodes of the search that labels.")] = 8000,
    iterations: Annotated[int, typer.Option(help="Iterations of the ascent.")] = 300,
    proof_games: Annotated[int, typer.Option(help="Games of each match at the end.")] = 120,
    proof_nodes: Annotated[int, typer.Option(help="Nodes per move of these.")] = 3000,
    quick: Annotated[
        bool, typer.Option("--quick", help="A few seconds' worth of everything, to see it work.")
    ] = False,
    threads: Annotated[int, typer.Option(help="Threads.")] = THREADS,
    seed: Annotated[int, typer.Option(help="Of all that is random.")] = 0,
) -> None:
    """Tune eleven chess weights from 50 on games of our own, and prove it by play.

    Nothing is needed: tabiya plays the games, labels the positions by a deeper search, starts
    eleven weights at 50 as Gomboc did (2004, §7.2.1), tunes them, and plays them against the
    defaults.
    """
    if quick:
        games, game_nodes, label_nodes = QUICK_GAMES, 60, 300
        iterations, proof_games, proof_nodes = 10, 4, 60
    typer.echo(f"1. {games} games of tabiya against itself, {game_nodes} nodes per move")
    from tabiya.cli._demo_run import run_demo  # noqa: PLC0415 (loads slowly; the first line is out)

    run_demo(
        output=output,
        games=games,
        game_nodes=game_nodes,
        label_nodes=label_nodes,
        iterations=iterations,
        proof_games=proof_games,
        proof_nodes=proof_nodes,
        threads=threads,
        seed=seed,
    )
