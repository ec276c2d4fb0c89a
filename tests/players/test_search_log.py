"""Logs of searches: the same on any number of threads, and true."""

import chess
import numpy as np
import pytest

import tabiya
from tabiya.games import Batch


@pytest.mark.parametrize("game", ["chess", "othello", "loa"])
def test_a_log_does_not_depend_on_threads_and_a_sample_is_a_part_of_all(game: str) -> None:
    start = tabiya.game(game).initial()
    batch = Batch.of([start.play(move) for move in start.legal_moves()])
    player = tabiya.Player(game)
    one = player.log_searches(batch, nodes=1500, rate=0.3, seed=7)
    two = player.log_searches(batch, nodes=1500, rate=0.3, seed=7, threads=2)
    assert len(one) > 100
    assert (one.positions.packed == two.positions.packed).all()
    for name, values in one.columns.items():
        np.testing.assert_array_equal(values, two.columns[name])
    whole = player.log_searches(batch, nodes=1500)
    assert 0.2 < len(one) / len(whole) < 0.4
    other = player.log_searches(batch, nodes=1500, rate=0.3, seed=8)
    assert len(other) != len(one) or (other.columns["score"] != one.columns["score"]).any()


def test_moves_and_bounds_of_a_log_fit_its_positions() -> None:
    start = tabiya.game("chess").initial()
    log = tabiya.Player("chess").log_searches([start], nodes=20_000)
    best, columns = log.best_moves(), log.columns
    names = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]
    searched = np.flatnonzero(columns["left_by"] == 0)
    for node in searched[::29]:
        position = log.positions[int(node)]
        moves = range(log.starts[node], log.starts[node + 1])
        squares = [(names[log.from_squares[m]], names[log.to_squares[m]]) for m in moves]
        # Castling goes to the square of the rook, as in Chess960.
        board = chess.Board(str(position), chess960=True)
        legal = {(names[move.from_square], names[move.to_square]) for move in board.legal_moves}
        assert set(squares) == legal, position
        assert columns["n_tried"][node] <= len(moves)
        has_best = best[node] >= 0
        assert has_best == (columns["bound"][node] != 1)
        assert (columns["score"][node] >= columns["beta"][node]) == (columns["bound"][node] == 2)
    assert set(log.table()["entry"].unique()) >= {"move", "null move"}


def test_a_rate_must_be_a_part_of_all() -> None:
    with pytest.raises(ValueError, match="rate: expected a number above 0"):
        tabiya.Player("loa").log_searches([tabiya.game("loa").initial()], depth=2, rate=0)
