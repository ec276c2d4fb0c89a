"""Othello and Lines of Action against OpenSpiel, move by move.

OpenSpiel and tabiya agree on the moves. Where they differ on results of Lines of Action:

=====================================  ===========================  =============================
case                                   OpenSpiel                    here
=====================================  ===========================  =============================
one move connects both sides           the mover wins               ``simultaneous="mover"``
the side to move has no move           it loses                     ``no_move="loss"``
a board comes back, same side to move  draw at its second time      ``repetition=2``
a board comes back, other side         draw at its second time      predicted from the boards seen
a game of ``max_game_length`` plies    draw, before anything else   predicted from the plies played
=====================================  ===========================  =============================
"""

import random
from typing import Any

import pytest

import tabiya
from tabiya import Position

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for every Python")

OTHELLO = tabiya.game("othello")
LOA = tabiya.game("loa", simultaneous="mover", no_move="loss", repetition=2)
RESULTS = {1.0: "1-0", 0.0: "1/2-1/2", -1.0: "0-1"}
PASS = 64  # OpenSpiel's action; squares are numbered a1, b1, … h8 as here

# White's last move captures and leaves both sides connected.
BOTH_CONNECT = (
    "g8g6 h6f8 d1d3 h3f1 d3h7 h5g4 h7h4 h2f4 c1a3 a6c8 d8b6 a5c3 b8b5 c3e1 g1g4 "
    "c8b7 h4h3 f4c4 b5c5 e1b1 b6b3 f8c5 e8c6 a7a3 h3f1 a4c6 f1d1 b1d1 g4f5 d1b3"
)
# Black walks a triangle while White goes out and back: the first board, the other side to move.
TRIANGLE = "b1b3 a3c5 b3d3 c5a3 d3b1"
# Both sides go out and back: the first board, the same side to move.
OUT_AND_BACK = "b1b3 a3c5 b3b1 c5a3"


def result_of(state: Any) -> str | None:
    return RESULTS[state.returns()[0]] if state.is_terminal() else None


def square_name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def othello_moves(state: Any) -> list[str]:
    return ["pass" if action == PASS else square_name(action) for action in state.legal_actions()]


def othello_cells(state: Any) -> str:
    """Read the eight ranks between the two lines of letters; the first rank is on top."""
    ranks = str(state).splitlines()[2:10]
    return "".join(rank[2:17:2] for rank in ranks).upper().replace("-", ".")


def loa_moves(state: Any) -> dict[str, int]:
    """Map our texts to actions; OpenSpiel writes ``b1-b3``, or ``c1xa3`` for a capture."""
    return {
        state.action_to_string(a)[:2] + state.action_to_string(a)[3:]: a
        for a in state.legal_actions()
    }


def loa_cells(state: Any) -> str:
    """Read the eight ranks, the eighth on top."""
    ranks = str(state).splitlines()[:8]
    return "".join(rank[1:] for rank in reversed(ranks)).replace("x", "b").replace("o", "w")


def predict_loa_result(position: Position, boards: list[str], max_game_length: int) -> str | None:
    """Say what OpenSpiel will say of our position, given the boards before it."""
    if len(boards) >= max_game_length:
        return "1/2-1/2"
    if position.cells in boards:
        return "1/2-1/2"
    return position.result


def new_loa(max_game_length: int = 1000) -> Any:
    game = pyspiel.load_game("lines_of_action", {"max_game_length": max_game_length})
    return game.new_initial_state()


def replay_loa(moves: str) -> tuple[Any, Position]:
    state, position = new_loa(), LOA.initial()
    for move in moves.split():
        assert result_of(state) is None
        state.apply_action(loa_moves(state)[move])
        position = position.play(move)
    return state, position


@pytest.mark.parametrize("seed", range(60))
def test_othello_equals_open_spiel(seed: int) -> None:
    generator = random.Random(seed)
    state, position = pyspiel.load_game("othello").new_initial_state(), OTHELLO.initial()
    while not state.is_terminal():
        assert position.result is None
        assert position.side_to_move == ["black", "white"][state.current_player()]
        assert position.legal_moves() == othello_moves(state)
        action = generator.choice(state.legal_actions())
        position = position.play("pass" if action == PASS else square_name(action))
        state.apply_action(action)
        assert position.cells == othello_cells(state)
    assert position.result == result_of(state)


def test_othello_games_have_passes() -> None:
    game, n_passes = pyspiel.load_game("othello"), 0
    for seed in range(60):
        generator, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            n_passes += state.legal_actions() == [PASS]
            state.apply_action(generator.choice(state.legal_actions()))
    assert n_passes > 10


@pytest.mark.parametrize("max_game_length", [1000, 60])
@pytest.mark.parametrize("seed", range(40))
def test_loa_equals_open_spiel(seed: int, max_game_length: int) -> None:
    generator = random.Random(seed)
    state, position, boards = new_loa(max_game_length), LOA.initial(), list[str]()
    own_last = ["", ""]
    while not state.is_terminal():
        moves = loa_moves(state)
        assert position.side_to_move == ["black", "white"][state.current_player()]
        assert sorted(moves) == sorted(position.legal_moves())
        # In every fourth game a side may take its last move back, so that boards repeat.
        back = own_last[0][2:] + own_last[0][:2]
        takes_back = seed % 4 == 0 and back in moves and generator.random() < 0.1
        move = back if takes_back else generator.choice(sorted(moves))
        own_last = [own_last[1], move]
        boards.append(position.cells)
        position = position.play(move)
        state.apply_action(moves[move])
        assert position.cells == loa_cells(state)
        assert result_of(state) == predict_loa_result(position, boards, max_game_length)


def test_loa_simultaneous_connection_is_the_movers() -> None:
    state, position = replay_loa(BOTH_CONNECT)
    assert result_of(state) == position.result == "0-1"
    olympiad = tabiya.game("loa").initial().play_all(BOTH_CONNECT.split())
    assert olympiad.result == "1/2-1/2"


def test_loa_second_repetition_draws() -> None:
    state, position = replay_loa(OUT_AND_BACK)
    assert position == LOA.initial()
    assert result_of(state) == position.result == "1/2-1/2"
    assert tabiya.game("loa").initial().play_all(OUT_AND_BACK.split()).result is None


def test_loa_repetition_with_the_other_side_to_move_draws_there_only() -> None:
    state, position = replay_loa(TRIANGLE)
    assert position.cells == LOA.initial().cells
    assert position != LOA.initial()
    assert result_of(state) == "1/2-1/2"
    assert position.result is None
