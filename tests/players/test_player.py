"""Making a player: weights, table, decisions."""

import pickle
from pathlib import Path

import pytest

import tabiya
from tabiya import _core
from tabiya.players import load_player


def test_weights_change_the_evaluation() -> None:
    text = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    position = tabiya.game("chess").position(text)
    plain = tabiya.Player("chess", resolution=0.001).evaluate(position)
    richer = tabiya.Player("chess", weights={"knight": 420.25}, resolution=0.001).evaluate(position)
    default = {name: value for name, value, *_ in _core.weights("chess")}["knight"]
    assert richer - plain == pytest.approx(420.25 - default, abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"game": "go"}, "expected one of chess, othello, loa, found"),
        ({"weights": {"knigt": 1}}, "expected a known name, found 'knigt' .did you mean 'knight'"),
        ({"weights": {"knight": 1e9}}, "expected knight from"),
        ({"hash_mib": 0}, "hash_mib: expected 1 or more, found 0"),
        ({"hash_mib": 10**9}, "hash_mib: expected at most the memory"),
        ({"resolution": 0}, "resolution: expected a number above 0"),
        ({"decisions": tabiya.Decisions(params={"nul_move": 1})}, 'found "nul_move"'),
        (
            {"decisions": tabiya.Decisions(params={"null_move": 7})},
            "expected null_move from 0 to 1",
        ),
    ],
)
def test_bad_players_are_one_clear_error(arguments: dict[str, object], expected: str) -> None:
    arguments = {"game": "chess"} | arguments
    with pytest.raises(ValueError, match=expected) as error:
        tabiya.Player(**arguments)  # type: ignore[arg-type] # settings of several types
    assert "\n" not in str(error.value)


def test_bad_widths_are_one_clear_error() -> None:
    with pytest.raises(ValueError, match="widths: expected numbers of 1 or more"):
        tabiya.Decisions(widths=(3, 0))
    with pytest.raises(ValueError, match="expected one of depth, iteration, leaf"):
        tabiya.Player("loa", decisions=tabiya.Decisions(widths=(3,), widths_by="ply"))  # type: ignore[arg-type] # wrong on purpose, or a literal from a parameter


@pytest.mark.parametrize("name", tabiya.games())
@pytest.mark.parametrize("by", ["depth", "iteration", "leaf"])
def test_widths_cut_the_tree(name: str, by: str) -> None:
    position = tabiya.game(name).initial()
    widths = tabiya.Decisions(widths=(2,) * 6, widths_by=by)  # type: ignore[arg-type] # wrong on purpose, or a literal from a parameter
    cut = tabiya.Player(name, decisions=widths).search(position, depth=5)
    assert cut.nodes < tabiya.Player(name).search(position, depth=5).nodes


def test_every_number_of_the_search_is_described() -> None:
    text = tabiya.Decisions.describe()
    assert len(text.splitlines()) == len(_core.params())
    assert "null_move" in text


def test_player_is_the_same_in_another_process() -> None:
    decisions = tabiya.Decisions(preset=_core.PRESETS[0], widths=(9, 5))
    player = tabiya.Player("chess", weights={"knight": 310.5}, hash_mib=2, decisions=decisions)
    sent = pickle.loads(pickle.dumps(player))  # noqa: S301 (our own)
    position = tabiya.game("chess").initial()
    assert sent.weights == player.weights
    assert sent.search(position, depth=5).nodes == player.search(position, depth=5).nodes


def test_a_pickled_player_keeps_the_rules_of_its_game() -> None:
    game = tabiya.game("loa", simultaneous="mover")
    again = pickle.loads(pickle.dumps(tabiya.Player(game)))  # noqa: S301 (made one line above)
    assert again.game == game


def test_a_file_whose_origin_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "player.toml"
    path.write_text('game = "chess"\nmade_by = 3\n')
    with pytest.raises(ValueError, match=r"player.toml: made_by: expected a text, found 3$"):
        load_player(path)
