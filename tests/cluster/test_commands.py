"""What commands do with ``--cluster``: the same as without, whoever is lost on the way."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
import psutil
import pytest

import tabiya
from tabiya.analysts import EngineAnalyst, SearchAnalyst, StaticAnalyst, assess, label
from tabiya.cluster import DaskWorkers
from tabiya.engines import EngineFault, EngineSpec, FaultKind
from tabiya.learn import TUNERS
from tabiya.play import Adjudication, GameRecord, ProofPlan, match, tournament
from tabiya.positions import PositionSet
from tabiya.runs import TuningTask, run_tuning
from tabiya.store import open_database

ODD = Path(__file__).parents[1] / "play" / "engines" / "odd.py"


@pytest.fixture(scope="module")
def workers() -> Iterator[DaskWorkers]:
    with DaskWorkers("local", n_workers=2) as workers:
        yield workers


def odd(mode: str) -> EngineSpec:
    return EngineSpec(mode, (sys.executable, str(ODD), mode))


def timeless(games: tuple[GameRecord, ...]) -> list[GameRecord]:
    return [
        replace(game, thoughts=tuple(replace(each, seconds=None) for each in game.thoughts))
        for game in games
    ]


def random_positions(name: str, n: int, seed: int = 7) -> list[tabiya.Position]:
    rng = np.random.default_rng(seed)
    game = tabiya.game(name)
    found: dict[str, tabiya.Position] = {}
    while len(found) < n:
        position = game.initial()
        for _ in range(int(rng.integers(4, 30))):
            if position.result is None:
                position = position.play(str(rng.choice(position.legal_moves())))
        if position.result is None:
            found[str(position)] = position
    return list(found.values())


def made_up_set(name: str, n: int) -> PositionSet:
    positions = random_positions(name, n)
    scores = assess(StaticAnalyst(tabiya.Player(name)), positions)
    rows = {
        "position": [str(p) for p in positions],
        "side": [p.side_to_move for p in positions],
        "kind": ["score"] * n,
        "value": scores,
    }
    return PositionSet(name, pl.DataFrame(rows))


def test_an_engines_fault_survives_the_way_back(workers: DaskWorkers) -> None:
    fault = EngineFault("max", FaultKind.CRASH, "crashed", ("> go", "< ouch"))
    again = pickle.loads(pickle.dumps(fault))  # noqa: S301 (our own)
    assert (again.engine, again.kind, again.what, again.lines) == (
        fault.engine, fault.kind, fault.what, fault.lines
    )  # fmt: skip
    start = tabiya.game("chess").initial()
    with pytest.raises(EngineFault, match="illegal move") as found:
        assess(EngineAnalyst(odd("illegal"), depth=1), [start], workers=workers)
    assert found.value.kind == FaultKind.ILLEGAL
    assert any("go depth 1" in line for line in found.value.lines)


def note_and_fail(folder: str, x: int) -> int:
    Path(folder, f"{time.monotonic_ns()}").touch()
    raise ValueError(f"no {x}")


def test_a_fault_is_not_tried_again(workers: DaskWorkers, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no 3"):
        list(workers.run(partial(note_and_fail, str(tmp_path)), [3]))
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("opponent", ["tabiya?preset=crafty", odd("good")], ids=["core", "engine"])
def test_a_match_by_workers_is_the_same_match(
    workers: DaskWorkers, opponent: str | EngineSpec, tmp_path: Path
) -> None:
    def play(workers: DaskWorkers | None) -> list[GameRecord]:
        result = match(
            "tabiya",
            opponent,
            depth=1,
            games=6,
            openings="random:4",
            adjudication=Adjudication(max_plies=12),
            store=tmp_path / f"{workers is None}.db",
            workers=workers,
        )
        return timeless(result.games)

    assert play(workers) == play(None)


def test_a_tournament_by_workers_is_the_same_tournament(workers: DaskWorkers) -> None:
    players = ["tabiya", "tabiya?preset=crafty", "tabiya?knight=250"]

    def play(workers: DaskWorkers | None) -> list[GameRecord]:
        rules = Adjudication(max_plies=20)
        return timeless(tournament(players, nodes=30, adjudication=rules, workers=workers).games)

    assert play(workers) == play(None)


@pytest.mark.parametrize("kind", ["static", "search"])
def test_workers_say_the_same_of_positions(workers: DaskWorkers, kind: str, place: str) -> None:
    positions = random_positions("othello", 450)
    player = tabiya.Player("othello")
    analyst = StaticAnalyst(player) if kind == "static" else SearchAnalyst(player, nodes=60)
    seen: list[tuple[int, int]] = []
    with tabiya.analysts.AssessmentCache(place) as cache:
        found = assess(
            analyst,
            positions,
            cache=cache,
            workers=workers,
            progress=lambda *done: seen.append(done),
        )
        assert seen[-1] == (450, 450)
        assert np.array_equal(found, assess(analyst, positions))
        assert np.array_equal(found, assess(analyst, positions, cache=cache))


def test_a_cache_asked_for_more_depths_answers(place: str) -> None:
    positions = random_positions("loa", 20)
    one, two = (SearchAnalyst(tabiya.Player("loa"), depth=d) for d in (1, 2))
    with tabiya.analysts.AssessmentCache(place) as cache:
        first = tabiya.analysts.assess_all([one], positions, cache=cache)
        both = tabiya.analysts.assess_all([one, two], positions, cache=cache)
    assert np.array_equal(first[0], both[0])


def test_a_fit_by_workers_is_the_same_fit(workers: DaskWorkers) -> None:
    positions = random_positions("othello", 800)
    rng = np.random.default_rng(3)
    rows = {
        "position": [str(p) for p in positions],
        "side": [p.side_to_move for p in positions],
        "kind": ["result"] * 800,
        "value": rng.integers(0, 2, 800).astype(float),
        "file": ["games"] * 800,
        "game": np.arange(800) // 4,
    }
    found = PositionSet("othello", pl.DataFrame(rows))
    one, two = (
        tabiya.combine.fit(found, by_phase=True, width=12, workers=each) for each in (workers, None)
    )
    assert {n: q.log_loss for n, q in one.quality.items()} == {
        n: q.log_loss for n, q in two.quality.items()
    }
    assert all(np.array_equal(one.chances[name], two.chances[name]) for name in one.models)


@pytest.mark.parametrize("tuner", TUNERS)
def test_every_tuner_learns_the_same_from_workers(
    workers: DaskWorkers, tuner: str, tmp_path: Path
) -> None:
    train = made_up_set("loa", 60)
    if tuner == "logistic":
        table = train.table.with_columns(value=(pl.col("value") > 0).cast(pl.Float64))
        train = train.with_table(table.with_columns(kind=pl.lit("result")))
    task = TuningTask(
        train=train,
        names=("mobility", "walls"),
        start=1.0,
        duel=ProofPlan("random", games=2, nodes=10) if tuner == "spsa" else None,
    )
    found = []
    for each in (workers, None):
        with open_database(tmp_path / f"{each is None}.db") as database:
            steps = list(run_tuning(task, database, tuner=tuner, iterations=1, workers=each))
        found.append([(step.base, step.best, step.best_value) for step in steps])
    assert found[0] == found[1]


def test_a_labelling_survives_lost_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.analysts._assess.PIECE", 30)
    positions = made_up_set("chess", 300)
    analyst = EngineAnalyst(odd("judge"), depth=1)
    alone = label(positions, analyst)
    killed: list[int] = []
    with DaskWorkers("local", n_workers=2) as workers:

        def kill_twice(n_done: int, _n_all: int) -> None:
            if len(killed) < 2 and n_done >= 60 * (len(killed) + 1):
                killed.append(workers.pids()[0])
                os.kill(killed[-1], signal.SIGKILL)

        with tabiya.analysts.AssessmentCache(tmp_path / "cache.db") as cache:
            shared = label(positions, analyst, cache=cache, workers=workers, progress=kill_twice)
    assert len(killed) == 2
    assert shared.table.equals(alone.table)


def listening(process: psutil.Process) -> set[str]:
    return {
        each.laddr.ip
        for one in (process, *process.children(recursive=True))
        for each in one.net_connections(kind="inet")
        if each.status == psutil.CONN_LISTEN
    }


def test_a_local_cluster_is_reached_from_nowhere_else(workers: DaskWorkers) -> None:
    assert workers.n_workers == 2
    assert listening(psutil.Process()) == {"127.0.0.1"}


def command(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 (our own command)
        [sys.executable, "-c", "from tabiya.cli import main; main()", "cluster", *words],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_scheduler_without_workers_is_said_and_one_with_them_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tabiya.cluster._dask.NO_WORKERS_SECONDS", 1.0)
    with command("scheduler", "--port", "0") as scheduler:
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().strip()
        assert address.startswith("tcp://127.0.0.1:")
        with pytest.raises(OSError, match=f"{address}: expected workers, found none in 1 s"):
            DaskWorkers(address)
        with command("worker", address, "--workers", "1") as worker:
            assert worker.stdout is not None
            assert worker.stdout.readline().startswith("1 worker for tcp://127.0.0.1:")
            for process in (scheduler, worker):
                assert listening(psutil.Process(process.pid)) == {"127.0.0.1"}
            monkeypatch.setattr("tabiya.cluster._dask.NO_WORKERS_SECONDS", 10.0)
            with DaskWorkers(address) as workers:
                assert dict(workers.run(abs, [-1, -2])) == {0: 1, 1: 2}
            worker.send_signal(signal.SIGINT)
        scheduler.send_signal(signal.SIGINT)


def test_workers_that_have_gone_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.cluster._dask.NO_WORKERS_SECONDS", 0.2)
    said: list[str] = []
    heard = threading.Event()

    def hear(line: str) -> None:
        said.append(line)
        heard.set()

    with DaskWorkers("local", n_workers=1, on_wait=hear) as workers:
        cluster = workers._cluster  # noqa: SLF001 (to send its workers home)
        work = workers.run(time.sleep, [0.01] * 50)
        next(work)
        cluster.scale(0)
        assert heard.wait(20)
        cluster.scale(1)
        assert len(list(work)) == 49
    assert said == ["local: no workers any more; waiting for some"]
