"""Who sits at the board in a game outside the core: an engine, or a built-in player in a thread."""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

from chess.engine import Limit

from tabiya.engines import (
    AsyncEngine,
    EngineFault,
    FaultKind,
    LastWords,
    OpenQuestion,
    Pipes,
    go_words,
)
from tabiya.games import Position, is_chess960
from tabiya.play._contestant import Contestant
from tabiya.play._in_core import win_in
from tabiya.play._limits import Limits
from tabiya.play._record import GameFault, Thought
from tabiya.players import Player, Stop, TimeLeft, fixed_time

# An engine under a clock that is so much too late is not waited for.
PATIENCE_WITH_CLOCK = 5.0
PATIENCE = 60.0
# A built-in player keeps so much of its time for the way to the clock.
OVERHEAD_SECONDS = 0.01

# Whoever has less than this left is told that it has so much.
LEAST_SECONDS = 0.001
# Asked again in a fresh process, engines that did this answer as a rule.
FORGIVEN = frozenset({FaultKind.CRASH, FaultKind.NO_MOVE})
# With these no game of the match can be played.
FATAL = frozenset({FaultKind.LIMIT})


@dataclass(frozen=True)
class Question:
    """What a player is asked: the position, and the clocks of both sides if there are any.

    Attributes
    ----------
    position : Position
        The position.
    start : str
        Where the game began.
    moves : sequence of str
        The moves since then.
    clocks : tuple of float or None
        Seconds that are left: of the first player, of the second.
    increments : tuple of float
        Seconds that each gets for a move.
    put : OpenQuestion, optional
        What has come of it, if it was put already.
    """

    position: Position
    start: str
    moves: Sequence[str]
    clocks: tuple[float | None, float | None]
    increments: tuple[float, float]
    put: OpenQuestion | None = None

    def is_legal(self, move: str) -> bool:
        """Return whether a move is legal."""
        return move in self.position.legal_moves()


@dataclass(frozen=True)
class Answer:
    """A move, what its player said of it, and what went wrong on the way; no move is the end."""

    move: str | None
    thought: Thought
    faults: tuple[GameFault, ...] = ()
    resigned: bool = False


class Seat(Protocol):
    """Who sits at the board."""

    async def start(self) -> None:
        """Get ready; raise if that cannot be done."""

    async def new_game(self) -> None:
        """Forget the last game; this is not on the clock."""

    async def ask(self, question: Question, limits: Limits) -> Answer:
        """Answer with a move."""

    async def close(self) -> None:
        """Go away."""


class EngineSeat:
    """An engine. A crash or a missing answer is forgiven once in a game."""

    def __init__(self, name: str, contestant: Contestant, limits: Limits) -> None:
        assert contestant.engine is not None, "an engine"
        patience = PATIENCE_WITH_CLOCK if limits.depends_on_time else PATIENCE
        self._name = name
        self._engine = AsyncEngine(contestant.engine, patience=patience)
        # The same for every move, unless it depends on time.
        self._limit = Limit(depth=limits.depth, nodes=limits.nodes)
        self._depends_on_time = limits.depends_on_time
        self._game: object = None
        self._is_forgiven = False
        self._early: tuple[GameFault, ...] = ()
        # It was told of the game and was not ready.
        self._is_late = False

    async def start(self) -> None:
        await self._engine.start()

    async def new_game(self) -> None:
        self._game = object()
        self._is_forgiven = False
        self._early = ()
        again, self._is_late = self._is_late, False
        try:
            await self._engine.new_game(self._game, again=again)
        except EngineFault as error:
            # The first question starts it again; if that fails too, the game is lost.
            self._early = (self._fault(error, 0),)
            self._is_forgiven = True

    async def ask(self, question: Question, limits: Limits) -> Answer:
        put = question.put
        started = time.perf_counter() if put is None else put.asked
        faults = list(self._early)
        self._early = ()
        while True:
            limit = self._limit
            if limits.clock is not None or limits.seconds is not None:
                limit = _engine_limit(question, limits, time.perf_counter() - started)
            try:
                found = await self._engine.answer(
                    question.start,
                    question.moves,
                    limit,
                    turn=_turn(question) == 0,
                    is_legal=question.is_legal,
                    game=self._game,
                    chess960=is_chess960(question.position.game),
                    pv=False,
                    question=put,
                )
            except EngineFault as error:
                if error.kind in FATAL:
                    raise
                faults.append(self._fault(error, len(question.moves)))
                if error.kind not in FORGIVEN or self._is_forgiven:
                    seconds = time.perf_counter() - started
                    return Answer(None, Thought(seconds=seconds), tuple(faults))
                self._is_forgiven = True
                put = None
                continue
            thought = Thought(
                score=found.score,
                win_in=found.win_in,
                depth=found.depth,
                nodes=found.nodes,
                seconds=time.perf_counter() - started,
            )
            return Answer(found.move or None, thought, tuple(faults), found.resigned)

    @property
    def can_be_lent(self) -> bool:
        """Return whether others may talk to it: it speaks UCI, and what it may spend is settled."""
        return self._engine.spec.protocol == "uci" and not self._depends_on_time

    def lend(self, *, is_new: bool, chess960: bool) -> Pipes | None:
        """Return the engine's pipes, if it can be asked at once.

        If the game is new, whoever has them tells the engine of it.
        """
        if self._early:
            return None
        return self._engine.lend(None if is_new else self._game, chess960=chess960)

    def take_back(self, last: LastWords, *, is_new: bool, is_ready: bool) -> None:
        """Take back the pipes that were lent.

        Parameters
        ----------
        last : LastWords
            What was said last.
        is_new : bool
            Whether the engine was told of a new game.
        is_ready : bool
            Whether it was ready for it then.
        """
        if is_new:
            self._game = object()
            self._is_forgiven = False
        self._is_late = not is_ready
        self._engine.take_back(last, self._game)

    def kill(self) -> None:
        """End the engine, in the middle of a thought."""
        self._engine.kill()

    @property
    def go(self) -> str:
        """Return the words that have the engine think."""
        return f"go{go_words(self._limit)}"

    async def close(self) -> None:
        await self._engine.close()

    def _fault(self, error: EngineFault, ply: int) -> GameFault:
        return GameFault(self._name, str(error.kind), str(error), ply, error.lines)


