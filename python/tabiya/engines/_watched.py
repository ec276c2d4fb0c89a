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

from chess.engine import Protocol, XBoardProtocol

# What python-chess has to say of odd lines belongs into the log of those who keep one; without a
# handler it would go to the terminal.
logging.getLogger("chess.engine").addHandler(logging.NullHandler())

LINES_KEPT = 30
# A line longer than this is no line of a protocol.
LONGEST_LINE = 1 << 20
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
    """Remembers the last lines, when the engine last spoke, and how many nodes it told."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str | bytes] = deque(maxlen=LINES_KEPT)
        self.heard = time.monotonic()
        self.is_flooding = False
        self._has_ended_children = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.transport is not None:
            _groups.add(self.transport.get_pid())

    def send_line(self, line: str) -> None:
        self._lines.extend(f"> {each}" for each in line.split("\n"))
        # A process that has just died has no pipe any more; its end is reported on its own.
        with contextlib.suppress(AttributeError):
            super().send_line(line)

    def line_received(self, line: str) -> None:
        self.heard = time.monotonic()
        self._lines.append(f"< {line}")

    def error_line_received(self, line: str) -> None:
        self._lines.append(f"! {line}")

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        super().pipe_data_received(fd, data)
        self.check_flood(fd)

    def check_flood(self, fd: int) -> None:
        """End an engine that writes without end and without lines."""
        if len(self.buffer[fd]) > LONGEST_LINE:
            self.is_flooding = True
            self.buffer[fd].clear()
            self.kill()

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
            if line.startswith("< info") and (found := NODES.search(line)):
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

    can_set_up = True

    def line_received(self, line: str) -> None:
        super().line_received(line)
        if line.startswith("feature ") and "done=1" in line.split():
            # python-chess turns engines away that cannot set up positions. They can play from the
            # start, so it is told otherwise, and who asks looks at `can_set_up`.
            self.can_set_up = bool(self.features.get("setboard", 0)) or "setboard=1" in line
            self.features["setboard"] = 1
