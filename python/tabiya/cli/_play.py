"""``tabiya play``: a game in the terminal against a person."""

import os
import random
from pathlib import Path
from typing import Annotated, Literal

import typer

import tabiya
from tabiya.cli._opponent import LEVELS, Opponent
from tabiya.cli._play_options import read_game
from tabiya.cli._table import Table, resume
from tabiya.cli._words import make_player

DEFAULT_LEVEL = "medium"
LEVEL_WORDS = ", ".join(f"{name} {nodes:,}" for name, nodes in LEVELS.items())


def play(
    game: Annotated[str, typer.Argument(help="chess, chess960, othello or loa.")],
    *,
    level: Annotated[
        str | None, typer.Option(help=f"Nodes per move by name: {LEVEL_WORDS}.")
    ] = None,
    level_nodes: Annotated[int | None, typer.Option(help="Nodes per move.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds per move of the program.")] = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="300+3", help="Seconds of both sides, and more for every move."),
    ] = None,
    side: Annotated[
        Literal["first", "second"], typer.Option(help="Whether you move first or second.")
    ] = "first",
    weights: Annotated[
        Path | None, typer.Option(help="Weights of the evaluation, a TOML file.")
    ] = None,
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
    marks: Annotated[bool, typer.Option(help="Mark the squares that can be reached.")] = True,
    seed: Annotated[
        int | None, typer.Option(help="Vary the opening; the same seed varies it the same way.")
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(help="Where to start; if not given, the initial position, or one of the 960."),
    ] = None,
    resumed: Annotated[
        Path | None, typer.Option("--resume", help="Go on with the last game of a saved file.")
    ] = None,
    pgn: Annotated[
        Path | None, typer.Option(help="Write the game when it ends, however it does.")
    ] = None,
) -> None:
    """Play against the program in the terminal."""
    chosen = read_game(game)
    if pgn is not None and not os.access(pgn.parent, os.W_OK):  # before a game is lost
        raise ValueError(f"{pgn}: expected a folder that can be written, found {pgn.parent}")
    limits = tabiya.play.Clock.parse(clock) if clock is not None else None
    if level_nodes is None and (level is not None or (seconds is None and limits is None)):
        level_nodes = _nodes_of(level or DEFAULT_LEVEL)
    generator = None if seed is None else random.Random(seed)  # noqa: S311 (no secret)
    player = make_player(
        chosen.name, weights=weights, pruning=pruning, ordering=ordering, combine=combine
    )
    opponent = Opponent(player, level_nodes, seconds, generator)
    seat = 0 if side == "first" else 1
    if resumed is not None:
        start, moves, seat = resume(resumed, chosen, seat)
    else:
        start, moves = _start(chosen, seed) if position is None else chosen.position(position), []
    table = Table(start, seat, opponent, clock=limits, moves=moves, shows_moves=marks, pgn=pgn)
    table.sit_down()


def _start(game: "tabiya.Game", seed: int | None) -> "tabiya.Position":
    """Return where a game begins: in Chess960 one of the 960, another one every time."""
    drawn = random.randrange(1 << 32) if seed is None else seed  # noqa: S311 (no secret)
    return tabiya.play.choose_openings("start", game, seed=drawn)[0].position


def _nodes_of(level: str) -> int:
    if level not in LEVELS:
        raise ValueError(f"--level: expected one of {', '.join(LEVELS)}, found {level!r}")
    return LEVELS[level]
