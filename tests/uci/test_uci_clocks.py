"""A learned clock drives the engine under every kind of time control."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabiya.clocks import ClockTask, Setting, n_values
from tabiya.games import Game
from tabiya.players import Player, SearchReport, TimeLeft
from tabiya.uci import UciServer
from tabiya.uci._protocol import Go
from tabiya.uci._thinking import Thinking

CONTROLS = (
    "wtime 500 btime 500 winc 5 binc 5",
    "wtime 300 btime 300",
    "wtime 200 btime 200 movestogo 1",
    "wtime 200 btime 200 movestogo 7",
    "wtime 200 btime 200 movestogo 0",
    "wtime 200 btime 200 movestogo -1",
    "wtime 200 btime 200 movestogo 99999999999999",
    "wtime 0 btime 0",
    "wtime -50 btime -50 winc -5 binc -5",
)


@pytest.fixture(scope="module", params=["goes on", "stops"])
def clock(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a clock that never ends a search by itself, and one that always does."""
    task = ClockTask(Setting.of("chess", 500, against="modern"), "dynamic")
    values = np.zeros(n_values(task.shape), np.float32)
    values[-11] = 1.0 if request.param == "goes on" else -1.0
    file = tmp_path_factory.mktemp("clock") / "learned.clock"
    file.write_text(task.text(values), encoding="utf-8")
    return file


@pytest.mark.parametrize("control", CONTROLS)
@pytest.mark.parametrize("ponders", [False, True], ids=["", "pondering"])
def test_every_control_gets_an_answer(clock: Path, control: str, *, ponders: bool) -> None:
    output = io.StringIO()
    asked = ["go ponder " + control, "ponderhit"] if ponders else ["go " + control]
    UciServer(output, clock=str(clock)).run(["position startpos moves e2e4 e7e5", *asked, "wait"])
    lines = output.getvalue().splitlines()
    assert sum(line.startswith("bestmove ") for line in lines) == 1
    assert not any("string" in line for line in lines), "nothing to complain of"


@pytest.mark.parametrize(
    ("clock", "pondered", "n_searches"),
    [
        ("modern", 1.0, 2),
        ("modern:part=0.05", 1.0, 1),
        ("modern", 5.0, 1),
        ("a file", 5.0, 2),
        ("static:4", 5.0, 2),
    ],
)
def test_after_a_ponderhit_the_players_own_clock_says_whether_it_has_thought_enough(
    clock: str, pondered: float, n_searches: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if clock == "a file":
        file = tmp_path / "patient.clock"
        file.write_text("clock modern\npart 3\n", encoding="utf-8")
        clock = str(file)
    asked: list[object] = []
    plain = Player.search

    def hit(self: Player, *where: Any, **limits: Any) -> SearchReport:
        asked.append(limits["clock"])
        thinking.ponderhit()
        return plain(self, *where, **limits)

    monkeypatch.setattr(Player, "search", hit)
    monkeypatch.setattr(Thinking, "_elapsed", lambda _: pondered)
    player, start, left = Player("chess", clock=clock), Game("chess").initial(), TimeLeft(60)
    said: list[str] = []
    thinking = Thinking(player, start, Go(ponder=True, depth=1), left, said.append)
    thinking.start()
    thinking.join()
    assert len(asked) == n_searches
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "control",
    ["wtime x btime 500", "wtime", "movetime soon", "depth x", "wtime nan", "wtime 1e999"],
)
def test_a_limit_that_cannot_be_read_is_told_and_does_not_hang(control: str) -> None:
    output = io.StringIO()
    UciServer(output).run(["position startpos", f"go {control}", "wait"])
    lines = output.getvalue().splitlines()
    assert any("string go: expected a number after" in line for line in lines)
    assert lines[-1].startswith("bestmove ")


@pytest.mark.parametrize("control", ["wtime 99.5 btime 99.5", "btime 100", "btime 100 binc 5"])
def test_parts_of_milliseconds_and_the_clock_of_the_other_alone(control: str) -> None:
    output = io.StringIO()
    UciServer(output).run(["position startpos", f"go {control}", "wait"])
    lines = output.getvalue().splitlines()
    assert not any("string" in line for line in lines)
    assert lines[-1].startswith("bestmove ")


def test_a_clock_of_another_game_is_refused(tmp_path: Path) -> None:
    task = ClockTask(Setting.of("loa", 500, depth=1), "dynamic")
    file = tmp_path / "loa.clock"
    file.write_text(task.text(np.zeros(n_values(task.shape), np.float32)), encoding="utf-8")
    output = io.StringIO()
    UciServer(output).run([f"setoption name Clock value {file}", "go depth 1", "wait"])
    lines = output.getvalue().splitlines()
    assert any("expected one for chess, found one for loa" in line for line in lines)
    assert lines[-1].startswith("bestmove ")


def test_the_first_search_is_paid_for_before_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes tables, which would take twenty milliseconds of the first move's time."""
    asked: list[object] = []
    plain = Player.search

    def counted(self: Player, *where: Any, **limits: Any) -> SearchReport:
        asked.append(limits.get("nodes"))
        return plain(self, *where, **limits)

    monkeypatch.setattr(Player, "search", counted)
    output = io.StringIO()
    UciServer(output).run(["isready", "isready", "ucinewgame", "isready"])
    assert asked == [1]
    assert output.getvalue().split() == ["readyok"] * 3
