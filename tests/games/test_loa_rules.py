"""The options of the rules of Lines of Action, each on a position made for it."""

import pytest

import tabiya
from tabiya import Position

# After a1c1, which captures, both sides are connected.
BOTH_CONNECT = {
    "black": "6ww/8/8/8/8/8/3b4/b1w5 b",
    "white": "6bb/8/8/8/8/8/3w4/w1b5 w",
}
# White cannot move: each of its two pieces stands in a corner behind three enemies.
WHITE_BLOCKED = "6bw/6bb/8/8/8/8/bb6/wb6 w"
# Nobody can move and nobody is connected.
ALL_BLOCKED = "2w1b1w1/1b1b1b1b/2w1b1w1/1w1w1w1w/2w1b1w1/1b1b1b1b/2w1b1w1/8 b"
# Two pieces a side, far from each other, with room to go out and back.
OPEN = "7w/8/2w5/8/8/6b1/8/1b6 b"
SHUFFLE = ["b1b2", "c6c7", "b2b1", "c7c6"]


def read(text: str, **rules: str | int) -> Position:
    return tabiya.game("loa", **rules).position(text)


@pytest.mark.parametrize(
    ("rules", "mover", "result"),
    [
        ({}, "black", "1/2-1/2"),
        ({}, "white", "1/2-1/2"),
        ({"simultaneous": "draw"}, "black", "1/2-1/2"),
        ({"simultaneous": "draw"}, "white", "1/2-1/2"),
        ({"simultaneous": "mover"}, "black", "1-0"),
        ({"simultaneous": "mover"}, "white", "0-1"),
    ],
)
def test_simultaneous_connection(rules: dict[str, str], mover: str, result: str) -> None:
    before = read(BOTH_CONNECT[mover], **rules)
    assert (before.side_to_move, before.result) == (mover, None)
    after = before.play("a1c1")
    assert after.result == result
    assert after.legal_moves() == []


@pytest.mark.parametrize("simultaneous", ["draw", "mover"])
def test_one_connection_wins_whoever_moved(simultaneous: str) -> None:
    own = read("w5w1/8/8/8/8/8/2b5/b7 b", simultaneous=simultaneous)
    assert own.play("a1b2").result == "1-0"
    # Black captures the white piece that stood apart.
    gift = read("6ww/8/8/8/8/8/7b/b1w5 b", simultaneous=simultaneous)
    assert gift.play("a1c1").result == "0-1"


@pytest.mark.parametrize("rules", [{}, {"no_move": "loss"}], ids=str)
def test_no_move_loses(rules: dict[str, str]) -> None:
    blocked = read(WHITE_BLOCKED, **rules)
    assert blocked.legal_moves() == []
    assert blocked.result == "1-0"
    assert read(ALL_BLOCKED, **rules).result == "0-1"
    with pytest.raises(tabiya.IllegalMoveError):
        blocked.play("pass")


def test_no_move_passes() -> None:
    blocked = read(WHITE_BLOCKED, no_move="pass")
    assert blocked.result is None
    assert blocked.legal_moves() == ["pass"]
    after = blocked.play("pass")
    assert after.side_to_move == "black"
    assert after.cells == blocked.cells
    assert "pass" not in after.legal_moves()


def test_no_move_of_both_sides_draws_where_one_may_pass() -> None:
    blocked = read(ALL_BLOCKED, no_move="pass")
    assert blocked.legal_moves() == []
    assert blocked.result == "1/2-1/2"


@pytest.mark.parametrize(
    ("rules", "n_plies"),
    [
        ({}, 8),
        ({"repetition": 3}, 8),
        ({"repetition": "3"}, 8),
        ({"repetition": 2}, 4),
        ({"repetition": "off"}, None),
    ],
    ids=str,
)
def test_repetition_draws(rules: dict[str, str | int], n_plies: int | None) -> None:
    position = read(OPEN, **rules)
    for ply, move in enumerate(SHUFFLE * 3, start=1):
        position = position.play(move)
        if ply == n_plies:
            assert position.result == "1/2-1/2"
            assert position.legal_moves()  # a draw by count still has its moves
            return
        assert position.result is None
    assert n_plies is None


def test_repetition_counts_the_side_to_move() -> None:
    triangle = ["b1b3", "a3c5", "b3d3", "c5a3", "d3b1"]
    start = tabiya.game("loa", repetition=2).initial()
    after = start.play_all(triangle)
    assert after.cells == start.cells
    assert after != start
    assert after.result is None


def test_repetition_counts_from_where_the_play_began() -> None:
    once = read(OPEN, repetition=2).play_all(SHUFFLE)
    assert once.result == "1/2-1/2"
    assert read(str(once), repetition=2).result is None


def test_options_combine() -> None:
    rules: dict[str, str | int] = {"simultaneous": "mover", "no_move": "pass", "repetition": 2}
    assert read(BOTH_CONNECT["black"], **rules).play("a1c1").result == "1-0"
    assert read(WHITE_BLOCKED, **rules).legal_moves() == ["pass"]
    assert read(OPEN, **rules).play_all(SHUFFLE).result == "1/2-1/2"
