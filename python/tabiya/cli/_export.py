"""``tabiya export``: weights in the language of another program."""

from pathlib import Path
from typing import Annotated

import typer

import tabiya


def export(
    file: Annotated[Path, typer.Argument(metavar="WEIGHTS.toml", help="Weights.")],
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A file .h, .rs, .json, .uci or .toml.")
    ],
    prefix: Annotated[str, typer.Option(help="Put before every name.")] = "",
    decimals: Annotated[
        int | None, typer.Option("--round", help="Decimals; 0 makes whole numbers.")
    ] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Opening and ending of a name as a pair.")
    ] = False,
    arrays: Annotated[
        bool, typer.Option("--arrays", help="Squares and numbered weights as arrays.")
    ] = False,
) -> None:
    """Write weights as C or Rust constants, JSON or UCI options for another program."""
    values = tabiya.players.load_values(file)
    made_by = f"tabiya export {file}"
    form = tabiya.players.Form(prefix, decimals, pairs, arrays)
    tabiya.players.export_weights(values, output, made_by=made_by, form=form)
    typer.echo(f"{len(values):,} weights in {output}")
