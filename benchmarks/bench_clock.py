"""Clocks: games of networks per second, and games under real time controls without a lost one.

With ``--population loa`` or ``othello`` a whole population is made as well, which takes minutes.

The engine plays itself through pipes, as an interface would run it: sudden death, increments, moves
to go, and pondering. Its flag must never fall. With ``--ledger`` every game is kept in a file, and
those that stand in it are not played again.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import chess

from _peers import figure
from tabiya.play import load_population
from tabiya.population import Conditions, PopulationPlan, make_population, random_start

REQUIRED_GAMES = 20.0
REQUIRED_MINUTES = 15.0
MOST_PLIES = 80
N_FIRST_MOVES = 20


@dataclass(frozen=True)
class Control:
    """A time control: seconds, increment, moves of a period (0 is sudden death), pondering."""

    seconds: float
    increment: float
    moves: int = 0
    ponders: bool = False

    def __str__(self) -> str:
        period = f"{self.moves} moves in " if self.moves else ""
        return f"{period}{self.seconds:g}+{self.increment:g}{', pondering' * self.ponders}"


# The shares of the games that each has.
CONTROLS = {
    Control(0.5, 0.005): 0.7,
    Control(1.0, 0.0): 0.1,
    Control(0.5, 0.0, moves=20): 0.1,
    Control(0.5, 0.005, ponders=True): 0.1,
}


def networks() -> None:
    """Count games of the population at depth 2, by processor time of one thread."""
    import numpy as np  # noqa: PLC0415 (only here)

    population = load_population("population")
    texts = [member.network.read_text(encoding="utf-8") for member in population.members]
    rows = [[float(w) for w in text.split() if w[-1].isdigit()][2:] for text in texts]
    values = np.array(rows, np.float32)
    conditions = Conditions("loa", depth=2)
    pairs = [(number, number + 1) for number in range(0, 60, 2)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    games = conditions.play(values, pairs, random_start("loa", 1, 4), threads=1)
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
    assert len(games) == len(pairs)
    speed = len(games) / seconds
    met = "met" if speed >= REQUIRED_GAMES else "MISSED"
    figure("networks, LOA at depth 2, one core (at least 20)", f"{speed:.1f} games/s, {met}")


def population(game: str) -> None:
    """Make a population of a hundred with its tournaments, on two threads."""
    before, started = resource.getrusage(resource.RUSAGE_SELF).ru_utime, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        make_population(PopulationPlan(game), folder, threads=2)
        assert len(load_population(folder).members) == 100
    minutes = (time.monotonic() - started) / 60
    busy = (resource.getrusage(resource.RUSAGE_SELF).ru_utime - before) / 60
    met = "met" if minutes < REQUIRED_MINUTES else "MISSED"
    figure(
        f"population of {game}, 100 networks, two threads (under 15 minutes)",
        f"{minutes:.1f} minutes, {busy:.1f} of processor time, {met}",
    )


class Engine:
    """An engine behind a pipe."""

    def __init__(self, clock: str) -> None:
        start = "from tabiya.cli import main; main()"
        command = [sys.executable, "-c", start, "uci", "--clock", clock]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.say("setoption name Hash value 4")
        self.ready()

    def say(self, line: str) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, word: str) -> list[str]:
        """Return the words of the next line that begins so."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(word):
                return line.split()
        raise AssertionError("the engine has gone away")

    def ready(self) -> None:
        """Wait until all was obeyed."""
        self.say("isready")
        self.wait_for("readyok")

    def quit(self) -> None:
        """End it."""
        self.say("quit")
        self.process.wait()


