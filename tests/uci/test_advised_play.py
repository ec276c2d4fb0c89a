"""Engines that listen to masters, with python-chess as the interface."""

import io
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import psutil
import pytest
from chess.engine import INFO_ALL, InfoDict, Limit, SimpleEngine
from tests.chunks.conftest import GAMES

from tabiya.chunks import open_games
from tabiya.engines import Engine, EngineSpec
from tabiya.uci import AdvisedEngine

ODD = Path(__file__).parent.parent / "play" / "engines" / "odd.py"
REAL = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed"),
    )
    for name in ("toga2", "stockfish", "glaurung")
]
Start = Callable[..., SimpleEngine]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    db = tmp_path / "masters.db"
    open_games(db).add(GAMES)
    opened: list[SimpleEngine] = []

    def start(engine: str | None = None) -> SimpleEngine:
        words = ["uci", "--advisor", str(db), *(["--engine", engine] if engine else [])]
        program = "from tabiya.cli import main; main()"
        opened.append(SimpleEngine.popen_uci([sys.executable, "-c", program, *words], timeout=60))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


def play(engine: SimpleEngine, board: chess.Board, limit: Limit) -> InfoDict:
    """Play the move of an engine, which must be legal; return what it said."""
    played = engine.play(board, limit, info=INFO_ALL)
    assert played.move in set(board.legal_moves)
    board.push(played.move)
    return played.info


def children(engine: SimpleEngine) -> list[int]:
    """Return the processes that an engine has started."""
    own = psutil.Process(engine.transport.get_pid())
    return [child.pid for child in own.children(recursive=True)]


@pytest.mark.parametrize("name", [None, *REAL])
def test_a_game_is_played_by_the_clock(name: str | None, start: Start) -> None:
    engine = start(name)
    assert "with masters" in engine.id["name"]
    assert (name or "tabiya") in engine.id["name"]
    board = chess.Board()
    for _ in range(4):
        limit = Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1)
        said = play(engine, board, limit)["string"]
        assert "masters" in said or "no advice" in said


@pytest.mark.parametrize("name", [None, *REAL])
def test_an_endless_search_ends_when_it_is_told_to(name: str | None, start: Start) -> None:
    engine = start(name)
    board = chess.Board()
    for _ in range(2):
        with engine.analysis(board) as analysis:
            time.sleep(0.1)
            analysis.stop()
            best = analysis.wait()
        assert best.move in set(board.legal_moves)
        board.push(best.move)


@pytest.mark.parametrize("name", [None, *REAL])
def test_pondering_ends_in_a_move(name: str | None, start: Start) -> None:
    engine = start(name)
    board = chess.Board()
    for is_hit in (True, True, False):
        played = engine.play(board, Limit(white_clock=3, black_clock=3), ponder=True)
        assert played.move in set(board.legal_moves)
        board.push(played.move)
        # What the engine expects is a hit; of anything else it is told by a stop.
        others = [move for move in board.legal_moves if move != played.ponder]
        board.push(played.ponder if is_hit and played.ponder else others[0])
    play(engine, board, Limit(depth=1))


def test_options_of_the_engine_are_passed_on(start: Start) -> None:
    engine = start(f"{sys.executable} {ODD} good")
    assert {"Advice Bonus", "Advice Games", "Style", "Threads"} <= set(engine.options)
    assert engine.options["Style"].var == ["calm", "wild"]
    assert (engine.options["Threads"].min, engine.options["Threads"].max) == (1, 8)
    engine.configure({"Style": "wild", "Threads": 2, "Advice Bonus": 35})
    play(engine, chess.Board(), Limit(depth=2))


@pytest.mark.skipif(shutil.which("toga2") is None, reason="toga2 is not installed")
def test_options_reach_toga(start: Start) -> None:
    engine = start("toga2")
    assert "Hash" in engine.options
    engine.configure({"Hash": 8, "Advice Games": 'player ~ "karpov"'})
    play(engine, chess.Board(), Limit(depth=4))


def talk(mode: str, text: str, tmp_path: Path) -> tuple[str, str]:
    """Say some lines to an advised engine; return its answers, and the last lines of the other."""
    db = open_games(tmp_path / "m.db")
    db.add(GAMES)
    output = io.StringIO()
    with Engine(EngineSpec("odd", (sys.executable, str(ODD), mode))) as inner:
        AdvisedEngine(output, db, inner).run(text.splitlines())
        return output.getvalue(), "\n".join(inner.last_lines)


def test_options_reach_the_engine_and_wrong_ones_are_told(tmp_path: Path) -> None:
    said, heard = talk(
        "good",
        "setoption name style value wild\nsetoption name Style value mad\n"
        "setoption name Advice Bonus value much\nsetoption name Advice Games value elo >\n"
        "setoption name Nothing value 1\nquit\n",
        tmp_path,
    )
    assert "> setoption name Style value wild" in heard
    told = said.splitlines()
    assert len(told) == 4
    for line, reason in zip(
        told,
        ("calm, wild", "a number from 0 to 1000", "elo", "an option of the engine"),
        strict=True,
    ):
        assert line.startswith("info string ")
        assert reason in line


def test_a_failure_is_told(tmp_path: Path) -> None:
    said, _ = talk("crash", "position startpos\ngo depth 2\nwait\nquit\n", tmp_path)
    assert "crashed" in said
    assert "tabiya moves in its place" in said
    assert said.count("bestmove") == 1


@pytest.mark.parametrize("mode", ["crash", "illegal", "none"])
def test_an_engine_that_fails_is_replaced(mode: str, start: Start) -> None:
    engine = start(f"{sys.executable} {ODD} {mode}")
    board = chess.Board()
    for _ in range(2):
        play(engine, board, Limit(depth=3))


@pytest.mark.skipif(shutil.which("toga2") is None, reason="toga2 is not installed")
def test_an_engine_that_was_killed_is_started_again(start: Start) -> None:
    engine = start("toga2")
    board = chess.Board()
    play(engine, board, Limit(depth=4))
    (inner,) = children(engine)
    os.kill(inner, signal.SIGKILL)
    play(engine, board, Limit(depth=4))
    assert children(engine) != [inner]
