"""Positions per second of search_many, beside python-chess driving stockfish."""

import random

import chess
import chess.engine

import tabiya
from _peers import figure, find_engine, skip, timed

NODES = 1024
REQUIRED_RATIO = 8


def random_positions(n: int, seed: int = 1) -> list[str]:
    """Return positions of random play, eight to forty plies in."""
    generator = random.Random(seed)
    texts: list[str] = []
    while len(texts) < n:
        board = chess.Board()
        for _ in range(generator.randrange(8, 40)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(generator.choice(moves))
        if not board.is_game_over():
            texts.append(board.fen())
    return texts


def main() -> None:
    """Measure and print."""
    texts = random_positions(4000)
    game = tabiya.game("chess")
    positions = [game.position(text) for text in texts]
    player = tabiya.Player("chess")
    reports, seconds = timed(lambda: player.search_many(positions, nodes=NODES, threads=2))
    again = player.search_many(positions[:50], nodes=NODES, threads=1)
    assert [r.pv for r in again] == [r.pv for r in reports[:50]]
    own = len(reports) / seconds
    figure("search_many chess, 1,024 nodes, 2 threads", f"{own:.0f} positions/s")
    path = find_engine("stockfish")
    if path is None:
        skip("search_many, ratio to stockfish through python-chess", "stockfish")
        return
    boards = [chess.Board(text) for text in texts[:600]]
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        options: dict[str, bool | int] = {"Threads": 1, "Use NNUE": False}
        engine.configure({k: v for k, v in options.items() if k in engine.options})
        limit = chess.engine.Limit(nodes=NODES)
        infos, seconds = timed(lambda: [engine.analyse(board, limit) for board in boards])
    assert all("score" in info for info in infos)
    peer = len(infos) / seconds
    figure("stockfish through python-chess, 1,024 nodes", f"{peer:.0f} positions/s")
    verdict = "met" if own / peer >= REQUIRED_RATIO else "MISSED"
    figure(f"search_many, ratio (at least {REQUIRED_RATIO})", f"{own / peer:.1f}, {verdict}")


if __name__ == "__main__":
    main()
