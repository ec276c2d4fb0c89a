"""Asking analysts: views, results, depths together, caches and interruptions."""

import stat
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import tabiya
from tabiya.analysts import (
    Analyst,
    AssessmentCache,
    EngineAnalyst,
    Progress,
    SearchAnalyst,
    StaticAnalyst,
    assess,
    assess_all,
)
from tabiya.engines import EngineSpec

CHESS = tabiya.game("chess")
MATED = CHESS.position("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1")


def some_positions(n: int = 12) -> list[tabiya.Position]:
    start = CHESS.initial()
    return [start.play(m).play("e7e5") for m in start.legal_moves()[:n]]


class Counting:
    """An analyst that counts how often it is asked, and may fail."""

    game = "chess"
    name = "counting"
    effort = "none"
    identity: str | None = "counting"

    def __init__(self, fail_after: int | None = None) -> None:
        self.n_asked = 0
        self.fail_after = fail_after

    def assess(
        self,
        positions: Sequence[tabiya.Position],
        *,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> NDArray[np.float64]:
        del threads, progress
        if self.fail_after is not None and self.n_asked >= self.fail_after:
            raise KeyboardInterrupt
        self.n_asked += len(positions)
        return np.array([float(len(p.legal_moves())) for p in positions])


def test_scores_are_those_of_the_first_player() -> None:
    player = tabiya.Player("chess")
    after = CHESS.initial().play("e2e4")
    (score,) = assess(StaticAnalyst(player), [after])
    assert score == -player.evaluate(after)
    (score,) = assess(SearchAnalyst(player, depth=3), [after])
    assert score == -player.search(after, depth=3).score


def test_finished_games_count_by_their_result() -> None:
    counting = Counting()
    start = CHESS.initial()
    scores = assess(counting, [MATED, start])
    assert scores.tolist() == [1e6, 20]
    assert counting.n_asked == 1


def test_depths_of_one_search_are_those_of_many() -> None:
    player = tabiya.Player("chess")
    positions = some_positions()
    analysts = [SearchAnalyst(player, depth=d) for d in (3, 1, 2)]
    together = assess_all(analysts, positions, threads=2)
    for row, analyst in zip(together, analysts, strict=True):
        alone = analyst.assess(positions).tolist()  # White is to move in all of them
        assert row.tolist() == alone


def test_known_positions_are_not_asked_again(tmp_path: Path) -> None:
    positions = some_positions()
    with AssessmentCache(tmp_path / "cache.db") as cache:
        first, second = Counting(), Counting()
        a = assess(first, positions[:8], cache=cache)
        b = assess(second, positions, cache=cache)
        assert (first.n_asked, second.n_asked) == (8, 4)
        assert b[:8].tolist() == a.tolist()


def test_repeated_positions_are_asked_once() -> None:
    counting = Counting()
    scores = assess(counting, [CHESS.initial()] * 5)
    assert counting.n_asked == 1
    assert len(scores) == 5


def test_an_interrupted_run_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya.analysts._assess.BLOCK", 3)
    positions = some_positions(10)
    with AssessmentCache(tmp_path / "cache.db") as cache, pytest.raises(KeyboardInterrupt):
        assess(Counting(fail_after=6), positions, cache=cache)
    again = Counting()
    with AssessmentCache(tmp_path / "cache.db") as cache:
        scores = assess(again, positions, cache=cache)
    assert again.n_asked == 4
    assert scores.tolist() == assess(Counting(), positions).tolist()


def test_different_players_are_kept_apart(tmp_path: Path) -> None:
    players = [tabiya.Player("chess", weights={"knight": w}) for w in (300, 500)]
    analysts: list[Analyst] = [SearchAnalyst(p, nodes=50) for p in players]
    assert len({a.identity for a in analysts}) == 2
    assert analysts[0].identity != SearchAnalyst(players[0], nodes=51).identity
    position = CHESS.position("4k3/8/8/8/8/8/8/4KN2 w - - 0 1")
    with AssessmentCache(tmp_path / "cache.db") as cache:
        scores = assess_all(analysts, [position, *some_positions(2)], cache=cache)
    assert scores.shape == (2, 3)


def test_threads_change_nothing() -> None:
    analyst = SearchAnalyst(tabiya.Player("chess"), nodes=300)
    positions = some_positions()
    one, two = (assess(analyst, positions, threads=n) for n in (1, 2))
    assert one.tolist() == two.tolist()


def test_progress_reaches_the_end() -> None:
    seen: list[tuple[int, int]] = []
    player = tabiya.Player("chess")
    analysts: list[Analyst] = [StaticAnalyst(player), SearchAnalyst(player, depth=2)]
    assess_all(analysts, some_positions(6), progress=lambda done, n: seen.append((done, n)))
    assert seen[-1] == (12, 12)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_an_engine_assesses_as_the_player_inside(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text(f"#!{sys.executable}\nfrom tabiya.uci import run_engine\nrun_engine()\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    analyst = EngineAnalyst(EngineSpec("inside", (str(program),)), depth=3)
    positions = some_positions(4)
    own = assess(SearchAnalyst(tabiya.Player("chess"), depth=3), positions)
    assert assess(analyst, positions, threads=2).tolist() == np.round(own).tolist()
    assert "depth 3" in (analyst.identity or "")


def test_positions_of_another_game_are_refused() -> None:
    with pytest.raises(ValueError, match="expected positions of chess, found one of loa"):
        assess(Counting(), [tabiya.game("loa").initial()])


@pytest.mark.parametrize("limits", [{}, {"depth": 2, "nodes": 10}])
def test_an_analyst_has_one_limit(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected one of depth, nodes, seconds"):
        SearchAnalyst(tabiya.Player("chess"), **limits)  # type: ignore[arg-type] # settings of several types


ENGINE = """
import sys
from pathlib import Path
log, is_forgetful, n = Path(sys.argv[1]), sys.argv[2] == "stable", 0
with log.open("a") as file:
    print("started", file=file)
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("uciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["go"]:
        n += 1
        print("info depth 1 score cp", 7 if is_forgetful else n)
        print("bestmove 0000", flush=True)
    elif words[:1] == ["quit"]:
        break
"""


@pytest.mark.parametrize(("kind", "n_started"), [("stable", 1), ("remembers", 3)])
def test_processes_are_kept_where_the_engine_is_stable(
    kind: str, n_started: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya.analysts._assess.BLOCK", 4)
    program, log = tmp_path / "engine.py", tmp_path / "log"
    program.write_text(ENGINE)
    spec = EngineSpec("odd", (sys.executable, str(program), str(log), kind), "uci")
    start = tabiya.game("chess").initial()
    positions = [start.play(move) for move in start.legal_moves()[:12]]
    scores = assess(EngineAnalyst(spec, nodes=10), positions)
    assert log.read_text().count("started") == n_started
    # Of the engine that counts, every block has the scores of a fresh process.
    expected = [7.0] * 12 if kind == "stable" else [1.0, 2.0, 3.0, 4.0] * 3
    np.testing.assert_allclose(-scores, expected)
