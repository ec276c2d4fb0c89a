"""``tabiya chunks explain``: what a chunk means, and why it stands here or not."""

from typing import TYPE_CHECKING, Annotated

import typer

import tabiya
from tabiya.cli._chunks_words import (
    LibraryOption,
    is_fen,
    load_library,
    read_position,
    squares_with_pieces,
)
from tabiya.cli._table_file import BoardFile, save_board

if TYPE_CHECKING:
    from tabiya.chunks import Chunk, Explanation, Library


def explain_chunks(
    what: Annotated[
        list[str],
        typer.Argument(help="A chunk, a chunk and a position, or a position alone."),
    ],
    *,
    library: LibraryOption = "starter",
    plot: BoardFile = None,
) -> None:
    """Say what a chunk means, and why it stands in a position or what is missing."""
    chunks = load_library(library)
    if is_fen(what[0]):
        if plot is not None:
            words = "expected a chunk to draw; tabiya chunks match draws positions"
            raise ValueError(f"--plot: {words}")
        _explain_position(chunks, read_position(what))
        return
    chunk = chunks[what[0]]
    _describe(chunk)
    save_board(plot, tabiya.chunks.MarkedBoard.of(chunk).svg)
    if len(what) > 1:
        position = read_position(what[1:])
        typer.echo(position.diagram())
        for explanation in tabiya.chunks.explain(chunks, chunk.name, position):
            _say(explanation, position)


def _describe(chunk: "Chunk") -> None:
    board = tabiya.chunks.MarkedBoard.of(chunk)
    importance = "learned" if chunk.importance is None else f"{chunk.importance:g}"
    typer.echo(f"{chunk.name}{board.parameters}: class {chunk.classification} ({chunk.c_class})")
    typer.echo(f"importance {importance}, {chunk.n_readings} readings: {_mirrors(chunk)}")
    typer.echo(board.diagram())
    for statement in chunk.definition.statements:
        typer.echo(f"  {'required' if statement.required else 'optional'}: {statement.text}")
    if chunk.advice:
        typer.echo(f"  advice: {chunk.advice}")


def _mirrors(chunk: "Chunk") -> str:
    return ", ".join(chunk.mirror_name(mirror) for mirror in chunk.mirrors)


def _explain_position(chunks: "Library", position: tabiya.Position) -> None:
    """Explain what stands, and what would stand but for one statement."""
    typer.echo(position.diagram())
    near = []
    for chunk in chunks:
        for explanation in tabiya.chunks.explain(chunks, chunk.name, position):
            if explanation.stands:
                _say(explanation, position)
            elif len(explanation.missing) == 1 and len(explanation.statements) > 1:
                near.append(explanation)
    typer.echo("one statement short:" if near else "no chunk is one statement short")
    for explanation in near:
        reading = explanation.reading
        typer.echo(f"  {reading.name}, {reading.mirror_name}: {explanation.missing[0]}")


def _say(explanation: "Explanation", position: tabiya.Position) -> None:
    reading = explanation.reading
    verdict = "stands" if explanation.stands else "does not stand"
    typer.echo(f"{reading.name}, {reading.mirror_name}: {verdict}")
    for said in explanation.statements:
        sign = "yes" if said.holds else "no "
        found = squares_with_pieces(position, said.squares)
        word = "" if said.required else " (optional)"
        typer.echo(f"  {sign} {said.text}{word}{': ' + found if found else ''}")
