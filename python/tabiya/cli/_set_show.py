"""``tabiya positions show``: what is in a set."""

from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._table_file import PictureFile, TableFile, save_table
from tabiya.cli._terminal import CONTROL, console

# Of a table that nobody sees on a screen, so that no line is broken.
FILE_WIDTH = 200


def show_set(
    file: Annotated[Path, typer.Argument(help="A set, or any file that can be imported.")],
    *,
    plot: PictureFile = None,
    table: TableFile = None,
) -> None:
    """Show what is in a set: labels by side to move, sources, annotators and some rows."""
    import polars as pl  # noqa: PLC0415 (slow to load; the help need not)

    from tabiya.cli._set_tables import (  # noqa: PLC0415 (stands on polars; the help need not)
        distribution_rows,
        distribution_table,
        listed_table,
        rows_table,
    )

    found = tabiya.positions.read(file)
    found = found.with_table(
        found.table.with_columns(pl.col(pl.String).str.replace_all(CONTROL.pattern, "\ufffd"))
    )
    screen = console(highlight=False, markup=False, emoji=False)
    if not screen.is_terminal:
        screen.width = FILE_WIDTH
    screen.print(f"{file}: {len(found):,} rows of {found.game}")
    for kind in found.table["kind"].unique(maintain_order=True):
        screen.print(distribution_table(found, kind))
    screen.print(listed_table(found, "file", "source"))
    if found.table["annotator"].is_not_null().any():
        screen.print(listed_table(found, "annotator", "annotator"))
    for note in found.report.notes:
        screen.print(note)
    screen.print(rows_table(found, screen.width))
    kinds = found.table["kind"].unique(maintain_order=True).to_list()
    counts = {kind: distribution_rows(found, kind) for kind in kinds}
    if plot is not None:
        tabiya.report.plot_labels(counts, found.game, plot, title=f"{file.name}: labels")
        screen.print(f"wrote {plot}")
    if table is not None:
        sides = tabiya.game(found.game).sides
        body = [[k, name, *map(str, n)] for k, rows in counts.items() for name, *n in rows]
        save_table(table, ["kind", "label", *sides], body)
