"""Ctrl-C: what was kept, and how to go on."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer

# Of commands that keep nothing before they end, and of those that say nothing else.
STARTS_AGAIN = "nothing was written; the same command starts again"
AGAIN = "the same command starts again"


@contextmanager
def going_on(words: str | Callable[[], str]) -> Iterator[None]:
    """Say how to go on, should somebody break off what is done inside.

    Parameters
    ----------
    words : str or callable
        What was kept and how to go on, in a line; asked for when it is wanted.
    """
    try:
        yield
    except KeyboardInterrupt as interrupt:
        if hasattr(interrupt, "__notes__"):  # what went on inside has said it already
            raise
        said = words if isinstance(words, str) else words()
        typer.echo(f"\nbroken off: {said}", err=True)
        interrupt.add_note(said)
        raise


def told_at_least(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that says how to go on even if nothing inside it does."""

    @functools.wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except KeyboardInterrupt as interrupt:
            if not hasattr(interrupt, "__notes__"):
                typer.echo(f"\nbroken off: {AGAIN}", err=True)
            raise

    return run
