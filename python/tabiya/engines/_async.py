"""An engine in an event loop."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self, TypeAlias

import chess
from chess.engine import (
    INFO_BASIC,
    INFO_PV,
    INFO_SCORE,
    EngineError,
    EngineTerminatedError,
    Info,
    Limit,
    Option,
)

from tabiya.engines._answers import is_legal, legal_line, read_result
from tabiya.engines._assessment import Assessment
from tabiya.engines._fault import EngineFault, FaultKind
from tabiya.engines._find import find_engine
from tabiya.engines._honest import honest_options
from tabiya.engines._lent import LastWords, OpenQuestion, Pipes
from tabiya.engines._nboard import WatchedNboard
from tabiya.engines._spec import EngineSpec, OptionValue
from tabiya.engines._uci_words import OutOfRangeError, Told
from tabiya.engines._watchdog import Watchdog
from tabiya.engines._watched import WatchedXboard
from tabiya.engines._watched_uci import WatchedUci

Speaker: TypeAlias = WatchedUci | WatchedXboard | WatchedNboard

# Networks and tablebases are loaded now, perhaps on a busy machine; a crash is heard of at once.
START_SECONDS = 60.0
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
        self._protocol: Speaker | None = None
        self._last_lines: tuple[str, ...] = ()
        self._is_abandoned = False

    @property
    def last_lines(self) -> tuple[str, ...]:
        """Return the last lines to (``>``), from (``<``) and by the error output of (``!``) it."""
        return tuple(self._protocol.lines) if self._protocol else self._last_lines

    @property
    def options(self) -> dict[str, Option]:
        """Return the options that the open engine has told of, by name."""
        return dict(self._protocol.options) if self._protocol else {}

    async def start(self) -> None:
        """Open the process and set its options, unless it is open.

        Raises
        ------
        EngineFault
            If it does not start or does not answer.
        ValueError
            If there is no such program, option or value.
        """
        await self._opened()

    async def set_options(self, options: Mapping[str, OptionValue]) -> None:
        """Set options of the open process, which keeps what else it knows.

        Raises
        ------
        EngineFault
            If it crashes over it.
        ValueError
            If there is no such option or value.
        """
        spec = replace(self.spec, options={**self.spec.options, **options})
        if self._protocol is None or self._protocol.returncode.done():
            self.spec = spec
            return  # the next process begins with them
        protocol = self._protocol
        honest = honest_options(spec, protocol.options.values())
        self.spec = spec  # what the engine does not take is not kept
        try:
            await protocol.configure(honest)
        except EngineError as error:
            raise self._fault(FaultKind.CRASH, f"crashed: {error}") from None

    async def new_game(self, game: object, *, again: bool = False) -> None:
        """Tell the engine of a new game, so that the first question does not wait for it.

        Parameters
        ----------
        game : object
            What the questions of the game will be put with.
        again : bool
            Whether it was told while its pipes were lent and was not ready; if it has died over
            that, it is its fault.

        Raises
        ------
        EngineFault
            If the engine crashes or hangs over it.
        """
        protocol = self._protocol if again else None
        protocol = protocol or await self._opened()
        if not isinstance(protocol, WatchedXboard):
            with self._watched(protocol, Limit(), chess.WHITE):
                await protocol.new_game(game)

    async def think(
        self,
        board: chess.Board,
        limit: Limit,
        *,
        game: object = None,
        pv: bool = False,
        needs_move: bool = True,
    ) -> Assessment:
        """Ask for a move, and what the engine thinks of the position.

        Parameters
        ----------
        board : chess.Board
            The position, with the moves that led to it.
        limit : chess.engine.Limit
            What the engine may spend.
        game : object
            The engine is told of a new game when this differs from the last one, or is None.
        pv : bool
            Whether to return the expected line too.
        needs_move : bool
            Whether a move is wanted; if not, a score without one (``bestmove (none)``) is enough.

        Raises
        ------
        EngineFault
            If the engine crashes, hangs, answers no move or an illegal one, or ignores the limit.
            The process is ended then; the next question starts another one.
        """
        protocol = await self._opened()
        if isinstance(protocol, WatchedXboard):
            return await self._play_xboard(protocol, board, limit, game=game, pv=pv)
        found = await self.answer(
            board.root().fen(),
            [move.uci() for move in board.move_stack],
            limit,
            turn=board.turn,
            is_legal=lambda text: is_legal(board, text),
            game=game,
            chess960=board.chess960,
            pv=pv,
            needs_move=needs_move,
        )
        return replace(found, pv=legal_line(board, found.pv) if pv else ())

    async def answer(
        self,
        start: str,
        moves: Sequence[str],
        limit: Limit,
        *,
        turn: chess.Color,
        is_legal: Callable[[str], bool],
        game: object = None,
        chess960: bool = False,
        pv: bool = True,
        needs_move: bool = True,
        question: OpenQuestion | None = None,
    ) -> Assessment:
        """Ask as :meth:`think` does, without a board: quicker, where many questions follow.

        Parameters
        ----------
        start : str
            The position in which the game began, as FEN.
        moves : sequence of str
            The moves since then.
        limit : chess.engine.Limit
            What the engine may spend.
        turn : bool
            Whether White is to move.
        is_legal : callable
            Says whether a move is legal.
        game : object
            As in :meth:`think`.
        chess960 : bool
            Whether castling is that of Chess960.
        pv, needs_move : bool
            As in :meth:`think`.
        question : OpenQuestion, optional
            What was asked already while the pipes were lent; the answer to it is waited for.
        """
        protocol = self._protocol if question is not None else None
        if protocol is None:
            protocol, question = await self._opened(), None
        if chess960 and "UCI_Chess960" not in protocol.options:
            raise self._fault(FaultKind.LIMIT, "cannot play Chess960 (UCI_Chess960)")
        if isinstance(protocol, WatchedXboard):
            board = chess.Board(start)
            for move in moves:
                board.push_uci(move)
            return await self._play_xboard(protocol, board, limit, game=game, pv=False)
        started = time.perf_counter()
        if isinstance(protocol, WatchedNboard):
            with self._watched(protocol, limit, turn):
                told = await protocol.ask(start, moves, limit, game=game)
        elif question is not None:
            started = question.asked
            protocol.take_over(question)
            with self._watched(protocol, limit, turn, spent=time.perf_counter() - started):
                told = await protocol.answered()
        elif protocol.is_prepared(game, chess960=chess960):
            told = await self._ask_prepared(protocol, start, moves, limit, turn=turn, pv=pv)
        else:
            with self._watched(protocol, limit, turn):
                told = await protocol.ask(start, moves, limit, game=game, chess960=chess960, pv=pv)
        seconds = time.perf_counter() - started
        is_enough = not needs_move and told.score is not None
        if not told.move and not is_enough:
            raise self._fault(FaultKind.NO_MOVE, "no move: expected one, found none")
        if told.move and not is_legal(told.move):
            raise self._fault(FaultKind.ILLEGAL, f"illegal move: {told.move!r}")
        return Assessment(told.move, told.score, told.depth, told.nodes, seconds, told.pv)

    async def _ask_prepared(
        self,
        protocol: WatchedUci,
        start: str,
        moves: Sequence[str],
        limit: Limit,
        *,
        turn: chess.Color,
        pv: bool,
    ) -> Told:
        """Ask an engine that knows what is played."""
        # Many answers come at once, and nobody has to watch for them.
        try:
            told = protocol.put(start, moves, limit, pv=pv)
        except BaseException as error:  # noqa: BLE001 (it is raised again)
            raise self._blame(protocol, error) from None
        if told is None:
            with self._watched(protocol, limit, turn):
                told = await protocol.answered()
        return told

    def lend(self, game: object, *, chess960: bool) -> Pipes | None:
        """Return the pipes of an engine that can be asked at once.

        None if there is no such engine, or it does not speak UCI. Whoever has them hands back what
        was said last by :meth:`take_back`, before anything else is asked.

        Parameters
        ----------
        game : object
            What the engine knows as its game; None if it will be told of a new one.
        chess960 : bool
            Whether castling is that of Chess960.
        """
        protocol = self._protocol
        return protocol.lend(game, chess960=chess960) if isinstance(protocol, WatchedUci) else None

    def take_back(self, last: LastWords, game: object) -> None:
        """Take back the pipes that were lent; the engine has been told of this game."""
        if isinstance(self._protocol, WatchedUci):
            self._protocol.take_back(last, game)

    async def _play_xboard(
        self,
        protocol: WatchedXboard,
        board: chess.Board,
        limit: Limit,
        *,
        game: object,
        pv: bool,
    ) -> Assessment:
        if not protocol.can_set_up and board.root() != chess.Board():
            what = "cannot set up positions (xboard feature setboard)"
            raise self._fault(FaultKind.LIMIT, what)
        info = Info(INFO_BASIC | INFO_SCORE | (INFO_PV if pv else 0))
        started = time.perf_counter()
        with self._watched(protocol, limit, board.turn):
            result = await protocol.play(board, limit, game=game, info=info)
        seconds = time.perf_counter() - started
        if not result.move and not result.resigned:
            raise self._fault(FaultKind.NO_MOVE, "no move: expected one, found none")
        with self._watched(protocol, limit, board.turn):
            return read_result(result, seconds)

    @contextlib.contextmanager
    def _watched(
        self, protocol: Speaker, limit: Limit, turn: chess.Color, *, spent: float = 0.0
    ) -> Iterator[None]:
        """Watch the engine while it thinks; whatever goes wrong becomes a fault."""
        with Watchdog(protocol, limit, turn, patience=self.patience, spent=spent) as watchdog:
            try:
                yield
            except BaseException as error:  # noqa: BLE001 (it is raised again)
                raise self._blame(protocol, error, watchdog.why) from None

    def _blame(
        self,
        protocol: Speaker,
        error: BaseException,
        why: tuple[FaultKind, str] | None = None,
    ) -> BaseException:
        """Return what went wrong as a fault, if the engine is to blame; its process is ended."""
        if isinstance(error, EngineTerminatedError):
            return self._fault(*(why or _end_of(protocol, error)))
        if isinstance(error, OutOfRangeError):
            return self._fault(FaultKind.GARBAGE, f"garbage: {error}")
        if isinstance(error, EngineError):
            refuses = any(word in str(error) for word in REFUSALS)
            kind = FaultKind.LIMIT if refuses else FaultKind.ILLEGAL
            return self._fault(kind, f"{kind}: {error}")
        self.kill()
        return error

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

    def stop(self) -> None:
        """Have the engine answer at once, if it thinks."""
        if isinstance(self._protocol, WatchedUci):
            self._protocol.send_line("stop")
        elif isinstance(self._protocol, WatchedXboard):
            self._protocol.send_line("?")

    def abandon(self) -> None:
        """End the process at once, and for good: no question starts another one."""
        self._is_abandoned = True
        self.kill()

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

    async def _opened(self) -> Speaker:
        if self._protocol is not None and not self._protocol.returncode.done():
            return self._protocol
        if self._protocol is not None and self._protocol.flood:
            # It went on after its answer, and was ended while nobody waited for it.
            raise self._fault(FaultKind.GARBAGE, f"garbage: {self._protocol.flood}")
        self.kill()
        if self._is_abandoned:
            raise self._fault(FaultKind.START, "cannot start: it was given up")
        command = [find_engine(self.spec.command[0]), *self.spec.command[1:]]
        try:
            self._protocol = protocol = await open_watched(command, self.spec.protocol)
            await asyncio.wait_for(protocol.initialize(), START_SECONDS)
            # Some engines read their options at the first isready and never again.
            await protocol.configure(honest_options(self.spec, protocol.options.values()))
            if isinstance(protocol, WatchedUci):
                if "Ponder" in protocol.options:
                    protocol.send_line("setoption name Ponder value false")
                await asyncio.wait_for(protocol.ping(), START_SECONDS)
        except TimeoutError:
            what = f"cannot start: no answer to {self.spec.protocol!r} in {START_SECONDS:g} s"
            raise self._fault(FaultKind.START, what) from None
        except (EngineError, OSError) as error:
            flood = self._protocol.flood if self._protocol is not None else ""
            raise self._fault(FaultKind.START, f"cannot start: {flood or error}") from None
        except BaseException:
            self.kill()
            raise
        return protocol

    def _fault(self, kind: FaultKind, what: str) -> EngineFault:
        """End the process, and say what was wrong with it."""
        self.kill()
        return EngineFault(self.spec.name, kind, what, self._last_lines)


async def open_watched(command: list[str], protocol: str) -> Speaker:
    """Start a process in a group of its own, so that Ctrl-C at the terminal is not for it."""
    speakers: dict[str, Callable[[], Speaker]] = {
        "uci": WatchedUci,
        "xboard": WatchedXboard,
        "nboard": WatchedNboard,
    }
    loop = asyncio.get_running_loop()
    _, opened = await loop.subprocess_exec(speakers[protocol], *command, process_group=0)
    return opened


def _end_of(protocol: Speaker, error: EngineTerminatedError) -> tuple[FaultKind, str]:
    if protocol.flood:
        return FaultKind.GARBAGE, f"garbage: {protocol.flood}"
    return FaultKind.CRASH, f"crashed: {error}"
