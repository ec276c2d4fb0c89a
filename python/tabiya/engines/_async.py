"""An engine in an event loop."""

import asyncio
import contextlib
import time
from types import TracebackType
from typing import Self

import chess
from chess.engine import (
    INFO_BASIC,
    INFO_PV,
    INFO_SCORE,
    EngineError,
    EngineTerminatedError,
    Info,
    Limit,
    PlayResult,
)

from tabiya.engines._assessment import Assessment, mate_score
from tabiya.engines._fault import EngineFault, FaultKind
from tabiya.engines._find import find_engine
from tabiya.engines._honest import honest_options
from tabiya.engines._spec import EngineSpec
from tabiya.engines._watchdog import Watchdog
from tabiya.engines._watched import WatchedUci, WatchedXboard, open_watched

START_SECONDS = 20.0
QUIT_SECONDS = 1.0
PATIENCE_SECONDS = 60.0
# How python-chess and engines say that they do not know a kind of limit.
REFUSALS = ("support", "unknown command")


class AsyncEngine:
    """An engine in an event loop: opened, asked, watched, started again after a fault.

    Parameters
    ----------
    spec : EngineSpec
        What to run.
    patience : float
        Seconds after which an engine hangs: of silence, or beyond its time if that is limited.

    Examples
    --------
    >>> import asyncio, chess, chess.engine, sys
    >>> async def ask() -> str:
    ...     command = (sys.executable, "-c", "import tabiya.uci as u; u.run_engine()")
    ...     async with AsyncEngine(EngineSpec("tabiya", command)) as engine:
    ...         answer = await engine.think(chess.Board(), chess.engine.Limit(depth=2))
    ...     return answer.move
    >>> asyncio.run(ask()) in {move.uci() for move in chess.Board().legal_moves}
    True
    """

    def __init__(self, spec: EngineSpec, *, patience: float = PATIENCE_SECONDS) -> None:
        self.spec = spec
        self.patience = patience
        self._protocol: WatchedUci | WatchedXboard | None = None
        self._last_lines: tuple[str, ...] = ()

    @property
    def last_lines(self) -> tuple[str, ...]:
        """Return the last lines to (``>``), from (``<``) and by the error output of (``!``) it."""
        return tuple(self._protocol.lines) if self._protocol else self._last_lines

    async def start(self) -> None:
        """Open the process and set its options, unless it is open.

        Raises
        ------
        EngineFault
            If it does not start or does not answer.
        ValueError
            If there is no such program, option or value.
        """
        if self._protocol is None or self._protocol.returncode.done():
            await self._open()

    async def think(
        self, board: chess.Board, limit: Limit, *, game: object = None, pv: bool = False
    ) -> Assessment:
        """Ask for a move, and what the engine thinks of the position.

        Parameters
        ----------
        board : chess.Board
            The position, with the moves that led to it.
        limit : chess.engine.Limit
            What the engine may spend.
        game : object
            The engine is told of a new game when this differs from the last one.
        pv : bool
            Whether to read the expected line, which takes a while.

        Raises
        ------
        EngineFault
            If the engine crashes, hangs, answers no move or an illegal one, or ignores the limit.
            The process is ended then; the next question starts another one.
        """
        if self._protocol is None or self._protocol.returncode.done():
            await self._open()
        protocol = self._protocol
        assert protocol is not None, "it is open"  # noqa: S101
        self._check_position(protocol, board)
        info = Info(INFO_BASIC | INFO_SCORE | (INFO_PV if pv else 0))
        started = time.perf_counter()
        with Watchdog(protocol, limit, board.turn, patience=self.patience) as watchdog:
            try:
                result = await protocol.play(board, limit, game=game, info=info)
            except EngineTerminatedError as error:
                raise self._fault(*(watchdog.why or _end_of(protocol, error))) from None
            except EngineError as error:
                refuses = any(word in str(error) for word in REFUSALS)
                kind = FaultKind.LIMIT if refuses else FaultKind.ILLEGAL
                raise self._fault(kind, f"{kind}: {error}") from None
            except BaseException:
                self.kill()
                raise
        seconds = time.perf_counter() - started
        if not result.move and not result.resigned:
            raise self._fault(FaultKind.NO_MOVE, f"expected a move in {board.fen()}, found none")
        return read_result(result, seconds)

    async def close(self) -> None:
        """Ask the engine to end; end it if it does not."""
        if self._protocol is not None and not self._protocol.returncode.done():
            with contextlib.suppress(TimeoutError, EngineError):
                await asyncio.wait_for(self._protocol.quit(), QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the process at once; the next question starts another one."""
        if self._protocol is not None:
            self._last_lines = tuple(self._protocol.lines)
            self._protocol.kill()
            self._protocol = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def _open(self) -> None:
        self.kill()
        command = [find_engine(self.spec.command[0]), *self.spec.command[1:]]
        try:
            self._protocol = protocol = await open_watched(command, self.spec.protocol)
            await asyncio.wait_for(protocol.initialize(), START_SECONDS)
            # Some engines read their options at the first isready and never again.
            await protocol.configure(honest_options(self.spec, protocol.options.values()))
            if isinstance(protocol, WatchedUci):
                await asyncio.wait_for(protocol.ping(), START_SECONDS)
        except TimeoutError:
            what = f"cannot start: no answer to {self.spec.protocol!r} in {START_SECONDS:g} s"
            raise self._fault(FaultKind.START, what) from None
        except (EngineError, OSError) as error:
            raise self._fault(FaultKind.START, f"cannot start: {error}") from None
        except BaseException:
            self.kill()
            raise

    def _check_position(self, protocol: WatchedUci | WatchedXboard, board: chess.Board) -> None:
        if isinstance(protocol, WatchedUci) or protocol.can_set_up:
            return
        root = board.root()
        if root != chess.Board():
            what = f"cannot set up positions (xboard feature setboard): {root.fen()}"
            raise self._fault(FaultKind.LIMIT, what)

    def _fault(self, kind: FaultKind, what: str) -> EngineFault:
        """End the process, and say what was wrong with it."""
        self.kill()
        return EngineFault(self.spec.name, kind, what, self._last_lines)


def _end_of(
    protocol: WatchedUci | WatchedXboard, error: EngineTerminatedError
) -> tuple[FaultKind, str]:
    if protocol.is_flooding:
        return FaultKind.GARBAGE, "garbage: it writes without end and without lines"
    return FaultKind.CRASH, f"crashed: {error}"


def read_result(result: PlayResult, seconds: float) -> Assessment:
    """Turn what python-chess returns into an assessment."""
    told = result.info.get("score")
    score = None
    if told is not None:
        mate = told.relative.mate()
        score = mate_score(mate) if mate is not None else float(told.relative.score() or 0)
    return Assessment(
        move=result.move.uci() if result.move else "",
        score=score,
        depth=result.info.get("depth", 0),
        nodes=result.info.get("nodes", 0),
        seconds=seconds,
        pv=tuple(move.uci() for move in result.info.get("pv", [])),
        resigned=result.resigned,
    )
