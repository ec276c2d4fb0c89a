"""Chess960 beside python-chess: the same moves, the same texts."""

import random

import chess
import pytest

import tabiya

CHESS960 = tabiya.game("chess", chess960=True)


def test_the_option_is_part_of_the_game() -> None:
    assert repr(CHESS960) == "game('chess', chess960='true')"
    assert tabiya.game("chess", chess960=False) == tabiya.game("chess") != CHESS960
    assert CHESS960.position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").game == CHESS960
    with pytest.raises(ValueError, match="chess960 = true or false"):
        tabiya.game("chess", chess960="maybe")
    with pytest.raises(ValueError, match="found fischer"):
        tabiya.game("chess", fischer=True)


@pytest.mark.parametrize("number", range(0, 960, 64))
def test_random_games_equal_python_chess(number: int) -> None:
    generator = random.Random(number)
    board = chess.Board.from_chess960_pos(number)
    position = CHESS960.position(board.shredder_fen())
    for _ in range(80):
        assert str(position) == board.fen(en_passant="legal")
        assert sorted(position.legal_moves()) == sorted(m.uci() for m in board.legal_moves)
        if position.result is not None or board.is_game_over():
            break
        castlings = [m.uci() for m in board.legal_moves if board.is_castling(m)]
        move = generator.choice(castlings or position.legal_moves())
        san = board.san(chess.Move.from_uci(move))
        assert position.format_move(move) == san
        assert position.parse_move(san) == move
        position = position.play(move)
        board.push_uci(move)


def test_castling_rights_that_do_not_fit_name_the_field() -> None:
    text = chess.Board.from_chess960_pos(0).shredder_fen()
    with pytest.raises(tabiya.ParsePositionError, match=r"castling: expected .* Chess960"):
        tabiya.game("chess").position(text)
    with pytest.raises(tabiya.ParsePositionError, match="castling: expected rights of a king"):
        CHESS960.position("4k3/8/8/8/8/8/8/4K3 w K - 0 1")


def test_a_player_searches_it() -> None:
    board = chess.Board.from_chess960_pos(0)
    report = tabiya.Player(CHESS960).search(CHESS960.position(board.shredder_fen()), depth=4)
    assert chess.Move.from_uci(report.move) in board.legal_moves
