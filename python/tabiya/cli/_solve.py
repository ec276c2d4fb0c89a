"""``tabiya solve``: how an Othello game ends if nobody errs."""

import time
from typing import Annotated

import typer

import tabiya
from tabiya.games import Game


def solve(
    position: Annotated[
        str, typer.Argument(help="64 of X, O and - from a1, b1 to h8, a space, and X or O.")
    ],
) -> None:
    """Solve an Othello position with up to twenty-odd empty squares exactly."""
    end = Game("othello").position(position)
    typer.echo(end.diagram())
    started = time.perf_counter()
    solution = tabiya.players.solve(end)
    seconds = time.perf_counter() - started
    speed = solution.nodes / max(seconds, 1e-9)
    n_empty = end.cells.count(".")
    typer.echo(f"{end.side_to_move} to move, {n_empty} empty: {solution.discs:+d} discs")
    typer.echo(f"best {solution.move or 'none, the game is over'}")
    typer.echo(f"line {' '.join(solution.pv)}".rstrip())
    typer.echo(f"{solution.nodes:,} nodes in {seconds:.2f} s, {speed:,.0f} nodes per second")
