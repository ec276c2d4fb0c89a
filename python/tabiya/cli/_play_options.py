"""Options that matches and tournaments share, from texts to values."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

import tabiya
from tabiya.games import Game

if TYPE_CHECKING:
    from collections.abc import Iterable

# The defaults of the room `play`, which the help of a command shall not have to load.
MARGIN_SECONDS = 0.1
MOST_PLIES = 400

LIMITS = "Limits"
OPENINGS = "Openings"
ADJUDICATION = "Adjudication (off unless it is asked for, but for the length)"
OUTPUT = "Output"


def _option(panel: str | None, text: str, metavar: str | None = None) -> Any:
    return typer.Option(help=text, metavar=metavar, rich_help_panel=panel)


GameName: TypeAlias = Annotated[str, _option(None, "chess, chess960, othello or loa.")]
Concurrency: TypeAlias = Annotated[int, _option(None, "Games at the same time.")]

Source: TypeAlias = Annotated[
    str,
    _option(
        OPENINGS,
        "EPD, FEN or PGN file, +N for N random plies behind its openings when they are used up; "
        "or N random or all plies, of the start or behind a file, kept if nearly even.",
        "FILE|FILE+N|random:N[:FILE]|all:N|start",
    ),
]
OpeningPlies: TypeAlias = Annotated[int | None, _option(OPENINGS, "Plies taken of PGN games.")]
Seed: TypeAlias = Annotated[int, _option(OPENINGS, "Of all that is random.")]

Nodes: TypeAlias = Annotated[int | None, _option(LIMITS, "Nodes per move.")]
Depth: TypeAlias = Annotated[int | None, _option(LIMITS, "Plies per move.")]
Seconds: TypeAlias = Annotated[float | None, _option(LIMITS, "Seconds per move.")]
Time: TypeAlias = Annotated[
    str | None, _option(LIMITS, "Seconds per game, and more per move.", "5+0.05")
]
NodesB: TypeAlias = Annotated[int | None, _option(LIMITS, "The same of B, if it differs.")]
DepthB: TypeAlias = Annotated[int | None, _option(LIMITS, "The same of B.")]
SecondsB: TypeAlias = Annotated[float | None, _option(LIMITS, "The same of B.")]
TimeB: TypeAlias = Annotated[str | None, _option(LIMITS, "The same of B.", "5+0.05")]
Margin: TypeAlias = Annotated[float, _option(LIMITS, "Seconds that an answer may be late.")]

Win: TypeAlias = Annotated[
    str | None,
    _option(ADJUDICATION, "Won if both say so much for so many plies.", "CP,PLIES"),
]
Draw: TypeAlias = Annotated[
    str | None,
    _option(ADJUDICATION, "Drawn if both stay within, after so many plies.", "CP,PLIES[,AFTER]"),
]
Resign: TypeAlias = Annotated[
    str | None,
    _option(ADJUDICATION, "Resign if so far behind for so many own moves.", "CP,PLIES"),
]
MaxPlies: TypeAlias = Annotated[
    int, _option(ADJUDICATION, "Drawn after so many plies; 0 is never.")
]
Tablebase: TypeAlias = Annotated[Path | None, _option(ADJUDICATION, "Syzygy tables.", "FOLDER")]

Names: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--name", help="What the players are called, in their order.", rich_help_panel=OUTPUT
    ),
]
Pgn: TypeAlias = Annotated[Path | None, _option(OUTPUT, "Write the games.", "FILE")]
Store: TypeAlias = Annotated[
    str | None, _option(OUTPUT, "Keep the games; the same command goes on with them.", "FILE|URL")
]
Report: TypeAlias = Annotated[Path | None, _option(OUTPUT, "Write a page about it.", "FILE.html")]


def read_game(name: str) -> Game:
    """Return the game that an option names.

    >>> read_game("chess960")
    game('chess', chess960='true')
    """
    return Game("chess", chess960=True) if name == "chess960" else Game(name)


def read_numbers(name: str, text: str, words: tuple[str, ...], *, least: int) -> list[float]:
    """Read numbers with commas between them.

    >>> read_numbers("win", "1000,8", ("centipawns", "plies"), least=2)
    [1000.0, 8.0]
    """
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if not least <= len(numbers) <= len(words):
        raise ValueError(f"--{name}: expected {','.join(words)}, found {text!r}")
    return numbers


def read_adjudication(
    *,
    win: str | None,
    draw: str | None,
    resign: str | None,
    max_plies: int,
    tablebase: Path | None,
) -> "tabiya.play.Adjudication":
    """Return the rules that the options ask for."""
    draw_after = 0
    drawn = None
    if draw is not None:
        score, plies, *after = read_numbers("draw", draw, ("centipawns", "plies", "after"), least=2)
        drawn, draw_after = (score, int(plies)), int(after[0]) if after else 0
    return tabiya.play.Adjudication(
        win=_agreement("win", win),
        draw=drawn,
        draw_after=draw_after,
        resign=_agreement("resign", resign),
        max_plies=max_plies or None,
        tablebase=None if tablebase is None else str(tablebase),
    )


def _agreement(name: str, text: str | None) -> tuple[float, int] | None:
    if text is None:
        return None
    score, plies = read_numbers(name, text, ("centipawns", "plies"), least=2)
    return score, int(plies)


def say_endings(games: "Iterable[tabiya.play.GameRecord]") -> None:
    """Print how the games ended."""
    endings = Counter(game.termination for game in games)
    if endings:
        words = ", ".join(f"{why} {n}" for why, n in endings.most_common())
        typer.echo(f"endings          {words}")


def kept_words(so_far: str, store: str | None) -> str:
    """Return what to say when play is broken off: how it stood, and how to go on."""
    head = [so_far] if so_far else []
    if store is not None:
        shown = tabiya.store.without_passwords(store)
        return "; ".join([*head, f"the same command goes on with the games in {shown}"])
    return "; ".join([*head, "no game was kept; with --store FILE the same command goes on"])


def say_files(
    record: "tabiya.play.MatchRecord", *, pgn: Path | None, store: str | None, report: Path | None
) -> None:
    """Write the report, and say where everything is."""
    if pgn is not None:
        typer.echo(f"pgn              {pgn}")
    if store is not None:
        typer.echo(f"store            {tabiya.store.without_passwords(store)}")
    if report is not None:
        typer.echo(f"report           {tabiya.report.match_report(record, report)}")
