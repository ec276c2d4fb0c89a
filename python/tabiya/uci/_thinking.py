"""One search at work in its own thread, from ``go`` to ``bestmove``."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from tabiya.games import Position
from tabiya.players import (
    LEAST_SECONDS,
    Player,
    SearchIteration,
    SearchReport,
    Stop,
    TimeLeft,
    fixed_time,
)
from tabiya.uci._protocol import Go, bestmove_line, info_line, mate_in

# Root moves are announced only to those who have waited so long.
SILENT_SECONDS = 1.0


class Thinking:
    """A search that can be stopped, or told that the opponent has played the expected move.

    Parameters
    ----------
    player : Player
        Who searches.
    position : Position
        Where.
    go : Go
        What was asked for.
    left : TimeLeft, optional
        The clock of the game, of which the player's clock gives the move a part; while pondering it
        does not run.
    say : callable
        Sends a line to the interface.
    threads : int
        How many threads search.
    overhead : float
        Seconds that are lost on the way to the interface.
    n_lines : int
        How many lines are told, the best first.
    shows_wdl : bool
        Whether wins, draws and losses are told beside the score.
    """

    def __init__(
        self,
        player: Player,
        position: Position,
        go: Go,
        left: TimeLeft | None,
        say: Callable[[str], None],
        *,
        threads: int = 1,
        overhead: float = 0.0,
        n_lines: int = 1,
        shows_wdl: bool = False,
    ) -> None:
        self._player = player
        self._position = position
        self._go = go
        self._left = left
        self._say = say
        self._threads = threads
        self._overhead = overhead
        self._n_lines = n_lines
        self._shows_wdl = shows_wdl
        self._stop = Stop()
        self._is_stopped = False
        self._lock = threading.Lock()
        self._is_pondering = go.ponder
        self._may_answer = threading.Event()
        if not (go.ponder or go.infinite):
            self._may_answer.set()
        self._started = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="search")

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Ask for the answer now."""
        with self._lock:
            self._is_stopped = True
            self._stop.set()
        self._may_answer.set()

    def ponderhit(self) -> None:
        """Go on as in a usual search, with all that is in memory: the clock runs from now on."""
        with self._lock:
            if not self._is_pondering:
                return
            self._is_pondering = False
            self._stop.set()
        if not self._go.infinite:
            self._may_answer.set()

    def join(self) -> None:
        """Wait for the answer."""
        self._thread.join()

    def will_answer(self) -> bool:
        """Return whether the answer comes without another command."""
        return self._may_answer.is_set()

    def is_running(self) -> bool:
        """Return whether the answer is still to come."""
        return self._thread.is_alive()

    def _run(self) -> None:
        pv: tuple[str, ...] = ()
        try:
            pv = self._find_line()
        except Exception as error:  # noqa: BLE001 (whatever happens, the interface waits for a move)
            self._say(f"info string {' '.join(str(error).split())}")
            pv = tuple(self._position.legal_moves()[:1])
        finally:
            self._may_answer.wait()
            self._say(bestmove_line(pv))

    def _find_line(self) -> tuple[str, ...]:
        """Search; where the game has ended, say so and give any legal move."""
        position = self._position
        if position.result is not None:
            position = _without_past(position)
        if position.result is not None:
            moves = position.legal_moves()
            is_draw = position.result == "1/2-1/2"
            self._say(f"info depth 0 score {'cp' if is_draw else 'mate'} 0")
            return tuple(moves[:1])
        report = self._search(position)
        if self._goes_on_after_ponderhit(position):
            report = self._search(position)
        if not report.iterations or report.nodes > report.iterations[-1].nodes:
            self._tell_lines(_last_word(report))
        return report.pv

    def _goes_on_after_ponderhit(self, position: Position) -> bool:
        """Return whether a search must follow: not if pondering took longer than a move would."""
        with self._lock:
            is_hit = self._go.ponder and not self._is_pondering and not self._is_stopped
            if not is_hit:
                return False
            self._stop = Stop()
        pondered, self._started = self._elapsed(), time.monotonic()
        if self._left is None:
            return False
        budget = self._player.budget(position, self._left)
        most = budget.hard if budget.soft is None else budget.soft
        return most is not None and pondered < most

    def _search(self, position: Position) -> SearchReport:
        go, passed = self._go, self._elapsed()
        with self._lock:
            is_limited = not (self._is_pondering or go.infinite)
            stop = self._stop
        left, seconds = self._left, None
        if left is not None and is_limited:
            remaining = max(LEAST_SECONDS, left.remaining - passed)
            left = replace(left, remaining=remaining)
        if go.movetime is not None and is_limited:
            seconds = fixed_time(go.movetime / 1000, overhead=self._overhead + passed).hard
        return self._player.search(
            position,
            depth=go.depth,
            nodes=go.nodes,
            seconds=seconds,
            keep=True,
            stop=stop,
            on_iteration=self._tell_iteration,
            on_root_move=self._tell_root_move,
            lines=self._n_lines,
            only=self._wanted_moves(position),
            threads=self._threads,
            clock=left if is_limited else None,
        )

    def _wanted_moves(self, position: Position) -> list[str]:
        """Return the moves to which the search is restricted; none if it is not."""
        wanted, legal = self._go.searchmoves, position.legal_moves()
        moves = [move for move in legal if move in wanted]
        if wanted and not moves:
            self._say("info string searchmoves is ignored: none of its moves is legal")
        return moves if len(moves) < len(legal) else []

    def _tell_lines(self, iteration: SearchIteration) -> None:
        """Tell of every line that is wanted, the best one last: some interfaces keep the last."""
        lines = list(enumerate(iteration.lines, start=1))
        for number, each in reversed(lines):
            one = replace(iteration, score=each.score, pv=each.pv)
            line = number if self._n_lines > 1 else None
            self._say(info_line(one, line=line, shows_wdl=self._shows_wdl))

    def _tell_iteration(self, iteration: SearchIteration) -> None:
        self._tell_lines(iteration)
        mate = mate_in(iteration.score)
        if self._go.mate is not None and mate is not None and 0 < mate <= self._go.mate:
            self._stop.set()

    def _tell_root_move(self, move: str, number: int) -> None:
        if self._elapsed() >= SILENT_SECONDS:
            self._say(f"info currmove {move} currmovenumber {number}")

    def _elapsed(self) -> float:
        return time.monotonic() - self._started


def _last_word(report: SearchReport) -> SearchIteration:
    fill = report.iterations[-1].hash_fill if report.iterations else 0
    depth = max(1, report.depth)
    return SearchIteration(
        depth,
        report.score,
        report.pv,
        report.nodes,
        report.seconds,
        fill,
        report.deepest,
        report.lines[1:],
    )


def _without_past(position: Position) -> Position:
    """Forget repetitions and the fifty-move count: interfaces may play on after such draws."""
    board, turn, castling, en_passant = str(position).split()[:4]
    return position.game.position(f"{board} {turn} {castling} {en_passant} 0 1")
