"""``tabiya chunks suggest``: groups of pieces that nobody has described yet."""

from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._chunks_sample import (
    CountOption,
    FirstPlyOption,
    GamesOption,
    SeedOption,
    WhereOption,
    take_sample,
)
from tabiya.cli._chunks_words import LibraryOption, load_library


def suggest_chunks(
    *,
    games: GamesOption,
    library: LibraryOption = "starter",
    positions: CountOption = 50_000,
    seed: SeedOption = 0,
    first_ply: FirstPlyOption = 12,
    where: WhereOption = None,
    limit: Annotated[int, typer.Option(min=1, help="The most suggestions.")] = 10,
    min_share: Annotated[
        float, typer.Option(min=0.0001, max=1, help="Least share of positions of a group.")
    ] = 0.005,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write them to a file of chunks.")
    ] = None,
) -> None:
    """Suggest chunks: groups that stand together more often than chance, and tell apart."""
    known = load_library(library)
    sample = take_sample(games, positions, seed=seed, first_ply=first_ply, where=where)
    found = tabiya.chunks.suggest(sample, known, limit=limit, min_share=min_share)
    text = "\n\n".join(suggestion.text for suggestion in found)
    if not found:
        typer.echo(f"nothing new in {len(sample):,} positions; try more, or a lower --min-share")
    elif output is None:
        typer.echo(text)
    else:
        tabiya.files.write_beside(output, text + "\n")
        typer.echo(f"{len(found)} suggestions: {output}")
