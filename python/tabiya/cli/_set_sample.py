"""``tabiya positions sample``, ``stratify``, ``split`` and ``weigh``: sets made of sets."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._progress import show_progress
from tabiya.cli._words import make_player
from tabiya.games import Position

SetFile = Annotated[Path, typer.Argument(metavar="SET", help="A set, a Parquet file.")]
Output = Annotated[Path, typer.Option("--output", "-o", help="The new set.")]
Kind = Annotated[str | None, typer.Option(help="Only labels of this kind.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same set.")]


def sample_set(
    file: SetFile,
    *,
    output: Output,
    n: Annotated[int, typer.Option("-n", min=1, help="How many positions.")],
    kind: Kind = None,
    seed: Seed = 0,
) -> None:
    """Take a random sample."""
    _write(tabiya.positions.sample(_read(file, kind), n, seed), output)


def stratify_set(
    file: SetFile,
    *,
    output: Output,
    per_cell: Annotated[int, typer.Option(help="Positions of each label and side to move.")],
    kind: Kind = None,
    seed: Seed = 0,
    nodes: Annotated[
        int | None,
        typer.Option(help="Fill scarce cells by playing best moves of searches of so many nodes."),
    ] = None,
    weights: Annotated[
        Path | None, typer.Option(help="Weights of these searches, a TOML file.")
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Searches at once; all by default.")] = None,
) -> None:
    """Take as many positions of each label and side to move."""
    found = _read(file, kind)
    if weights is not None and nodes is None:
        raise ValueError("--weights: expected --nodes beside it, found none")
    advance = None
    if nodes is not None:
        advance = _advance(found.game, nodes, weights, threads or os.cpu_count() or 1)
    made = tabiya.positions.stratify(found, per_cell, seed, advance)
    for note in made.report.notes[len(found.report.notes) :]:
        typer.echo(note)
    _write(made, output)


def split_set(
    file: SetFile,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The set to learn from.")],
    control: Annotated[Path, typer.Option(help="The set to be examined on.")],
    fraction: Annotated[float, typer.Option(help="Share of the games for control.")] = 0.2,
    kind: Kind = None,
    seed: Seed = 0,
) -> None:
    """Split a set in two, a whole game on one side."""
    train, rest = tabiya.positions.split(_read(file, kind), fraction, seed)
    _write(train, output)
    _write(rest, control)


def weigh_set(file: SetFile, *, output: Output, kind: Kind = None) -> None:
    """Give weights in inverse proportion to how often a label occurs."""
    _write(tabiya.positions.weigh(_read(file, kind)), output)


def _read(file: Path, kind: str | None) -> "tabiya.positions.PositionSet":
    return tabiya.positions.read(file, kinds=kind)


def _write(made: "tabiya.positions.PositionSet", output: Path) -> None:
    made.write(output)
    typer.echo(f"{output}: {len(made):,} rows of {made.game}")


def _advance(
    game: str, nodes: int, weights: Path | None, threads: int
) -> Callable[[list[Position]], list[str]]:
    """Return what plays the best moves of our own searches."""
    player = make_player(game, weights=weights)

    def advance(positions: list[Position]) -> list[str]:
        with show_progress("searching") as progress:
            reports = player.search_many(positions, nodes=nodes, threads=threads, progress=progress)
        return [report.move for report in reports]

    return advance
