"""``tabiya match``: two players, each opening with both colours, and the verdict."""

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
    read_numbers,
    say_endings,
    say_files,
)
from tabiya.cli._table_file import TableFile, save_table
from tabiya.cli._verdict_rows import HEADINGS, verdict_row

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_GAMES = 100
DEFAULT_ERRORS = (0.05, 0.05)


def match(
    a: Annotated[str, typer.Argument(help="A player: tabiya, FILE.toml, toga2, and so on.")],
    b: Annotated[str, typer.Argument(help="Its opponent.")],
    *,
    game: options.GameName = "chess",
    games: Annotated[
        int | None, typer.Option(help="An even number; 100, or as many as the test needs.")
    ] = None,
    openings: options.Source = "random",
    opening_plies: options.OpeningPlies = None,
    seed: options.Seed = 0,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    seconds: options.Seconds = None,
    time: options.Time = None,
    nodes_b: options.NodesB = None,
    depth_b: options.DepthB = None,
    seconds_b: options.SecondsB = None,
    time_b: options.TimeB = None,
    margin: options.Margin = options.MARGIN_SECONDS,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1[,ALPHA,BETA]", help="End by a sequential test in normalised Elo."
        ),
    ] = None,
    logistic: Annotated[bool, typer.Option("--logistic", help="The test is in logistic Elo.")] = (
        False
    ),
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
    """Play a match between A and B: each opening twice, with the players exchanged.

    A player is tabiya, with settings, weights and search numbers after a question mark
    (tabiya?preset=crafty&weights=FILE&knight=310); a saved player or weights (FILE.toml); an engine
    of a file that describes engines (FILE.toml#NAME); or an engine by its command, with options
    ("toga2?King Safety=150").
    """
    plan = None if sprt is None else _read_sprt(sprt, normalised=not logistic)
    if plan is None and games is None:
        games = DEFAULT_GAMES
    found = tabiya.play.read_contestants([a, b], read_game(game))
    names = name or [each.name for each in found]
    score = _Score(names[0], plan, games)
    line = LiveLine(score.words)

    def on_game(record: "tabiya.play.GameRecord") -> None:
        score.add(record)
        line.note(record, score.n_left)

    with (
        going_on(lambda: kept_words(score.words() if score.n_games else "", store)),
        line,
        workers_of(cluster, concurrency) as workers,
    ):
        result = tabiya.play.match(
            a,
            b,
            game=read_game(game),
            openings=openings,
            opening_plies=opening_plies,
            games=games,
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            time=time,
            depth_b=depth_b,
            nodes_b=nodes_b,
            seconds_b=seconds_b,
            time_b=time_b,
            adjudication=read_adjudication(
                win=win, draw=draw, resign=resign, max_plies=max_plies, tablebase=tablebase
            ),
            sprt=plan,
            concurrency=concurrency,
            workers=workers,
            seed=seed,
            margin=margin,
            store=store,
            pgn=pgn,
            on_game=on_game,
            on_resume=score.add_all,
            on_wait=say_claimed(store),
            on_openings=line.making,
            names=names,
        )
    _say(result, line)
    say_files(result.record, pgn=pgn, store=store, report=report)
    if result.verdict is not None:
        save_table(table, HEADINGS, [verdict_row(names[0], names[1], result.verdict)])


class _Score:
    """The score so far, as a line."""

    def __init__(
        self, player: str, plan: "tabiya.play.SprtPlan | None", n_planned: int | None
    ) -> None:
        self._player = player
        self._sprt = None
        if plan is not None:
            self._sprt = tabiya.metrics.Sprt(
                plan.elo0, plan.elo1, plan.alpha, plan.beta, normalised=plan.normalised
            )
        self._n_planned = n_planned
        self._halves: dict[int, list[float]] = {}
        self._results = {1.0: 0, 0.5: 0, 0.0: 0}
        self.n_games = 0

    @property
    def n_left(self) -> int | None:
        return None if self._n_planned is None else max(self._n_planned - self.n_games, 0)

    def add(self, record: "tabiya.play.GameRecord") -> None:
        points = record.points_of(self._player) or 0.0
        self._results[points] += 1
        self._halves.setdefault(record.pair, []).append(points)
        self.n_games += 1

    def add_all(self, records: "Sequence[tabiya.play.GameRecord]") -> None:
        for record in records:
            self.add(record)

    def words(self) -> str:
        """Return the line."""
        wins, draws, losses = self._results.values()
        share = (wins + draws / 2) / max(self.n_games, 1)
        planned = "" if self._n_planned is None else f"/{self._n_planned}"
        text = f"{self.n_games}{planned} games  +{wins} ={draws} -{losses}  {share:.1%}"
        pairs = [0] * 5
        for both in self._halves.values():
            if len(both) == 2:  # noqa: PLR2004 (both games of a pair)
                pairs[round(2 * sum(both))] += 1
        if not any(pairs):
            return text
        found = tabiya.metrics.elo(pentanomial=pairs)
        text += f"  Elo {found.value:+.0f} [{found.low:+.0f}, {found.high:+.0f}]"
        if self._sprt is not None:
            state = self._sprt.test(pentanomial=pairs)
            text += f"  LLR {state.llr:.2f} [{state.lower:.2f}, {state.upper:.2f}]"
        return text


def _read_sprt(text: str, *, normalised: bool) -> "tabiya.play.SprtPlan":
    words = ("ELO0", "ELO1", "ALPHA", "BETA")
    elo0, elo1, *errors = read_numbers("sprt", text, words, least=2)
    alpha, beta = [*errors, *DEFAULT_ERRORS[len(errors) :]]
    return tabiya.play.SprtPlan(elo0, elo1, alpha, beta, normalised=normalised)


def _say(result: "tabiya.play.MatchResult", line: LiveLine) -> None:
    typer.echo(str(result))
    say_endings(result.games)
    line.say_faults()
