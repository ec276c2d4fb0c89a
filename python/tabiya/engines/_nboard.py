"""NBoard, the protocol of Othello engines.

CITE: Welty, "NBoard Protocol" (version 2). Lines of text: ``set depth``, ``set game`` with a game
in GGF, ``go``, which the engine answers by ``===`` and its move; ``ping`` is answered by ``pong``.
"""

import asyncio
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from chess.engine import ConfigMapping, EngineError, EngineTerminatedError, Limit, Option

from tabiya.engines._uci_words import MOST_NUMBER, OutOfRangeError, Told, whole_number
from tabiya.engines._watched import Watched

VERSION = 2
MOVE = re.compile(r"===\s*([A-Ha-h][1-8]|[Pp][Aa]\w*)(?:/([-+]?[0-9.]+)?)?(?:/.*)?$")
# The line, the score, and the depth: a number of plies, or words such as "100%".
SEARCH = re.compile(r"search\s+(\S+)\s+([-+]?[0-9.]+)\s+\S+\s+(\d+)?")
NODES = re.compile(r"nodestats\s+(\d+)")
HUNDREDTHS = 100.0
MOST_DISCS = 64
# What boards are written with: Black, White and empty squares.
TO_GGF = str.maketrans({"X": "*", "x": "*", "o": "O", ".": "-"})


def ggf(start: str, moves: Sequence[str], *, first: str = "Black", second: str = "White") -> str:
    """Return a game of Othello as GGF writes it.

    >>> ggf("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X", ["d3", "c3"])[-48:]
    '----*O--------------------------- *]B[D3]W[C3];)'
    """
    board, _, turn = start.translate(TO_GGF).partition(" ")
    side = turn.strip() or "*"
    words = []
    for index, move in enumerate(moves):
        colour = "BW"[(index + (side != "*")) % 2]
        words.append(f"{colour}[{'PA' if move == 'pass' else move.upper()}]")
    players = f"PB[{first}]PW[{second}]"
    return (
        f"(;GM[Othello]PC[tabiya]{players}RE[?]TI[10:00]TY[8]BO[8 {board} {side}]{''.join(words)};)"
    )


class WatchedNboard(Watched):
    """NBoard: a question is a game, a depth and ``go``."""

    at_work = re.compile(r"\s*(search|nodestats)\b")

    def __init__(self) -> None:
        super().__init__()
        self.options: dict[str, Option] = {}
        self._answer: asyncio.Future[Told] | None = None
        self._pong: asyncio.Future[None] | None = None
        self._n_pings = 0
        self._depth: int | None = None
        self._asked_game: object = None
        self._forget()

    async def initialize(self) -> None:
        """Greet the engine, and wait until it is there."""
        self.send_line(f"nboard {VERSION}")
        await self.ping()

    async def ping(self) -> None:
        """Wait until the engine has read all that it was sent."""
        self._check_alive()
        self._n_pings += 1
        self._pong = asyncio.get_running_loop().create_future()
        self.send_line(f"ping {self._n_pings}")
        try:
            await self._pong
        finally:
            self._pong = None

    async def new_game(self, game: object) -> None:
        """Have the engine forget the last game: setting its depth makes it anew."""
        self._asked_game = game
        if self._depth is not None:
            self.send_line(f"set depth {self._depth}")
            await self.ping()

    async def ask(
        self, start: str, moves: Sequence[str], limit: Limit, *, game: object = None
    ) -> Told:
        """Put a question; the answer may be a move that is not legal.

        Raises
        ------
        chess.engine.EngineError
            If the limit is no depth: the protocol knows no other.
        """
        if limit.depth is None:
            raise EngineError("NBoard engines support limits of depth alone, found none")
        if self._depth != limit.depth or game is None or game is not self._asked_game:
            self._depth = limit.depth
            await self.new_game(game)
        self._check_alive()
        self._forget()
        self._answer = asyncio.get_running_loop().create_future()
        self.send_line(f"set game {ggf(start, moves)}\ngo")
        try:
            return await self._answer
        finally:
            self._answer = None

    def line_received(self, line: str) -> None:
        """Hear a line: an answer, or something said on the way."""
        super().line_received(line)
        text = line.strip()
        if text.startswith("pong") and self._pong is not None and not self._pong.done():
            if text.split()[1:] == [str(self._n_pings)]:
                self._pong.set_result(None)
        elif text.startswith("search"):
            self._search_line = text
        elif text.startswith("nodestats"):
            self._nodes_line = text
        elif text.startswith("===") and self._answer is not None and not self._answer.done():
            try:
                self._answer.set_result(self._told(text))
            except OutOfRangeError as error:
                self._answer.set_exception(error)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who waits that the engine has died."""
        super().connection_lost(exc)
        code = self.returncode.result()
        for waiting in (self._answer, self._pong):
            if waiting is not None and not waiting.done():
                what = f"engine process died unexpectedly (exit code: {code})"
                waiting.set_exception(EngineTerminatedError(what))

    async def configure(self, options: ConfigMapping) -> None:
        """Set options, which the protocol does not have."""

    async def quit(self) -> None:
        """Ask the engine to end."""
        self.send_line("quit")
        await asyncio.shield(self.returncode)

    def _told(self, text: str) -> Told:
        found = MOVE.match(text)
        if found is None:
            # "=== " and nothing is no move; anything else is one that is not legal.
            return Told(text.removeprefix("===").strip().lower(), None, 0, 0, ())
        move = "pass" if found[1].lower().startswith("pa") else found[1].lower()
        seen = SEARCH.match(self._search_line)
        score = found[2] or (seen[2] if seen else None)
        nodes = NODES.match(self._nodes_line)
        return Told(
            move=move,
            score=None if score is None else _discs(score) * HUNDREDTHS,
            depth=_whole(seen[3], "depth") if seen and seen[3] else self._depth or 0,
            nodes=_whole(nodes[1], "nodes") if nodes else 0,
            pv=(),
        )

    def _forget(self) -> None:
        self._search_line = self._nodes_line = ""

    def _check_alive(self) -> None:
        if self.returncode.done():
            raise EngineTerminatedError("engine process dead")

    # What python-chess would ask of a protocol for chess.

    async def play(self, *_: Any, **__: Any) -> NoReturn:
        """Refuse: these questions have a chess board."""
        raise TypeError("an NBoard engine plays othello: expected none of the questions of chess")

    async def analysis(self, *_: Any, **__: Any) -> NoReturn:
        """Refuse: these questions have a chess board."""
        raise TypeError("an NBoard engine plays othello: expected none of the questions of chess")

    async def send_opponent_information(self, *_: Any, **__: Any) -> None:
        """Say nothing: the protocol has no word for it."""

    async def send_game_result(self, *_: Any, **__: Any) -> None:
        """Say nothing: the protocol has no word for it."""


def _discs(text: str) -> float:
    """Return a score in discs, of which there are 64."""
    try:
        score = float(text)
    except ValueError:
        raise OutOfRangeError(f"expected a score, found {text[:20]!r}") from None
    if not abs(score) <= MOST_DISCS:
        raise OutOfRangeError(f"expected a score within {MOST_DISCS} discs, found {text[:20]}")
    return score


def _whole(text: str, what: str) -> int:
    return whole_number(text.encode(), MOST_NUMBER, what)
