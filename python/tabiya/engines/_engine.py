"""An engine for callers without an event loop."""

import weakref
from collections.abc import Mapping
from types import TracebackType
from typing import Self

import chess
from chess.engine import Limit, Option

from tabiya.engines._assessment import Assessment
from tabiya.engines._async import PATIENCE_SECONDS, AsyncEngine
from tabiya.engines._background import background_loop, run_in_background
from tabiya.engines._fault import EngineFault, FaultKind
from tabiya.engines._spec import EngineSpec, OptionValue
from tabiya.games import Position
from tabiya.players import GameOverError

# gnuchess aborts now and then when its output overflows a buffer, and glaurung may answer
# "bestmove (none)"; asked again in a fresh process, both answer.
TRIES = 3
FORGIVEN = frozenset({FaultKind.CRASH, FaultKind.NO_MOVE})


class Engine:
    """An engine that answers one question after the other.

    The process is opened at once with the options of the description, those that keep it honest
    (no book, one thread, no pondering), and is started again after a fault.

    Parameters
    ----------
    spec : EngineSpec or str
        What to run.
    patience : float
        Seconds after which an engine hangs: of silence, or beyond its time if that is limited.

    Examples
    --------
    >>> import chess, sys
    >>> command = (sys.executable, "-c", "import tabiya.uci as u; u.run_engine()")
    >>> with Engine(EngineSpec("tabiya", command)) as engine:
    ...     answer = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), depth=3)
    >>> answer.move, answer.win_in
    ('a1a8', 1)
    """

    def __init__(self, spec: EngineSpec | str, *, patience: float = PATIENCE_SECONDS) -> None:
        self.spec = EngineSpec.parse(spec) if isinstance(spec, str) else spec
        self._inner = AsyncEngine(self.spec, patience=patience)
        self._game = object()
        self._is_abandoned = False
        self._finalizer = weakref.finalize(self, _end, self._inner)
        run_in_background(self._inner.start())

    @property
    def last_lines(self) -> tuple[str, ...]:
        """Return the last lines to (``>``), from (``<``) and by the error output of (``!``) it."""
        return self._inner.last_lines

    @property
    def options(self) -> dict[str, Option]:
        """Return the options that the engine has told of, by name."""
        return self._inner.options

    def analyse(
        self,
        board: chess.Board | Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        keep: bool = False,
        pv: bool = True,
        needs_move: bool = True,
    ) -> Assessment:
        """Return what the engine thinks of a position, and its move there.

        An engine that crashes or answers no move is started again and asked again, three times
        in all.

        Parameters
        ----------
        board : chess.Board or Position
            The position; a board comes with the moves that led to it. Engines that speak NBoard
            take positions of Othello.
        depth, nodes, seconds : int, int, float, optional
            Limits, at least one.
        keep : bool
            Whether the engine may go on with what it has learnt from earlier positions; if not, it
            is told of a new game.
        pv : bool
            Whether to read the expected line.
        needs_move : bool
            Whether a move is wanted; if not, a score without one (``bestmove (none)``) is enough.

        Raises
        ------
        EngineFault
            If the engine crashes again and again, hangs, answers an illegal move, or ignores the
            limit.
        GameOverError
            If there is no move to find.
        """
        if depth is None and nodes is None and seconds is None:
            raise ValueError("analyse: expected a limit (depth, nodes or seconds), found none")
        played = board.game.name if isinstance(board, Position) else "chess"
        if played != self.spec.game:
            expected = f"a position of {self.spec.game}"
            raise ValueError(
                f"engine {self.spec.name!r}: expected {expected}, found one of {played}"
            )
        moves = board.legal_moves() if isinstance(board, Position) else board.legal_moves
        if not moves:
            raise GameOverError(f"analyse: expected a game in progress, found {board}")
        limit = Limit(depth=depth, nodes=nodes, time=seconds)
        for tries_left in reversed(range(TRIES)):
            if not keep:
                self._game = object()  # another one: the engine is told of a new game
            try:
                asked = self._think(board, limit, self._game, pv=pv, needs_move=needs_move)
                return run_in_background(asked)
            except EngineFault as fault:
                if fault.kind not in FORGIVEN or not tries_left or self._is_abandoned:
                    raise
        raise AssertionError("the last try returns or raises")

    async def _think(
        self,
        board: chess.Board | Position,
        limit: Limit,
        game: object,
        *,
        pv: bool,
        needs_move: bool,
    ) -> Assessment:
        if isinstance(board, chess.Board):
            return await self._inner.think(board, limit, game=game, pv=pv, needs_move=needs_move)
        legal = frozenset(board.legal_moves())
        turn = board.side_to_move == board.game.sides[0]
        return await self._inner.answer(
            str(board), (), limit, turn=turn, is_legal=legal.__contains__, game=game
        )

    def set_options(self, options: Mapping[str, OptionValue]) -> None:
        """Set options of the process that is open; whether it obeys is for the caller to check."""
        run_in_background(self._inner.set_options(options))
        self.spec = self._inner.spec

    def stop(self) -> None:
        """Have the engine answer at once, though it thinks for another thread."""
        background_loop().call_soon_threadsafe(self._inner.stop)

    def restart(self) -> None:
        """End the process and open a fresh one with the same options."""
        self.close()
        run_in_background(self._inner.start())

    def abandon(self) -> None:
        """End the engine at once, though it thinks for another thread, which gets a fault."""
        self._is_abandoned = True
        background_loop().call_soon_threadsafe(self._inner.abandon)

    def close(self) -> None:
        """End the engine."""
        run_in_background(self._inner.close())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _end(engine: AsyncEngine) -> None:
    """End the process of an engine that nobody holds any more, or at the end of the program."""
    loop = background_loop()
    if loop.is_running():
        loop.call_soon_threadsafe(engine.kill)
    else:
        engine.kill()
