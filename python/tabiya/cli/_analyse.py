"""``tabiya analyse``: what the search thinks of positions, iteration by iteration."""

from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._positions import Placed, read_positions
from tabiya.cli._words import make_player, percent_words, score_words, unit_of
from tabiya.games import Game

DEFAULT_SECONDS = 3.0


def analyse(
    source: Annotated[
        str, typer.Argument(metavar="POSITION|FILE", help="A FEN, or a file of one on each line.")
    ],
    *,
    game: Annotated[str, typer.Option(help="chess, othello or loa.")] = "chess",
    depth: Annotated[int | None, typer.Option(help="Plies to search.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Nodes to search.")] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Seconds to search; 3 if no limit is given.")
    ] = None,
    weights: Annotated[
        Path | None, typer.Option(help="Weights of the evaluation, a TOML file.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="Search: modern or crafty.")] = None,
    symbols: Annotated[
        Path | None,
        typer.Option(help="Say scores as symbols too, by a file of tabiya measure --symbols."),
    ] = None,
) -> None:
    """Search positions and print every iteration as it is completed."""
    if depth is None and nodes is None and seconds is None:
        seconds = DEFAULT_SECONDS
    chosen = Game(game)
    player = make_player(chosen.name, weights=weights, preset=preset)
    scale = _read_scale(symbols)
    for placed in read_positions(chosen, source):
        _analyse_one(player, placed, scale, depth=depth, nodes=nodes, seconds=seconds)


def _read_scale(path: Path | None) -> "tabiya.measure.SymbolScale | None":
    if path is None:
        return None
    return tabiya.measure.read_symbols(path)


def _analyse_one(
    player: "tabiya.players.Player",
    placed: Placed,
    scale: "tabiya.measure.SymbolScale | None",
    *,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
) -> None:
    game, position = player.game.name, placed.position
    sign = 1 if position.side_to_move == position.game.sides[0] else -1
    typer.echo(placed.place)
    if placed.place != str(position):
        typer.echo(f"{position}")
    typer.echo(
        f"depth {unit_of(game):>12} {'win':>5} {'nodes':>14} {'seconds':>8}  line "
        f"({position.side_to_move} to move)"
    )

    def say(outcome: "tabiya.players.Iteration | tabiya.players.Report", unit: str = "") -> str:
        words = score_words(game, outcome, unit=unit)
        return f"{words} {scale.symbol(sign * outcome.score)}" if scale else words

    def show(iteration: "tabiya.players.Iteration") -> None:
        typer.echo(
            f"{iteration.depth:5} {say(iteration):>12} "
            f"{percent_words(game, iteration.score):>5} {iteration.nodes:14,} "
            f"{iteration.seconds:8.2f}  {' '.join(iteration.pv)}"
        )

    report = player.search(position, depth=depth, nodes=nodes, seconds=seconds, on_iteration=show)
    speed = report.nodes / max(report.seconds, 1e-9)
    typer.echo(
        f"best {report.move}: {say(report, unit_of(game))}, win "
        f"{percent_words(game, report.score)}, depth {report.depth}, {report.nodes:,} nodes in "
        f"{report.seconds:.2f} s, {speed:,.0f} nodes per second\n"
    )
