"""``tabiya chunks match``: the chunks that stand in a position."""

from typing import Annotated

import typer

import tabiya
from tabiya.cli._chunks_words import (
    LibraryOption,
    counted,
    load_library,
    read_position,
    squares_with_pieces,
)
from tabiya.cli._table_file import BoardFile, TableFile, save_board, save_table


def match_chunks(
    fen: Annotated[list[str], typer.Argument(help="The position.")],
    *,
    library: LibraryOption = "starter",
    result: Annotated[
        str | None, typer.Option(help="How the game ended, for chunks that ask: 1-0, say.")
    ] = None,
    plot: BoardFile = None,
    table: TableFile = None,
) -> None:
    """Say which chunks stand in a position, and which pieces are in none."""
    chunks = load_library(library)
    position = read_position(fen)
    coverage = chunks.cover(position, result=result)
    typer.echo(position.diagram())
    n_standing = len(coverage.matches)
    typer.echo(f"{counted(n_standing, 'match')}:" if n_standing else "no chunk stands")
    for match in coverage.matches:
        squares = squares_with_pieces(position, match.squares)
        typer.echo(f"  {match.name}, {match.mirror_name} [{match.chunk.classification}]: {squares}")
        if match.advice:
            typer.echo(f"      {match.advice}")
    n_pieces = len(coverage.covered) + len(coverage.uncovered)
    typer.echo(f"in chunks: {len(coverage.covered)} of {n_pieces} pieces")
    if coverage.uncovered:
        typer.echo(f"in no chunk: {squares_with_pieces(position, coverage.uncovered)}")
    rows = [
        [
            match.name,
            match.mirror_name,
            match.chunk.classification,
            squares_with_pieces(position, match.squares),
            match.advice or "",
        ]
        for match in coverage.matches
    ]
    save_table(table, ("chunk", "mirror", "class", "squares", "advice"), rows)
    save_board(plot, lambda: tabiya.chunks.draw_coverage(position, coverage))
