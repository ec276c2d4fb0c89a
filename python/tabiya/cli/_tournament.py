"""``tabiya tournament``: many players, a table in the end."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tabiya
from tabiya.cli import _play_options as options
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import Cluster, say_claimed, workers_of
from tabiya.cli._live import LiveLine
from tabiya.cli._play_options import (
    kept_words,
    read_adjudication,
    read_game,
    say_endings,
    say_files,
)
from tabiya.cli._table_file import TableFile, save_table

if TYPE_CHECKING:
    from collections.abc import Sequence

LEADERS = 3
# CITE: Kocsis 2003, appendix B.
POPULATION_ROUNDS = 15


def tournament(
    players: Annotated[
        list[str],
        typer.Argument(
            help="Two or more, as in tabiya match; a population; @FILE names one on each line."
        ),
    ],
    *,
    kind: Annotated[
        str | None,
        typer.Option(help="round-robin (default), gauntlet or swiss (default of populations)."),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="Rounds; two games for each meeting; 15 of a population.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="chess, chess960, othello or loa; that of a population.")
    ] = None,
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
    cluster: Cluster = None,
    pgn: options.Pgn = None,
    store: options.Store = None,
    name: options.Names = None,
    report: options.Report = None,
    table: TableFile = None,
) -> None:
    """Play a tournament: everybody against everybody, one against all, or by the swiss system."""
    entrants = _read_players(players)
    population = _population_of(entrants)
    if population is not None:
        game, kind = game or population.game, kind or "swiss"
        rounds = rounds or POPULATION_ROUNDS
        if not (nodes or seconds or time):
            depth = depth or population.depth
    game, kind, rounds = game or "chess", kind or "round-robin", 1 if rounds is None else rounds
    found = tabiya.play.read_contestants(entrants, read_game(game))
    names = name or [each.name for each in found]
    leaders = _Table(names, tabiya.play.n_games(tabiya.play.read_kind(kind), len(names), rounds))
    line = LiveLine(leaders.words)

    def on_game(record: "tabiya.play.GameRecord") -> None:
        leaders.add(record)
        line.note(record, leaders.n_planned - leaders.n_games)

    with (
        going_on(lambda: kept_words(leaders.words() if leaders.n_games else "", store)),
        line,
        workers_of(cluster, concurrency) as workers,
    ):
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
            workers=workers,
            seed=seed,
            margin=margin,
            store=store,
            pgn=pgn,
            on_game=on_game,
            on_resume=leaders.add_all,
            on_wait=say_claimed(store),
            on_openings=line.making,
            names=names,
        )
    typer.echo(f"{result.record.name}\n{result}")
    save_table(table, *_standing_rows(result.standings))
    say_endings(result.games)
    line.say_faults()
    say_files(result.record, pgn=pgn, store=store, report=report)


def _population_of(entrants: "Sequence[str]") -> "tabiya.play.Population | None":
    """Return the first population among the players, if there is one."""
    folders = (entrant.partition("#")[0] for entrant in entrants)
    found = next((folder for folder in folders if tabiya.play.is_population(folder)), None)
    return None if found is None else tabiya.play.load_population(found)


def _standing_rows(
    standings: "Sequence[tabiya.play.Standing]",
) -> tuple[list[str], list[list[str]]]:
    headings = [
        "place",
        "player",
        "points",
        "games",
        "wins",
        "draws",
        "losses",
        "Elo",
        "low",
        "high",
    ]
    rows = []
    for place, row in enumerate(standings, start=1):
        elo = row.rating
        rating = [f"{v:.0f}" for v in (elo.value, elo.low, elo.high)] if elo else [""] * 3
        counts = [str(n) for n in (row.games, row.wins, row.draws, row.losses)]
        rows.append([str(place), row.player, f"{row.points:g}", *counts, *rating])
    return headings, rows


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
