"""Moves as people write them, read back and written, and positions known by their text."""

import random

import pytest

import tabiya
from tabiya.games import recognise


@pytest.mark.parametrize("name", tabiya.games())
def test_every_move_of_random_games_reads_back(name: str) -> None:
    generator = random.Random(7)
    for _ in range(3):
        position = tabiya.game(name).initial()
        for _ in range(60):
            if position.result is not None:
                break
            for move in position.legal_moves():
                assert position.parse_move(position.format_move(move)) == move
                assert position.parse_move(move.upper()) == move
            position = position.play(generator.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("fen", "texts", "move"),
    [
        ("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", ["O-O", "0-0", "e1g1", "E1-G1"], "e1g1"),
        ("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", ["a8=Q", "a8Q", "a7a8q", "a7-a8=Q", "a8=Q+"], "a7a8q"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", ["exd5", "e4xd5", "e4:d5", "e4d5"], "e4d5"),
    ],
)
def test_chess_moves_are_read_in_many_ways(fen: str, texts: list[str], move: str) -> None:
    position = tabiya.game("chess").position(fen)
    assert {position.parse_move(text) for text in texts} == {move}


def test_captures_of_loa_have_their_sign() -> None:
    position = tabiya.game("loa").position("1bbbbbb1/w6w/w6w/w6w/w6w/w2b3w/w6w/1bb1bbb1 w")
    capture = next(m for m in position.legal_moves() if m.endswith("d3"))
    assert position.format_move(capture) == f"{capture[:2]}xd3"
    assert position.parse_move(f"{capture[:2]}-d3") == capture
    assert tabiya.game("loa").initial().format_line(["b1b3", "a3c1"]) == "b1-b3 a3xc1"


def test_passes_are_read_in_many_ways() -> None:
    position = tabiya.game("othello").position("OX" + 61 * "-" + "X X")
    assert position.legal_moves() == ["pass"]
    assert {position.parse_move(text) for text in ("pass", "PASS", "pa", "--")} == {"pass"}


def test_lines_are_numbered_from_the_position_on() -> None:
    start = tabiya.game("chess").initial()
    line = start.play("e2e4").format_line(["e7e5", "g1f3", "b8c6"])
    assert line == "1... e5 2. Nf3 Nc6"


@pytest.mark.parametrize("text", ["", "Nf6", "e2e5", "O-O", "e9", "x" * 500])
def test_what_names_no_legal_move_is_an_error(text: str) -> None:
    with pytest.raises(tabiya.IllegalMoveError, match="expected a legal move, found"):
        tabiya.game("chess").initial().parse_move(text)


@pytest.mark.parametrize("name", tabiya.games())
@pytest.mark.parametrize("other", tabiya.games())
def test_a_position_of_another_game_is_said_as_such(name: str, other: str) -> None:
    text = str(tabiya.game(other).initial())
    assert recognise(text) == other
    if name != other:
        with pytest.raises(tabiya.ParsePositionError, match=f"of {name}, found one of {other}"):
            tabiya.game(name).position(text)
