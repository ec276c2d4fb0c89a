"""Finished games: kept, written and counted, each once, whatever the order in which they end."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tabiya.metrics import Sprt
from tabiya.play._fixture import Fixture, Halt
from tabiya.play._game_store import GameStore
from tabiya.play._pgn import PgnFile
from tabiya.play._record import PAIR, GameRecord

INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

OnGame = Callable[[GameRecord], object]


class Ledger:
    """Takes games as they end; writes and counts them in the order of their numbers.

    The sequential test looks at complete pairs in that order too, so that it ends the match at the
    same pair whatever the number of boards.
    """

    def __init__(
        self,
        *,
        halt: Halt,
        store: GameStore | None = None,
        pgn: PgnFile | None = None,
        on_game: OnGame | None = None,
        sprt: Sprt | None = None,
        player: str = "",
    ) -> None:
        self.records: dict[int, GameRecord] = store.load() if store is not None else {}
        self.decided_at: int | None = None
        self._halt = halt
        self._store = store
        self._pgn = pgn
        self._on_game = on_game
        self._sprt = sprt
        self._player = player
        self._pairs = [0] * 5
        self._n_counted = 0
        self._count_on()
        if pgn is not None:
            pgn.settle()

    def take(self, fixture: Fixture, record: GameRecord) -> None:
        """Take a game that is over. Ctrl-C waits until it is kept."""
        with uninterrupted():
            if self._store is not None:
                self._store.add(fixture.number, record)
            self.records[fixture.number] = record
            self._count_on()
        if self._on_game is not None:
            self._on_game(record)

    def close(self) -> None:
        """Write what waited for an earlier game; drop what came after the end of the test."""
        if self.decided_at is not None:
            late = [number for number in self.records if number >= self.decided_at]
            for number in late:
                del self.records[number]
            if self._store is not None and late:
                self._store.forget_from(self.decided_at)
        elif self._pgn is not None:
            waiting = sorted(number for number in self.records if number > self._n_counted)
            for number in waiting:
                self._pgn.add(self.records[number])

    def _count_on(self) -> None:
        """Write and count the games that have no earlier one before them any more."""
        while self.decided_at is None and (record := self.records.get(self._n_counted)):
            if self._pgn is not None:
                self._pgn.add(record)
            self._n_counted += 1
            if self._sprt is not None and self._n_counted % PAIR == 0:
                self._test(self._sprt)

    def _test(self, sprt: Sprt) -> None:
        legs = (self.records[self._n_counted - 2], self.records[self._n_counted - 1])
        points = sum(leg.points_of(self._player) or 0.0 for leg in legs)
        self._pairs[round(2 * points)] += 1
        if sprt.test(pentanomial=self._pairs).verdict != "continue":
            self.decided_at = self._n_counted
            self._halt.set()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C, and whoever ends us, wait until a step is done."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are for the main thread only
        return
    pressed = 0

    def note(number: int, _frame: object) -> None:
        nonlocal pressed
        pressed = number

    before = {number: signal.signal(number, note) for number in INTERRUPTS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
    if pressed:
        signal.raise_signal(pressed)
