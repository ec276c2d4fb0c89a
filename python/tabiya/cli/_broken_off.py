"""Ctrl-C: what was kept, and how to go on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

# Of commands that keep nothing before they end.
STARTS_AGAIN = "nothing was written; the same command starts again"


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
    except KeyboardInterrupt:
        typer.echo(f"\nbroken off: {words if isinstance(words, str) else words()}", err=True)
        raise
