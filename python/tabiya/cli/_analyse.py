"""``tabiya analyse``: what the search thinks of positions, or of the moves of whole games."""

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._columns import columns
from tabiya.cli._play_options import read_game, read_numbers
from tabiya.cli._positions import Placed, Skip, is_file, read_positions
from tabiya.cli._table_file import TableFile, save_table
from tabiya.cli._words import make_player, percent_words, score_words

DEFAULT_SECONDS = 3.0
DEFAULT_GAME_NODES = 20_000
THREADS = os.cpu_count() or 1
HEADINGS = ("position", "line", "move", "score", "win", "depth", "nodes", "moves")


@dataclass(frozen=True)
class _Limits:
    depth: int | None
    nodes: int | None
    seconds: float | None
    threads: int = 1


def analyse(
    source: Annotated[
        str,
        typer.Argument(
            metavar="POSITION|FILE", help="A position, or a file of positions or of games."
        ),
    ],
    *,
    game: Annotated[
        str | None, typer.Option(help="chess, chess960, othello or loa; known by the text.")
    ] = None,
    lines: Annotated[
        int, typer.Option(help="How many moves to tell of, with score and line; 0 is all.")
    ] = 1,
    depth: Annotated[int | None, typer.Option(help="Plies to search.")] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Nodes to search; 20,000 for each move of a game.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Seconds to search; 3 for a position without a limit.")
    ] = None,
    weights: Annotated[
        Path | None, typer.Option(help="Weights of the evaluation, a TOML file.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="Search: modern or crafty.")] = None,
    pruning: Annotated[
        Path | None,
        typer.Option(help="What the search skips, a file of tabiya prune learn, or none."),
    ] = None,
    ordering: Annotated[
        Path | None,
        typer.Option(help="A map of moves to order by, of tabiya order train, or none."),
    ] = None,
    combine: Annotated[
        str | None, typer.Option(help="The map with history: weighted, pure, first, added, prior.")
    ] = None,
    symbols: Annotated[
        Path | None,
        typer.Option(help="Say scores as symbols too, by a file of tabiya measure --symbols."),
    ] = None,
    marks: Annotated[
        str | None,
        typer.Option(
            metavar="?!,?,??",
            help="Losses of winning probability from which moves of games are marked: "
            "0.05,0.1,0.2.",
        ),
    ] = None,
    pgn: Annotated[
        Path | None, typer.Option(help="Write games with scores, marks and better moves.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write a page of games with graph and board: .html.")
    ] = None,
    table: TableFile = None,
    skip: Skip = 0,
    threads: Annotated[
        int | None,
        typer.Option(help="Threads: moves of a game at once (all), or at one position (1)."),
    ] = None,
) -> None:
    """Search positions, or every move of games, and say what they are worth."""
    if lines < 0:
        raise ValueError(f"--lines: expected 0 or more, found {lines}")
    limits = _Limits(depth, nodes, seconds, threads or 1)
    make = partial(
        make_player,
        weights=weights,
        preset=preset,
        pruning=pruning,
        ordering=ordering,
        combine=combine,
    )
    has_limit = not (depth is None and nodes is None and seconds is None)
    chosen = None if game is None else read_game(game)
    if is_file(source) and _has_games(source):
        for option, is_set in (("--lines", lines != 1), ("--symbols", symbols is not None)):
            if is_set:
                raise ValueError(f"{option}: expected positions, found games in {source}")
        from tabiya.cli._analyse_games import analyse_games  # noqa: PLC0415 (positions need it not)

        thresholds = _read_marks(marks)
        limits = limits if has_limit else _Limits(None, DEFAULT_GAME_NODES, None)
        analyse_games(
            Path(source),
            make,
            game=chosen,
            limits=(limits.depth, limits.nodes, limits.seconds),
            thresholds=thresholds,
            pgn=pgn,
            report=report,
            table=table,
            skip=skip,
            threads=THREADS if threads is None else threads,
        )
        return
    for option, value in (("--pgn", pgn), ("--report", report), ("--marks", marks)):
        if value is not None:
            raise ValueError(f"{option}: expected a file of games, found {source!r}")
    limits = limits if has_limit else _Limits(None, None, DEFAULT_SECONDS, threads or 1)
    scale = None if symbols is None else tabiya.measure.read_symbols(symbols)
    players: dict[str, tabiya.Player] = {}
    rows: list[list[str]] = []
    n_done = skip
    with going_on(lambda: f"--skip {n_done} goes on"):
        for placed in read_positions(source, chosen)[skip:]:
            name = placed.position.game.name
            if name not in players:
                players[name] = make(name)
            if lines == 1:
                rows += _analyse_one(players[name], placed, scale, limits)
            else:
                rows += _analyse_lines(players[name], placed, limits, lines or None)
            n_done += 1
    save_table(table, HEADINGS, rows)


def _has_games(source: str) -> bool:
    try:
        return tabiya.positions.has_games(source)
    except ValueError:
        return False  # the reader of positions says what is wrong


def _read_marks(text: str | None) -> "tabiya.analysts.Thresholds":
    if text is None:
        return tabiya.analysts.Thresholds()
    return tabiya.analysts.Thresholds(*read_numbers("marks", text, ("?!", "?", "??"), least=3))


def _heading(placed: Placed) -> str:
    position = str(placed.position)
    return position if placed.place == position else f"{placed.place}\n{position}"


def _analyse_one(
    player: "tabiya.Player",
    placed: Placed,
    scale: "tabiya.measure.SymbolScale | None",
    limits: _Limits,
) -> list[list[str]]:
    """Print every iteration as it is completed; return the last as a row."""
    game, position = player.game.name, placed.position
    unit = tabiya.players.score_unit(game)
    sign = 1 if position.side_to_move == position.game.sides[0] else -1
    typer.echo(_heading(placed))
    typer.echo(
        f"depth {unit or 'score':>12} {'win':>5} {'nodes':>14} {'seconds':>8}  line "
        f"({position.side_to_move} to move)"
    )

    def say(outcome: "tabiya.SearchIteration | tabiya.SearchReport", unit: str = "") -> str:
        words = score_words(game, outcome, unit=unit)
        return f"{words} {scale.symbol(sign * outcome.score)}" if scale else words

    def show(iteration: "tabiya.SearchIteration") -> None:
        typer.echo(
            f"{iteration.depth:5} {say(iteration):>12} "
            f"{percent_words(game, iteration.score):>5} {iteration.nodes:14,} "
            f"{iteration.seconds:8.2f}  {position.format_line(iteration.pv)}"
        )

    report = player.search(
        position,
        depth=limits.depth,
        nodes=limits.nodes,
        seconds=limits.seconds,
        on_iteration=show,
        threads=limits.threads,
    )
    speed = report.nodes / max(report.seconds, 1e-9)
    typer.echo(
        f"best {position.format_move(report.move)}: {say(report, unit)}, win "
        f"{percent_words(game, report.score)}, depth {report.depth}, {report.nodes:,} nodes in "
        f"{report.seconds:.2f} s, {speed:,.0f} nodes per second\n"
    )
    return [_row(position, 1, report.score, report.pv, report)]


def _analyse_lines(
    player: "tabiya.Player", placed: Placed, limits: _Limits, lines: int | None
) -> list[list[str]]:
    """Print the best moves with their scores, when the last iteration is completed."""
    game, position = player.game.name, placed.position
    typer.echo(_heading(placed))
    report = player.search(
        position,
        lines=lines or len(position.legal_moves()),
        depth=limits.depth,
        nodes=limits.nodes,
        seconds=limits.seconds,
        threads=limits.threads,
    )
    rows = [
        [
            f"{number}",
            score_words(game, tabiya.SearchReport.of_score(game, each.score)),
            percent_words(game, each.score),
            position.format_line(each.pv),
        ]
        for number, each in enumerate(report.lines, start=1)
    ]
    headings = [
        "",
        tabiya.players.score_unit(game) or "score",
        "win",
        f"{position.side_to_move} to move",
    ]
    typer.echo(columns(headings, rows, left=(0, 3)))
    typer.echo(f"depth {report.depth}, {report.nodes:,} nodes in {report.seconds:.2f} s\n")
    return [
        _row(position, number, each.score, each.pv, report)
        for number, each in enumerate(report.lines, start=1)
    ]


def _row(
    position: "tabiya.Position",
    number: int,
    score: float,
    pv: tuple[str, ...],
    report: "tabiya.SearchReport",
) -> list[str]:
    """Return a line for other programs: plain numbers, of the side to move."""
    game = position.game.name
    return [
        str(position),
        f"{number}",
        position.format_move(pv[0]),
        score_words(game, tabiya.SearchReport.of_score(game, score)),
        f"{tabiya.win_probability(game, score):.4f}",
        f"{report.depth}",
        f"{report.nodes}",
        position.format_line(pv),
    ]
