"""Leaves per second of perft from Python, beside python-chess."""

from functools import partial

import chess

import tabiya
from _peers import figure, timed

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
TABLE = [
    ("chess", KIWIPETE, 5, 193_690_690),
    ("othello", None, 10, 24_571_284),
    ("loa", None, 5, 55_963_132),
]
REQUIRED_CHESS = 100e6


def peer_perft(board: chess.Board, depth: int) -> int:
    """Count leaves with python-chess, the last ply in bulk."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in list(board.legal_moves):
        board.push(move)
        count += peer_perft(board, depth - 1)
        board.pop()
    return count


def main() -> None:
    """Measure and print."""
    for name, text, depth, expected in TABLE:
        game = tabiya.game(name)
        position = game.position(text) if text else game.initial()
        count, seconds = timed(partial(position.perft, depth))
        assert count == expected, (name, count)
        speed = count / seconds
        figure(f"perft {name}, depth {depth}", f"{speed / 1e6:.0f} M leaves/s")
        if name == "chess":
            peer_count, peer_seconds = timed(lambda: peer_perft(chess.Board(KIWIPETE), 3))
            assert peer_count == game.position(KIWIPETE).perft(3)
            ratio = speed / (peer_count / peer_seconds)
            figure("perft chess, ratio to python-chess", f"{ratio:.0f}")
            verdict = "met" if speed >= REQUIRED_CHESS else "MISSED"
            figure("perft chess, at least 100 M leaves/s", verdict)


if __name__ == "__main__":
    main()
