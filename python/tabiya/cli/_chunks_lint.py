"""``tabiya chunks lint``: what a library finds in games, and what is wrong with it."""

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
from tabiya.cli._chunks_words import load_library
from tabiya.cli._table_file import TableFile, save_table


def lint_chunks(
    library: Annotated[
        str, typer.Argument(help="A file of chunks, or starter or mach, which come with tabiya.")
    ] = "starter",
    *,
    games: GamesOption,
    positions: CountOption = 50_000,
    seed: SeedOption = 0,
    first_ply: FirstPlyOption = 0,
    where: WhereOption = None,
    too_general: Annotated[
        float, typer.Option(min=0, max=1, help="Share of positions above which a chunk is told.")
    ] = 0.5,
    too_specific: Annotated[
        float, typer.Option(min=0, max=1, help="Share of positions below which a chunk is told.")
    ] = 0.0002,
    table: TableFile = None,
) -> None:
    """Hold a library against games: coverage, too general, too specific, duplicates."""
    chunks = load_library(library)
    sample = take_sample(games, positions, seed=seed, first_ply=first_ply, where=where)
    report = tabiya.chunks.lint(
        chunks,
        sample,
        too_general=too_general,
        too_specific=too_specific,
        games=tabiya.chunks.open_games(games),
    )
    typer.echo(f"{report.n_positions:,} positions of {games}, {len(chunks)} chunks of {library}")
    typer.echo(f"positions with a chunk  {report.with_chunk:7.1%}")
    typer.echo(f"pieces in some chunk    {report.pieces_covered:7.1%}")
    typer.echo(f"chunks in a position    {report.chunks_per_position:7.2f}")
    shares = sorted(report.shares.items(), key=lambda item: -item[1])
    for name, share in shares:
        typer.echo(f"  {share:8.3%}  {name}")
    save_table(table, ["chunk", "share"], [[name, f"{share:.5f}"] for name, share in shares])
    findings = [*map(str, report.findings), *tabiya.chunks.warnings(chunks)]
    typer.echo(f"{len(findings)} to look at again:" if findings else "nothing to look at again")
    for finding in findings:
        typer.echo(f"  {finding}")
