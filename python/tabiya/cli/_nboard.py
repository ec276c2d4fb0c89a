"""``tabiya nboard``: the Othello engine for interfaces and match runners."""

from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._words import make_player


def nboard(
    *,
    weights: Annotated[
        Path | None, typer.Option(help="A file of weights or patterns to play with.")
    ] = None,
    pruning: Annotated[
        Path | None, typer.Option(help="A file that says what the search skips.")
    ] = None,
) -> None:
    """Speak NBoard, the protocol of Othello interfaces, on standard input and output."""
    tabiya.nboard.run_engine(make_player("othello", weights=weights, pruning=pruning))
