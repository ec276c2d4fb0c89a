"""Engines of others as analysts."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tabiya.analysts._analyst import Progress
from tabiya.analysts._player import effort_words
from tabiya.engines import Engine, EngineSpec, await_result, engine_identity
from tabiya.games import Position, as_board

# Positions that are asked about again, to see whether processes may be kept.
N_ASKED_AGAIN = 16


@dataclass(frozen=True)
class EngineAnalyst:
    """A UCI, xboard or NBoard engine with one limit; every position is asked as a new game.

    >>> EngineAnalyst(EngineSpec.parse("toga2?King Safety=150"), depth=4).effort
    'depth 4'
    """

    spec: EngineSpec
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        limits = (self.depth, self.nodes, self.seconds)
        if sum(limit is not None for limit in limits) != 1:
            raise ValueError(f"analyst: expected one of depth, nodes, seconds, found {limits}")

    @property
    def game(self) -> str:
        """Return the game that is played in the engine's language."""
        return self.spec.game

    @property
    def name(self) -> str:
        """Return the engine's name with the options that were set."""
        options = "&".join(f"{name}={value}" for name, value in sorted(self.spec.options.items()))
        return f"{self.spec.name}?{options}" if options else self.spec.name

    @property
    def effort(self) -> str:
        """Return its limit in words."""
        return effort_words(self.depth, self.nodes, self.seconds)

    @property
    def identity(self) -> str | None:
        """Return program, options and limit; None where the score depends on the clock.

        The program is known by what is in its files: a changed engine is asked again.
        """
        if self.seconds is not None:
            return None
        return f"{engine_identity(self.spec)} {self.effort}"

    def assess(
        self, positions: Sequence[Position], *, threads: int = 1, progress: Progress | None = None
    ) -> NDArray[np.float64]:
        """Return the scores, from the side to move, of as many processes as threads."""
        n_engines = max(1, min(threads, len(positions)))
        engines: list[Engine] = []
        try:
            engines += [Engine(self.spec) for _ in range(n_engines)]
            return self.assess_with(engines, positions, progress=progress)
        finally:
            for engine in engines:
                engine.close()

    def assess_with(
        self,
        engines: Sequence[Engine],
        positions: Sequence[Position],
        *,
        progress: Progress | None = None,
    ) -> NDArray[np.float64]:
        """Return the scores, from the side to move, of processes that are open and stay so."""
        idle: SimpleQueue[Engine] = SimpleQueue()
        for engine in engines:
            idle.put(engine)

        def ask(position: Position) -> float:
            engine = idle.get()
            try:
                return self._ask(engine, position)
            finally:
                idle.put(engine)

        scores = np.empty(len(positions))
        pool = ThreadPoolExecutor(len(engines))
        try:
            futures = [pool.submit(ask, position) for position in positions]
            for index, future in enumerate(futures):
                scores[index] = await_result(future)
                if progress:
                    progress(index + 1, len(positions))
        except KeyboardInterrupt:
            # Nobody waits for what engines think when Ctrl-C was pressed.
            for engine in engines:
                engine.abandon()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        return scores

    def keeping(self, threads: int) -> "EnginesKept":
        """Return a context whose processes stay open from one call of ``assess`` to the next."""
        return EnginesKept(self, threads)

    def _ask(self, engine: Engine, position: Position) -> float:
        answer = engine.analyse(
            as_board(position) if self.game == "chess" else position,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
            pv=False,
            needs_move=False,
        )
        if answer.score is None:
            raise ValueError(f"{self.name}: expected a score, found none for {position}")
        return answer.score


class EnginesKept:
    """Processes of an engine that stay open, if it says the same when it is asked again.

    Starting an engine may take as long as hundreds of short searches. But some engines remember
    what they were asked before, new game or not; these get fresh processes for every block, so that
    what they say does not depend on how much they were asked.
    """

    def __init__(self, analyst: EngineAnalyst, threads: int) -> None:
        self._analyst = analyst
        self._threads = threads
        self._engines: list[Engine] = []
        self._is_stable: bool | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def assess(
        self, positions: Sequence[Position], *, progress: Progress | None = None
    ) -> NDArray[np.float64]:
        """Return the scores, from the side to move."""
        n_engines = max(1, min(self._threads, len(positions)))
        while len(self._engines) < n_engines:
            self._engines.append(Engine(self._analyst.spec))
        scores = self._analyst.assess_with(self._engines, positions, progress=progress)
        if self._is_stable is None and len(positions):
            n = min(len(positions), N_ASKED_AGAIN)
            again = self._analyst.assess_with(self._engines, positions[:n])
            self._is_stable = bool(np.array_equal(again, scores[:n]))
        if not self._is_stable:
            self._close()
        return scores

    def _close(self) -> None:
        while self._engines:
            self._engines.pop().close()
