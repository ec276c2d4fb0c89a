"""What is shown on the error output while long work goes on: a bar, or a line now and then."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
)
from rich.text import Text

from tabiya.cli._terminal import console, plain

# Where no terminal shows the bar, a line is printed so often.
PRINT_EVERY_SECONDS = 30.0


@contextmanager
def show_progress(what: str, *, in_bytes: bool = False) -> Iterator[Callable[[int, int], object]]:
    """Give a function to call with how much is done and how much there is."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield _Lines(what, screen)
        return
    count = DownloadColumn() if in_bytes else MofNCompleteColumn()
    columns = (TextColumn(what), BarColumn(), count, _Left())
    bars = Progress(
        *columns, console=screen, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    with bars, _written_above(screen):
        task = bars.add_task(what, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


@contextmanager
def _written_above(screen: Console) -> Iterator[None]:
    """Let what is written to the terminal stand above the bar; what goes to a file goes there."""
    before = sys.stdout, sys.stderr
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and stream.isatty():
            setattr(sys, name, _Above(stream, screen))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


class _Above:
    """An output that shares its terminal with a bar."""

    def __init__(self, stream: TextIO, screen: Console) -> None:
        self._stream = stream
        self._screen = screen

    def write(self, text: str) -> int:
        """Write whole lines above the bar."""
        shown = plain(text)
        if shown:
            self._screen.print(Text(shown), end="", soft_wrap=True)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Lines:
    """Progress as lines, for files and other programs."""

    def __init__(self, what: str, console: Console) -> None:
        self._what = what
        self._console = console
        self._started = self._said = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._said < PRINT_EVERY_SECONDS or not done:
            return
        self._said = now
        left = (now - self._started) / done * (total - done)
        self._console.print(
            f"{self._what} {done:,} of {total:,}, {clock_words(left)} left",
            soft_wrap=True,
            highlight=False,
        )


class _Left(ProgressColumn):
    """The time left."""

    def render(self, task: Task) -> Text:
        """Return it as text."""
        left = task.time_remaining
        return Text("" if left is None else f"{clock_words(left)} left", style="cyan")


def clock_words(seconds: float) -> str:
    """Say a time in hours, minutes and seconds.

    >>> clock_words(42), clock_words(200), clock_words(10_000)
    ('0:42', '3:20', '2:46:40')
    """
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
