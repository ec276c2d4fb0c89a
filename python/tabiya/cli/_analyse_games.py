"""Whole games for ``tabiya analyse``: tables, annotated PGN, and a page."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

import tabiya
from tabiya.analysts import GameAnalysis, Thresholds, analyse_game
from tabiya.cli._columns import columns
from tabiya.cli._efforts import check_suffix
from tabiya.cli._progress import show_progress
from tabiya.cli._words import score_words
from tabiya.positions import Fault, RecordedGame, read_games
from tabiya.report import annotated_pgn, games_report

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_LINE = 5


def analyse_games(
    source: Path,
    make: "Callable[[str], tabiya.Player]",
    *,
    limits: tuple[int | None, int | None, float | None],
    thresholds: Thresholds,
    pgn: Path | None,
    report: Path | None,
    threads: int,
) -> None:
    """Analyse the games of a file one by one; what is done is printed and written at once."""
    if report is not None:
        check_suffix(report, (".html",))
    if pgn is not None:
        tabiya.files.write_beside(pgn, "")  # a path that cannot be written is an error now
    depth, nodes, seconds = limits
    players: dict[str, tabiya.Player] = {}
    done: list[GameAnalysis] = []
    texts: list[str] = []
    by = f"tabiya {tabiya.__version__}, {_limit_words(depth, nodes, seconds)}"
    try:
        for record in _read(source):
            player = players.setdefault(record.game, make(record.game))
            with show_progress("positions") as progress:
                found = analyse_game(
                    record,
                    player,
                    depth=depth,
                    nodes=nodes,
                    seconds=seconds,
                    thresholds=thresholds,
                    threads=threads,
                    progress=progress,
                )
            done.append(found)
            typer.echo(_table(found))
            if pgn is not None:
                texts.append(annotated_pgn(found, annotator=by) + "\n")
                tabiya.files.write_beside(pgn, "".join(texts))
    except KeyboardInterrupt:
        typer.echo(f"broken off after {len(done)} games")
        _write_report(done, report, source, by)
        raise
    if not done:
        raise ValueError(f"{source}: expected a game, found none that can be read")
    typer.echo(f"{len(done)} games; marks from a loss of winning probability of {thresholds}")
    if pgn is not None:
        typer.echo(f"pgn     {pgn}")
    _write_report(done, report, source, by)


def _write_report(done: list[GameAnalysis], report: Path | None, source: Path, by: str) -> None:
    if report is not None and done:
        games_report(done, report, title=source.name, by=by)
        typer.echo(f"report  {report}")


def _read(source: Path) -> list[RecordedGame]:
    games = []
    for each in read_games(source):
        if isinstance(each, Fault):
            typer.echo(f"left out: {each}", err=True)
        else:
            games.append(each)
    return games


def _limit_words(depth: int | None, nodes: int | None, seconds: float | None) -> str:
    words = [
        f"{value:,} {name}"
        for name, value in (("plies", depth), ("nodes", nodes), ("seconds", seconds))
        if value is not None
    ]
    return " or ".join(words) + " per move"


def _table(found: GameAnalysis) -> str:
    record, game = found.record, found.record.game
    first = record.start.game.sides[0]
    rows = []
    for ply, each in enumerate(found.moves, start=1):
        seen = tabiya.Report.of_score(game, each.first_score)
        rows.append(
            [
                f"{ply}",
                f"{each.position.format_move(each.move)} {each.mark}".rstrip(),
                each.result if each.result and game != "othello" else score_words(game, seen),
                f"{tabiya.win_probability(game, each.first_score):.0%}",
                f"{each.loss:.0%}" if each.mark else "",
                each.position.format_line(each.best.pv[:LONGEST_LINE]) if each.mark else "",
            ]
        )
    headings = ["ply", "move", f"for {first}", "win", "loss", "better"]
    lines = [f"{record.place}: {record.first} - {record.second}, {record.result or 'unfinished'}"]
    lines.append(columns(headings, rows, left=(0, 1, 5)))
    for side, name in zip(record.start.game.sides, (record.first, record.second), strict=True):
        counts = ", ".join(f"{mark} {found.count(side, mark)}" for mark in ("?!", "?", "??"))
        lines.append(f"{side} {name}: {counts}, loss per move {found.mean_loss(side):.1%}")
    return "\n".join(lines) + "\n"
