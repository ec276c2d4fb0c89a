"""What is shown on the error output while long work goes on: a bar, or a line now and then."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape
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
    with show_stages(in_bytes=in_bytes) as progress:
        yield lambda done, total: progress(what, done, total)


@contextmanager
def show_stages(*, in_bytes: bool = False) -> Iterator[Callable[[str, int, int], object]]:
    """Give a function to call with the stage, too; the time left is that of the stage."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield _Lines(screen)
        return
    count = DownloadColumn() if in_bytes else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), count, _Left())
    bars = Progress(
        *columns, console=screen, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    with bars, _written_above(screen):
        yield _Bar(bars)


class _Bar:
    """Progress as a bar, begun anew with every stage."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._stage = ""
        self._task = bars.add_task("", total=None)

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage:
            self._stage = stage
            self._bars.reset(self._task, description=escape(stage))
        self._bars.update(self._task, completed=done, total=total)


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

    def __init__(self, console: Console) -> None:
        self._console = console
        self._stage = ""
        self._before = 0  # what was done when the stage began, or was gone on with
        self._started = self._said = time.monotonic()

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if stage != self._stage:
            self._stage, self._before, self._started = stage, done, now
        if now - self._said < PRINT_EVERY_SECONDS or done <= self._before:
            return
        self._said = now
        left = (now - self._started) / (done - self._before) * (total - done)
        self._console.print(
            f"{stage} {done:,} of {total:,}, {clock_words(left)} left",
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
