"""A UCI engine that plays another's moves with the masters' advice, and says why."""

import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TextIO

import chess

from tabiya._core import VERSION
from tabiya.chunks import ENGINE_FOLLOWING, Following, Games
from tabiya.engines import Engine
from tabiya.games import game
from tabiya.uci._advised_thinking import Decider, Question, Stopped
from tabiya.uci._protocol import bestmove_line, mate_in, parse_go, parse_position, parse_setoption

# Options of the inner engine that are not for whoever plays with advice.
OWN_OPTIONS = frozenset({"ponder", "multipv", "uci_chess960", "uci_analysemode"})
# A search that was told to stop is waited for so often, a tenth of a second each.
STOP_TRIES = 20


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
    how : Following, optional
        How advice is followed; as `Following` says for our own player, and as
        `ENGINE_FOLLOWING` says for an engine, by default.
    """

    def __init__(
        self, output: TextIO, db: Games, engine: Engine | None = None, how: Following | None = None
    ) -> None:
        self._output = output
        self._lock = threading.Lock()
        self._db = db
        self._engine = engine
        usual = Following() if engine is None else ENGINE_FOLLOWING
        self._how = usual if how is None else how
        self._decider = Decider(db, engine, self._explain)
        self._board = chess.Board()
        self._thread: threading.Thread | None = None
        self._question: Question | None = None
        self._is_ready = False

    @property
    def name(self) -> str:
        """Return what the engine calls itself."""
        whose = f"tabiya {VERSION}" if self._engine is None else self._engine.spec.name
        return f"{whose} with masters"

    def run(self, lines: Iterable[str]) -> None:
        """Obey commands until ``quit`` or the end of the lines."""
        commands: dict[str, Callable[[list[str]], object]] = {
            "uci": self._uci,
            "isready": self._ready,
            "ucinewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "ponderhit": lambda _: self._ponder_hit(),
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
            self._stop()
            self._end()

    def _uci(self, _words: list[str]) -> None:
        how = self._how
        inner = [] if self._engine is None else _options_of(self._engine)
        own = [
            f"option name Advice Bonus type spin default {how.bonus:.0f} min 0 max 1000",
            f"option name Advice Moves type spin default {how.n_moves} min 1 max 100",
            f"option name Advice Share type spin default {100 * how.own_share:.0f} min 10 max 100",
            f"option name Advice Games type string default {how.where or '<empty>'}",
            "option name Ponder type check default false",
        ]
        name = f"id name {self.name}\nid author the tabiya authors"
        self._say("\n".join([name, *own, *inner, "uciok"]))

    def _ready(self, _words: list[str]) -> None:
        if not self._is_ready:
            # The first question takes longer than others; nobody's clock runs now.
            self._db.advise(chess.Board(), n_positions=1)
            self._is_ready = True
        self._say("readyok")

    def _set_option(self, words: list[str]) -> None:
        name, value = parse_setoption(words)
        key = name.lower()
        if key == "advice bonus":
            self._how = replace(self._how, bonus=_number(name, value, 0, 1000))
        elif key == "advice moves":
            self._how = replace(self._how, n_moves=_number(name, value, 1, 100))
        elif key == "advice share":
            self._how = replace(self._how, own_share=_number(name, value, 10, 100) / 100)
        elif key == "advice games":
            where = None if value in (None, "", "<empty>") else value
            if where is not None:
                self._db.games(where)  # a bad condition is told now
            self._how = replace(self._how, where=where)
        elif self._engine is not None and key not in OWN_OPTIONS:
            self._end()
            self._engine.set_options({name: "" if value is None else value})

    def _new_game(self, _words: list[str]) -> None:
        self._stop()
        self._end()
        self._decider.new_game()

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
        self._stop()
        self._end()
        go, complaints = parse_go(words)
        for complaint in complaints:
            self._explain(complaint)
        self._question = Question(self._board.copy(), go, self._how)
        self._thread = threading.Thread(target=self._think, args=(self._question,), daemon=True)
        self._thread.start()

    def _think(self, question: Question) -> None:
        if not any(question.board.legal_moves):
            question.may_answer.wait()
            self._say("bestmove (none)")
            return
        try:
            decided = self._decider.decide(question)
        except Stopped as stopped:
            decided = stopped.decided
        thought = decided.thought
        self._explain(decided.reason)
        pv = thought.pv or (thought.move,)
        mate = mate_in(thought.score)
        score = f"cp {thought.score:.0f}" if mate is None else f"mate {mate}"
        self._say(f"info score {score} pv {' '.join(pv)}")
        question.may_answer.wait()
        self._say(bestmove_line(pv))

    def _stop(self) -> None:
        """Have the search end soon; an engine that does not obey is left to its watchdog."""
        if self._question is not None:
            self._question.stop()
            self._interrupt(self._question)

    def _ponder_hit(self) -> None:
        if self._question is not None and self._question.go.ponder:
            self._question.ponder_hit()
            self._interrupt(self._question)

    def _interrupt(self, question: Question) -> None:
        for _ in range(STOP_TRIES):
            is_over = self._thread is None or not self._thread.is_alive()
            if is_over or (question.has_hit.is_set() and question.has_heard.is_set()):
                return
            # The engine may not have been asked yet, and then knows of nothing to stop.
            self._decider.stop()
            question.has_heard.wait(0.1)
            if not question.has_hit.is_set() and self._thread is not None:
                self._thread.join(0.1)

    def _end(self) -> None:
        if self._question is not None:
            self._question.may_answer.set()
        if self._thread is not None:
            self._thread.join()

    def _explain(self, text: str) -> None:
        self._say(f"info string {' '.join(text.split())}")

    def _say(self, text: str) -> None:
        with self._lock:
            self._output.write(text + "\n")
            self._output.flush()


def _number(name: str, value: str | None, least: int, most: int) -> int:
    """Return the value of an option that is a number."""
    is_number = value is not None and value.isascii() and value.isdigit()
    if not is_number or not least <= int(value or 0) <= most:
        raise ValueError(
            f"option {name}: expected a number from {least} to {most}, found {value!r}"
        )
    return int(value or 0)


def _options_of(engine: Engine) -> list[str]:
    """Return the lines in which an engine's own options are told again."""
    lines = []
    for option in engine.options.values():
        if option.name.lower() in OWN_OPTIONS:
            continue
        words = [f"option name {option.name} type {option.type}"]
        if option.type == "check":
            words.append(f"default {str(bool(option.default)).lower()}")
        elif option.type != "button":
            words.append(f"default {option.default if option.default != '' else '<empty>'}")
        if option.type == "spin":
            words.append(f"min {option.min} max {option.max}")
        words += [f"var {value}" for value in option.var or []]
        lines.append(" ".join(words))
    return lines


def run_advised(db: Games, engine: Engine | None = None, how: Following | None = None) -> None:
    """Speak UCI on standard input and output until ``quit`` or the end of the input."""
    AdvisedEngine(sys.stdout, db, engine, how).run(sys.stdin)
