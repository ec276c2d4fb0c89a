"""NBoard both ways: engines of others, and our own."""

import io
import sys
from pathlib import Path

import pytest

import tabiya
from tabiya.analysts import EngineAnalyst
from tabiya.engines import Engine, EngineFault, EngineSpec, FaultKind
from tabiya.nboard import run_engine
from tabiya.nboard._ggf import GgfError, parse_ggf
from tabiya.play import match

ODD = Path(__file__).parent / "odd_nboard.py"
OURS = EngineSpec(
    "ours", (sys.executable, "-c", "from tabiya.cli import main; main()", "nboard"), "nboard"
)
START = tabiya.game("othello").initial()


def odd(mode: str) -> EngineSpec:
    return EngineSpec(mode, (sys.executable, str(ODD), mode), "nboard")


def told(*lines: str) -> list[str]:
    out = io.StringIO()
    player = tabiya.Player("othello", weights={})
    run_engine(player, io.StringIO("".join(f"{line}\n" for line in lines)), out)
    return out.getvalue().splitlines()


def test_our_engine_answers_through_our_own_side() -> None:
    with Engine(OURS) as engine:
        answer = engine.analyse(START, depth=4)
        again = engine.analyse(START.play("d3"), depth=4)
    assert answer.move in START.legal_moves()
    assert answer.depth == 4
    assert answer.score is not None
    assert again.move in START.play("d3").legal_moves()
    expected = tabiya.Player("othello").search(START, depth=4)
    assert (answer.move, round(answer.score)) == (expected.move, round(expected.score))


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("crash", FaultKind.CRASH),
        ("hang", FaultKind.HANG),
        ("illegal", FaultKind.ILLEGAL),
        ("none", FaultKind.NO_MOVE),
        ("flood", FaultKind.GARBAGE),
    ],
)
def test_engine_fault_is_named(mode: str, kind: FaultKind) -> None:
    patience = 1.0 if mode == "hang" else 60.0
    with Engine(odd(mode), patience=patience) as engine:
        with pytest.raises(EngineFault) as error:
            engine.analyse(START, depth=3)
        assert error.value.kind == kind
        assert "\n" not in str(error.value)


def test_engine_that_does_not_speak_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.engines._async.START_SECONDS", 0.5)
    with pytest.raises(EngineFault, match="cannot start: no answer to 'nboard'"):
        Engine(odd("mute"))


def test_limit_that_the_protocol_does_not_know() -> None:
    with Engine(odd("good")) as engine, pytest.raises(EngineFault, match="depth alone") as error:
        engine.analyse(START, nodes=100)
    assert error.value.kind == FaultKind.LIMIT


def test_position_of_another_game_is_refused() -> None:
    with Engine(odd("good")) as engine, pytest.raises(ValueError, match="position of othello"):
        engine.analyse(tabiya.game("loa").initial(), depth=1)


def test_engine_plays_a_match_and_labels() -> None:
    player = tabiya.Player("othello", weights={})
    result = match(player, odd("good"), game="othello", games=2, depth=1)
    assert [game.termination for game in result.games] == ["no moves left"] * 2
    assert not result.faults
    analyst = EngineAnalyst(odd("good"), depth=2)
    assert analyst.game == "othello"
    assert analyst.assess([START]).tolist() == [125.0]


def test_engine_that_crashes_in_a_match_loses_that_game() -> None:
    player = tabiya.Player("othello", weights={})
    result = match(player, odd("crash"), game="othello", games=2, depth=1)
    assert [game.termination for game in result.games] == ["crash", "crash"]
    assert {game.result for game in result.games} == {"0-1", "1-0"}


def test_our_engine_says_what_it_was_asked() -> None:
    lines = told("nboard 2", "set depth 3", "ping 1", "go", "move d3/1.0/2", "hint 2", "ping 2")
    assert lines[0].startswith("set myname tabiya")
    assert "pong 1" in lines
    assert lines[-1] == "pong 2"
    (answer,) = [line for line in lines if line.startswith("===")]
    assert answer.split()[1].split("/")[0].lower() in START.legal_moves()
    hints = [line.split() for line in lines if line.startswith("search") and line.endswith(" 3")]
    replies = START.play("d3").legal_moves()
    assert len({hint[1] for hint in hints[-2:]} & {move.upper() for move in replies}) == 2


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("set depth many", "status set depth: expected 1 to 60, found 'many'"),
        ("set game junk", "status set game: expected a game with a board"),
        ("move a1", 'status expected a legal move, found "a1"'),
        ("fly", "status expected a command of NBoard, found 'fly'"),
    ],
)
def test_our_engine_goes_on_after_nonsense(line: str, words: str) -> None:
    first, last = told(line, "ping 9")
    assert first.startswith(words)
    assert last == "pong 9"


def test_game_with_passes_is_read() -> None:
    board = "O" * 6 + "*-" + "O" * 56
    assert parse_ggf(f"(;GM[Othello]BO[8 {board} *]B[PA];)").side_to_move == "white"
    with pytest.raises(GgfError, match="expected a legal move"):
        parse_ggf(f"(;GM[Othello]BO[8 {board} *]B[A1];)")


def test_a_finished_game_is_not_searched() -> None:
    board = "*" * 64
    lines = told(f"set game (;GM[Othello]BO[8 {board} *];)", "go", "hint 1")
    assert lines == ["status the game is over"] * 2
