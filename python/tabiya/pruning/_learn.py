"""Learning that is kept: TS-FPV and RL-FPF as runs of a store, like tunings."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, astuple, dataclass
from typing import Any

from tabiya._core import VERSION
from tabiya.cluster import Threads, Workers
from tabiya.learn import PieceOfWork, Portion
from tabiya.pruning._exam import Examination
from tabiya.pruning._lattice import Lattice, Solution
from tabiya.pruning._reinforce import (
    TRIAL_EPOCHS,
    Epoch,
    Reinforcement,
    Rewards,
    Task,
    settled_nodes,
    tune_rewards,
)
from tabiya.pruning._tabu import (
    PATIENCE,
    Cycle,
    Measure,
    Monotonicity,
    Objective,
    measure_monotonicity,
    tabu_search,
)
from tabiya.pruning._tournament import Tournament
from tabiya.runs import TuningRun
from tabiya.store import Database, OnWait

# What is asked of a solution: the size of its trees, and its performance in brief and in full.
NODES, ESTIMATE, PERFORMANCE = "nodes", "estimate", "performance"


@dataclass(frozen=True)
class Candidates:
    """Measures solutions of a lattice; it travels to workers.

    Parameters
    ----------
    lattice : Lattice
        What is decided.
    exam : Examination
        The positions on which trees are counted, and score differences found.
    quick : int
        How many of the positions count trees and estimate performance.
    tournament : Tournament, optional
        If there is one, its score is the performance.
    quick_opponents : int
        How many opponents estimate it.
    """

    lattice: Lattice
    exam: Examination
    quick: int
    tournament: Tournament | None = None
    quick_opponents: int = 10

    def __call__(self, item: PieceOfWork) -> float:
        """Do one piece of work."""
        pruning, part = self.lattice.pruning(item.vector), item.view.part
        if part == NODES or (part == ESTIMATE and self.tournament is None):
            key = (self.lattice, item.vector)  # one examination may serve several lattices
            outcome = self.exam.examine(pruning, n=self.quick, key=key)
            return outcome.n_count if part == NODES else outcome.performance.value
        if self.tournament is None:
            return self.exam.examine(pruning).performance.value
        n = self.quick_opponents if part == ESTIMATE else None
        return self.tournament.score(pruning, n=n)

    @property
    def limit(self) -> float:
        """Return the size of the reference's trees."""
        return self.exam.limit_of(self.quick)

    def settings(self) -> dict[str, Any]:
        """Return all that the numbers depend on."""
        tournament = self.tournament
        return {
            **exam_settings(self.exam),
            "lattice": asdict(self.lattice),
            "quick": self.quick,
            "tournament": None if tournament is None else tournament.identity(),
            "quick_opponents": self.quick_opponents if tournament else None,
        }


def exam_settings(exam: Examination) -> dict[str, Any]:
    """Return all that an examination depends on."""
    digest = hashlib.sha256(exam.truth.positions.packed.tobytes())
    digest.update(repr(exam.truth.scores).encode())
    return {
        "version": VERSION,
        "analyst": f"pruning of {exam.setting.game}",
        "setting": exam.setting.identity(),
        "truth": digest.hexdigest()[:32],
        "reference": exam.reference,
        "depth": exam.depth,
    }


def run_tabu(
    candidates: Candidates,
    database: Database,
    *,
    name: str = "pruning",
    patience: int = PATIENCE,
    most_cycles: int | None = None,
    seed: int = 0,
    workers: Workers | None = None,
    on_wait: OnWait | None = None,
) -> Iterator[Cycle]:
    """Search for the best solution of a lattice by TS-FPV, and keep what was measured.

    A run that was killed runs again through what the store knows, which takes a moment, and goes on
    to the same end as one that was not.

    Yields
    ------
    Cycle
        Every critical solution, those that the store holds included.

    Raises
    ------
    RunMismatchError
        If the store holds a run of this name that was begun with other settings.

    Notes
    -----
    Of two processes with one run the second waits for the first; ``on_wait`` is called with who
    that is.
    """
    settings = {**candidates.settings(), "method": "tabu", "patience": patience, "seed": seed}
    with database.claim(name, on_wait), _workers_or_thread(workers) as ready:
        run = TuningRun(database, name, settings)
        n_kept = len(run.history())
        objective = _objective(candidates, run, ready)
        cycles = tabu_search(candidates.lattice, objective, patience=patience, seed=seed)
        for cycle in cycles:
            if cycle.number >= n_kept:
                run.keep(cycle.number, tuple(map(float, cycle.solution)), asdict(cycle), {})
            yield cycle
            if most_cycles is not None and cycle.number + 1 >= most_cycles:
                break