class Game:
    """A game between two engines, who begin in turn."""

    def __init__(self, engines: list[Engine], control: Control, number: int) -> None:
        self.control = control
        self.engines = engines if number % 2 == 0 else engines[::-1]
        self.board = chess.Board()
        for choice in (number // 2, number // (2 * N_FIRST_MOVES)):
            moves = sorted(self.board.legal_moves, key=chess.Move.uci)
            self.board.push(moves[choice % N_FIRST_MOVES])
        self.clocks = [control.seconds] * 2
        self.lowest = control.seconds
        self.pondered: list[str | None] = [None, None]

    def play(self) -> float:
        """Return the least that a clock has shown; below zero a flag has fallen."""
        for engine in self.engines:
            engine.say("ucinewgame")
            engine.ready()
        while not self._is_over(self.board) and self.board.ply() < MOST_PLIES:
            seat = self.board.ply() % 2
            answer = self._ask(seat, self._words())
            self.lowest = min(self.lowest, self.clocks[seat])
            if self.clocks[seat] < 0:
                break
            self.board.push_uci(answer[1])
            self.clocks[seat] += self.control.increment
            if self.control.moves and (self.board.ply() + 1) // 2 % self.control.moves == 0:
                self.clocks[seat] += self.control.seconds
            if self.control.ponders and len(answer) > 3:
                self._ponder(seat, answer[3])
        for seat, move in enumerate(self.pondered):
            if move is not None:
                self.engines[seat].say("stop")
                self.engines[seat].wait_for("bestmove")
        return self.lowest

    def _words(self) -> str:
        white, black = (int(1000 * clock) for clock in self.clocks)
        gain = int(1000 * self.control.increment)
        words = f"wtime {white} btime {black} winc {gain} binc {gain}"
        if self.control.moves:
            words += f" movestogo {self.control.moves - self.board.ply() // 2 % self.control.moves}"
        return words

    def _ask(self, seat: int, words: str) -> list[str]:
        """Ask for a move, and take the time off the clock."""
        engine, pondered = self.engines[seat], self.pondered[seat]
        is_hit = pondered is not None and pondered == self.board.peek().uci()
        if pondered is not None and not is_hit:
            engine.say("stop")
            engine.wait_for("bestmove")
        asked = time.monotonic()
        if is_hit:
            engine.say("ponderhit")
        else:
            engine.say(f"position startpos moves {_moves(self.board)}")
            engine.say(f"go {words}")
        self.pondered[seat] = None
        answer = engine.wait_for("bestmove")
        self.clocks[seat] -= time.monotonic() - asked
        return answer

    def _ponder(self, seat: int, expected: str) -> None:
        after = self.board.copy()
        if self._is_over(after):
            return
        after.push_uci(expected)
        if not self._is_over(after):
            self.engines[seat].say(f"position startpos moves {_moves(after)}")
            self.engines[seat].say(f"go ponder {self._words()}")
            self.pondered[seat] = expected

    @staticmethod
    def _is_over(board: chess.Board) -> bool:
        return board.is_game_over(claim_draw=True)


def _moves(board: chess.Board) -> str:
    return " ".join(move.uci() for move in board.move_stack)


class Ledger:
    """The games that were played, a line for each; kept in a file if there is one."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        text = path.read_text(encoding="utf-8") if path is not None and path.exists() else ""
        rows = [line.split("\t") for line in text.splitlines()]
        self.games = {(row[0], int(row[1])): float(row[2]) for row in rows}

    def add(self, control: Control, number: int, least: float) -> None:
        """Keep the least that a clock has shown in a game; below zero a flag has fallen."""
        self.games[str(control), number] = least
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{control}\t{number}\t{least:.6f}\n")


def real_time(clock: str, n_games: int, ledger: Ledger) -> None:
    """Play games under all controls and count those that were lost on time."""
    engines = [Engine(clock), Engine(clock)]
    n_all = n_lost = 0
    for control, part in CONTROLS.items():
        numbers = range(max(1, round(n_games * part)))
        for number in numbers:
            if (str(control), number) not in ledger.games:
                ledger.add(control, number, Game(engines, control, number).play())
        played = [ledger.games[str(control), number] for number in numbers]
        fallen = sum(least < 0 for least in played)
        figure(
            f"UCI, {clock}, {control}, {len(played)} games",
            f"{fallen} lost on time, least on a clock {1000 * min(played):.0f} ms",
        )
        n_all, n_lost = n_all + len(played), n_lost + fallen
    for engine in engines:
        engine.quit()
    met = "met" if n_lost == 0 else "MISSED"
    figure(f"UCI, {clock}, games lost on time of {n_all} (none)", f"{n_lost}, {met}")


def main() -> None:
    """Measure all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clock", default="modern", help="a name or a file")
    parser.add_argument("--games", type=int, default=20, help="under real time controls")
    parser.add_argument("--ledger", type=Path, help="file of the games, to go on with")
    parser.add_argument("--population", choices=("loa", "othello"), help="make one as well")
    arguments = parser.parse_args()
    networks()
    if arguments.population:
        population(arguments.population)
    real_time(arguments.clock, arguments.games, Ledger(arguments.ledger))


if __name__ == "__main__":
    main()
