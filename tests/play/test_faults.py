"""Whatever an engine does wrong, the match goes on by the rule that is written down."""

import sys
from pathlib import Path

import pytest

import tabiya
from tabiya.engines import EngineFault, EngineSpec
from tabiya.play import Adjudication, MatchResult, match

SHORT = Adjudication(max_plies=6)
SCRIPT = Path(__file__).parent / "engines" / "odd.py"


def odd(mode: str, *more: str) -> EngineSpec:
    """Return a small engine that misbehaves as it is told."""
    return EngineSpec(mode, (sys.executable, str(SCRIPT), mode, *more))


def play(spec: EngineSpec, **more: object) -> MatchResult:
    settings: dict[str, object] = {"depth": 1, "games": 4, "adjudication": SHORT, **more}
    return match(spec, "tabiya", openings="random:2", **settings)  # type: ignore[arg-type] # settings of several types


@pytest.mark.parametrize(
    ("mode", "kind", "n_faults"),
    [("crash", "crash", 2), ("illegal", "illegal move", 1), ("none", "no move", 2)],
)
def test_engine_at_fault_loses_and_the_match_goes_on(mode: str, kind: str, n_faults: int) -> None:
    result = play(odd(mode))
    assert [game.points_of(mode) for game in result.games] == [0.0] * 4
    for game in result.games:
        assert game.termination == kind
        assert [fault.kind for fault in game.faults] == [kind] * n_faults
        assert game.faults[0].player == mode
        assert any("go depth 1" in line for line in game.faults[0].last_lines)


def test_engine_that_hangs_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.play._seat.PATIENCE", 0.5)
    result = play(odd("hang"), games=2)
    assert [game.termination for game in result.games] == ["hang", "hang"]
    assert {game.points_of("hang") for game in result.games} == {0.0}


@pytest.mark.parametrize(("mode", "kind"), [("chatter", "garbage"), ("drip", "hang")])
def test_engine_that_writes_lines_without_end_loses(
    mode: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya.play._seat.PATIENCE", 0.5 if mode == "drip" else 60.0)
    monkeypatch.setattr("tabiya.engines._watched_uci.MOST_UNANSWERED", 1 << 20)
    result = play(odd(mode), games=2)
    assert [game.termination for game in result.games] == [kind] * 2
    assert [fault.kind for fault in result.faults] == [kind] * 2
    assert {game.points_of(mode) for game in result.games} == {0.0}


def test_engine_that_writes_blanks_before_its_lines_is_heard() -> None:
    indented, good = play(odd("indented")), play(odd("good"))
    assert [game.moves for game in indented.games] == [game.moves for game in good.games]
    assert not indented.faults


def test_engine_that_crashes_once_plays_on(tmp_path: Path) -> None:
    result = play(odd("once", str(tmp_path / "mark")), concurrency=1)
    assert [len(game.moves) for game in result.games] == [6] * 4
    assert [fault.kind for fault in result.faults] == ["crash"]


def test_engine_garbage_does_no_harm() -> None:
    garbage, good = play(odd("garbage")), play(odd("good"))
    assert [game.moves for game in garbage.games] == [game.moves for game in good.games]
    assert not garbage.faults


def test_engine_that_is_late_loses_on_time() -> None:
    result = play(odd("slow"), depth=None, time="0.2+0", depth_b=1, games=2)
    assert {game.termination for game in result.games} == {"time forfeit"}
    assert [fault.kind for fault in result.faults] == ["time forfeit"] * 2
    assert [game.points_of("slow") for game in result.games] == [0.0, 0.0]
    late = play(odd("slow"), depth=None, seconds=0.2, depth_b=1, games=2)
    assert {game.termination for game in late.games} == {"time forfeit"}


def test_engine_within_the_margin_is_not_late() -> None:
    rules = Adjudication(max_plies=2)
    result = play(
        odd("slow"), depth=None, seconds=0.2, depth_b=1, games=2, margin=5.0, adjudication=rules
    )
    assert {game.termination for game in result.games} == {"adjudicated by length"}


@pytest.mark.parametrize("mode", ["dies", "mute", "babble"])
def test_match_whose_engine_cannot_start(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.engines._async.START_SECONDS", 0.5)
    with pytest.raises(EngineFault, match="cannot start"):
        play(odd(mode))


def test_match_whose_engine_ignores_the_limit() -> None:
    with pytest.raises(EngineFault, match="ignores the node limit"):
        play(odd("endless"), depth=None, nodes=100)


def test_engines_play_only_chess() -> None:
    with pytest.raises(ValueError, match="plays othello"):
        play(odd("good"), game="othello")


def test_built_in_player_and_engine_agree_on_the_rules() -> None:
    result = match(odd("good"), "tabiya", openings="random:2", depth=1, games=2)
    for game in result.games:
        position = tabiya.game("chess").position(game.opening).play_all(game.moves)
        assert position.result == game.result
