"""An engine that speaks NBoard on standard input and output."""

import sys
import threading
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING, TextIO

from tabiya._core import DECIDED_SCORE, VERSION, WIN_SCORE
from tabiya.games import Game, Position
from tabiya.nboard._ggf import GgfError, parse_ggf, play
from tabiya.players import Player, SearchIteration, SearchReport, Stop

if TYPE_CHECKING:
    from collections.abc import Callable

DEPTH = 12
MOST_DEPTH = 60
DISCS = 100.0
N_SQUARES = 64


def run_engine(
    player: Player | None = None, lines: TextIO | None = None, out: TextIO | None = None
) -> None:
    r"""Answer the commands of an interface until it says ``quit`` or its lines end.

    Parameters
    ----------
    player : Player, optional
        Who thinks; the default player of Othello.
    lines, out : text files, optional
        Standard input and output.

    Examples
    --------
    >>> import io
    >>> out = io.StringIO()
    >>> run_engine(lines=io.StringIO("nboard 2\nset depth 2\ngo\nping 7\n"), out=out)
    >>> [line.split()[0] for line in out.getvalue().splitlines() if "status" not in line]
    ['set', 'search', 'search', '===', 'pong']
    """
    engine = _Engine(player or Player("othello"), out or sys.stdout)
    inbox: SimpleQueue[str | None] = SimpleQueue()

    def read() -> None:
        for line in lines or sys.stdin:
            if line.split()[:1] != ["go"]:
                engine.interrupt()  # whoever has something new to say waits no longer for the old
            inbox.put(line)
        inbox.put(None)

    if lines is not None:
        for line in lines:
            engine.obey(line)
        return
    threading.Thread(target=read, daemon=True).start()
    while (next_line := inbox.get()) is not None and next_line.strip() != "quit":
        engine.obey(next_line)


class _Engine:
    """The game as the interface tells it, and who thinks about it."""

    def __init__(self, player: Player, out: TextIO) -> None:
        self._player = player
        self._out = out
        self._depth = DEPTH
        self._position: Position = Game("othello").initial()
        self._stop = Stop()
        self._is_interrupted = False

    def interrupt(self) -> None:
        """End the search that is running, if any."""
        self._is_interrupted = True
        self._stop.set()

    def obey(self, line: str) -> None:
        """Do what a line says; what it cannot be said of is told to the interface."""
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "nboard": self._greet,
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "ping": lambda number: self._say(f"pong {number}"),
            "learn": lambda _: self._say("learned"),
            "analyze": lambda _: self._say("status tabiya does not analyse whole games"),
            "quit": lambda _: None,
        }
        if not word:
            return
        if word not in commands:
            self._say(f"status expected a command of NBoard, found {word!r}")
            return
        try:
            commands[word](rest.strip())
        except ValueError as error:
            self._say(f"status {' '.join(str(error).split())}")

    def _greet(self, _: str) -> None:
        self._say(f"set myname tabiya {VERSION}")

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "depth":
            if not value.strip().isdigit() or not 1 <= int(value) <= MOST_DEPTH:
                raise ValueError(f"set depth: expected 1 to {MOST_DEPTH}, found {value!r}")
            self._depth = int(value)
            self._player.clear()
        elif name == "game":
            try:
                self._position = parse_ggf(value)
            except GgfError as error:
                raise ValueError(f"set game: {error}") from None

    def _move(self, rest: str) -> None:
        self._position = play(self._position, rest)

    def _go(self, _: str) -> None:
        if self._position.result is not None:
            self._say("status the game is over")
            return
        self._say("status Thinking")
        started = time.perf_counter()
        self._start()
        report = self._player.search(
            self._position,
            depth=self._depth,
            keep=True,
            stop=self._stop,
            on_iteration=self._tell,
        )
        move = _move_word(report.move)
        self._say("status")
        self._say(f"=== {move}/{_discs(report):.2f}/{time.perf_counter() - started:.2f}")

    def _hint(self, rest: str) -> None:
        """Judge the best few moves, each by a search of its own, deeper and deeper."""
        if self._position.result is not None:
            self._say("status the game is over")
            return
        n_wanted = int(rest) if rest.isdigit() else 1
        self._start()
        self._say("status Analysing")
        moves = self._position.legal_moves()
        for depth in range(1, self._depth + 1):
            judged = []
            for move in moves:
                child = self._position.play(move)
                if child.result is not None:
                    judged.append((_final(child), move))
                    continue
                report = self._player.search(child, depth=depth, stop=self._stop, keep=True)
                sign = 1.0 if child.side_to_move == self._position.side_to_move else -1.0
                judged.append((sign * _discs(report), move))
                if self._is_interrupted:
                    self._say("status")
                    return
            judged.sort(key=lambda pair: -pair[0])
            moves = [move for _, move in judged]
            for score, move in judged[:n_wanted]:
                self._say(f"search {_move_word(move)} {score:+.2f} 0 {depth}")
        self._say("status")

    def _start(self) -> None:
        self._stop = Stop()
        self._is_interrupted = False

    def _tell(self, iteration: SearchIteration) -> None:
        line = "".join(_move_word(move) for move in iteration.pv)
        self._say(f"search {line} {_discs(iteration):+.2f} 0 {iteration.depth}")

    def _say(self, line: str) -> None:
        self._out.write(f"{line}\n")
        self._out.flush()


def _move_word(move: str) -> str:
    return "PA" if move == "pass" else move.upper()


def _discs(found: SearchIteration | SearchReport) -> float:
    """Return a score in discs; that of a game which was seen to its end is exact."""
    if abs(found.score) > DECIDED_SCORE:
        margin = N_SQUARES - (WIN_SCORE - abs(found.score))
        return margin if found.score > 0 else -margin
    return found.score / DISCS


def _final(position: Position) -> float:
    """Return the discs by which the side that made the last move has won a finished game."""
    board, _, turn = str(position).partition(" ")
    own, other = ("O", "X") if turn == "X" else ("X", "O")
    difference = board.count(own) - board.count(other)
    empty = N_SQUARES - board.count(own) - board.count(other)
    return float(difference + (empty if difference > 0 else -empty if difference < 0 else 0))
