"""Chess against python-chess, position by position."""

import random
from collections.abc import Iterator
from itertools import pairwise

import chess
import pytest

import tabiya
from tabiya import Position

CHESS = tabiya.game("chess")
N_GAMES = 60

# The standard perft positions whose rules trip generators: castling through and out of attacks,
# en passant into a pin, promotions with capture.
TRICKY = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
]


def expected_result(board: chess.Board) -> str | None:
    if board.is_checkmate():
        return "0-1" if board.turn == chess.WHITE else "1-0"
    return None if drawn_by(board) is None else "1/2-1/2"


def drawn_by(board: chess.Board) -> str | None:
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "material"
    if board.is_fifty_moves():
        return "fifty moves"
    return "repetition" if board.is_repetition(3) else None


def moves_of(board: chess.Board) -> list[str]:
    return sorted(move.uci() for move in board.legal_moves)


def check_same(position: Position, board: chess.Board) -> None:
    assert str(position) == board.fen(en_passant="legal")
    assert sorted(position.legal_moves()) == moves_of(board)
    assert position.side_to_move == chess.COLOR_NAMES[board.turn]
    assert position.result == expected_result(board)


def random_game(seed: int) -> Iterator[tuple[Position, chess.Board]]:
    """Play until the game ends by our rules; every other game from a tricky position.

    The board is the same object at every step.
    """
    generator = random.Random(seed)
    start = chess.STARTING_FEN if seed % 2 == 0 else generator.choice(TRICKY)
    position, board = CHESS.position(start), chess.Board(start)
    yield position, board
    while position.result is None:
        move = generator.choice(moves_of(board))
        position = position.play(move)
        board.push_uci(move)
        yield position, board


@pytest.mark.parametrize("seed", range(N_GAMES))
def test_random_game_equals_python_chess(seed: int) -> None:
    for position, board in random_game(seed):
        check_same(position, board)


def test_random_games_end_in_many_ways() -> None:
    boards = [[*random_game(seed)][-1][1] for seed in range(N_GAMES)]
    ends = {"mate" if board.is_checkmate() else drawn_by(board) for board in boards}
    assert ends >= {"mate", "material", "repetition", "fifty moves"}


def test_equality_is_that_of_the_transposition_key() -> None:
    keys: dict[Position, object] = {}
    n_positions = 0
    for seed in range(0, N_GAMES, 2):
        for position, board in random_game(seed):
            key = board._transposition_key()  # noqa: SLF001 (the key that python-chess compares)
            assert keys.setdefault(position, key) == key
            n_positions += 1
    assert len(set(keys.values())) == len(keys) < n_positions


def test_equality_forgets_clocks_but_not_rights() -> None:
    board = "r3k2r/8/8/8/8/8/8/R3K2R"
    same = [CHESS.position(f"{board} w KQkq - {clocks}") for clocks in ("0 1", "7 40")]
    assert same[0] == same[1]
    assert hash(same[0]) == hash(same[1])
    texts = ("w KQkq - 0 1", "b KQkq - 0 1", "w Qkq - 0 1", "w - - 0 1")
    assert len({CHESS.position(f"{board} {text}") for text in texts}) == 4
    # The pawn on e5 may capture en passant; the one that is pinned to its king may not.
    free, pinned = "4k3/8/8/3pP3/8/8/8/4K3 w -", "4r1k1/8/8/3pP3/8/8/8/4K3 w -"
    assert CHESS.position(f"{free} d6") != CHESS.position(f"{free} -")
    assert CHESS.position(f"{pinned} d6") == CHESS.position(f"{pinned} -")


def test_threefold_by_shuffling_knights() -> None:
    board, line = chess.Board(), [CHESS.initial()]
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        board.push_uci(move)
        line.append(line[-1].play(move))
        check_same(line[-1], board)
    assert [position.result for position in line] == [None] * 8 + ["1/2-1/2"]
    assert len(line[-1].legal_moves()) == 20  # a draw by count still has its moves
    assert line[-1].play("g1f3").result == "1/2-1/2"
    assert CHESS.position(str(line[-1])).result is None  # the text does not tell the past
    assert line[-1].play("e2e4").result is None


def test_threefold_counts_the_same_rights_only() -> None:
    line = CHESS.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    board = chess.Board(str(line))
    results = []
    for move in ["h1h2", "h8h7", "h2h1", "h7h8"] * 3:
        line = line.play(move)
        board.push_uci(move)
        check_same(line, board)
        results.append(line.result)
    # The first rook moves cost a right each, so the start never comes back.
    assert results.index("1/2-1/2") == 9


@pytest.mark.parametrize(
    ("move", "result"), [("h1h8", "1-0"), ("h1h7", "1/2-1/2"), ("h1a1", "1/2-1/2")]
)
def test_mate_on_the_last_move_beats_the_fifty_move_rule(move: str, result: str) -> None:
    before = CHESS.position("k7/8/1K6/8/8/8/8/7R w - - 99 80")
    board = chess.Board(str(before))
    board.push_uci(move)
    assert before.result is None
    assert before.play(move).result == result == expected_result(board)


def test_pawn_move_restarts_the_fifty_moves() -> None:
    before = CHESS.position("k7/8/1K6/8/8/8/7P/7R w - - 99 80")
    assert before.play("h1g1").result == "1/2-1/2"
    assert before.play("h2h3").result is None


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "1-0"),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "0-1"),
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "1/2-1/2"),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "1/2-1/2"),
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", "1/2-1/2"),
        ("8/5b2/4k3/8/8/3K4/2B5/8 w - - 0 1", "1/2-1/2"),
        ("8/6b1/4k3/8/8/3K4/2B5/8 w - - 0 1", None),
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", None),
        ("8/8/4k3/8/8/3K4/4P3/8 w - - 0 1", None),
    ],
)
def test_results_by_the_board(text: str, result: str | None) -> None:
    position = CHESS.position(text)
    assert position.result == result
    check_same(position, chess.Board(text))


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1g1", "e8c8"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1c1", "e8g8"]),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", ["d7d5", "e5d6"]),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a7a8q"]),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a7b8n"]),
        ("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", ["a2a1r"]),
        ("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", ["a2b1b"]),
    ],
)
def test_moves_are_written_as_uci(text: str, moves: list[str]) -> None:
    board = chess.Board(text)
    line = [CHESS.position(text)]
    for move in moves:
        board.push_uci(move)
        line.append(line[-1].play(move))
        check_same(line[-1], board)
    assert all(before.cells != after.cells for before, after in pairwise(line))


@pytest.mark.parametrize("move", ["e1h1", "e1a1", "O-O", "Ra1b1", "a1b1 ", "A1B1", "e1e3"])
def test_other_ways_to_write_moves_are_refused(move: str) -> None:
    position = CHESS.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    with pytest.raises(tabiya.IllegalMoveError):
        position.play(move)


def slow_perft(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += slow_perft(board, depth - 1)
        board.pop()
    return count


@pytest.mark.parametrize("text", [chess.STARTING_FEN, *TRICKY])
@pytest.mark.parametrize("depth", [2, 3])
def test_perft_equals_python_chess(text: str, depth: int) -> None:
    assert CHESS.position(text).perft(depth) == slow_perft(chess.Board(text), depth)
