"""``tabiya tournament``: many players, a table in the end."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tabiya
from tabiya.cli import _play_options as options
from tabiya.cli._live import LiveLine
from tabiya.cli._play_options import read_adjudication, read_game, say_endings, say_files

if TYPE_CHECKING:
    from collections.abc import Sequence

LEADERS = 3


def tournament(
    players: Annotated[
        list[str],
        typer.Argument(help="Two or more, as in tabiya match; @FILE names one on each line."),
    ],
    *,
    kind: Annotated[str, typer.Option(help="round-robin, gauntlet or swiss.")] = "round-robin",
    rounds: Annotated[int, typer.Option(help="Rounds; two games for each meeting.")] = 1,
    game: options.GameName = "chess",
    openings: options.Source = "random",
    opening_plies: options.OpeningPlies = None,
    seed: options.Seed = 0,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    seconds: options.Seconds = None,
    time: options.Time = None,
    margin: options.Margin = options.MARGIN_SECONDS,
    win: options.Win = None,
    draw: options.Draw = None,
    resign: options.Resign = None,
    max_plies: options.MaxPlies = options.MOST_PLIES,
    tablebase: options.Tablebase = None,
    concurrency: options.Concurrency = 2,
    pgn: options.Pgn = None,
    store: options.Store = None,
    report: options.Report = None,
) -> None:
    """Play a tournament: everybody against everybody, one against all, or by the swiss system."""
    entrants = _read_players(players)
    names = [each.name for each in tabiya.play.read_contestants(entrants, read_game(game))]
    table = _Table(names, tabiya.play.n_games(tabiya.play.read_kind(kind), len(names), rounds))
    line = LiveLine(table.words)

    def on_game(record: "tabiya.play.GameRecord") -> None:
        table.add(record)
        line.note(record, table.n_planned - table.n_games)

    try:
        with line:
            result = tabiya.play.tournament(
                entrants,
                kind=tabiya.play.read_kind(kind),
                rounds=rounds,
                game=read_game(game),
                openings=openings,
                opening_plies=opening_plies,
                depth=depth,
                nodes=nodes,
                seconds=seconds,
                time=time,
                adjudication=read_adjudication(
                    win=win, draw=draw, resign=resign, max_plies=max_plies, tablebase=tablebase
                ),
                concurrency=concurrency,
                seed=seed,
                margin=margin,
                store=store,
                pgn=pgn,
                on_game=on_game,
                on_resume=table.add_all,
                on_openings=line.making,
            )
    except KeyboardInterrupt:
        if table.n_games:
            typer.echo(f"broken off: {table.words()}")
        if store is not None:
            typer.echo(f"the same command goes on with the games in {store}")
        raise
    typer.echo(f"{result.record.name}\n{result}")
    say_endings(result.games)
    line.say_faults()
    say_files(result.record, pgn=pgn, store=store, report=report)


class _Table:
    """Who leads, as a line."""

    def __init__(self, names: list[str], n_planned: int) -> None:
        self.n_planned = n_planned
        self.n_games = 0
        self._points = dict.fromkeys(names, 0.0)
        self._games = dict.fromkeys(names, 0)

    def add(self, record: "tabiya.play.GameRecord") -> None:
        self.n_games += 1
        for name in (record.first, record.second):
            self._points[name] += record.points_of(name) or 0.0
            self._games[name] += 1

    def add_all(self, records: "Sequence[tabiya.play.GameRecord]") -> None:
        for record in records:
            self.add(record)

    def words(self) -> str:
        """Return the line."""
        best = sorted(self._points, key=lambda name: -self._points[name])[:LEADERS]
        leaders = ", ".join(f"{name} {self._points[name]:g}/{self._games[name]}" for name in best)
        return f"{self.n_games}/{self.n_planned} games  {leaders}"


def _read_players(texts: list[str]) -> list[str]:
    """Return the players; those of files stand one on each line."""
    found = []
    for text in texts:
        if not text.startswith("@"):
            found.append(text)
            continue
        lines = Path(text[1:]).read_text(encoding="utf-8").splitlines()
        found += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return found
