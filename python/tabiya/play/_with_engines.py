"""Games in which processes take part: several boards in one event loop."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from queue import SimpleQueue

from tabiya.engines import background_loop
from tabiya.play._adjudication import Tablebase
from tabiya.play._fixture import Conditions, Deliver, Fixture, Fixtures, Halt
from tabiya.play._live_game import LiveGame
from tabiya.play._seat import BuiltInSeat, EngineSeat, Seat
from tabiya.play._series import Finish, Series

# Processes that one board keeps open for the next game of the same players.
SEATS_KEPT = 4


def play_with_engines(
    conditions: Conditions, fixtures: Fixtures, deliver: Deliver, halt: Halt
) -> None:
    """Play games, several at a time, and deliver each in this thread when it is over.

    Raises
    ------
    ValueError
        If an engine cannot start, or does not know the kind of limit it is given.
    """
    inbox: SimpleQueue[Finish | None] = SimpleQueue()
    hall = _Hall(conditions, iter(fixtures), inbox)
    future = asyncio.run_coroutine_threadsafe(hall.play(), background_loop())
    try:
        while (over := inbox.get()) is not None and not halt.is_set:
            deliver(*over())
    except BaseException:
        future.cancel()
        while (over := inbox.get()) is not None:
            with suppress(Exception):  # games that were over by then count, if they can be kept
                deliver(*over())
        raise
    if halt.is_set:
        future.cancel()
        while inbox.get() is not None:
            pass
    else:
        future.result()


class _Hall:
    """All boards."""

    def __init__(
        self,
        conditions: Conditions,
        fixtures: Iterator[Fixture],
        inbox: SimpleQueue[Finish | None],
    ) -> None:
        self._conditions = conditions
        self._fixtures = fixtures
        self._draw = threading.Lock()  # boards in threads draw too
        self._inbox = inbox

    async def play(self) -> None:
        folder = self._conditions.adjudication.tablebase
        tablebase = None
        try:
            tablebase = None if folder is None else Tablebase(folder)
            with ThreadPoolExecutor(self._conditions.concurrency) as threads:
                boards = [
                    asyncio.create_task(self._play_at_board(threads, tablebase))
                    for _ in range(self._conditions.concurrency)
                ]
                try:
                    await asyncio.gather(*boards)
                finally:
                    for board in boards:
                        board.cancel()
                    await asyncio.gather(*boards, return_exceptions=True)
        finally:
            if tablebase is not None:
                tablebase.close()
            self._inbox.put(None)

    async def _play_at_board(self, threads: Executor, tablebase: Tablebase | None) -> None:
        """Play game after game: in a thread as long as all is ordinary, else here."""
        next_game = partial(self._next_game, tablebase)
        async with _seats(self._conditions, threads) as seats:
            game = next_game()
            while game is not None:
                pair = {name: await seats.get(name) for name in game.players}
                series = Series(pair, self._conditions.adjudication, next_game, self._inbox.put)
                game = await series.play(game, threads)
                if game is None or game.players not in (tuple(pair), tuple(reversed(pair))):
                    continue
                first, second = (pair[name] for name in game.players)
                if await game.play((first, second), while_slow=series.is_possible):
                    self._inbox.put(game.finish)
                    game = next_game()

    def _next_game(self, tablebase: Tablebase | None) -> LiveGame | None:
        with self._draw:
            fixture = next(self._fixtures, None)
        return None if fixture is None else LiveGame(self._conditions, fixture, tablebase)


class _Seats:
    """Those who sit at one board or have sat there lately, so that processes are used again."""

    def __init__(self, conditions: Conditions, threads: Executor) -> None:
        self._conditions = conditions
        self._threads = threads
        self.open: dict[str, Seat] = {}

    async def get(self, name: str) -> Seat:
        seat = self.open.pop(name, None)
        if seat is None:
            contestant = self._conditions.contestants[name]
            if contestant.player is not None:
                seat = BuiltInSeat(contestant.player, self._threads)
            else:
                seat = EngineSeat(name, contestant, self._conditions.limits[name])
            await seat.start()
        self.open[name] = seat  # the last one is the one used last
        while len(self.open) > SEATS_KEPT:
            await self.open.pop(next(iter(self.open))).close()
        return seat


@asynccontextmanager
async def _seats(conditions: Conditions, threads: Executor) -> AsyncIterator[_Seats]:
    seats = _Seats(conditions, threads)
    try:
        yield seats
    finally:
        closing = [seat.close() for seat in seats.open.values()]
        await asyncio.gather(*closing, return_exceptions=True)