def run_monotonicity(
    candidates: Candidates,
    database: Database,
    *,
    name: str = "pruning",
    n_pairs: int = 200,
    seed: int = 0,
    workers: Workers | None = None,
    on_wait: OnWait | None = None,
) -> Monotonicity:
    """Measure how often the assumptions of §4.2.1 hold for neighbours drawn at random."""
    name = f"{name} monotonicity"
    with database.claim(name, on_wait), _workers_or_thread(workers) as ready:
        run = TuningRun(database, name, {**candidates.settings(), "seed": seed})
        objective = _objective(candidates, run, ready)
        return measure_monotonicity(candidates.lattice, objective, n_pairs=n_pairs, seed=seed)


@dataclass(frozen=True)
class Trials:
    """Finds where the trees settle with some rewards; it travels to workers."""

    task: Task
    epochs: int = TRIAL_EPOCHS

    def __call__(self, item: PieceOfWork) -> float:
        """Do one piece of work."""
        return settled_nodes(self.task, Rewards(*item.vector), epochs=self.epochs)


def run_reinforcement(
    task: Task,
    database: Database,
    *,
    name: str = "pruning",
    epochs: int = 40,
    trial: Task | None = None,
    trial_epochs: int = TRIAL_EPOCHS,
    rewards: Rewards | None = None,
    workers: Workers | None = None,
    on_wait: OnWait | None = None,
    tell: Callable[[str], object] | None = None,
) -> Iterator[Epoch]:
    """Learn a function by RL-FPF, and keep every epoch.

    Parameters
    ----------
    task : Task
        What is learned.
    trial : Task, optional
        The task on which the ratios of rewards are tuned, a shallower one in the paper; the task
        itself if there is none.
    rewards : Rewards, optional
        Rewards that are taken as they are.

    Yields
    ------
    Epoch
        Every epoch, those that the store holds included. More may be asked for later.
    """
    settings = {
        **exam_settings(task.exam),
        "method": "reinforcement",
        "decides": task.decides,
        "inputs": list(task.inputs),
        "counts": task.counts,
        "rewards": None if rewards is None else asdict(rewards),
        "trial": None if trial is None else exam_settings(trial.exam),
        "trial_epochs": trial_epochs,
    }
    with database.claim(name, on_wait), _workers_or_thread(workers) as ready:
        run = TuningRun(database, name, settings)
        for outcome in run.history():
            if outcome["number"] < epochs:
                vectors = {each: tuple(outcome[each]) for each in ("weights", "best")}
                yield Epoch(**{**outcome, **vectors})
        chosen = rewards
        if chosen is None:
            first = trial or task
            trials = Trials(first, trial_epochs)

            def settle(given: Sequence[Rewards]) -> Sequence[float]:
                items = [PieceOfWork(astuple(each), Portion(part="settled")) for each in given]
                return run.evaluate(trials, ready, items)

            chosen = tune_rewards(task.decides, first.exam.limit, settle, tell=tell)
        learning = Reinforcement(task, chosen, epochs=epochs, state=run.last_state(), workers=ready)
        for epoch in learning:
            run.keep(epoch.number, epoch.weights, asdict(epoch), learning.state())
            yield epoch


def _objective(candidates: Candidates, run: TuningRun, workers: Workers) -> Objective:
    def measure(part: str) -> Measure:
        def ask(solutions: Sequence[Solution]) -> Sequence[float]:
            items = [PieceOfWork(tuple(map(float, each)), Portion(part=part)) for each in solutions]
            return run.evaluate(candidates, workers, items)

        return ask

    return Objective(measure(NODES), candidates.limit, measure(ESTIMATE), measure(PERFORMANCE))


def _workers_or_thread(workers: Workers | None) -> AbstractContextManager[Workers]:
    """Return the workers, who stay, or a thread that ends."""
    return Threads(1) if workers is None else nullcontext(workers)
