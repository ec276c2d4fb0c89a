"""A UCI engine that plays another's moves with the masters' advice, and says why."""

import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TextIO

import chess

from tabiya._core import VERSION
from tabiya.chunks import Following, Games, Thought, follow
from tabiya.engines import Engine, EngineFault
from tabiya.games import game
from tabiya.players import Player, TimeLeft
from tabiya.uci._protocol import Go, parse_go, parse_position, parse_setoption, time_left

# An endless search ends after so many seconds, and answers when it is told to.
ENDLESS_SECONDS = 30.0
# What advice and the way to the interface take of the clock, in seconds.
OVERHEAD_SECONDS = 0.1
# An engine that thinks so long as it is told gets no less than this.
LEAST_ENGINE_SECONDS = 0.01


class AdvisedEngine:
    """Speaks UCI for an engine, or for our own player, that listens to advice.

    Parameters
    ----------
    output : TextIO
        Where the answers go.
    db : Games
        The games that advise.
    engine : Engine, optional
        Whose moves they are; by default our own player's.
    how : Following
        How advice is followed.
    """

    def __init__(
        self, output: TextIO, db: Games, engine: Engine | None = None, how: Following | None = None
    ) -> None:
        self._output = output
        self._lock = threading.Lock()
        self._db = db
        self._engine = engine
        self._player = Player("chess") if engine is None else None
        self._how = Following() if how is None else how
        self._board = chess.Board()
        self._n_searched = 0
        self._thread: threading.Thread | None = None
        self._may_answer = threading.Event()

    @property
    def name(self) -> str:
        """Return what the engine calls itself."""
        whose = f"tabiya {VERSION}" if self._engine is None else self._engine.spec.name
        return f"{whose} with masters"

    def run(self, lines: Iterable[str]) -> None:
        """Obey commands until ``quit`` or the end of the lines."""
        commands: dict[str, Callable[[list[str]], object]] = {
            "uci": self._uci,
            "isready": lambda _: self._say("readyok"),
            "ucinewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._may_answer.set(),
            "ponderhit": lambda _: self._may_answer.set(),
            "wait": lambda _: self._end(),
        }
        try:
            for line in lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                if words and words[0] in commands:
                    try:
                        commands[words[0]](words[1:])
                    except ValueError as error:
                        self._explain(str(error))
        finally:
            self._end()

    def _uci(self, _words: list[str]) -> None:
        how = self._how
        self._say(
            f"id name {self.name}\nid author the tabiya authors\n"
            f"option name Advice Bonus type spin default {how.bonus:.0f} min 0 max 1000\n"
            f"option name Advice Moves type spin default {how.n_moves} min 1 max 10\n"
            f"option name Advice Games type string default {how.where or '<empty>'}\n"
            "uciok"
        )

    def _set_option(self, words: list[str]) -> None:
        name, value = parse_setoption(words)
        if name == "Advice Bonus":
            self._how = replace(self._how, bonus=float(value or 0))
        elif name == "Advice Moves":
            self._how = replace(self._how, n_moves=int(value or 1))
        elif name == "Advice Games":
            where = None if value in (None, "", "<empty>") else value
            if where is not None:
                self._db.games(where)  # a bad condition is told now
            self._how = replace(self._how, where=where)

    def _new_game(self, _words: list[str]) -> None:
        self._end()
        self._n_searched = 0
        if self._player is not None:
            self._player.clear()

    def _set_position(self, words: list[str]) -> None:
        fen, moves = parse_position(words)
        start = game("chess").initial() if fen is None else game("chess").position(fen)
        board = chess.Board(str(start))
        for move in moves:
            try:
                board.push_uci(move)
            except ValueError as error:
                raise ValueError(f"position: {error}") from None
        self._board = board

    def _go(self, words: list[str]) -> None:
        self._end()
        go, complaints = parse_go(words)
        for complaint in complaints:
            self._explain(complaint)
        self._may_answer.clear()
        if not (go.infinite or go.ponder):
            self._may_answer.set()
        board = self._board.copy()
        self._n_searched += 1
        self._thread = threading.Thread(target=self._think, args=(board, go), daemon=True)
        self._thread.start()

    def _think(self, board: chess.Board, go: Go) -> None:
        if not any(board.legal_moves):
            self._may_answer.wait()
            self._say("bestmove (none)")
            return
        try:
            advice = self._db.advise(board, similarity=self._how.similarity, where=self._how.where)
            decided = follow(board, advice, partial(self._search, go), self._how)
        except (ValueError, OSError, EngineFault) as error:
            self._explain(str(error))
            self._may_answer.wait()
            self._say(f"bestmove {next(iter(board.legal_moves)).uci()}")
            return
        thought = decided.thought
        self._explain(decided.reason)
        pv = " ".join(thought.pv or (thought.move,))
        self._say(f"info score cp {thought.score:.0f} pv {pv}")
        self._may_answer.wait()
        self._say(f"bestmove {thought.move}")

    def _search(
        self, go: Go, board: chess.Board, share: float, bonus: Mapping[str, float]
    ) -> Thought:
        nodes = None if go.nodes is None else max(1, round(go.nodes * share))
        left = time_left(
            go,
            is_white=self._board.turn,
            overhead=OVERHEAD_SECONDS,
            n_searched=self._n_searched,
        )
        seconds = None if left is not None else self._seconds(go, share)
        if self._player is not None:
            start = game("chess").position(board.root().fen())
            position = start.play_all([move.uci() for move in board.move_stack])
            report = self._player.search(
                position,
                depth=go.depth,
                nodes=nodes,
                seconds=seconds,
                keep=True,
                bonus=bonus,
                clock=None if left is None else _part_of(left, share),
            )
            return Thought(report.move, report.score - bonus.get(report.move, 0.0), report.pv)
        if self._engine is None:
            raise ValueError("expected an engine, found none")
        if left is not None:
            seconds = share * max(LEAST_ENGINE_SECONDS, left.share().soft or 0.0)
        answer = self._engine.analyse(
            board, depth=go.depth, nodes=nodes, seconds=seconds, keep=True
        )
        return Thought(answer.move, answer.score or 0.0, answer.pv)

    @staticmethod
    def _seconds(go: Go, share: float) -> float | None:
        if go.movetime is not None:
            return go.movetime / 1000 * share
        return ENDLESS_SECONDS * share if go.depth is None and go.nodes is None else None

    def _end(self) -> None:
        self._may_answer.set()
        if self._thread is not None:
            self._thread.join()

    def _explain(self, text: str) -> None:
        self._say(f"info string {' '.join(text.split())}")

    def _say(self, text: str) -> None:
        with self._lock:
            self._output.write(text + "\n")
            self._output.flush()


def run_advised(db: Games, engine: Engine | None = None, how: Following | None = None) -> None:
    """Speak UCI on standard input and output until ``quit`` or the end of the input."""
    AdvisedEngine(sys.stdout, db, engine, how).run(sys.stdin)


def _part_of(left: TimeLeft, share: float) -> TimeLeft:
    """Return the clock for one of several searches, which the player's own clock deals out."""
    return replace(left, remaining=left.remaining * share, increment=left.increment * share)
