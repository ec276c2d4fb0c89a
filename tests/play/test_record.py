"""Records of games and matches: points, pairs, and what cannot be."""

from typing import Any

import pytest

from tabiya.play import GameRecord, MatchRecord, Thought, complete_pairs


def test_points_belong_to_players() -> None:
    game = GameRecord("a", "b", "0-1", "")
    assert (game.points, game.points_of("a"), game.points_of("b")) == (0.0, 0.0, 1.0)
    assert GameRecord("a", "b", None, "").points_of("a") is None
    with pytest.raises(ValueError, match="found 'c'"):
        game.points_of("c")


def test_complete_pairs_come_in_their_order() -> None:
    games = [
        GameRecord("b", "a", "1-0", "", pair=1, leg=1),
        GameRecord("a", "b", "1-0", "", pair=1),
        GameRecord("b", "a", "0-1", "", pair=0, leg=1),
        GameRecord("a", "b", "1-0", "", pair=0),
        GameRecord("a", "b", "1-0", "", pair=2),
        GameRecord("b", "a", None, "", pair=2, leg=1),
    ]
    pairs = complete_pairs(games)
    assert [(one.pair, one.leg, two.leg) for one, two in pairs] == [(0, 0, 1), (1, 0, 1)]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"result": "2-0"}, "found '2-0'"),
        ({"result": "1-0", "leg": 2}, "leg 0 or 1"),
        ({"result": "1-0", "pair": -1}, "pair from 0 on"),
        ({"result": "1-0", "moves": ("e2e4",), "thoughts": (Thought(),) * 2}, "each of 1 moves"),
    ],
)
def test_games_that_cannot_be_are_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GameRecord("a", "b", opening="", **fields)


@pytest.mark.parametrize(
    ("players", "words"),
    [(("a",), "two or more players"), (("a", "a"), "different names"), (("a", "c"), "game 1")],
)
def test_matches_of_strangers_are_refused(players: tuple[str, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        MatchRecord("chess", players, (GameRecord("a", "b", "1-0", ""),))


def test_names_of_matches() -> None:
    assert MatchRecord("chess", ("a", "b"), ()).name == "a against b"
    assert MatchRecord("chess", ("a", "b", "c"), ()).name == "3 players"
    assert MatchRecord("chess", ("a", "b"), (), title="final").name == "final"
