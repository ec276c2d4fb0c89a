"""Matches: games per second inside the core, and what a move through a pipe costs.

The built-in players are compared with their search alone on the positions of the same games. Two
UCI engines play at 10,000 nodes per move; the same questions are put to two of them in turn by
python-chess alone and by a bare pipe, and what is left above the bare pipe is overhead.
"""

import subprocess
from collections.abc import Sequence

import chess
import chess.engine

import tabiya
from _peers import figure, find_engine, skip, timed
from tabiya.play import Adjudication, GameRecord, match

NODES = 1000
THREADS = 2
REQUIRED_RATIO = 0.9
UCI_NODES = 10_000
ROUNDS = 4
OPTIONS: dict[str, bool | int] = {"Use NNUE": False, "Threads": 1}


def built_in() -> None:
    """Compare a match inside the core with the search alone."""

    def play(n_games: int) -> Sequence[GameRecord]:
        return match(
            "tabiya", "tabiya", nodes=NODES, games=n_games, concurrency=THREADS, openings=openings
        ).games

    start = tabiya.game("chess").initial()
    openings = [
        start.play(one).play(two) for one in start.legal_moves() for two in ("e7e5", "d7d5")
    ]
    play(2)
    games, seconds = timed(lambda: play(2 * len(openings)))
    positions = []
    for game in games:
        position = tabiya.game("chess").position(game.opening)
        for move in game.moves:
            positions.append(position)
            position = position.play(move)
    told = sum(thought.nodes or 0 for game in games for thought in game.thoughts)
    player = tabiya.Player("chess")
    reports = player.search_many(positions, nodes=NODES, threads=THREADS)
    assert len(reports) == sum(len(game.moves) for game in games)
    # By the search's own watch: what it takes to hand over positions and reports is not search.
    alone = sum(report.seconds for report in reports) / THREADS
    speed, bare = told / seconds, sum(report.nodes for report in reports) / alone
    figure("built-in, 1,000 nodes per move, 2 threads", f"{len(games) / seconds:.1f} games/s")
    figure("built-in, nodes per second in games / search alone", f"{speed:,.0f} / {bare:,.0f}")
    searching = sum(thought.seconds or 0 for game in games for thought in game.thoughts)
    share = searching / (seconds * THREADS)
    figure("built-in, part of the threads' time spent in the search", f"{share:.2f}")
    met = "met" if speed / bare >= REQUIRED_RATIO else "MISSED"
    figure("built-in, ratio (at least 0.9)", f"{speed / bare:.2f}, {met}")


def uci() -> None:
    """Compare what a move costs in a match, through python-chess, and through a bare pipe."""
    path = find_engine("stockfish")
    if path is None:
        skip("UCI against UCI", "stockfish")
        return
    # The three take turns, and the best round of each counts: other work on the machine disturbs
    # every one of them now and then.
    rounds = [one_round(path) for _ in range(ROUNDS)]
    bare, python_chess, ours, whole = (1000 * min(column) for column in zip(*rounds, strict=True))
    figure("UCI, 10,000 nodes, bare pipe, per move", f"{bare:.2f} ms")
    figure("UCI, python-chess alone, overhead per move", f"{python_chess - bare:.2f} ms")
    figure("UCI, match, overhead until the answer", f"{ours - bare:.2f} ms")
    figure("UCI, match, overhead in all, starts included", f"{whole - bare:.2f} ms")


def one_round(path: str) -> tuple[float, float, float, float]:
    """Return seconds per move: bare pipe, python-chess, match until the answer, match in all."""
    spec = f"{path}?{'&'.join(f'{name}={value}' for name, value in OPTIONS.items())}"
    opening = str(tabiya.game("chess").initial().play("e2e4"))
    result, seconds = timed(
        lambda: match(
            spec,
            spec,
            nodes=UCI_NODES,
            games=2,
            concurrency=1,
            openings=[opening],
            adjudication=Adjudication(max_plies=80),
        )
    )
    n_moves = sum(len(game.moves) for game in result.games)
    bare = sum(by_bare_pipe(path, game) for game in result.games)
    python_chess = sum(by_python_chess(path, game) for game in result.games)
    ours = sum(each.seconds or 0 for game in result.games for each in game.thoughts)
    return bare / n_moves, python_chess / n_moves, ours / n_moves, seconds / n_moves


class Bare:
    """An engine at the end of a pipe, of which nothing is read but the answers."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        options = (f"setoption name {k} value {str(v).lower()}" for k, v in OPTIONS.items())
        self.ask("\n".join([*options, "ucinewgame", "isready"]), "readyok")

    def ask(self, question: str, answer: str = "bestmove") -> None:
        """Put a question and wait for the line that answers it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(question + "\n")
        while not self.process.stdout.readline().startswith(answer):
            pass

    def close(self) -> None:
        """End the engine."""
        self.process.communicate("quit\n")


def by_bare_pipe(path: str, game: GameRecord) -> float:
    """Ask two engines in turn for the moves of a game; return the seconds."""
    engines = (Bare(path), Bare(path))

    def play() -> None:
        for number in range(len(game.moves)):
            moves = " ".join(game.moves[:number])
            position = f"position fen {game.opening} moves {moves}"
            engines[number % 2].ask(f"{position}\ngo nodes {UCI_NODES}")

    _, seconds = timed(play)
    for engine in engines:
        engine.close()
    return seconds


def by_python_chess(path: str, game: GameRecord) -> float:
    """Ask the same by python-chess, with scores."""
    engines = [chess.engine.SimpleEngine.popen_uci(path) for _ in range(2)]
    for engine in engines:
        engine.configure(OPTIONS)
        engine.ping()
    board = chess.Board(game.opening)
    limit = chess.engine.Limit(nodes=UCI_NODES)
    info = chess.engine.INFO_BASIC | chess.engine.INFO_SCORE

    def play() -> None:
        for number, move in enumerate(game.moves):
            engines[number % 2].play(board, limit, game=game, info=info)
            board.push_uci(move)

    _, seconds = timed(play)
    for engine in engines:
        engine.quit()
    return seconds


def main() -> None:
    """Measure and print."""
    built_in()
    uci()


if __name__ == "__main__":
    main()
