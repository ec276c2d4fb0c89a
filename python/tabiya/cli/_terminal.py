"""What may be shown: names in files and of engines may hold control characters."""

import functools
import re
import sys
from collections.abc import Callable
from typing import Any, TextIO

from rich.console import Console

# All but the end of a line and the tabulator, and those that turn the direction of writing.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# An error is one line; what was found may be a whole file.
LONGEST = 600


def plain(text: str) -> str:
    r"""Return a text in which control characters are written out.

    >>> plain("\x1b[2Jboo")
    '\\x1b[2Jboo'
    """
    return CONTROL.sub(lambda found: ascii(found[0])[1:-1], text)


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a text, or its beginning and its end if it is too long for a message.

    >>> cut("a" * 700, 30)
    'aaaaaaaaaaaaa ... aaaaaaaaaaaaa'
    """
    half = (longest - 4) // 2
    return text if len(text) <= longest else f"{text[:half]} ... {text[-half:]}"


class PlainStream:
    """A terminal that control characters do not reach."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text, its control characters written out."""
        return self.stream.write(plain(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def terminal(stream: TextIO) -> TextIO:
    """Return the stream itself, for what we draw: boards, bars."""
    found: TextIO = getattr(stream, "stream", stream)
    return found


def console(*, stderr: bool = False, **settings: Any) -> Console:
    """Return a console that may draw; names that it shows go through :func:`plain`."""
    return Console(file=terminal(sys.stderr if stderr else sys.stdout), **settings)


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that writes to a terminal without control characters."""

    @functools.wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        before = sys.stdout, sys.stderr
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name)
            if stream is not None and stream.isatty():
                setattr(sys, name, PlainStream(stream))
        try:
            command(*arguments, **options)
        finally:
            sys.stdout, sys.stderr = before

    return run
