"""How an advised engine comes to its move: in its time, until told to stop, while pondering."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import chess

from tabiya.chunks import AdvisedMove, Decided, Following, Games, Thought, follow
from tabiya.engines import Engine, EngineFault
from tabiya.games import game
from tabiya.players import Player, Stop, TimeLeft
from tabiya.uci._protocol import Go, time_left

# Without a limit, each round of thinking is twice as long as the one before, up to the last.
FIRST_SECONDS, LAST_SECONDS = 0.5, 3600.0
# What the player thinks with in place of an engine that fails.
FALLBACK_NODES = 10_000
LEAST_SECONDS = 0.01
# What advice and the way to the interface take of the clock.
OVERHEAD_SECONDS = 0.1


@dataclass(frozen=True)
class TimeLimit:
    """Seconds for a move, or a clock of which a move has its part, or neither."""

    seconds: float | None = None
    clock: TimeLeft | None = None

    def seconds_of(self, share: float) -> float | None:
        """Return the seconds of one of several searches, for whoever thinks as long as told."""
        seconds = self.seconds
        if self.clock is not None:
            seconds = self.clock.share().soft or 0.0
        return None if seconds is None else max(LEAST_SECONDS, seconds * share)

    def clock_of(self, share: float) -> TimeLeft | None:
        """Return the clock for one of several searches, which the player's own clock deals out."""
        left = self.clock
        if left is None:
            return None
        return replace(left, remaining=left.remaining * share, increment=left.increment * share)


@dataclass
class Question:
    """A ``go``, and what was said of it since."""

    board: chess.Board
    go: Go
    how: Following
    is_stopped: threading.Event = field(default_factory=threading.Event)
    has_hit: threading.Event = field(default_factory=threading.Event)
    may_answer: threading.Event = field(default_factory=threading.Event)
    has_heard: threading.Event = field(default_factory=threading.Event)
    started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        if not (self.go.infinite or self.go.ponder):
            self.may_answer.set()

    def stop(self) -> None:
        """Want an answer at once."""
        self.is_stopped.set()
        self.may_answer.set()

    def ponder_hit(self) -> None:
        """Hear that the expected move was played: from now on the clock runs."""
        self.started = time.monotonic()
        self.has_hit.set()
        self.may_answer.set()


class Stopped(Exception):  # noqa: N818 (no error: somebody asked for it)
    """The search was told to stop; this is what had been decided."""

    def __init__(self, decided: Decided) -> None:
        super().__init__(decided.reason)
        self.decided = decided


class Decider:
    """Decides on moves with an engine, or with our own player, and advice.

    Parameters
    ----------
    db : Games
        The games that advise.
    engine : Engine, optional
        Whose moves they are; by default our own player's.
    explain : callable
        Called with what a person should know.
    """

    def __init__(self, db: Games, engine: Engine | None, explain: Callable[[str], object]) -> None:
        self._db = db
        self._engine = engine
        self._explain = explain
        self._player = Player("chess")
        self._stop = Stop()
        self._n_searched = 0

    def new_game(self) -> None:
        """Forget the last game."""
        self._n_searched = 0
        self._player.clear()

    def stop(self) -> None:
        """End the search that runs, if one does."""
        self._stop.set()
        if self._engine is not None:
            self._engine.stop()

    def decide(self, question: Question) -> Decided:
        """Decide on a move.

        Raises
        ------
        Stopped
            If that was wanted before the advised moves had been looked at.
        """
        how = question.how
        self._n_searched += 1
        try:
            advice = self._db.advise(question.board, similarity=how.similarity, where=how.where)
        except (ValueError, OSError) as error:
            self._explain(str(error))
            advice = []
        if not (question.go.infinite or question.go.ponder):
            return self._follow(question, advice, self._limit(question))
        decided = self._without_limit(question, advice)
        question.has_heard.set()
        if question.has_hit.is_set() and not question.is_stopped.is_set():
            return self._follow(question, advice, self._limit(question))
        return decided

    def _without_limit(self, question: Question, advice: list[AdvisedMove]) -> Decided:
        """Think again and again, longer each time, until stopped or until the clock runs."""
        seconds, decided = FIRST_SECONDS, None
        while decided is None or not _is_wanted(question):
            try:
                decided = self._follow(question, advice, TimeLimit(seconds))
            except Stopped as stopped:
                return decided or stopped.decided
            seconds = min(2 * seconds, LAST_SECONDS)
        return decided

    def _follow(self, question: Question, advice: list[AdvisedMove], limit: TimeLimit) -> Decided:
        own: Thought | None = None
        is_pondering = question.go.ponder and not question.has_hit.is_set()

        def search(board: chess.Board, share: float, bonus: Mapping[str, float]) -> Thought:
            nonlocal own
            is_late = question.is_stopped.is_set() or (is_pondering and question.has_hit.is_set())
            if is_late and own is not None:
                raise Stopped(Decided(own, is_advised=False, reason="stopped while looking deeper"))
            part = TimeLimit(LEAST_SECONDS) if is_late else limit
            thought = self._search(question, board, share, part, bonus)
            own = thought if own is None else own
            return thought

        return follow(question.board, advice, search, question.how)

    def _search(
        self,
        question: Question,
        board: chess.Board,
        share: float,
        limit: TimeLimit,
        bonus: Mapping[str, float],
    ) -> Thought:
        is_pondering = question.go.ponder and not question.has_hit.is_set()
        is_endless = question.go.infinite or is_pondering
        depth = None if is_endless else question.go.depth
        nodes = question.go.nodes
        nodes = None if is_endless or nodes is None else max(1, round(nodes * share))
        if self._engine is not None:
            try:
                seconds = limit.seconds_of(share)
                answer = self._engine.analyse(
                    board, depth=depth, nodes=nodes, seconds=seconds, keep=True
                )
                return Thought(answer.move, answer.score or 0.0, answer.pv)
            except EngineFault as fault:
                self._explain(f"{fault}; tabiya moves in its place")
                depth, nodes, bonus = None, FALLBACK_NODES, {}
        start = game("chess").position(board.root().fen())
        position = start.play_all([move.uci() for move in board.move_stack])
        self._stop = Stop()
        if question.is_stopped.is_set():
            self._stop.set()
        report = self._player.search(
            position,
            depth=depth,
            nodes=nodes,
            seconds=None if limit.clock is not None else limit.seconds_of(share),
            clock=limit.clock_of(share),
            keep=True,
            bonus=bonus,
            stop=self._stop,
        )
        return Thought(report.move, report.score - bonus.get(report.move, 0.0), report.pv)

    def _limit(self, question: Question) -> TimeLimit:
        """Return what time there is for the move, if it is time that limits it."""
        go = question.go
        if go.movetime is not None:
            spent = time.monotonic() - question.started
            return TimeLimit(max(LEAST_SECONDS, go.movetime / 1000 - spent))
        clock = time_left(
            go,
            is_white=question.board.turn,
            overhead=OVERHEAD_SECONDS,
            n_searched=self._n_searched,
        )
        is_endless = clock is None and go.depth is None and go.nodes is None
        return TimeLimit(LAST_SECONDS if is_endless else None, clock)


def _is_wanted(question: Question) -> bool:
    return question.is_stopped.is_set() or question.has_hit.is_set()
