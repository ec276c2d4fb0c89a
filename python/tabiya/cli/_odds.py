"""``tabiya odds``: how much more effort one player needs to hold its own."""

from typing import Annotated

import typer

import tabiya
from tabiya.cli import _play_options as options
from tabiya.cli._broken_off import going_on
from tabiya.cli._columns import columns
from tabiya.cli._efforts import read_steps
from tabiya.cli._table_file import PictureFile, TableFile, save_table


def odds(
    a: Annotated[str, typer.Argument(help="The player with the fixed limit.")],
    b: Annotated[str, typer.Argument(help="The player who gets more or less.")],
    *,
    game: options.GameName = "chess",
    factors: Annotated[
        str, typer.Option("--odds", help="By how much the limit of B is multiplied.")
    ] = "0.5,1,2",
    games: Annotated[int, typer.Option(help="Games of each match, an even number.")] = 100,
    openings: options.Source = "random",
    seed: options.Seed = 0,
    nodes: options.Nodes = None,
    seconds: options.Seconds = None,
    concurrency: options.Concurrency = 2,
    store: options.Store = None,
    plot: PictureFile = None,
    table: TableFile = None,
) -> None:
    """Play at several odds and say where the players would be even, with the interval."""
    rows = []
    scores = []

    def on_match(factor: float, result: "tabiya.play.MatchResult") -> None:
        found = result.verdict
        if found is not None:
            score = 1 - found.score.value
            scores.append(
                (factor, tabiya.metrics.Estimate(score, 1 - found.score.high, 1 - found.score.low))
            )
            rows.append([f"{factor:g}", f"{found.n_games}", f"{score:.1%}"])
            typer.echo(f"{b} with {factor:g} times the limit scores {score:.1%}", err=True)

    with going_on(lambda: options.kept_words(f"{len(rows)} matches played", store)):
        found = tabiya.play.play_odds(
            a,
            b,
            odds=read_steps("odds", factors),
            nodes=nodes,
            seconds=seconds,
            game=options.read_game(game),
            openings=openings,
            games=games,
            concurrency=concurrency,
            seed=seed,
            store=store,
            on_match=on_match,
        )
    headings = ["odds", "games", "score of B"]
    typer.echo(columns(headings, rows))
    typer.echo(f"{b} against {a}: {found.factor}")
    save_table(table, headings, rows)
    if plot is not None:
        series = tabiya.report.TauSeries(b, [f for f, _ in scores], [s for _, s in scores])
        title = f"{b} against {a}, by odds"
        tabiya.report.plot_taus([series], plot, title=title, x="times the limit of A", y="score")
        typer.echo(f"picture  {plot}")
