"""A tuning while it runs: tau, control, the weights that moved most, time left."""

import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tabiya.cli._progress import clock_words
from tabiya.cli._terminal import console

if TYPE_CHECKING:
    import tabiya

N_WEIGHTS = 8
PRINT_EVERY_SECONDS = 20.0


class TuneView:
    """Shows the last iteration in the terminal, or a line now and then elsewhere; it is a context.

    Parameters
    ----------
    name : str
        What is going on.
    n_planned : int
        Iterations in all.
    n_before : int
        Iterations that the store holds from an earlier run.
    """

    def __init__(self, name: str, n_planned: int, n_before: int) -> None:
        self._name = name
        self._n_planned = n_planned
        self._n_before = n_before
        self._console = console(stderr=True, highlight=False)
        self._live = Live(console=self._console, transient=True, auto_refresh=False)
        self._started = time.monotonic()
        self._shown = -PRINT_EVERY_SECONDS
        self._first: tuple[float, ...] | None = None

    def __enter__(self) -> Self:
        if self._n_before:
            self._console.print(f"{self._name}: going on after {self._n_before} iterations")
        if self._console.is_terminal:
            self._live.start()
            self._live.update(Text(f"{self._name} 0/{self._n_planned}, measuring"), refresh=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def show(self, step: "tabiya.learn.Iteration") -> None:
        """Show an iteration."""
        self._first = self._first or step.base
        words = self._words(step)
        if self._console.is_terminal:
            self._live.update(Group(Text(words), self._moved(step)), refresh=True)
        elif time.monotonic() - self._shown >= PRINT_EVERY_SECONDS:
            self._shown = time.monotonic()
            self._console.print(words)

    def _words(self, step: "tabiya.learn.Iteration") -> str:
        n_done = step.number + 1 - self._n_before
        left = (time.monotonic() - self._started) / n_done * (self._n_planned - step.number - 1)
        control = "" if step.control is None else f", control {step.control:.4f}"
        warning = "  overfitting?" if step.overfitting else ""
        tau = "" if step.train is None else f" tau {step.train:.4f}"
        return (
            f"{self._name} {step.number + 1}/{self._n_planned}{tau}{control}, "
            f"{clock_words(left)} left{warning}"
        )

    def _moved(self, step: "tabiya.learn.Iteration") -> Table:
        first = self._first or step.base
        rows = sorted(
            zip(step.names, first, step.base, step.cases or ("",) * len(step.names), strict=False),
            key=lambda row: -abs(row[2] - row[1]),
        )
        table = Table(box=None)
        for heading in ("weight", "first", "now", "case"):
            table.add_column(heading, justify="left" if heading == "weight" else "right")
        for name, old, new, case in rows[:N_WEIGHTS]:
            table.add_row(name, f"{old:.4g}", f"{new:.4g}", str(case))
        return table
