"""The sentences of the chunk language, decided by python-chess on a board that is mirrored.

Nothing here comes from tabiya: a condition is a function of a board, and a mirror is a mirrored
board, where tabiya mirrors the condition.
"""

import random
from collections.abc import Callable

import chess

Test = Callable[[chess.Board], bool]


def mirrored(board: chess.Board, mirror: int) -> chess.Board:
    """Return the board as a chunk sees it that was written for another side or wing."""
    board = board.copy(stack=False)
    if mirror & 1:
        board = board.mirror()
    if mirror & 2:
        rights = board.clean_castling_rights()
        board.apply_transform(chess.flip_horizontal)
        board.castling_rights = chess.flip_horizontal(rights & chess.BB_CORNERS)
    return board


def piece(name: str) -> chess.Piece:
    symbol = name[1].upper() if name[0] == "W" else name[1].lower()
    return chess.Piece.from_symbol(symbol)


def on(name: str, *squares: str) -> Test:
    """Return whether a piece stands on one of the squares."""
    wanted = piece(name)
    return lambda board: any(board.piece_at(chess.parse_square(s)) == wanted for s in squares)


def on_file(name: str, file: str) -> Test:
    return on(name, *(f"{file}{rank}" for rank in range(1, 9)))


def squares_of(board: chess.Board, name: str) -> list[int]:
    wanted = piece(name)
    return [s for s in chess.SQUARES if board.piece_at(s) == wanted]


def front(square: int, colour: chess.Color) -> list[int]:
    """Return the squares ahead on the same file."""
    step = 1 if colour else -1
    ranks = range(chess.square_rank(square) + step, 8 if colour else -1, step)
    return [chess.square(chess.square_file(square), rank) for rank in ranks]


def is_passed(board: chess.Board, square: int) -> bool:
    colour = board.color_at(square)
    assert colour is not None
    ahead = front(square, colour)
    if any(board.piece_at(s) == chess.Piece(chess.PAWN, colour) for s in ahead):
        return False
    file = chess.square_file(square)
    for other in board.pieces(chess.PAWN, not colour):
        near = abs(chess.square_file(other) - file) <= 1
        if near and chess.square_rank(other) in {chess.square_rank(s) for s in ahead}:
            return False
    return True


def is_isolated(board: chess.Board, square: int) -> bool:
    colour = board.color_at(square)
    assert colour is not None
    file = chess.square_file(square)
    own = board.pieces(chess.PAWN, colour)
    return not any(abs(chess.square_file(other) - file) == 1 for other in own)


def is_doubled(board: chess.Board, square: int) -> bool:
    colour = board.color_at(square)
    assert colour is not None
    own = board.pieces(chess.PAWN, colour)
    return sum(chess.square_file(other) == chess.square_file(square) for other in own) > 1


def is_backward(board: chess.Board, square: int) -> bool:
    """Return whether no pawn beside or behind can guard it and its next square is watched."""
    colour = board.color_at(square)
    assert colour is not None
    file, rank = chess.square_file(square), chess.square_rank(square)
    for other in board.pieces(chess.PAWN, colour):
        behind = chess.square_rank(other) <= rank if colour else chess.square_rank(other) >= rank
        if abs(chess.square_file(other) - file) == 1 and behind:
            return False
    ahead = front(square, colour)
    return bool(ahead) and any(
        ahead[0] in board.attacks(other) for other in board.pieces(chess.PAWN, not colour)
    )


def is_connected(board: chess.Board, square: int) -> bool:
    colour = board.color_at(square)
    assert colour is not None
    own = board.pieces(chess.PAWN, colour)
    return any(
        abs(chess.square_file(other) - chess.square_file(square)) == 1
        and abs(chess.square_rank(other) - chess.square_rank(square)) <= 1
        for other in own
    )


def is_outpost(board: chess.Board, square: int) -> bool:
    """Return whether a piece is guarded by a pawn, far enough, and no pawn can ever attack it."""
    colour = board.color_at(square)
    assert colour is not None
    rank = chess.square_rank(square) if colour else 7 - chess.square_rank(square)
    if rank not in {3, 4, 5}:
        return False
    if not any(square in board.attacks(p) for p in board.pieces(chess.PAWN, colour)):
        return False
    ranks = {chess.square_rank(s) for s in front(square, colour)}
    return not any(
        abs(chess.square_file(p) - chess.square_file(square)) == 1 and chess.square_rank(p) in ranks
        for p in board.pieces(chess.PAWN, not colour)
    )


def pins(board: chess.Board, pinning: str, pinned: str, behind: str) -> bool:
    """Return whether taking the middle piece away lets the first attack the third."""
    for middle in squares_of(board, pinned):
        for first in squares_of(board, pinning):
            if middle not in board.attacks(first):
                continue
            without = board.copy(stack=False)
            without.remove_piece_at(middle)
            before, after = board.attacks(first), without.attacks(first)
            if any(s in after and s not in before for s in squares_of(board, behind)):
                return True
    return False


def power(board: chess.Board, colour: chess.Color) -> int:
    values = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    return sum(n * len(board.pieces(role, colour)) for role, n in values.items())


def random_boards(count: int, seed: int) -> list[chess.Board]:
    """Return positions of random games, some after many moves, a few with most pieces gone."""
    rng = random.Random(seed)
    boards: list[chess.Board] = []
    while len(boards) < count:
        board = chess.Board()
        for _ in range(rng.randrange(4, 160)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            if rng.random() < 0.2:
                boards.append(board.copy(stack=False))
    rng.shuffle(boards)
    return boards[:count]
