"""``tabiya uci``: the chess engine for interfaces and match runners."""

from typing import Annotated

import typer

import tabiya


def uci(
    *,
    weight_options: Annotated[
        bool,
        typer.Option("--weight-options", help="List every weight of the evaluation as an option."),
    ] = False,
) -> None:
    """Speak UCI, the protocol of chess interfaces, on standard input and output."""
    tabiya.uci.run_engine(lists_weights=weight_options)
