"""Play the built-in chess player against UCI engines at equal time per move, and report the score.

    python benchmarks/match_engines.py toga2 gnuchess --games 200 --seconds 0.1

Each opening of $TABIYA_DATA/chess_suites/master_ply10_200.epd is played with both colours, on two
processes, one thread per engine, without opening books. A game is adjudicated when both sides agree
for four moves that it is decided by 10 pawns or more, and drawn at move 121 (Gomboc 2004, §7.2).
"""

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing

import chess
import chess.engine

import tabiya
from _peers import data, figure, find_engine, skip

DECIDED = 1000
AGREED = 4
LAST_MOVE = 120
TRIES = 5
OPTIONS: dict[str, str | int | bool] = {"OwnBook": False, "Hash": 16, "Threads": 1, "Ponder": False}
SET_BY_PYTHON_CHESS = {"Ponder", "UCI_Chess960", "MultiPV"}


class Opponent:
    """A UCI engine with its book off, started again when it dies.

    gnuchess aborts now and then when its own output overflows a buffer; the move is asked again.
    """

    def __init__(self, path: str) -> None:
        self.command = [path, "--uci"] if path.endswith("gnuchess") else [path]
        self.engine = self._start()

    def _start(self) -> chess.engine.SimpleEngine:
        engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=30)
        known = {k: v for k, v in OPTIONS.items() if k in engine.options}
        engine.configure({k: v for k, v in known.items() if k not in SET_BY_PYTHON_CHESS})
        return engine

    def play(self, board: chess.Board, seconds: float) -> tuple[str, float]:
        """Return the engine's move and its score from our side."""
        for _ in range(TRIES):
            try:
                limit = chess.engine.Limit(time=seconds)
                result = self.engine.play(board, limit, info=chess.engine.INFO_SCORE)
            except chess.engine.EngineTerminatedError:
                self.engine = self._start()
                continue
            assert result.move is not None
            score = result.info.get("score")
            ours = -score.relative.score(mate_score=100_000) if score else 0
            return result.move.uci(), float(ours)
        raise RuntimeError(f"{self.command[0]} died {TRIES} times in one position")

    def close(self) -> None:
        """End the engine."""
        self.engine.close()


def play(path: str, opening: str, seconds: float, *, own_white: bool) -> float:
    """Play one game and return our score."""
    board = chess.Board(opening)
    position = tabiya.game("chess").position(opening)
    player = tabiya.Player("chess")
    with closing(Opponent(path)) as engine:
        opinions: list[float] = []
        while position.result is None and board.fullmove_number <= LAST_MOVE:
            if (board.turn == chess.WHITE) == own_white:
                report = player.search(position, seconds=seconds, keep=True)
                move, score = report.move, report.score
            else:
                move, score = engine.play(board, seconds)
            opinions.append(score)
            board.push_uci(move)
            position = position.play(move)
            recent = opinions[-2 * AGREED :]
            if len(recent) == 2 * AGREED and all(abs(s) >= DECIDED for s in recent):
                if all(s > 0 for s in recent):
                    return 1.0
                if all(s < 0 for s in recent):
                    return 0.0
    white = {"1-0": 1.0, "0-1": 0.0}.get(position.result or "", 0.5)
    return white if own_white else 1 - white


def play_pair(arguments: tuple[str, str, float]) -> tuple[float, float]:
    """Play an opening with both colours."""
    path, opening, seconds = arguments
    return (
        play(path, opening, seconds, own_white=True),
        play(path, opening, seconds, own_white=False),
    )


def elo(score: float) -> float:
    """Return the difference in Elo that makes this score expected."""
    bounded = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / bounded - 1)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Play against UCI engines.")
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    suite = data("chess_suites", "master_ply10_200.epd")
    if suite is None:
        skip("match", "TABIYA_DATA/chess_suites")
        return
    openings = [" ".join(line.split()[:4]) + " 0 6" for line in suite.read_text().splitlines()]
    n_pairs = arguments.games // 2
    step = max(1, len(openings) // n_pairs)
    for name in arguments.engines:
        path = find_engine(name)
        if path is None:
            skip(f"match against {name}", name)
            continue
        jobs = [(path, opening, arguments.seconds) for opening in openings[::step][:n_pairs]]
        with ProcessPoolExecutor(arguments.processes) as pool:
            pairs = list(pool.map(play_pair, jobs))
        games = [score for pair in pairs for score in pair]
        means = [sum(pair) / 2 for pair in pairs]
        mean = sum(means) / len(means)
        spread = math.sqrt(sum((m - mean) ** 2 for m in means) / len(means) / len(means))
        low, high = mean - 1.96 * spread, mean + 1.96 * spread
        tally = f"+{games.count(1.0)} ={games.count(0.5)} -{games.count(0.0)}"
        figure(
            f"against {name}, {len(games)} games, {arguments.seconds} s per move",
            f"{mean:.1%} ({low:.1%} to {high:.1%}) {tally}, Elo {elo(mean):+.0f} "
            f"({elo(low):+.0f} to {elo(high):+.0f})",
        )


if __name__ == "__main__":
    main()
