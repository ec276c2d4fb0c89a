"""Learners with ``--cluster``: what workers play and search comes to the same as without them."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import tabiya
from tabiya.clocks import ActorCritic, ClockTask, ModernSpsa, SaneTa, Setting, learn_clock
from tabiya.cluster import DaskWorkers
from tabiya.games import Batch
from tabiya.learn import make_problem
from tabiya.ordering import MoveExamples, examples_from_searches, label_examples
from tabiya.patterns import PatternExamples
from tabiya.play import Clock, GameDuel, ProofPlan
from tabiya.population import PopulationPlan, SaneOptions, make_population
from tabiya.positions import PositionSet, labelled_positions
from tabiya.runs import MadeProblem, TuningTask


@pytest.fixture(scope="module")
def workers() -> Iterator[DaskWorkers]:
    with DaskWorkers("local", n_workers=2) as workers:
        yield workers


def walk(name: str, n: int, seed: int = 5) -> list[tabiya.Position]:
    rng = np.random.default_rng(seed)
    found: dict[str, tabiya.Position] = {}
    while len(found) < n:
        position = tabiya.game(name).initial()
        for _ in range(int(rng.integers(6, 40))):
            if position.result is None:
                position = position.play(str(rng.choice(position.legal_moves())))
        if position.result is None:
            found[str(position)] = position
    return list(found.values())


def move_examples(name: str, n: int) -> MoveExamples:
    batch = Batch.of(walk(name, n))
    nothing = np.zeros(n, np.uint8)
    return MoveExamples(
        name, batch.packed, nothing, nothing, nothing + 64,
        np.arange(n, dtype=np.uint64), np.full(n, "", dtype="U3"),
    )  # fmt: skip


def same_examples(one: MoveExamples, two: MoveExamples) -> bool:
    names = ("packed", "from_squares", "to_squares", "previous", "group", "eco")
    return len(one) > 0 and all(
        np.array_equal(getattr(one, name), getattr(two, name)) for name in names
    )


@pytest.mark.parametrize("by", ["player", "search"])
def test_workers_find_the_same_moves(
    workers: DaskWorkers, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya.ordering._player.PIECE", 7)
    examples, player = move_examples("loa", 24), tabiya.Player("loa", hash_mib=1)
    seen: list[tuple[int, int]] = []
    collect = label_examples if by == "player" else examples_from_searches
    shared = collect(
        examples, player, nodes=300, workers=workers, progress=lambda *done: seen.append(done)
    )
    assert same_examples(shared, collect(examples, player, nodes=300))
    assert seen[-1] == (24, 24)
    assert len(seen) == 4


@pytest.mark.parametrize(
    "learner",
    [
        ActorCritic(batches=2, games=4),
        SaneTa(generations=1, games=2, options=SaneOptions(neurons=20, networks=3)),
    ],
    ids=["mac", "sane"],
)
def test_workers_teach_a_clock_the_same(
    workers: DaskWorkers, learner: ActorCritic | SaneTa, tmp_path: Path
) -> None:
    setting = Setting.of("loa", 100, depth=1, population="population")
    texts = []
    for number, each in enumerate((workers, None)):
        task = ClockTask(replace(setting, workers=each), "dynamic")
        learn_clock(task, tmp_path / f"{number}.clock", learner=learner)
        texts.append((tmp_path / f"{number}.clock").read_text())
    assert texts[0] == texts[1]


def test_workers_tune_the_modern_clock_the_same(workers: DaskWorkers, tmp_path: Path) -> None:
    plain = ModernSpsa("othello", Clock(200, 20, "nodes"), steps=1, games=2)
    for number, each in enumerate((workers, None)):
        replace(plain, workers=each).tune(tmp_path / f"{number}.clock")
    one, two = ((tmp_path / f"{number}.clock").read_text() for number in (0, 1))
    assert one == two


def test_workers_make_the_same_population(workers: DaskWorkers, tmp_path: Path) -> None:
    plan = replace(PopulationPlan.small("othello"), games=10, hidden=4, generations=1, networks=4)
    one = make_population(plan, tmp_path / "one", workers=workers)
    two = make_population(plan, tmp_path / "two")
    assert (one.first, one.second) == (two.first, two.second)
    files = sorted(path.relative_to(one.folder) for path in one.folder.rglob("*.t*"))
    assert len(files) == 7
    for file in files:
        assert (one.folder / file).read_bytes() == (two.folder / file).read_bytes()


def discs(n: int) -> PatternExamples:
    """Return positions late in games and in the middle of them."""
    batch = Batch.of(walk("othello", n))
    both = np.ascontiguousarray(batch.packed[:, :16]).view("<u8")
    own = np.where(batch.turns == 0, both[:, 0], both[:, 1])
    other = np.where(batch.turns == 0, both[:, 1], both[:, 0])
    ones = np.ones(n, np.float32)
    return PatternExamples(own, other, ones * 0, ones, np.arange(n, dtype=np.uint32))


def test_workers_label_patterns_the_same(
    workers: DaskWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya.patterns._solved.PIECE", 30)
    shipped = tabiya.players.default_patterns("othello")
    assert shipped is not None
    model = tabiya.players.PatternModel("othello", (0, 52), shipped.weights[:2])
    examples = discs(100)
    one, two = (
        tabiya.patterns.deepen(examples, model, sample=8, depth=1, exact=9, steps=1, workers=each)
        for each in (workers, None)
    )
    assert np.array_equal(one.model.weights, two.model.weights)


def test_workers_relate_depths_the_same(
    workers: DaskWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya.patterns._relations.PIECE", 5)
    examples, model = discs(150), tabiya.players.default_patterns("othello")
    assert model is not None
    one, two = (
        tabiya.patterns.fit_relations(examples, model, depth=4, sample=12, workers=each)
        for each in (workers, None)
    )
    assert one == two
    assert one


def test_workers_find_the_same_truth(workers: DaskWorkers) -> None:
    positions, player = Batch.of(walk("loa", 3)), tabiya.Player("loa", hash_mib=1)
    one, two = (
        tabiya.pruning.find_truth(positions, player, depth=2, workers=each)
        for each in (workers, None)
    )
    assert one.scores == two.scores


def labelled(n: int) -> PositionSet:
    positions = walk("loa", n)
    rows = {
        "position": [str(p) for p in positions],
        "side": [p.side_to_move for p in positions],
        "kind": ["score"] * n,
        "value": [float(number) for number in range(n)],
    }
    return PositionSet("loa", pl.DataFrame(rows))


@pytest.mark.parametrize("mode", ["static", "search", "effort"])
def test_a_worker_of_a_tuning_has_one_thread(mode: str) -> None:
    train = labelled(8)
    sent = TuningTask(train=train, names=("mobility",), mode=mode, nodes=10, threads=4)
    assert sent.for_worker() == replace(sent, threads=1)
    plan = ProofPlan("random", games=2, nodes=10)
    made = replace(
        make_problem(
            labelled_positions(train), ["mobility"], assess=mode, threads=4,
            nodes=None if mode == "static" else 10,
        ),
        duel=GameDuel(plan, tabiya.Player("loa"), concurrency=4, seed=1),
    )  # fmt: skip
    problem = MadeProblem(made).for_worker().made
    assert isinstance(problem.duel, GameDuel)
    assert problem.duel.concurrency == 1
    who: Any = getattr(problem.train, "assess", problem.train)
    assert who.threads == 1
    assert problem.fingerprint == made.fingerprint


def threads_of(name: str) -> str:
    """Return how many threads tables have in a worker, and what it tells others to start."""
    return f"{pl.thread_pool_size()}, {os.environ.get(name)}"


def test_a_worker_starts_no_thread_for_every_processor(workers: DaskWorkers) -> None:
    assert dict(workers.run(threads_of, ["RAYON_NUM_THREADS", "OMP_NUM_THREADS"])) == {
        0: "1, 1",
        1: "1, 1",
    }
