"""One text names a player, whatever kind it is of."""

from pathlib import Path

import pytest

import tabiya
from tabiya.play import parse_contestant, read_contestants
from tabiya.players import load_player, save_player

CHESS = tabiya.game("chess")


def test_contestant_that_is_built_in() -> None:
    text = "tabiya?preset=crafty&knight=310&null_move=0&hash_mib=2&widths=20,10&widths_by=leaf"
    player = parse_contestant(text, CHESS).player
    assert player is not None
    assert player.weights.changed() == {"knight": 310.0}
    assert player.decisions == tabiya.Decisions({"null_move": 0.0}, "crafty", (20, 10), "leaf")
    assert player.hash_mib == 2


def test_contestant_of_a_file_of_weights(tmp_path: Path) -> None:
    path = tmp_path / "tuned.toml"
    tabiya.weights("chess", {"knight": 310}).save(path)
    for text in (str(path), f"tabiya?weights={path}"):
        player = parse_contestant(text, CHESS).player
        assert player is not None
        assert player.weights["knight"] == 310
    assert parse_contestant(str(path), CHESS).name == "tuned"


def test_contestant_of_a_saved_player(tmp_path: Path) -> None:
    path = tmp_path / "narrow.toml"
    made = tabiya.Player(
        "loa",
        weights={"mobility": 3.25},
        hash_mib=2,
        resolution=5,
        decisions=tabiya.Decisions({"null_move": 0}, "crafty", (30, 10), "iteration"),
    )
    save_player(made, path)
    player = load_player(path)
    assert (player.weights, player.hash_mib, player.resolution) == (made.weights, 2, 5)
    assert player.decisions == made.decisions
    start = tabiya.game("loa").initial()
    assert player.search(start, depth=3).nodes == made.search(start, depth=3).nodes


def test_contestant_of_a_file_of_engines(tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_text('[engines.a]\ncommand = "x"\n[engines.b]\ncommand = "y -z"\n')
    engine = parse_contestant(f"{path}#b", CHESS).engine
    assert engine is not None
    assert engine.command == ("y", "-z")
    with pytest.raises(ValueError, match="#NAME of a, b"):
        parse_contestant(str(path), CHESS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tabiya?nigt=3", "did you mean 'knight'"),
        ("tabiya?knight", "name=value"),
        ("tabiya?knight=x", "knight: expected a number, found 'x'"),
        ("tabiya?hash_mib=2.5", "hash_mib: expected a whole number, found '2.5'"),
        ("tabiya?preset=quick", "quick"),
        ("tabiya?widths=0", "1 or more"),
        ("tabiya?widths=3&widths_by=moon", "moon"),
    ],
)
def test_contestant_that_is_wrong(text: str, found: str) -> None:
    with pytest.raises(ValueError, match=found):
        parse_contestant(text, CHESS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[weights]", "game = "),
        ('game = "chess"\n[player]\ncolour = 1', "'colour'"),
        ('game = "chess"\n[weights]\nnigt = 1', "nigt"),
        ('game = "chess"\nweights = 1', r"\[weights\]"),
        ("game = ", "TOML"),
    ],
)
def test_player_file_with_a_mistake(tmp_path: Path, text: str, found: str) -> None:
    path = tmp_path / "player.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=found) as error:
        load_player(path)
    assert str(path) in str(error.value)


def test_contestant_of_another_game(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    tabiya.weights("loa").save(path)
    for text in (str(path), f"tabiya?weights={path}"):
        with pytest.raises(ValueError, match="chess"):
            read_contestants([text], CHESS)


def test_contestant_identity_is_that_of_its_numbers() -> None:
    same = [parse_contestant(text, CHESS) for text in ("tabiya", "tabiya?hash_mib=16")]
    assert same[0].identity == same[1].identity
    other = parse_contestant("tabiya?knight=311", CHESS)
    assert other.identity != same[0].identity
