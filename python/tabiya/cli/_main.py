"""The commands, and the one place where errors become one line and exit status 2."""

import sys
from typing import Annotated

import typer

import tabiya
from tabiya.cli._demo import run_demo

app = typer.Typer(
    help="Teach a game-playing program from those who know better.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def root(
    *, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Teach a game-playing program from those who know better."""
    if version:
        typer.echo(f"tabiya {tabiya.__version__}")
        raise typer.Exit


@app.command()
def demo(
    nodes: Annotated[int, typer.Option(help="Nodes per move.")] = 2000,
    plies: Annotated[int, typer.Option(help="Plies per game.")] = 24,
) -> None:
    """Play a short game of each kind and show how fast the search is."""
    run_demo(nodes=nodes, plies=plies)


def main() -> None:
    """Run the command line; bad input ends with one line and exit status 2."""
    try:
        app()
    except (ValueError, OSError) as error:
        message = " ".join(str(error).split())
        sys.stderr.write(f"tabiya: {message}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("tabiya: interrupted\n")
        sys.exit(130)
