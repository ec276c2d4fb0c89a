"""UCI: python-chess greets the engine and sets its options, the questions are put here.

A match asks many thousand questions. Of all that an engine says before its answer only the last
word matters, so nothing else is read, and no board is needed to write a question. Who asks even
more quickly borrows the pipes.
"""

import asyncio
import contextlib
import os
import re
import select
import time
from collections import deque
from collections.abc import Sequence

from chess.engine import EngineTerminatedError, Limit, UciProtocol

from tabiya.engines._lent import LastWords, OpenQuestion, Pipes
from tabiya.engines._uci_words import OutOfRangeError, Told, go_words, read_told, where_words
from tabiya.engines._watched import LINES_KEPT, MOST_UNANSWERED, MOST_UNASKED, Watched

# Errors that were written while the pipes were lent go with the last words if they are so new.
ERRORS_KEPT_SECONDS = 1.0
# Lines beside the best one, which some engines give without being asked.
OTHER_LINES = re.compile(rb"\bmultipv (?!1\b)")
NO_MOVE = ("(none)", "0000", "NULL")
READ_AT_ONCE = 1 << 16
# An answer is waited for so long at the door, where nobody else needs the loop meanwhile.
AT_THE_DOOR_SECONDS = 0.001
# After so many answers of this kind the loop has its turn, lest others starve.
MOST_AT_THE_DOOR = 32


