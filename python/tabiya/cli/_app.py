"""The commands, each of which loads only what it needs."""

from importlib import import_module
from typing import Annotated

import typer

from tabiya._core import VERSION

# Each is a function in the file of its name, or a group of commands in another file.
COMMANDS = (
    "demo",
    "play",
    "match",
    "tournament",
    "odds",
    "verdict",
    "positions",
    "measure",
    "tune",
    "analyse",
    "solve",
    "weights",
    "bench",
    "uci",
)
GROUPS = {"positions": "tabiya.cli._sets"}
# An Othello position may start with a dash, and is no option then.
TAKES_POSITIONS = ("analyse", "solve")

SUMMARY = "Teach a game-playing program from those who know better."


def build_app(*names: str) -> typer.Typer:
    """Return the command line with some commands, or all: each loads what it needs."""
    app = typer.Typer(
        help=SUMMARY,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True)(_root)
    for name in names or COMMANDS:
        if name in GROUPS:
            app.add_typer(import_module(GROUPS[name]).app, name=name)
            continue
        settings = {"ignore_unknown_options": name in TAKES_POSITIONS}
        function = getattr(import_module(f"tabiya.cli._{name}"), name)
        app.command(context_settings=settings)(function)
    return app


def _root(
    *, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Teach a game-playing program from those who know better."""
    if version:
        typer.echo(f"tabiya {VERSION}")
        raise typer.Exit
