"""``tabiya positions show``: what is in a set."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import tabiya

# Of a table that nobody sees on a screen, so that no line is broken.
FILE_WIDTH = 200


def show_set(
    file: Annotated[Path, typer.Argument(help="A set, or any file that can be imported.")],
) -> None:
    """Show what is in a set: labels by side to move, sources, annotators and some rows."""
    from tabiya.cli._set_tables import (  # noqa: PLC0415 (stands on polars; the help need not)
        distribution_table,
        listed_table,
        rows_table,
    )

    found = tabiya.positions.read(file)
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = FILE_WIDTH
    console.print(f"{file}: {len(found):,} rows of {found.game}")
    for kind in found.table["kind"].unique(maintain_order=True):
        console.print(distribution_table(found, kind))
    console.print(listed_table(found, "file", "source"))
    if found.table["annotator"].is_not_null().any():
        console.print(listed_table(found, "annotator", "annotator"))
    for note in found.report.notes:
        console.print(note)
    console.print(rows_table(found))