class WatchedUci(Watched, UciProtocol):
    """UCI, with questions that cost little."""

    at_work = re.compile(r"\s*info (?!string)")
    # Questions that wait for their answers in the loop.
    _n_waiting = 0

    def __init__(self) -> None:
        super().__init__()
        self._is_asked = self._wants_pv = False
        self._found: Told | OutOfRangeError | None = None
        self._answer: asyncio.Future[None] | None = None
        self._score_line = self._bound_line = self._nodes_line = b""
        self._asked_game: object = None
        self._is_chess960 = False
        self._is_listening = self._is_lent = False
        self._errors: deque[tuple[float, str]] = deque(maxlen=LINES_KEPT)
        # What the engine hears by and is heard by, without the loop.
        self._stdin: asyncio.WriteTransport | None = None
        self._stdout: asyncio.ReadTransport | None = None
        self._writes_to = self._reads_from = -1
        self._door = select.poll()
        self._n_at_the_door = 0
        self._is_heard: list[tuple[int, int]] = []

    async def new_game(self, game: object) -> None:
        """Tell the engine of a new game, and wait until it is ready for it."""
        self._asked_game = game
        self.send_line("ucinewgame")
        await self.ping()

    async def ask(
        self,
        start: str,
        moves: Sequence[str],
        limit: Limit,
        *,
        game: object = None,
        chess960: bool = False,
        pv: bool = True,
    ) -> Told:
        """Put a question; the answer may be a move that is not legal.

        Parameters are those of :meth:`prepare` and :meth:`put`.
        """
        await self.prepare(game, chess960=chess960)
        return self.put(start, moves, limit, pv=pv) or await self.answered()

    def is_prepared(self, game: object, *, chess960: bool) -> bool:
        """Return whether a question of this game can be put at once."""
        is_told = game is not None and game is self._asked_game
        return is_told and chess960 == self._is_chess960 and self._is_listening

    async def prepare(self, game: object, *, chess960: bool) -> None:
        """Tell the engine what is played, unless it knows.

        Parameters
        ----------
        game : object
            The engine is told of a new game when this differs from the last one.
        chess960 : bool
            Whether castling is that of Chess960.
        """
        if chess960 != self._is_chess960:
            self.send_line(f"setoption name UCI_Chess960 value {str(chess960).lower()}")
            self._is_chess960 = chess960
        if game is None or game is not self._asked_game:
            await self.new_game(game)
        if not self._is_listening:
            self._listen()

    def put(
        self, start: str, moves: Sequence[str], limit: Limit, *, pv: bool = True
    ) -> Told | None:
        """Put a question to an engine that is prepared for it, and return a quick answer.

        Parameters
        ----------
        start : str
            The position in which the game began, as FEN.
        moves : sequence of str
            The moves since then.
        limit : chess.engine.Limit
            What the engine may spend.
        pv : bool
            Whether to read the expected line.

        Returns
        -------
        Told or None
            The answer; None if :meth:`answered` has to wait for it.
        """
        if self.returncode.done():
            raise EngineTerminatedError("engine process dead")
        self._await(pv=pv)
        self._say(f"position {where_words(start, moves)}", f"go{go_words(limit)}")
        if WatchedUci._n_waiting == 0 and self._n_at_the_door < MOST_AT_THE_DOOR:
            self._n_at_the_door += 1
            self._wait_at_the_door()
        else:
            self._n_at_the_door = 0
        return None if self._found is None else self._take()

    async def answered(self) -> Told:
        """Wait for the answer to the question that was put."""
        WatchedUci._n_waiting += 1
        try:
            if self._found is None:
                if self.returncode.done():
                    raise self._death()
                self._answer = asyncio.get_running_loop().create_future()
                await self._answer
            return self._take()
        finally:
            WatchedUci._n_waiting -= 1
            self._answer, self._is_asked = None, False

    def lend(self, game: object, *, chess960: bool) -> Pipes | None:
        """Return its pipes, for another thread to talk to it; None while they are in use here.

        They are copies, so that nobody else's can have their numbers, for the borrower to close.
        Without a game, whoever has them tells it of a new one.
        """
        is_told = game is None or game is self._asked_game
        is_heard = self._is_listening and self._reads_from >= 0 and not self.returncode.done()
        if not is_told or not is_heard or chess960 != self._is_chess960 or not self._can_write():
            return None
        pipes = Pipes(os.dup(self._writes_to), os.dup(self._reads_from), bytes(self.buffer[1]))
        asyncio.get_running_loop().remove_reader(self._reads_from)
        self._is_lent = True
        return pipes

    def take_back(self, last: LastWords, game: object) -> None:
        """Listen again, now that it has been talked to; the game is what it was told of."""
        self._asked_game, self._is_lent = game, False
        self._lines.extend(last.lines)
        recent = time.monotonic() - ERRORS_KEPT_SECONDS
        self._lines.extend(line for heard, line in self._errors if heard > recent)
        self._errors.clear()
        self.buffer[1] = bytearray(last.rest)
        self._n_unanswered = 0
        if self._reads_from >= 0:
            asyncio.get_running_loop().add_reader(self._reads_from, self._read_in_loop)

    def take_over(self, question: OpenQuestion) -> None:
        """Hear what it has said to a question of others; :meth:`answered` waits for the rest."""
        self._await(pv=False)
        if question.unsaid and self._stdin is not None:
            self._stdin.write(question.unsaid)
        self.pipe_data_received(1, question.heard)

    def _await(self, *, pv: bool) -> None:
        """Listen for the answer to a question."""
        self._score_line = self._bound_line = self._nodes_line = b""
        self._found, self._is_asked, self._wants_pv = None, True, pv

    def _take(self) -> Told:
        """Return the answer that has been heard."""
        self._is_asked = False
        found, self._found = self._found, None
        if isinstance(found, Told):
            return found
        raise found or EngineTerminatedError("engine process dead")

    def _say(self, *lines: str) -> None:
        """Write lines at once; if the pipe does not take them, the loop sees to the rest."""
        pipe, text = self._stdin, "\n".join(lines)
        if pipe is None or not self._can_write():
            self.send_line(text)
            return
        self._n_unanswered = 0
        self._lines.extend([f"> {line}" for line in lines])
        data = f"{text}\n".encode()
        n_written = 0
        with contextlib.suppress(OSError):  # full or broken: for the loop to see
            n_written = os.write(self._writes_to, data)
        if n_written < len(data):
            pipe.write(data[n_written:])

    def _can_write(self) -> bool:
        """Return whether the pipe to it takes words at once."""
        pipe = self._stdin
        return pipe is not None and not pipe.is_closing() and not pipe.get_write_buffer_size()

    def _wait_at_the_door(self) -> None:
        """Wait a moment for the answer without going back to the loop, which takes longer."""
        deadline = time.monotonic() + AT_THE_DOOR_SECONDS
        while self._reads_from >= 0 and self._found is None and time.monotonic() < deadline:
            if self._door.poll(1) != self._is_heard or not self._read():
                return

    def kill(self) -> None:
        # The numbers of the pipes may soon be those of others.
        self._stdin, self._writes_to, self._reads_from = None, -1, -1
        super().kill()

    def _listen(self) -> None:
        """Read what the engine says at once; the loop would hand it on a round later."""
        self._is_listening = True
        loop = asyncio.get_running_loop()
        if self.transport is None:
            return
        pipe, stdin = (self.transport.get_pipe_transport(fd) for fd in (1, 0))
        if not isinstance(pipe, asyncio.ReadTransport) or pipe.is_closing():
            return
        fd = pipe.get_extra_info("pipe").fileno()
        self._stdout = pipe
        pipe.pause_reading()
        loop.add_reader(fd, self._read_in_loop)
        self._door.register(fd, select.POLLIN)
        self._is_heard = [(fd, select.POLLIN)]
        self._reads_from = fd
        if isinstance(stdin, asyncio.WriteTransport):
            self._stdin = stdin
            self._writes_to = stdin.get_extra_info("pipe").fileno()

    def _read_in_loop(self) -> None:
        fd = self._reads_from
        if not self._read():
            # The end is for the loop to see, which also waits for the process.
            self._reads_from = -1
            asyncio.get_running_loop().remove_reader(fd)
            if self._stdout is not None:
                self._stdout.resume_reading()

    def _read(self) -> bool:
        """Read what the engine has said; return whether it may say more."""
        if self._reads_from < 0:
            return True  # it has been ended, and its pipes are about to be closed
        try:
            data = os.read(self._reads_from, READ_AT_ONCE)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if data:
            self.pipe_data_received(1, data)
        return bool(data)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        if fd != 1 or not self._is_asked or isinstance(data, str):
            super().pipe_data_received(fd, data)
            return
        *lines, rest = (bytes(self.buffer[1]) + data).split(b"\n")
        self.buffer[1] = bytearray(rest)
        for line in lines:
            self._hear(line.rstrip(b"\r"))
        self.check_flood(fd, len(data))

    def error_line_received(self, line: str) -> None:
        if self._is_lent:
            # What else was said is only known when the pipes are back.
            self._errors.append((time.monotonic(), f"! {line}"))
        else:
            super().error_line_received(line)

    def check_flood(self, fd: int, n_more: int) -> None:
        if self._is_lent:
            self._n_unanswered = 0  # it has answered meanwhile, for all that is known here
        super().check_flood(fd, n_more)

    @property
    def most_unanswered(self) -> int:
        return MOST_UNANSWERED if self._is_asked else MOST_UNASKED

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(self._death())

    def _death(self) -> EngineTerminatedError:
        code = self.returncode.result()
        return EngineTerminatedError(f"engine process died unexpectedly (exit code: {code})")

    def _hear(self, line: bytes) -> None:
        self._lines.append(line)
        line = line.lstrip()
        if line.startswith(b"info string"):
            return  # words for people, whatever they are
        if line.startswith(b"info"):
            self.heard = time.monotonic()
            if b" multipv " in line and OTHER_LINES.search(line):
                return
            if b" score " in line:
                if b"bound" in line:
                    self._bound_line = line
                else:
                    self._score_line = line
            if b" nodes " in line:
                self._nodes_line = line
        elif line.startswith(b"bestmove") and self._found is None:
            self._n_unanswered = 0
            words = line.decode("utf-8", "replace").split()
            move = words[1].lower() if len(words) > 1 and words[1] not in NO_MOVE else ""
            try:
                line = self._score_line or self._bound_line
                self._found = read_told(move, line, self._nodes_line, pv=self._wants_pv)
            except OutOfRangeError as error:
                self._found = error
            if self._answer is not None and not self._answer.done():
                self._answer.set_result(None)
