"""Ends an engine that is late, silent or beyond its limit."""

import asyncio
import time
from types import TracebackType
from typing import Self

import chess
from chess.engine import Limit

from tabiya.engines._fault import FaultKind
from tabiya.engines._watched import Watched

# A node limit is overstepped a little by honest engines, and without end by those that ignore it.
NODES_FACTOR = 20
NODES_SLACK = 200_000
LOOK_AT_NODES_EVERY = 0.25


class Watchdog:
    """Watches an engine while it thinks, and ends its process if something is wrong.

    With a time limit the engine hangs when it is later than that and the patience together;
    without one, when it has been silent for as long as the patience lasts.
    """

    def __init__(
        self,
        protocol: Watched,
        limit: Limit,
        turn: chess.Color,
        *,
        patience: float,
        spent: float = 0.0,
    ) -> None:
        self.why: tuple[FaultKind, str] | None = None
        self._protocol = protocol
        self._patience = patience
        self._spent = spent  # it was asked so many seconds ago
        self._seconds = _time_allowed(limit, turn)
        self._most_nodes = None
        if limit.nodes is not None:
            self._most_nodes = limit.nodes * NODES_FACTOR + NODES_SLACK

    def __enter__(self) -> Self:
        self._started = self._protocol.heard = time.monotonic() - self._spent
        self._arm()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._timer.cancel()

    def _arm(self) -> None:
        wait = self._deadline() - time.monotonic()
        if self._most_nodes is not None:
            wait = min(wait, LOOK_AT_NODES_EVERY)
        self._timer = asyncio.get_running_loop().call_later(max(0.0, wait), self._look)

    def _deadline(self) -> float:
        if self._seconds is not None:
            return self._started + self._seconds + self._patience
        return self._protocol.heard + self._patience

    def _look(self) -> None:
        nodes = self._protocol.nodes_told() if self._most_nodes is not None else 0
        if self._most_nodes is not None and nodes > self._most_nodes:
            what = f"ignores the node limit ({nodes:,} nodes by now); limit it by depth or time"
            self.why = FaultKind.LIMIT, what
        elif time.monotonic() >= self._deadline():
            waited = time.monotonic() - self._started
            self.why = FaultKind.HANG, f"hangs: no answer in {waited:.1f} s"
        else:
            self._arm()
            return
        self._protocol.kill()


def _time_allowed(limit: Limit, turn: chess.Color) -> float | None:
    clock = limit.white_clock if turn == chess.WHITE else limit.black_clock
    allowed = [seconds for seconds in (limit.time, clock) if seconds is not None]
    return min(allowed) if allowed else None
