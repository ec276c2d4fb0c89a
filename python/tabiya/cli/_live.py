"""A line that shows how the play goes, and what went wrong, once."""

import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.live import Live
from rich.text import Text

from tabiya.cli._progress import clock_words
from tabiya.cli._terminal import console, cut, plain

if TYPE_CHECKING:
    import tabiya

# Where no terminal shows the line, it is printed so often.
PRINT_EVERY_SECONDS = 30.0
# Counting intervals takes a while; nobody reads faster.
UPDATE_EVERY_SECONDS = 0.5
LINES_OF_FAULT = 6


class LiveLine:
    """Shows a line while games are played; it is a context.

    Parameters
    ----------
    describe : callable
        Returns the line; called now and then.
    """

    def __init__(self, describe: Callable[[], str]) -> None:
        self._describe = describe
        self._n_done = 0
        self._console = console(highlight=False)
        self._errors = console(stderr=True, highlight=False)
        self._live = Live(console=self._console, transient=True, auto_refresh=False)
        self._started = self._shown = time.monotonic()
        self._faults: Counter[tuple[str, str]] = Counter()

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def note(self, record: "tabiya.play.GameRecord", n_left: int | None) -> None:
        """Take note of a game that is over."""
        self._n_done += 1
        for fault in record.faults:
            self._faults[fault.player, fault.kind] += 1
            if self._faults[fault.player, fault.kind] == 1:
                self._tell(fault, record)
        is_terminal = self._console.is_terminal
        wait = UPDATE_EVERY_SECONDS if is_terminal else PRINT_EVERY_SECONDS
        now = time.monotonic()
        if now - self._shown < wait and not (is_terminal and self._n_done == 1):
            return
        self._shown = now
        text = f"{self._describe()}{self._time_left(n_left)}"
        if is_terminal:
            self._live.update(Text(plain(text), no_wrap=True, overflow="ellipsis"), refresh=True)
        else:
            self._console.print(plain(text), soft_wrap=True)

    def making(self, done: int, wanted: int) -> None:
        """Show how many openings are made."""
        if self._console.is_terminal:
            self._live.update(Text(f"openings {done}/{wanted}"), refresh=done % 10 == 0)

    def say_faults(self) -> None:
        """Say how often each player did what."""
        for (player, kind), n in sorted(self._faults.items()):
            times = f" ({n} times)" if n > 1 else ""
            self._console.print(plain(f"{player}: {kind}{times}"), soft_wrap=True, markup=False)

    def _time_left(self, n_left: int | None) -> str:
        if n_left is None or not self._n_done:
            return ""
        seconds = (time.monotonic() - self._started) / self._n_done * n_left
        return f", {clock_words(seconds)} left"

    def _tell(self, fault: "tabiya.play.GameFault", record: "tabiya.play.GameRecord") -> None:
        # On one terminal, errors stand above the line that is shown.
        is_shared = self._console.is_terminal and self._errors.is_terminal
        errors = self._console if is_shared else self._errors
        round_number = f"{record.pair + 1}.{record.leg + 1}"
        ply = "" if fault.ply is None else f" after {fault.ply} moves"
        errors.print(
            plain(f"game {round_number}: {fault.player}: {fault.kind}{ply}"),
            soft_wrap=True,
            markup=False,
        )
        for line in fault.last_lines[-LINES_OF_FAULT:]:
            errors.print(plain(f"    {cut(line)}"), soft_wrap=True, markup=False)
