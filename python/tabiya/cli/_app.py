"""The command line, in which only the command that is wanted is loaded."""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Annotated

import typer

from tabiya._core import VERSION
from tabiya.cli._commands import COMMANDS, Command, Group
from tabiya.cli._terminal import guarded

# An Othello position with an empty first square, which is no option.
BOARD = re.compile(r"-[-XO]{2,63}( .*)?", re.IGNORECASE)
SUMMARY = "Teach a game-playing program from those who know better."


def build_app(arguments: Sequence[str]) -> typer.Typer:
    """Return the command line; the command that the arguments name is loaded."""
    app = _new_app(SUMMARY)
    app.callback(invoke_without_command=True)(_root)
    _add_commands(app, COMMANDS, arguments)
    return app


def load_command(name: str, command: Command) -> Callable[..., None]:
    """Return the function of a command.

    >>> load_command("solve", Command("")).__name__
    'solve'
    """
    file, _, function = (command.place or f"_{name}:{name}").partition(":")
    loaded: Callable[..., None] = getattr(import_module(f"tabiya.cli.{file}"), function)
    return guarded(loaded)


def _add_commands(
    app: typer.Typer, commands: Mapping[str, Command | Group], arguments: Sequence[str]
) -> None:
    words = [word for word in arguments if not word.startswith("-")]
    wanted = words[0] if words else ""
    for name, entry in commands.items():
        if isinstance(entry, Group):
            group = _new_app(entry.line)
            _add_commands(group, entry.commands, words[1:] if name == wanted else ())
            app.add_typer(group, name=name)
            continue
        has_board = entry.takes_positions and any(map(BOARD.fullmatch, arguments))
        settings = {"ignore_unknown_options": has_board}
        function = load_command(name, entry) if name == wanted else _listed(entry)
        app.command(name, context_settings=settings)(function)


def _listed(command: Command) -> Callable[[], None]:
    """Return what stands in the list for a command that nobody asked for."""

    def stand_in() -> None:
        raise AssertionError("a command is loaded before it runs")

    stand_in.__doc__ = command.line
    return stand_in


def _new_app(line: str) -> typer.Typer:
    return typer.Typer(
        help=line, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
    )


def _root(
    *, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Teach a game-playing program from those who know better."""
    if version:
        typer.echo(f"tabiya {VERSION}")
        raise typer.Exit
