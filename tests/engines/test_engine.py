"""Engines are asked, watched, and started again when they misbehave."""

import sys
from pathlib import Path

import chess
import pytest

import tabiya
from tabiya.engines import Engine, EngineFault, EngineSpec, FaultKind, find_engine

ODD = Path(__file__).parent.parent / "play" / "engines" / "odd.py"
START = chess.Board()


def odd(mode: str, *more: str, **options: str) -> EngineSpec:
    return EngineSpec(mode, (sys.executable, str(ODD), mode, *more), "uci", options)


def test_engine_answers_a_legal_move() -> None:
    with Engine(odd("good")) as engine:
        answer = engine.analyse(START, depth=3)
    assert chess.Move.from_uci(answer.move) in START.legal_moves
    assert (answer.score, answer.depth, answer.nodes, answer.pv) == (12.0, 3, 42, (answer.move,))


def test_engine_is_kept_honest_before_it_is_ready() -> None:
    with Engine(odd("good")) as engine:
        sent = [line for line in engine.last_lines if line.startswith(">")]
    assert sent == [
        "> uci",
        "> setoption name OwnBook value false",
        "> setoption name Threads value 1",
        "> isready",
    ]


def test_engine_options_of_the_user_come_first() -> None:
    with Engine(odd("good", ownbook="true", threads="3", Style="wild")) as engine:
        sent = "\n".join(engine.last_lines)
    assert "Threads value 3" in sent
    assert "Style value wild" in sent
    assert "OwnBook" not in sent.split("uciok")[1]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"Stile": "wild"}, "did you mean 'Style'"),
        ({"Style": "mad"}, "calm, wild"),
        ({"Threads": "9"}, "from 1 to 8"),
        ({"Threads": "many"}, "'many'"),
        ({"OwnBook": "perhaps"}, "true or false"),
    ],
)
def test_engine_option_that_is_wrong(options: dict[str, str], found: str) -> None:
    with pytest.raises(ValueError, match=found):
        Engine(odd("good", **options))


@pytest.mark.parametrize(
    ("mode", "kind", "said"),
    [
        ("crash", FaultKind.CRASH, "! something is rotten"),
        ("hang", FaultKind.HANG, "> go depth 3"),
        ("illegal", FaultKind.ILLEGAL, "< bestmove a1a1"),
        ("none", FaultKind.NO_MOVE, "< bestmove (none)"),
        ("flood", FaultKind.GARBAGE, "> go depth 3"),
        ("chatter", FaultKind.GARBAGE, "< info string still thinking"),
        ("drip", FaultKind.HANG, "< info string thinking"),
    ],
)
def test_engine_fault_is_named(
    mode: str, kind: FaultKind, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya.engines._watched_uci.MOST_UNANSWERED", 1 << 20)
    with Engine(odd(mode), patience=20.0 if mode == "chatter" else 1.0) as engine:
        with pytest.raises(EngineFault) as error:
            engine.analyse(START, depth=3)
        assert error.value.kind == kind
        assert said in error.value.lines
        assert "\n" not in str(error.value)


def test_engine_without_a_move_is_heard_where_none_is_needed() -> None:
    with Engine(odd("none"), patience=1.0) as engine, Engine(odd("good")) as good:
        found = engine.analyse(START, depth=3, needs_move=False)
        assert found.score == good.analyse(START, depth=3).score


def test_engine_that_ignores_a_node_limit() -> None:
    with Engine(odd("endless")) as engine, pytest.raises(EngineFault) as error:
        engine.analyse(START, nodes=100)
    assert error.value.kind == FaultKind.LIMIT


def test_engine_that_crashes_once_is_asked_again(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with Engine(odd("once", str(mark))) as engine:
        assert engine.analyse(START, depth=3).depth == 3
    assert mark.exists()


def test_engine_garbage_is_passed_over() -> None:
    with Engine(odd("garbage")) as engine, Engine(odd("good")) as good:
        found, expected = engine.analyse(START, depth=3), good.analyse(START, depth=3)
    assert (found.move, found.score, found.depth, found.nodes) == (
        expected.move, expected.score, expected.depth, expected.nodes
    )  # fmt: skip


def test_engine_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineFault, match="no licence") as error:
        Engine(odd("dies"))
    assert error.value.kind == FaultKind.START
    monkeypatch.setattr("tabiya.engines._async.START_SECONDS", 0.5)
    with pytest.raises(EngineFault, match="no answer to 'uci'") as error:
        Engine(odd("mute"))
    assert error.value.kind == FaultKind.START


def test_engine_that_writes_lines_without_end_cannot_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tabiya.engines._watched_uci.MOST_UNASKED", 1 << 17)
    with pytest.raises(EngineFault, match="cannot start: it has written") as error:
        Engine(odd("babble"))
    assert error.value.kind == FaultKind.START


def test_engine_that_writes_on_after_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.engines._watched_uci.MOST_UNASKED", 1 << 17)
    with Engine(odd("tail")) as engine:
        assert engine.analyse(START, depth=3).depth == 3
        with pytest.raises(EngineFault, match="without an answer") as error:
            engine.analyse(START, depth=3)
    assert error.value.kind == FaultKind.GARBAGE


def test_engine_that_writes_blanks_before_its_lines() -> None:
    with Engine(odd("indented")) as engine, Engine(odd("good")) as good:
        found, expected = engine.analyse(START, depth=3), good.analyse(START, depth=3)
    assert (found.move, found.score, found.depth) == (expected.move, expected.score, expected.depth)


def test_engine_asked_about_a_finished_game() -> None:
    with Engine(odd("good")) as engine, pytest.raises(tabiya.GameOverError):
        engine.analyse(chess.Board("7k/5QK1/8/8/8/8/8/8 b - - 0 1").mirror(), depth=1)
    with Engine(odd("good")) as engine, pytest.raises(ValueError, match="limit"):
        engine.analyse(START)


@pytest.mark.parametrize("name", ["stockfish", "toga2", "gnuchess", "glaurung", "fairymax"])
def test_engine_that_is_installed(name: str) -> None:
    try:
        find_engine(name)
    except ValueError:
        pytest.skip(f"{name} is not installed")
    board = chess.Board()
    for move in ("f2f3", "e7e5", "g2g4"):
        board.push_uci(move)
    with Engine(name) as engine:
        answer = engine.analyse(board, depth=4)
    assert (answer.move, answer.win_in) == ("d8h4", 1)


def test_engine_that_is_kept_is_not_told_of_a_new_game() -> None:
    with Engine(odd("good")) as engine:
        engine.analyse(START, depth=1)
        for keep in (True, False):
            engine.analyse(START, depth=1, keep=keep)
            *_, before, _ = (n for n, line in enumerate(engine.last_lines) if "> go" in line)
            told = engine.last_lines[before:]
            assert any("ucinewgame" in line for line in told) != keep, told
