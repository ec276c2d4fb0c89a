"""Whole games for ``tabiya analyse``: tables, annotated PGN, and a page."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

import tabiya
from tabiya.analysts import GameAnalysis, Thresholds, analyse_game
from tabiya.cli._broken_off import going_on
from tabiya.cli._columns import columns
from tabiya.cli._efforts import check_suffix
from tabiya.cli._progress import show_progress
from tabiya.cli._table_file import save_table
from tabiya.cli._words import score_words
from tabiya.games import Game
from tabiya.positions import Fault, RecordedGame, read_games
from tabiya.report import annotated_pgn, games_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGEST_LINE = 5
HEADINGS = ("game", "ply", "move", "mark", "score", "win", "loss", "better")


def analyse_games(
    source: Path,
    make: "Callable[[str], tabiya.Player]",
    *,
    game: Game | None,
    limits: tuple[int | None, int | None, float | None],
    thresholds: Thresholds,
    pgn: Path | None,
    report: Path | None,
    table: Path | None,
    skip: int,
    threads: int,
) -> None:
    """Analyse the games of a file one by one; what is done is printed and written at once."""
    if report is not None:
        check_suffix(report, (".html",))
    texts: list[str] = []
    if pgn is not None:  # a path that cannot be written is an error now
        if skip and pgn.is_file():
            texts.append(pgn.read_text(encoding="utf-8"))
        tabiya.files.write_beside(pgn, "".join(texts))
    depth, nodes, seconds = limits
    players: dict[str, tabiya.Player] = {}
    done: list[GameAnalysis] = []
    by = f"tabiya {tabiya.__version__}, {_limit_words(depth, nodes, seconds)}"
    try:
        with going_on(lambda: f"{len(done)} games are done; --skip {skip + len(done)} goes on"):
            for record in islice(_read(source, game), skip, None):
                if record.game not in players:
                    players[record.game] = make(record.game)
                player = players[record.game]
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
        _write_report(done, report, source, by)
        _save(table, done)
        raise
    if not done:
        left = f" after the first {skip}" if skip else ""
        raise ValueError(f"{source}: expected a game{left}, found none that can be read")
    number = f"{len(done)} game{'s' if len(done) > 1 else ''}"
    typer.echo(f"{number}; marks from a loss of winning probability of {thresholds}")
    if pgn is not None:
        typer.echo(f"pgn      {pgn}")
    _write_report(done, report, source, by)
    _save(table, done)


def _save(table: Path | None, done: list[GameAnalysis]) -> None:
    rows = [
        [str(number), *row] for number, found in enumerate(done, start=1) for row in _rows(found)
    ]
    save_table(table, HEADINGS, rows)


def _write_report(done: list[GameAnalysis], report: Path | None, source: Path, by: str) -> None:
    if report is not None and done:
        games_report(done, report, title=source.name, by=by)
        typer.echo(f"report   {report}")


def _read(source: Path, game: Game | None) -> "Iterator[RecordedGame]":
    """Yield games one by one, for a file may hold thousands."""
    for each in read_games(source):
        if isinstance(each, Fault):
            typer.echo(f"left out: {each}", err=True)
        elif game is not None and each.game != game.name:
            raise ValueError(f"{each.place}: expected one of {game.name}, found one of {each.game}")
        else:
            yield each


def _limit_words(depth: int | None, nodes: int | None, seconds: float | None) -> str:
    words = [
        f"{value:,} {name}"
        for name, value in (("plies", depth), ("nodes", nodes), ("seconds", seconds))
        if value is not None
    ]
    return " or ".join(words) + " per move"


def _table(found: GameAnalysis) -> str:
    record = found.record
    headings = ["ply", "move", f"for {record.start.game.sides[0]}", "win", "loss", "better"]
    rows = [
        [ply, f"{move} {mark}".rstrip(), score, win, loss if mark else "", better if mark else ""]
        for ply, move, mark, score, win, loss, better in _rows(found)
    ]
    lines = [f"{record.place}: {record.first} - {record.second}, {record.result or 'unfinished'}"]
    lines.append(columns(headings, rows, left=(0, 1, 5)))
    for side, name in zip(record.start.game.sides, (record.first, record.second), strict=True):
        counts = ", ".join(f"{mark} {found.count(side, mark)}" for mark in ("?!", "?", "??"))
        lines.append(f"{side} {name}: {counts}, loss per move {found.mean_loss(side):.1%}")
    return "\n".join(lines) + "\n"


def _rows(found: GameAnalysis) -> list[list[str]]:
    """Return the moves: ply, move, mark, score and chance for the first side, loss, better."""
    game = found.record.game
    rows = []
    for ply, each in enumerate(found.moves, start=1):
        seen = tabiya.SearchReport.of_score(game, each.first_score)
        rows.append(
            [
                f"{ply}",
                each.position.format_move(each.move),
                each.mark,
                each.result if each.result and game != "othello" else score_words(game, seen),
                f"{tabiya.win_probability(game, each.first_score):.0%}",
                f"{each.loss:.1%}",
                each.position.format_line(each.best.pv[:LONGEST_LINE]),
            ]
        )
    return rows
