"""The protocols of python-chess, with an ear at the door."""

import asyncio
import atexit
import contextlib
import logging
import os
import re
import signal
import time
from collections import deque
from typing import ClassVar

from chess.engine import Protocol, XBoardProtocol

# What python-chess has to say of odd lines belongs into the log of those who keep one; without a
# handler it would go to the terminal.
logging.getLogger("chess.engine").addHandler(logging.NullHandler())

LINES_KEPT = 30
# A line longer than this is no line of a protocol.
LONGEST_LINE = 1 << 20
# What engines write before they answer is less by far, even in hours and of hundreds of moves;
# and what they write before they are asked, though thousands of options be in it.
MOST_UNANSWERED = 1 << 24
MOST_UNASKED = 1 << 22
NODES = re.compile(r"\bnodes (\d{1,18})\b")
# Engines by the numbers of their groups, until all that they have started is known to have ended.
_groups: set[int] = set()


@atexit.register
def _end_groups() -> None:
    """End what is left where a command ended before an event loop could see to it."""
    for group in _groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


class Watched(Protocol):
    """Remembers the last lines, when the engine was last at work, and how many nodes it told.

    Attributes
    ----------
    heard : float
        When it last told of a search. Other words can go on for ever, and are no sign of work.
    flood : str
        What is wrong with its writing, if it was ended for that.
    """

    # How lines begin that tell of a search.
    at_work: ClassVar[re.Pattern[str]]

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str | bytes] = deque(maxlen=LINES_KEPT)
        self.heard = time.monotonic()
        self.flood = ""
        self._n_unanswered = 0
        self._has_ended_children = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.transport is not None:
            _groups.add(self.transport.get_pid())

    def send_line(self, line: str) -> None:
        self._n_unanswered = 0
        self._lines.extend(f"> {each}" for each in line.split("\n"))
        # A process that has just died has no pipe any more; its end is reported on its own.
        with contextlib.suppress(AttributeError):
            super().send_line(line)

    def line_received(self, line: str) -> None:
        if self.at_work.match(line):
            self.heard = time.monotonic()
        self._lines.append(f"< {line}")

    def error_line_received(self, line: str) -> None:
        self._lines.append(f"! {line}")

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        data = data.encode() if isinstance(data, str) else data
        *lines, rest = bytes(self.buffer[fd] + data).split(b"\n")
        self.buffer[fd] = bytearray()
        for line in lines:
            # Of many lines at once python-chess copies the rest for every single one.
            super().pipe_data_received(fd, line + b"\n")
        self.buffer[fd] = bytearray(rest)
        self.check_flood(fd, len(data))

    def check_flood(self, fd: int, n_more: int) -> None:
        """End an engine that writes without end, now that it has written so many bytes more."""
        self._n_unanswered += n_more
        if len(self.buffer[fd]) > LONGEST_LINE:
            self.flood = "it writes without end and without lines"
        elif self._n_unanswered > self.most_unanswered:
            self.flood = f"it has written {self.most_unanswered >> 20} MiB without an answer"
        if self.flood:
            self.buffer[fd].clear()
            self.kill()

    @property
    def most_unanswered(self) -> int:
        """Return how many bytes it may write by now without an answer."""
        return MOST_UNANSWERED

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the last lines: to the engine (``>``), from it (``<``), of its errors (``!``)."""
        return tuple(
            line if isinstance(line, str) else f"< {line.decode('utf-8', 'replace')}"
            for line in self._lines
        )

    def nodes_told(self) -> int:
        """Return the number of nodes that the engine told last, of the lines that are kept."""
        for line in reversed(self.lines):
            is_info = line.startswith("<") and line[1:].lstrip().startswith("info")
            if is_info and (found := NODES.search(line)):
                return int(found[1])
        return 0

    def kill(self) -> None:
        """End the process and all that it has started."""
        if self.transport is None:
            return
        if self.transport.get_returncode() is not None:
            self._end_children()
            self.transport.close()
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.transport.get_pid(), signal.SIGKILL)
        # Closing the transport itself would take the exit status away from the event loop, which
        # waits for it; that is done when the connection is lost.
        for fd in range(3):
            pipe = self.transport.get_pipe_transport(fd)
            if pipe is not None:
                pipe.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end_children()
        if self.transport is not None:
            self.transport.close()

    def _end_children(self) -> None:
        """End what an engine has left running in its group when it ended itself."""
        if self.transport is None or self._has_ended_children:
            return
        self._has_ended_children = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.transport.get_pid(), signal.SIGKILL)
        _groups.discard(self.transport.get_pid())


class WatchedXboard(Watched, XBoardProtocol):
    """The protocol of xboard."""

    at_work = re.compile(r"\s*\d")
    can_set_up = True

    def line_received(self, line: str) -> None:
        super().line_received(line)
        if line.startswith("feature ") and "done=1" in line.split():
            # python-chess turns engines away that cannot set up positions. They can play from the
            # start, so it is told otherwise, and who asks looks at `can_set_up`.
            self.can_set_up = bool(self.features.get("setboard", 0)) or "setboard=1" in line
            self.features["setboard"] = 1
