"""``tabiya positions selfplay``: games of a player that errs, to learn from."""

import os
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import STARTS_AGAIN, going_on
from tabiya.cli._progress import show_progress
from tabiya.cli._words import make_player

THREADS = os.cpu_count() or 1


def selfplay_set(
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The set, a Parquet file.")],
    game: Annotated[str, typer.Option(help="chess, othello or loa.")] = "othello",
    plies: Annotated[int, typer.Option(help="Play all openings of so many plies.")] = 7,
    games: Annotated[
        int | None, typer.Option(help="How many games; one from each opening by default.")
    ] = None,
    nodes: Annotated[int, typer.Option(help="Nodes per move.")] = 200,
    errors: Annotated[float, typer.Option(help="The share of moves drawn by lot.")] = 0.05,
    seed: Annotated[int, typer.Option(help="Seed of all that is random.")] = 0,
    weights: Annotated[Path | None, typer.Option(help="Who plays: a TOML file.")] = None,
    threads: Annotated[int, typer.Option(help="Games at the same time.")] = THREADS,
) -> None:
    """Play games from all openings of some length, with errors, and label them by results."""
    player = make_player(game, weights=weights)
    with going_on(STARTS_AGAIN), show_progress("games") as progress:
        made = tabiya.combine.play_games(
            game,
            plies=plies,
            n=games,
            nodes=nodes,
            errors=errors,
            seed=seed,
            player=player,
            threads=threads,
            progress=progress,
        )
    made.write(output)
    n_games = made.table["game"].n_unique()
    typer.echo(f"{output}: {len(made):,} positions of {n_games:,} games of {made.game}")
