"""``tabiya positions label``: what an analyst says of the positions of a set."""

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import Cluster, workers_of
from tabiya.cli._efforts import make_analysts, read_engines
from tabiya.cli._progress import show_progress

THREADS = os.cpu_count() or 1


def label_set(
    files: Annotated[
        list[Path], typer.Argument(metavar="SET...", help="A set, or files to make one of.")
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The new set.")],
    player: Annotated[
        str, typer.Option(help="Who says it: tabiya, tabiya?weights=FILE, FILE.toml.")
    ] = "tabiya",
    uci: Annotated[str | None, typer.Option(help="An engine in its place: stockfish.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help='An option of the engine: "Use NNUE=false".')
    ] = None,
    depth: Annotated[int | None, typer.Option(help="Plies per position.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Nodes per position.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds per position.")] = None,
    categories: Annotated[
        str | None,
        typer.Option(
            help="Merge scores into categories: how many of the same size, or their edges in "
            "centipawns: -250,-80,-25,25,80,250."
        ),
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game, if files do not tell.")] = None,
    threads: Annotated[int, typer.Option(help="Positions looked at at the same time.")] = THREADS,
    cluster: Cluster = None,
    cache: Annotated[
        str | None, typer.Option(help="Where assessments are kept; the user's cache by default.")
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Keep nothing.")] = False,
) -> None:
    """Label positions by a deeper search or a stronger engine, a pseudo-oracle."""
    edges = None if categories is None else _read_edges(categories)
    engines = read_engines([uci] if uci else [], option or ())
    found = tabiya.positions.read(*files, game=game)
    (analyst,) = make_analysts(
        found.game,
        [] if uci else [player],
        engines,
        depths=[] if depth is None else [depth],
        nodes=[] if nodes is None else [nodes],
        seconds=seconds,
    )
    keeper = nullcontext() if no_cache else tabiya.analysts.AssessmentCache(cache)
    goes_on = "nothing was kept; without --no-cache the same command goes on"
    if not no_cache:
        goes_on = "the same command goes on with what is in the cache"
    with (
        going_on(goes_on),
        keeper as kept,
        workers_of(cluster, threads) as workers,
        show_progress("positions") as progress,
    ):
        made = tabiya.analysts.label(
            found, analyst, cache=kept, threads=threads, workers=workers, progress=progress
        )
    if edges is not None:
        made = tabiya.positions.categorise(made, edges)
    made.write(output)
    typer.echo(
        f"{output}: {len(made):,} positions of {made.game} by {analyst.name}, {analyst.effort}"
    )


def _read_edges(text: str) -> list[float] | int:
    """Read a number of categories, or their edges.

    >>> _read_edges("7"), _read_edges("-50,50")
    (7, [-50.0, 50.0])
    """
    try:
        return [float(edge) for edge in text.split(",")] if "," in text else int(text)
    except ValueError:
        raise ValueError(
            f"categories: expected a number, or edges such as -50,50, found {text!r}"
        ) from None
