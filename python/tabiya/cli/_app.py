"""The command line, in which only the command that is wanted is loaded."""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from tabiya._core import VERSION
from tabiya.cli._broken_off import told_at_least
from tabiya.cli._commands import COMMANDS, Command, Group
from tabiya.cli._terminal import guarded

# An Othello position with an empty first square, which is no option.
BOARD = re.compile(r"-[-XO]{2,63}( .*)?", re.IGNORECASE)
# The exit status of whatever could not be read.
USAGE_STATUS = 2
SUMMARY = "Teach a game-playing program from those who know better."


class UsageError(ValueError):
    """The words of a command could not be read."""


def run_app(arguments: Sequence[str]) -> int:
    """Run the command that the arguments name, and return the exit status.

    Raises
    ------
    UsageError
        If it is no command, or its options are not those that it has.
    """
    try:
        status: int | None = build_app(arguments)(standalone_mode=False)
    except Exception as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # the help is out by now
            return USAGE_STATUS
        if not hasattr(error, "format_message"):  # Typer's errors have it, and click's below it
            raise
        raise UsageError(_usage_words(error)) from error
    return status or 0


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
    return told_at_least(guarded(loaded))


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


def _usage_words(error: Any) -> str:
    """Say what is wrong, and how the command is meant to be."""
    words = error.format_message().strip()
    context = getattr(error, "ctx", None)
    usage = "" if context is None else f" {context.get_usage()}; --help says more"
    return f"{words if words.endswith(('.', '?', '!')) else f'{words}.'}{usage}"


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
