"""The protocols of python-chess, with an ear at the door."""

import asyncio
import contextlib
import logging
import os
import re
import signal
import time
from collections import deque

from chess.engine import Protocol, UciProtocol, XBoardProtocol

# What python-chess has to say of odd lines belongs into the log of those who keep one; without a
# handler it would go to the terminal.
logging.getLogger("chess.engine").addHandler(logging.NullHandler())

LINES_KEPT = 30
# A line longer than this is no line of a protocol.
LONGEST_LINE = 1 << 20
NODES = re.compile(r"\bnodes (\d+)")


class _Watched(Protocol):
    """Remembers the last lines, when the engine last spoke, and how many nodes it told."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: deque[str] = deque(maxlen=LINES_KEPT)
        self.heard = time.monotonic()
        self.is_flooding = False

    def send_line(self, line: str) -> None:
        self.lines.append(f"> {line}")
        # A process that has just died has no pipe any more; its end is reported on its own.
        with contextlib.suppress(AttributeError):
            super().send_line(line)

    def line_received(self, line: str) -> None:
        self.heard = time.monotonic()
        self.lines.append(f"< {line}")

    def error_line_received(self, line: str) -> None:
        self.lines.append(f"! {line}")

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        super().pipe_data_received(fd, data)
        if len(self.buffer[fd]) > LONGEST_LINE:
            self.is_flooding = True
            self.buffer[fd].clear()
            self.kill()

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
        if self.transport.get_returncode() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.transport.get_pid(), signal.SIGKILL)
        self.transport.close()


class WatchedUci(_Watched, UciProtocol):
    """UCI."""


class WatchedXboard(_Watched, XBoardProtocol):
    """The protocol of xboard."""

    can_set_up = True

    def line_received(self, line: str) -> None:
        super().line_received(line)
        if line.startswith("feature ") and "done=1" in line.split():
            # python-chess turns engines away that cannot set up positions. They can play from the
            # start, so it is told otherwise, and who asks looks at `can_set_up`.
            self.can_set_up = bool(self.features.get("setboard", 0)) or "setboard=1" in line
            self.features["setboard"] = 1


async def open_watched(command: list[str], protocol: str) -> WatchedUci | WatchedXboard:
    """Start a process in a group of its own, so that Ctrl-C at the terminal is not for it."""
    loop = asyncio.get_running_loop()
    opened: WatchedUci | WatchedXboard
    if protocol == "uci":
        _, opened = await loop.subprocess_exec(WatchedUci, *command, process_group=0)
    else:
        _, opened = await loop.subprocess_exec(WatchedXboard, *command, process_group=0)
    return opened
