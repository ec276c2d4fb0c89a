"""Whatever is fed in, a game reads a position or says in one line what is wrong with the text."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabiya
from tabiya import IllegalMoveError, ParsePositionError, Position

FIELDS = {
    "chess": {
        "FEN",
        "board",
        "side to move",
        "castling",
        "en passant",
        "halfmove clock",
        "move number",
    },
    "othello": {"board", "side to move"},
    "loa": {"board", "side to move"},
}
KINGS = "4k3/8/8/8/8/8/8/4K3"
EMPTY = "-" * 64

each_game = pytest.mark.parametrize("name", tabiya.games())
thorough = settings(deadline=None, max_examples=400)


def check_text(name: str, text: str) -> None:
    """Require a position that reads back, or an error that names game and field in one line."""
    message = None
    try:
        position = tabiya.game(name).position(text)
    except ParsePositionError as error:
        message = str(error)
    if message is not None:
        assert field_of(message, name) in FIELDS[name]
        return
    check_position(position)
    for move in position.legal_moves():
        check_position(position.play(move))


def check_position(position: Position) -> None:
    again = position.game.position(str(position))
    assert again == position
    assert str(again) == str(position)
    assert again.legal_moves() == position.legal_moves()
    assert position.result in (None, "1-0", "0-1", "1/2-1/2")


def field_of(message: str, name: str) -> str:
    assert message.splitlines() == [message]
    assert len(message) < 2000
    subject, _, rest = message.partition(": expected ")
    assert ", found " in rest
    game, _, field = subject.partition(" position, ")
    assert game == name
    return field


def check_move(position: Position, text: str) -> None:
    """Require a legal move, or an error with the move and the position in one line."""
    message = None
    try:
        after = position.play(text)
    except IllegalMoveError as error:
        message = str(error)
    assert (message is None) == (text in position.legal_moves())
    if message is None:
        check_position(after)
        return
    assert message.splitlines() == [message]
    assert message.startswith("expected a legal move, found ")
    assert message.endswith(f" in {position}")


def random_position(name: str, seed: int) -> Position:
    """Walk some way from the start, but not into the end of the game."""
    generator = random.Random(seed)
    position = tabiya.game(name).initial()
    for _ in range(generator.randrange(60)):
        after = position.play(generator.choice(position.legal_moves()))
        if not after.legal_moves():
            break
        position = after
    return position


def change(text: str, data: st.DataObject) -> str:
    """Change a few characters of a text; most come from texts of positions."""
    usual = st.sampled_from("kqrbnpKQRBNPwbXOxo-/ 0123456789abcdefgh\n\t_é")
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 3))
        inserted = data.draw(st.text(usual | st.characters(codec="utf-8"), max_size=3))
        text = text[:start] + inserted + text[start + length :]
    return text


@each_game
@thorough
@given(text=st.text())
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    check_text(name, text)
    check_move(tabiya.game(name).initial(), text)


@each_game
@thorough
@given(seed=st.integers(0, 10_000), data=st.data())
def test_changed_text_is_read_or_refused(name: str, seed: int, data: st.DataObject) -> None:
    check_text(name, change(str(random_position(name, seed)), data))


@each_game
@thorough
@given(seed=st.integers(0, 10_000), data=st.data())
def test_changed_fields_are_read_or_refused(name: str, seed: int, data: st.DataObject) -> None:
    fields = str(random_position(name, seed)).split()
    others = str(random_position(name, seed + 1)).split()
    usual = st.sampled_from([*fields, *others, "", "-1", "KQkq", "e3", "d6", "99999999999", "w"])
    fields[data.draw(st.integers(0, len(fields) - 1))] = data.draw(usual)
    check_text(name, data.draw(st.sampled_from([" ", "  ", "\n", "_"])).join(fields))


@each_game
@thorough
@given(seed=st.integers(0, 10_000), data=st.data())
def test_changed_move_is_played_or_refused(name: str, seed: int, data: st.DataObject) -> None:
    position = random_position(name, seed)
    move = data.draw(st.sampled_from(position.legal_moves()))
    check_move(position, change(move, data))
    check_move(
        position, data.draw(st.from_regex(r"[a-h][1-8]([a-h][1-8][qrbn]?)?", fullmatch=True))
    )


@pytest.mark.parametrize(
    ("name", "text", "field"),
    [
        ("chess", "nonsense", "board"),
        ("chess", "8/8/8/8 w - - 0 1", "board"),
        ("chess", "4k3/8/8/8/8/8/8/4K2 w - - 0 1", "board"),
        ("chess", "4k3/8/8/8/8/8/8/4K2Z w - - 0 1", "board"),
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1", "board"),
        ("chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "board"),
        ("chess", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "board"),
        ("chess", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "board"),
        ("chess", "4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 b - - 0 1", "board"),
        ("chess", f"{KINGS} x - - 0 1", "side to move"),
        ("chess", f"{KINGS} W - - 0 1", "side to move"),
        ("chess", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "side to move"),
        ("chess", f"{KINGS} w X - 0 1", "castling"),
        ("chess", f"{KINGS} w KQkq+ - 0 1", "castling"),
        ("chess", f"{KINGS} w - e9 0 1", "en passant"),
        ("chess", f"{KINGS} w - e 0 1", "en passant"),
        ("chess", f"{KINGS} w - - x 1", "halfmove clock"),
        ("chess", f"{KINGS} w - - -1 1", "halfmove clock"),
        ("chess", f"{KINGS} w - - 0 x", "move number"),
        ("chess", f"{KINGS} w - - 0 1.5", "move number"),
        ("chess", f"{KINGS} w - - 0 1 more", "FEN"),
        ("othello", "", "board"),
        ("othello", "nonsense", "board"),
        ("othello", f"{EMPTY[1:]} X", "board"),
        ("othello", f"{EMPTY}- X", "board"),
        ("othello", f"{EMPTY[1:]}* X", "board"),
        ("othello", EMPTY, "side to move"),
        ("othello", f"{EMPTY} B", "side to move"),
        ("othello", f"{EMPTY} X O", "side to move"),
        ("loa", "", "board"),
        ("loa", "8/8/8/8/8/8/8/8 b", "board"),
        ("loa", "w7/8/8/8/8/8/8/8 b", "board"),
        ("loa", "w7/8/8/8/8/8/b7 b", "board"),
        ("loa", "w7/8/8/8/8/8/8/b8 b", "board"),
        ("loa", "w7/8/8/8/8/8/8/b6x b", "board"),
        ("loa", "bbbbbbbb/bbbbb3/8/8/8/8/8/w7 b", "board"),
        ("loa", "w7/8/8/8/8/8/8/b7", "side to move"),
        ("loa", "w7/8/8/8/8/8/8/b7 x", "side to move"),
        ("loa", "w7/8/8/8/8/8/8/b7 b w", "side to move"),
    ],
)
def test_bad_text_names_the_field(name: str, text: str, field: str) -> None:
    with pytest.raises(ParsePositionError) as caught:
        tabiya.game(name).position(text)
    assert field_of(str(caught.value), name) == field


@each_game
@pytest.mark.parametrize("text", ["", " ", "a9a9", "\0", "e2e4\n", "♔", "pass", "x" * 10_000])
def test_bad_move_is_refused_in_one_line(name: str, text: str) -> None:
    position = tabiya.game(name).initial()
    with pytest.raises(IllegalMoveError) as caught:
        position.play(text)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 1000


@each_game
def test_lone_surrogate_is_refused_like_any_text(name: str) -> None:
    with pytest.raises(ParsePositionError):
        tabiya.game(name).position("\ud800")
    with pytest.raises(IllegalMoveError):
        tabiya.game(name).initial().play("\ud800")
