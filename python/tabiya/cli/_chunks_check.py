"""``tabiya chunks check``: whether files are files of chunks, and what is in them."""

from typing import Annotated

import typer

import tabiya
from tabiya.cli._chunks_words import counted, is_fen, load_library, read_position
from tabiya.cli._main import told
from tabiya.cli._table_file import TableFile, save_table


def check_chunks(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Files of chunks, starter or mach; or a FEN, which is checked as one."),
    ] = None,
    *,
    table: TableFile = None,
) -> None:
    """Read files of chunks and say what is in them, or what is wrong and where."""
    failed = False
    rows = []
    for name in files or ["starter", "mach"]:
        try:
            if is_fen(name):
                position = read_position([name])
                typer.echo(f"{position}: a position, {position.side_to_move} to move")
                continue
            library = load_library(name)
        except (tabiya.chunks.ChunkError, ValueError, OSError) as error:
            typer.echo(f"tabiya: {told(error)}", err=True)
            failed = True
            continue
        n_chunks, n_classes = counted(len(library), "chunk"), counted(len(library.classes), "class")
        n_readings = sum(chunk.n_readings for chunk in library)
        readings = counted(n_readings, "reading")
        typer.echo(f"{name}: {n_chunks} in {n_classes}, {readings} with mirrors and parameters")
        rows.append([name, *map(str, (len(library), len(library.classes), n_readings))])
        for warning in tabiya.chunks.warnings(library):
            typer.echo(f"{name}: {warning}")
    save_table(table, ("library", "chunks", "classes", "readings"), rows)
    if failed:
        raise typer.Exit(2)
