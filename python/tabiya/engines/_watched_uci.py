"""UCI: python-chess greets the engine and sets its options, the questions are put here.

A match asks many thousand questions. Of all that an engine says before its answer only the last
word matters, so nothing else is read, and no board is needed to write a question.
"""

import asyncio
import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

import chess
from chess.engine import EngineError, EngineTerminatedError, Limit, UciProtocol

from tabiya._core import DECIDED_SCORE, WIN_SCORE
from tabiya.engines._assessment import mate_score
from tabiya.engines._watched import Watched

SCORE = re.compile(rb"\bscore (cp|mate) ([-+]?\d+)")
DEPTH = re.compile(rb"\bdepth (\d+)")
NODES = re.compile(rb"\bnodes (\d+)")
# A number of more digits than this is none that an engine has counted.
MOST_DIGITS = 18
# What a score may be: mates in more moves, and more centipawns, would be taken for each other.
MOST_MATE = int(WIN_SCORE - DECIDED_SCORE) // 2 - 1
MOST_CENTIPAWNS = DECIDED_SCORE
PV = re.compile(rb"\bpv ((?:\s*[a-h][1-8][a-h][1-8][qrbn]?\b)+)")
# Lines beside the best one, which some engines give without being asked.
OTHER_LINES = re.compile(rb"\bmultipv (?!1\b)")
NO_MOVE = ("(none)", "0000", "NULL")
READ_AT_ONCE = 1 << 16
MOST_NUMBER = 2**62


class OutOfRangeError(EngineError):
    """An engine told a number that cannot be."""


@dataclass(frozen=True)
class Told:
    """What an engine told: its move, or none, and its last word on the position."""

    move: str
    score: float | None
    depth: int
    nodes: int
    pv: tuple[str, ...]


class WatchedUci(Watched, UciProtocol):
    """UCI, with questions that cost little."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: asyncio.Future[Told] | None = None
        self._score_line = self._bound_line = self._nodes_line = b""
        self._asked_game: object = None
        self._is_chess960 = False
        self._is_listening = False

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
    ) -> Told:
        """Put a question; the answer may be a move that is not legal.

        Parameters
        ----------
        start : str
            The position in which the game began, as FEN.
        moves : sequence of str
            The moves since then.
        limit : chess.engine.Limit
            What the engine may spend.
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
        if self.returncode.done():
            raise EngineTerminatedError("engine process dead")
        self._score_line = self._bound_line = self._nodes_line = b""
        if not self._is_listening:
            self._listen()
        self._answer = asyncio.get_running_loop().create_future()
        where = "startpos" if start == chess.STARTING_FEN else f"fen {start}"
        played = f" moves {' '.join(moves)}" if moves else ""
        self.send_line(f"position {where}{played}\ngo{go_words(limit)}")
        try:
            return await self._answer
        finally:
            self._answer = None

    def _listen(self) -> None:
        """Read what the engine says at once; the loop would hand it on a round later."""
        self._is_listening = True
        loop = asyncio.get_running_loop()
        pipe = None if self.transport is None else self.transport.get_pipe_transport(1)
        if not isinstance(pipe, asyncio.ReadTransport) or pipe.is_closing():
            return
        fd = pipe.get_extra_info("pipe").fileno()

        def read() -> None:
            try:
                data = os.read(fd, READ_AT_ONCE)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if data:
                self.pipe_data_received(1, data)
            else:
                # The end is for the loop to see, which also waits for the process.
                loop.remove_reader(fd)
                pipe.resume_reading()

        pipe.pause_reading()
        loop.add_reader(fd, read)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        if fd != 1 or self._answer is None or isinstance(data, str):
            super().pipe_data_received(fd, data)
            return
        self.heard = time.monotonic()
        *lines, rest = (bytes(self.buffer[1]) + data).split(b"\n")
        self.buffer[1] = bytearray(rest)
        for line in lines:
            self._hear(line.rstrip(b"\r"))
        self.check_flood(fd)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._answer is not None and not self._answer.done():
            code = self.returncode.result()
            error = EngineTerminatedError(f"engine process died unexpectedly (exit code: {code})")
            self._answer.set_exception(error)

    def _hear(self, line: bytes) -> None:
        self._lines.append(line)
        if line.startswith(b"info string"):
            return  # words for people, whatever they are
        if line.startswith(b"info"):
            if b" multipv " in line and OTHER_LINES.search(line):
                return
            if b" score " in line:
                if b"bound" in line:
                    self._bound_line = line
                else:
                    self._score_line = line
            if b" nodes " in line:
                self._nodes_line = line
        elif line.startswith(b"bestmove") and self._answer and not self._answer.done():
            words = line.decode("utf-8", "replace").split()
            move = words[1].lower() if len(words) > 1 and words[1] not in NO_MOVE else ""
            try:
                self._answer.set_result(self._told(move))
            except OutOfRangeError as error:
                self._answer.set_exception(error)

    def _told(self, move: str) -> Told:
        line = self._score_line or self._bound_line
        score = None
        if found := SCORE.search(line):
            is_mate = found[1] == b"mate"
            number = whole_number(found[2], MOST_MATE if is_mate else MOST_CENTIPAWNS, "score")
            score = mate_score(number) if is_mate else float(number)
        depth, nodes, pv = DEPTH.search(line), NODES.search(self._nodes_line), PV.search(line)
        return Told(
            move=move,
            score=score,
            depth=whole_number(depth[1], MOST_NUMBER, "depth") if depth else 0,
            nodes=whole_number(nodes[1], MOST_NUMBER, "nodes") if nodes else 0,
            pv=tuple(pv[1].decode().split()) if pv else (),
        )


def whole_number(text: bytes, most: float, what: str) -> int:
    """Return a number that an engine told.

    >>> whole_number(b"-12", 100, "score")
    -12

    Raises
    ------
    OutOfRangeError
        If it is beyond what can be.
    """
    number = int(text) if len(text) <= MOST_DIGITS + 1 else None
    if number is None or abs(number) > most:
        shown = text.decode() if number is not None else f"{text[:12].decode()}... of {len(text)}"
        words = "" if number is not None else " digits"
        raise OutOfRangeError(f"expected a {what} within {most:g}, found {shown}{words}")
    return number


def go_words(limit: Limit) -> str:
    """Return a limit as UCI says it.

    >>> go_words(Limit(nodes=100, white_clock=1.5, black_clock=2.0, white_inc=0.1, black_inc=0.1))
    ' wtime 1500 btime 2000 winc 100 binc 100 nodes 100'
    """
    words = []
    for name, seconds in (
        ("wtime", limit.white_clock),
        ("btime", limit.black_clock),
        ("winc", limit.white_inc),
        ("binc", limit.black_inc),
    ):
        if seconds is not None:
            words.append(f" {name} {max(0 if name.endswith('inc') else 1, round(seconds * 1000))}")
    if limit.depth is not None:
        words.append(f" depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f" nodes {limit.nodes}")
    if limit.time is not None:
        words.append(f" movetime {max(1, round(limit.time * 1000))}")
    return "".join(words)
