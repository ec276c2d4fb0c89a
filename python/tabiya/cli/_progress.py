"""A bar on the error output while long work goes on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def showing_progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function to call with the number done and the number of all."""
    console = Console(stderr=True)
    fields = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *fields,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda n_done, n_all: bar.update(task, completed=n_done, total=n_all)
