"""Tournaments: everybody meets whom he should, and the table adds up."""

import pytest

from tabiya.play import GameRecord, make_standings, tournament
from tabiya.play._pairings import swiss_order, swiss_round

PLAYERS = [f"tabiya?exact_from=0&hash_mib=1&mobility_opening={value}" for value in range(0, 60, 10)]


def test_round_robin_meets_everybody_with_both_colours() -> None:
    result = tournament(PLAYERS[:4], game="othello", nodes=20, rounds=2)
    assert len(result.games) == 24
    meetings = {(game.first, game.second) for game in result.games}
    assert meetings == {(a, b) for a in PLAYERS[:4] for b in PLAYERS[:4] if a != b}
    assert sum(row.points for row in result.standings) == 24
    assert all(row.games == row.wins + row.draws + row.losses == 12 for row in result.standings)
    assert len({game.opening for game in result.games}) == 2


def test_gauntlet_meets_the_first_player_only() -> None:
    result = tournament(PLAYERS[:4], kind="gauntlet", game="othello", nodes=20)
    assert {frozenset((game.first, game.second)) for game in result.games} == {
        frozenset((PLAYERS[0], other)) for other in PLAYERS[1:4]
    }


def test_swiss_pairs_by_points_and_nobody_twice() -> None:
    names = [f"p{number:03}" for number in range(101)]
    strength = {name: number for number, name in enumerate(names)}
    points = dict.fromkeys(names, 0.0)
    met: set[frozenset[str]] = set()
    byes: set[str] = set()
    order = swiss_order(names, seed=1)
    for number in range(30):
        pairs, bye = swiss_round(order, points, met, byes)
        assert bye is not None
        assert bye not in byes
        assert sorted([*sum(pairs, ()), bye]) == names
        for pair in pairs:
            assert frozenset(pair) not in met, f"round {number}"
            points[max(pair, key=lambda name: strength[name])] += 2
        met.update(map(frozenset, pairs))
        byes.add(bye)
        points[bye] += 2
    best = sorted(names, key=lambda name: -points[name])
    assert set(best[:3]) <= set(names[-6:])


def test_swiss_of_few_players_meets_again_if_it_must() -> None:
    pairs, bye = swiss_round("ab", {"a": 0.0, "b": 0.0}, {frozenset("ab")}, set())
    assert (pairs, bye) == ([("a", "b")], None)


def test_tournament_goes_on_where_it_was_broken_off(place: str) -> None:
    def play(store: str | None, rounds: int) -> list[tuple[str, str, tuple[str, ...]]]:
        result = tournament(
            PLAYERS[:5], kind="swiss", game="othello", nodes=20, rounds=rounds, store=store
        )
        return [(game.first, game.second, game.moves) for game in result.games]

    first = play(place, 1)
    assert len(first) == 4
    assert play(place, 4)[:4] == first
    assert play(place, 4) == play(None, 4)


def test_tournament_of_hundreds_of_players() -> None:
    players = [f"tabiya?hash_mib=1&mobility_opening={value}" for value in range(200)]
    result = tournament(players, kind="swiss", game="othello", nodes=1, rounds=2)
    assert len(result.games) == 400
    assert len(str(result).splitlines()) == 201


def test_standings_of_points_and_opponents() -> None:
    games = [
        GameRecord("a", "b", "1-0", ""),
        GameRecord("c", "d", "1/2-1/2", ""),
        GameRecord("a", "c", "1-0", ""),
        GameRecord("d", "b", "0-1", ""),
    ]
    rows = make_standings("abcd", games, {"d": 0.5})
    assert [(row.player, row.points) for row in rows] == [
        ("a", 2.0),
        ("b", 1.0),
        ("d", 1.0),
        ("c", 0.5),
    ]
    assert [row.tie_break for row in rows] == [1.5, 3.0, 1.5, 3.0]
    assert rows[0].rating is not None


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"kind": "knockout"}, "'knockout'"),
        ({"rounds": 0}, "found 0"),
        ({"names": ["a"]}, "2 different"),
        ({"nodes": None}, "found none"),
    ],
)
def test_tournament_with_a_wrong_argument(arguments: dict[str, object], found: str) -> None:
    settings: dict[str, object] = {"nodes": 10, **arguments}
    with pytest.raises(ValueError, match=found):
        tournament(["tabiya", "tabiya"], **settings)  # type: ignore[arg-type] # settings of several types
