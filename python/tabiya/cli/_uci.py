"""``tabiya uci``: the chess engine for interfaces and match runners."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._games import open_existing


def uci(
    *,
    advisor: Annotated[
        Path | None, typer.Option(metavar="DB", help="Play with the advice of these games.")
    ] = None,
    engine: Annotated[
        str | None, typer.Option(help="Whose moves they are, such as toga2; ours by default.")
    ] = None,
    bonus: Annotated[
        float | None, typer.Option(help="Centipawns for the move advised first.")
    ] = None,
    where: Annotated[
        str | None, typer.Option(help="Only games that fulfil this advise: 'elo >= 2600'.")
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="CLOCK", help="Where to spend the time: modern, crafty, or a file."),
    ] = None,
    weight_options: Annotated[
        bool,
        typer.Option("--weight-options", help="List every weight of the evaluation as an option."),
    ] = False,
    pruning: Annotated[
        Path | None, typer.Option(help="A file that says what the search skips.")
    ] = None,
) -> None:
    """Speak UCI, the protocol of chess interfaces, on standard input and output."""
    if advisor is None:
        if engine is not None or bonus is not None or where is not None:
            raise ValueError("expected --advisor with --engine, --bonus and --where, found none")
        chosen = None if pruning is None else str(pruning)
        if clock is not None:
            tabiya.Player("chess", clock=clock)  # a bad clock is told before anybody plays
        tabiya.uci.run_engine(lists_weights=weight_options, pruning=chosen, clock=clock)
        return
    db = open_existing(advisor)
    if where is not None:
        db.games(where)  # a bad condition is told before anybody plays
    db.index()
    usual = tabiya.chunks.Following() if engine is None else tabiya.chunks.ENGINE_FOLLOWING
    how = replace(usual, where=where, bonus=usual.bonus if bonus is None else bonus)
    player = None if engine is None else tabiya.engines.Engine(engine)
    tabiya.uci.run_advised(db, player, how)
