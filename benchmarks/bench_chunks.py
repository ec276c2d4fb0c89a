"""Chunks on one core: scanning games for one pattern, and matching a library for an index.

The games are the world championships of ``TABIYA_DATA/chess_master``. What is found is held
against python-chess on some of them. Seconds are those of the processor.
"""

import os

# One core: the core reads this when its threads are first asked for.
os.environ["RAYON_NUM_THREADS"] = "1"

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess
import numpy as np

import tabiya
from _peers import data, figure, skip
from tabiya.chunks import Games, Library, open_games, sample_games

STONEWALL = "WN on E5; WP on D4 E3 F4; BP on D5 E6 F5"
PATTERNS = {
    "stonewall, two mirrors": f"wrt white; {STONEWALL}",
    "castled king, four mirrors": "wrt white kingside; WK on G1/H1; WP on F2 + G2; WP on H2/H3",
    "isolated pawn, two mirrors": "wrt white; isolated WP on D4; BP noton D_FILE",
}
REQUIRED_PLIES = 30e6
REQUIRED_POSITIONS = 300e3
N_CHUNKS = 60
N_CHECKED = 60


def best_of(work: Callable[[], object], n_times: int = 5) -> float:
    """Return the least seconds of the processor that some work takes."""
    seconds = []
    for _ in range(n_times):
        started = time.process_time()
        work()
        seconds.append(time.process_time() - started)
    return min(seconds)


def count_castled(db: Games, n_games: int) -> int:
    """Count the positions with a castled king by python-chess, both sides and both wings."""
    pieces = (("K", ("g1", "h1")), ("P", ("f2",)), ("P", ("g2",)), ("P", ("h2", "h3")))
    count = 0
    for game, plies in db.games().select("game", "plies").head(n_games).iter_rows():
        board = chess.Board()
        for move in [*db.plan(game, 0, plies), None]:
            views = [chess.BaseBoard(view.board_fen()) for view in (board, board.mirror())]
            views += [view.transform(chess.flip_horizontal) for view in views]
            count += any(
                all(
                    any(
                        view.piece_at(chess.parse_square(square)) == chess.Piece.from_symbol(symbol)
                        for square in squares
                    )
                    for symbol, squares in pieces
                )
                for view in views
            )
            if move is not None:
                board.push_uci(move)
    return count


def bench_scan(db: Games) -> None:
    """Scan all games for one pattern with its mirrors."""
    core = db._core
    for name, text in PATTERNS.items():
        compiled = tabiya.chunks.pattern(text).core
        speed = db.n_plies / best_of(lambda compiled=compiled: core.scan(compiled, 0))  # type: ignore[misc] # bound at once, in a loop
        verdict = "met" if speed >= REQUIRED_PLIES else "MISSED"
        figure(f"scan, {name}", f"{speed / 1e6:.0f} M plies/s")
        figure(f"scan, {name}, at least 30 M plies/s", verdict)
    compiled = tabiya.chunks.pattern(PATTERNS["castled king, four mirrors"]).core
    games, plies, _ = core.scan(compiled, 0)
    found = len(np.unique(np.stack([games, plies], axis=1)[games < N_CHECKED], axis=0))
    assert found == count_castled(db, N_CHECKED), found


def bench_library(db: Games) -> None:
    """Match sixty chunks at once in packed positions, as an index does in games."""
    sample = sample_games(db, 20_000, first_ply=0)
    library = Library(tabiya.chunks.library().chunks[:N_CHUNKS])
    seconds = best_of(lambda: library.matches(sample.batch))
    speed = len(sample) / seconds
    verdict = "met" if speed >= REQUIRED_POSITIONS else "MISSED"
    figure(f"{N_CHUNKS} chunks, packed positions", f"{speed / 1e3:.0f} k positions/s")
    figure(f"{N_CHUNKS} chunks, at least 300 k positions/s", verdict)
    seconds = best_of(tabiya.chunks.library, 3)
    figure("starter library, text to compiled", f"{1000 * seconds:.0f} ms")


def main() -> None:
    """Measure and print."""
    pgn = data("chess_master", "world_championships.pgn")
    if pgn is None:
        skip("chunks", "TABIYA_DATA/chess_master")
        return
    with tempfile.TemporaryDirectory() as folder:
        db = open_games(Path(folder, "games.db"))
        db.add(pgn)
        figure("games, plies", f"{db.n_games:,}, {db.n_plies:,}")
        bench_scan(db)
        bench_library(db)


if __name__ == "__main__":
    main()
