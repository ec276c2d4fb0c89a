"""``tabiya chunks check``: whether files are files of chunks, and what is in them."""

from typing import Annotated

import typer

import tabiya
from tabiya.cli._chunks_words import counted, is_fen, load_library, read_position


def check_chunks(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Files of chunks, starter or mach; or a FEN, which is checked as one."),
    ] = None,
) -> None:
    """Read files of chunks and say what is in them, or what is wrong and where."""
    failed = False
    for name in files or ["starter", "mach"]:
        try:
            if is_fen(name):
                position = read_position([name])
                typer.echo(f"{position}: a position, {position.side_to_move} to move")
                continue
            library = load_library(name)
        except (tabiya.chunks.ChunkError, ValueError, OSError) as error:
            typer.echo(f"tabiya: {error}", err=True)
            failed = True
            continue
        n_chunks, n_classes = counted(len(library), "chunk"), counted(len(library.classes), "class")
        n_readings = counted(sum(chunk.n_readings for chunk in library), "reading")
        typer.echo(f"{name}: {n_chunks} in {n_classes}, {n_readings} with mirrors and parameters")
        for warning in tabiya.chunks.warnings(library):
            typer.echo(f"{name}: {warning}")
    if failed:
        raise typer.Exit(2)
