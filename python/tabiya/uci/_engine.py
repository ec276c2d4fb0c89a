"""The engine: reads commands on one thread, searches on another, answers on either."""

import contextlib
import sys
import threading
from collections.abc import Iterable
from typing import TextIO

from tabiya._core import VERSION
from tabiya.players import Player
from tabiya.uci._options import Settings, option_lines
from tabiya.uci._protocol import parse_go, parse_position, parse_setoption, time_left
from tabiya.uci._thinking import Thinking

# What a line may lead to: bad words, files that are not there, numbers and tables too large.
EXPECTED = (ValueError, OSError, OverflowError, MemoryError)


class UciServer:
    """A chess engine that speaks UCI.

    Parameters
    ----------
    output : TextIO
        Where the answers go.
    lists_weights : bool
        Whether every weight of the evaluation is listed as an option, as with ``WeightOptions``.
    pruning : str, optional
        A file that says what the search skips, as ``PruningFile`` does.
    clock : str, optional
        Where the player spends its time, as with the option ``Clock``.

    Examples
    --------
    >>> import sys
    >>> UciServer(sys.stdout).run(["position startpos moves e2e4", "go depth 1", "wait"])
    info depth 1 seldepth ... score cp ... nodes ... pv ...
    bestmove ...
    """

    def __init__(
        self,
        output: TextIO,
        *,
        lists_weights: bool = False,
        pruning: str | None = None,
        clock: str | None = None,
    ) -> None:
        self._output = output
        self._output_lock = threading.Lock()
        self._is_debugging = False
        settings = Settings(lists_weights=lists_weights, clock=clock)
        self._settings = settings.change("PruningFile", pruning)
        self._built: tuple[Settings, Player] | None = None
        self._base: str | None = None
        self._moves: list[str] = []
        self._position = self._settings.game().initial()
        self._n_searched = 0
        self._thinking: Thinking | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Obey commands until ``quit`` or the end of the lines."""
        try:
            for line in lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                self._obey(words)
        finally:
            self._end_search()

    def _obey(self, words: list[str]) -> None:
        """Obey one command; unknown words before it are skipped, as the protocol wants it."""
        commands = {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": self._ucinewgame,
            "setoption": self._setoption,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "debug": self._debug,
            "wait": self._wait,
        }
        start = next((i for i, word in enumerate(words) if word in commands), len(words))
        if start and self._is_debugging:
            self._complain(f"expected a command, found {' '.join(words[:start])!r}")
        if start == len(words):
            return
        try:
            commands[words[start]](words[start + 1 :])
        except EXPECTED as error:
            self._complain(str(error) or type(error).__name__)

    def _uci(self, _words: list[str]) -> None:
        options = option_lines(with_weights=self._settings.lists_weights)
        lines = [f"id name tabiya {VERSION}", "id author the tabiya authors", *options]
        self._say("\n".join([*lines, "uciok"]))

    def _isready(self, _words: list[str]) -> None:
        if not self._is_searching():
            self._player()
        self._say("readyok")

    def _ucinewgame(self, _words: list[str]) -> None:
        self._end_search()
        self._n_searched = 0
        if self._built is not None:
            self._built[1].clear()

    def _setoption(self, words: list[str]) -> None:
        name, value = parse_setoption(words)
        self._settings = self._settings.change(name, value)
        if name.lower() == "clear hash" and self._built is not None and not self._is_searching():
            self._built[1].clear()

    def _set_position(self, words: list[str]) -> None:
        """Play on from the last position where possible; the past counts for repetition."""
        base, moves = parse_position(words)
        n_known = len(self._moves)
        chess = self._settings.game()
        is_same = base == self._base and chess == self._position.game
        if is_same and moves[:n_known] == self._moves:
            position = self._position.play_all(moves[n_known:])
        else:
            start = chess.initial() if base is None else chess.position(base)
            position = start.play_all(moves)
        self._base, self._moves, self._position = base, moves, position

    def _go(self, words: list[str]) -> None:
        self._end_search()
        go, complaints = parse_go(words)
        for complaint in complaints:
            self._complain(complaint)
        left = time_left(
            go,
            is_white=self._position.side_to_move == "white",
            overhead=self._settings.overhead,
            n_searched=self._n_searched,
        )
        self._n_searched += not go.ponder
        self._thinking = Thinking(
            self._player(),
            self._position,
            go,
            left,
            self._say,
            threads=self._settings.threads,
            overhead=self._settings.overhead,
            n_lines=self._settings.n_lines,
            shows_wdl=self._settings.shows_wdl,
        )
        self._thinking.start()

    def _stop(self, _words: list[str]) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _ponderhit(self, _words: list[str]) -> None:
        if self._thinking is not None:
            self._n_searched += 1
            self._thinking.ponderhit()

    def _debug(self, words: list[str]) -> None:
        self._is_debugging = words[:1] != ["off"]

    def _wait(self, _words: list[str]) -> None:
        """Wait for the answer: no word of the protocol, but of use to scripts."""
        if self._thinking is not None and self._thinking.will_answer():
            self._thinking.join()

    def _is_searching(self) -> bool:
        return self._thinking is not None and self._thinking.is_running()

    def _end_search(self) -> None:
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking.join()

    def _player(self) -> Player:
        """Return the player of the settings; if there is none such, the last good one."""
        if self._built is not None and self._built[0].builds_same(self._settings):
            return self._built[1]
        try:
            player = self._settings.player()
            # What a first search makes once is not to be paid for from the clock of a game.
            player.search(self._settings.game().initial(), nodes=1)
            player.clear()
            self._built = (self._settings, player)
        except EXPECTED as error:
            self._complain(str(error) or type(error).__name__)
            self._settings = Settings() if self._built is None else self._built[0]
            return self._player()
        return self._built[1]

    def _complain(self, text: str) -> None:
        self._say(f"info string {' '.join(text.split())}")

    def _say(self, text: str) -> None:
        # Whoever has gone away closes the input too, and that ends the engine.
        with self._output_lock, contextlib.suppress(BrokenPipeError):
            self._output.write(text + "\n")
            self._output.flush()


def run_engine(
    *, lists_weights: bool = False, pruning: str | None = None, clock: str | None = None
) -> None:
    """Speak UCI on standard input and output until ``quit`` or the end of the input."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    UciServer(sys.stdout, lists_weights=lists_weights, pruning=pruning, clock=clock).run(sys.stdin)