class BuiltInSeat:
    """A built-in player, which thinks in a thread."""

    def __init__(self, player: Player, threads: Executor) -> None:
        self._player = player.duplicate()
        self._threads = threads

    async def start(self) -> None:
        pass

    async def new_game(self) -> None:
        self._player.clear()

    async def ask(self, question: Question, limits: Limits) -> Answer:
        started = time.perf_counter()
        clock = _own_clock(question, limits)
        per_move = None if limits.seconds is None else fixed_time(limits.seconds).hard
        stop = Stop()

        def search() -> Answer:
            report = self._player.search(
                question.position,
                depth=limits.depth,
                nodes=limits.nodes,
                seconds=per_move,
                keep=True,
                stop=stop,
                clock=clock,
            )
            seconds = time.perf_counter() - started
            ends_in = win_in(report.game, report.score)
            thought = Thought(report.score, ends_in, report.depth, report.nodes, seconds)
            return Answer(report.move, thought)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, search)
        except asyncio.CancelledError:
            stop.set()
            raise

    async def close(self) -> None:
        pass


def _engine_limit(question: Question, limits: Limits, spent: float) -> Limit:
    """Return the limits as python-chess says them, less what a crash has cost already."""
    if limits.clock is None:
        return Limit(depth=limits.depth, nodes=limits.nodes, time=_rest(limits.seconds, spent))
    turn = _turn(question)
    clocks = [_rest(clock, spent * (seat == turn)) for seat, clock in enumerate(question.clocks)]
    # An engine whose opponent has no clock is told that it has the same one.
    white, black = (clocks[turn] if clock is None else clock for clock in clocks)
    return Limit(
        depth=limits.depth,
        nodes=limits.nodes,
        white_clock=white,
        black_clock=black,
        white_inc=question.increments[0],
        black_inc=question.increments[1],
    )


def _turn(question: Question) -> int:
    return question.position.game.sides.index(question.position.side_to_move)


def _rest(seconds: float | None, spent: float) -> float | None:
    return None if seconds is None else max(seconds - spent, LEAST_SECONDS)


def _own_clock(question: Question, limits: Limits) -> TimeLeft | None:
    left = question.clocks[_turn(question)]
    if limits.clock is None or left is None:
        return None
    in_nodes = limits.clock.unit == "nodes"
    return TimeLeft(
        max(left, 1.0 if in_nodes else LEAST_SECONDS),
        limits.clock.increment,
        unit=limits.clock.unit,
        overhead=0.0 if in_nodes else OVERHEAD_SECONDS,
        n_searched=len(question.moves) // 2,
    )
