"""``tabiya fit``: features combined into winning probabilities, and a player made of them."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import STARTS_AGAIN, going_on
from tabiya.cli._cluster import Cluster, workers_of
from tabiya.cli._progress import show_progress
from tabiya.cli._table_file import TableFile, save_table


def fit(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="SET...", help="A set, or files of games to make one of."),
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="A folder for what is fitted.")],
    model: Annotated[
        str, typer.Option(help="Models, joined by commas.")
    ] = "logistic,fisher,quadratic",
    by_phase: Annotated[
        bool, typer.Option("--by-phase", help="A model for every phase of the game.")
    ] = False,
    width: Annotated[
        int | None, typer.Option(help="Men on the board per phase, with --by-phase; 4.")
    ] = None,
    held_out: Annotated[float, typer.Option(help="The share of games to judge by.")] = 0.2,
    seed: Annotated[int, typer.Option(help="Seed of the choice of these games.")] = 0,
    game: Annotated[str | None, typer.Option(help="The game, if files do not tell.")] = None,
    threads: Annotated[int, typer.Option(help="Threads for fitting, or local workers.")] = 1,
    cluster: Cluster = None,
    report: Annotated[
        bool | None, typer.Option(help="Write a page with plots; if plotly is there.")
    ] = None,
    table: TableFile = None,
) -> None:
    """Fit evaluations that mean a winning probability, and make players of them."""
    if width is not None and not by_phase:
        raise ValueError("--width: expected --by-phase with it, for it is the width of a phase")
    names = [name.strip() for name in model.split(",") if name.strip()]
    source = ", ".join(map(str, files))
    found = tabiya.positions.read(*files, game=game)
    try:
        with (
            going_on(STARTS_AGAIN),
            workers_of(cluster, threads) as workers,
            show_progress("phases") as progress,
        ):
            made = tabiya.combine.fit(
                found,
                names,
                by_phase=by_phase,
                width=tabiya.combine.WIDTH if width is None else width,
                held_out=held_out,
                seed=seed,
                n_jobs=threads,
                workers=workers,
                progress=progress,
            )
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from None
    tabiya.combine.save_fit(made, output, made_by=f"tabiya fit {' '.join(f.name for f in files)}")
    typer.echo(tabiya.combine.describe_fit(made))
    save_table(table, *_quality_rows(made))
    if report or (report is None and find_spec("plotly")):
        tabiya.report.write_fit_page(made, output / "report.html")
    typer.echo(
        f"{output}: {made.best} has the least log-loss and is the player; try\n"
        f"  tabiya match tabiya?weights={output / 'player.toml'} tabiya --game {made.game}"
    )


def _quality_rows(made: "tabiya.combine.Fit") -> tuple[list[str], list[list[str]]]:
    """Return how good each model is on held-out games, with errors."""
    measures = ("log_loss", "brier", "auc", "concordance")
    names = [name.replace("_", "-") for name in measures]
    headings = [word for name in names for word in (name, f"{name} error")]
    rows = []
    for model, quality in made.quality.items():
        found = [getattr(quality, name) for name in measures]
        rows.append([model, *(f"{v:.5f}" for each in found for v in (each.value, each.error))])
    return ["model", *headings], rows
