"""Two engines that answer at once are talked to by the core; the games are as without that."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

import tabiya
from tabiya.engines import EngineSpec
from tabiya.play import Adjudication, GameRecord, MatchResult, match
from tabiya.play._series import Series

FOLDER = Path(__file__).parent / "engines"
SHORT = Adjudication(max_plies=12)


def engine(script: str, mode: str = "good") -> EngineSpec:
    return EngineSpec(mode, (sys.executable, str(FOLDER / f"{script}.py"), mode))


def play(first: EngineSpec, second: EngineSpec, **more: object) -> MatchResult:
    settings: dict[str, object] = {
        "depth": 1,
        "games": 4,
        "concurrency": 1,
        "openings": "random:2",
        "adjudication": SHORT,
        **more,
    }
    return match(first, second, **settings)  # type: ignore[arg-type] # settings of several types


def timeless(result: MatchResult) -> list[GameRecord]:
    """Return the games without what the clock said."""
    return [
        replace(game, thoughts=tuple(replace(each, seconds=0.0) for each in game.thoughts))
        for game in result.games
    ]


def both_ways(
    monkeypatch: pytest.MonkeyPatch, first: EngineSpec, second: EngineSpec, **more: object
) -> MatchResult:
    """Play a match with the core's talk and without it, and hold them against each other."""
    n_talked = 0
    play_on = Series.play_on

    def count(*arguments: object) -> object:
        nonlocal n_talked
        n_talked += 1
        return play_on(*arguments)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(Series, "play_on", count)
    talked = play(first, second, **more)
    assert n_talked > 0
    monkeypatch.setattr(Series, "is_possible", False)
    assert timeless(play(first, second, **more)) == timeless(talked)
    return talked


FAULTS = {
    "crash": ["crash", "crash"],
    "illegal": ["illegal move"],
    "none": ["no move", "no move"],
    "bare": ["no move", "no move"],
    "silent": ["hang"],
    "number": ["garbage"],
    "flood": ["garbage"],
}


@pytest.mark.parametrize("mode", FAULTS)
def test_engine_that_turns_bad_is_judged_as_ever(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya.play._seat.PATIENCE", 1.0)
    monkeypatch.setattr("tabiya.engines._watched_uci.MOST_UNANSWERED", 1 << 21)
    games = 4 if mode in ("crash", "illegal") else 2
    result = both_ways(monkeypatch, engine("turning", mode), engine("turning"), games=games)
    for game in result.games:
        assert [fault.kind for fault in game.faults] == FAULTS[mode]
        assert game.points_of(mode) == 0
        assert len(game.moves) == 6 + game.leg


@pytest.mark.parametrize("mode", ["slow", "mumbles", "words", "long", "twice"])
def test_engine_that_turns_odd_plays_on(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result = both_ways(monkeypatch, engine("turning", mode), engine("turning"), games=2)
    for game in result.games:
        assert len(game.moves) == 12
        assert not game.faults
        scores = {thought.score for thought in game.thoughts[6 + game.leg :: 2]}
        expected: dict[str, set[float | None]] = {
            "mumbles": {7.0},
            "long": {55.0},
            "words": {None},
        }
        assert scores <= expected.get(mode, {*range(20)})


def test_engine_that_explains_its_end_has_the_last_word() -> None:
    result = play(engine("turning", "explains"), engine("turning"), games=2)
    for fault in result.faults:
        assert fault.kind == "crash"
        assert "! it went wrong" in fault.last_lines[-2:]
    assert len(result.faults) == 4


def test_engine_that_grumbles_is_no_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.engines._watched_uci.MOST_UNASKED", 1 << 13)
    result = play(engine("turning", "grumbles"), engine("turning"), games=20)
    assert not result.faults


@pytest.mark.parametrize("mode", ["quits", "unready"])
def test_engine_that_ends_between_two_questions_is_started_again(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = 4
    result = play(engine("turning", mode), engine("turning"), games=games)
    monkeypatch.setattr(Series, "is_possible", False)
    again = play(engine("turning", mode), engine("turning"), games=games)
    assert [game.moves for game in result.games] == [game.moves for game in again.games]
    assert {len(game.moves) for game in result.games} == {12}


@pytest.mark.parametrize(
    "rules",
    [
        Adjudication(win=(200, 2)),
        Adjudication(draw=(350, 2), draw_after=10),
        Adjudication(resign=(0, 2), max_plies=60),
        Adjudication(max_plies=None, draw=(400, 2), draw_after=30),
    ],
)
def test_rules_that_end_games_early_are_the_same(
    rules: Adjudication, monkeypatch: pytest.MonkeyPatch
) -> None:
    judges = engine("odd", "judge"), engine("odd", "judge")
    both_ways(monkeypatch, *judges, adjudication=rules, concurrency=2)


def test_games_are_the_same_with_several_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = engine("odd", "judge"), engine("turning")
    whole = Adjudication(max_plies=40)
    result = both_ways(monkeypatch, *pair, games=8, concurrency=3, adjudication=whole)
    assert [(game.pair, game.leg) for game in result.games] == [
        (pair, leg) for pair in range(4) for leg in (0, 1)
    ]
    for game in result.games:
        position = tabiya.game("chess").position(game.opening).play_all(game.moves)
        assert position.result in (None, game.result)


@pytest.mark.parametrize(
    "limits", [{"depth": None, "seconds": 1.0}, {"depth": None, "time": "5+1"}, {"time_b": "5+1"}]
)
def test_engines_under_a_clock_are_not_talked_to(
    limits: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Series, "play_on")
    result = play(engine("turning"), engine("turning"), games=2, **limits)
    assert {game.termination for game in result.games} == {"adjudicated by length"}


def test_match_that_is_stopped_leaves_no_talk_behind() -> None:
    """A sequential test ends a match in the middle of games that go on in threads."""
    seen = []

    def look(*arguments: object) -> None:
        seen.append(arguments)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(engine("turning"), engine("turning"), games=100, concurrency=2, on_game=look)
    assert seen
