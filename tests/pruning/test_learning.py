"""TS-FPV and RL-FPF, and that they are kept and gone on with."""

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import tabiya
from tabiya.cluster import DaskWorkers, Threads, Workers
from tabiya.learn import PieceOfWork, Portion
from tabiya.pruning import (
    Candidates,
    Cycle,
    Examination,
    Objective,
    Reinforcement,
    Rewards,
    Rprop,
    Setting,
    Solution,
    Task,
    Tournament,
    extensions_lattice,
    measure_monotonicity,
    params_lattice,
    run_reinforcement,
    run_tabu,
    tabu_search,
    tune_rewards,
    widths_lattice,
)
from tabiya.pruning._tabu import TABU_LENGTH, Measure, _Memory
from tabiya.runs import RunMismatchError
from tabiya.store import open_database

SEED = 3


def knapsack(n: int) -> tuple[Objective, dict[str, list[Solution]]]:
    """Return a lattice problem with monotone values, and what was asked of it."""
    asked: dict[str, list[Solution]] = {"n_count": [], "estimate": [], "performance": []}
    rng = np.random.default_rng(0)
    cost, worth = rng.uniform(1, 3, n), rng.uniform(1, 3, n)

    def measure(name: str, weights: NDArray[np.float64]) -> Measure:
        def ask(solutions: Sequence[Solution]) -> list[float]:
            asked[name] += solutions
            return [float(np.sqrt(np.array(s, dtype=np.float64)) @ weights) for s in solutions]

        return ask

    limit = 0.6 * float(3.0 * cost.sum())
    objective = Objective(
        measure("n_count", cost), limit, measure("estimate", worth), measure("performance", worth)
    )
    return objective, asked


def test_tabu_search_finds_the_best_of_all_critical_solutions() -> None:
    lattice = widths_lattice("loa", 3)
    objective, asked = knapsack(3)
    *_, last = tabu_search(lattice, objective, patience=60, seed=SEED)
    every = list(itertools.product(range(10), repeat=3))
    feasible = [s for s in every if objective.n_count([s])[0] <= objective.limit]
    assert last.best_performance == pytest.approx(max(objective.estimate(feasible)), rel=0.03)
    assert set(asked["performance"]) < set(feasible), "infeasible ones are never measured"
    assert len(asked["performance"]) < len(feasible) / 3, "and few others"


def test_tabu_search_is_a_function_of_its_seed() -> None:
    lattice = widths_lattice("loa", 3)
    found = [
        list(tabu_search(lattice, knapsack(3)[0], patience=20, seed=seed))
        for seed in (SEED, SEED, SEED + 1)
    ]
    assert found[0] == found[1] != found[2]


def test_tabu_list_holds_seven_old_values() -> None:
    memory = _Memory()
    v: Solution = (0, 0)
    for step in range(TABU_LENGTH + 2):
        v = memory.step(v, (step + 1, 0))
    assert list(memory.tabu) == [(0, value) for value in range(2, TABU_LENGTH + 2)]
    assert memory.allowed([(1, 5), (2, 5), (9, 5)]) == [(1, 5), (9, 5)]


def test_monotone_measures_are_found_monotone() -> None:
    found = measure_monotonicity(widths_lattice("loa", 3), knapsack(3)[0], n_pairs=50)
    assert (found.n_count, found.performance) == (1.0, 1.0)


def candidates(exam: Examination) -> Candidates:
    lattice = widths_lattice("othello", 3, by="leaf", widths=(1, 2, 4, None))
    return Candidates(lattice, exam, quick=10)


def test_runs_do_not_depend_on_who_does_the_work(exam: Examination, tmp_path: Path) -> None:
    found: list[list[Cycle]] = []
    work = replace(candidates(exam), exam=exam)
    choices: list[Workers] = [Threads(1), Threads(3), DaskWorkers(n_workers=1)]
    for number, workers in enumerate(choices):
        with open_database(tmp_path / f"{number}.db") as database, workers:
            found.append(list(run_tabu(work, database, patience=3, seed=SEED, workers=workers)))
    assert found[0] == found[1] == found[2]
    assert all(cycle.n_count <= work.limit for cycle in found[0])


def test_a_run_goes_on_where_it_stopped(exam: Examination, tmp_path: Path, place: str) -> None:
    work = candidates(exam)
    with open_database(tmp_path / "whole.db") as database:
        whole = list(run_tabu(work, database, patience=4, seed=SEED))
    with open_database(place) as database:
        for cycle in run_tabu(work, database, patience=4, seed=SEED):
            if cycle.number == 1:
                break
        assert list(run_tabu(work, database, patience=4, seed=SEED)) == whole
        with pytest.raises(RunMismatchError, match="seed"):
            next(run_tabu(work, database, patience=4, seed=SEED + 1))


def test_an_examination_may_serve_several_lattices(exam: Examination) -> None:
    leaf, root = (widths_lattice("othello", 3, by=by) for by in ("leaf", "depth"))
    narrow = PieceOfWork((0.0, 9.0, 9.0), Portion("nodes"))
    shared = [Candidates(each, exam, 3)(narrow) for each in (leaf, root)]
    alone = [Candidates(each, replace(exam), 3)(narrow) for each in (leaf, root)]
    assert shared == alone
    assert shared[0] != shared[1]


def test_other_discrete_decisions_are_learned_too(exam: Examination, tmp_path: Path) -> None:
    lattice = params_lattice("othello", {"reduction_base": (2.0, 0.5), "late_move_base": (0, 3, 9)})
    setting = Setting("othello")
    modern = Examination(setting, exam.truth, reference=4, depth=4)
    with open_database(tmp_path / "run.db") as database:
        *_, last = run_tabu(Candidates(lattice, modern, quick=10), database, patience=2)
    assert set(lattice.pruning(last.best).params) == {"reduction_base", "late_move_base"}
    assert extensions_lattice("chess").pruning((4, 0, 0, 2, 0)).params["extend_passed_pawn"] == 0.5


def test_where_even_the_narrowest_search_is_too_large_nothing_is_best(
    exam: Examination, tmp_path: Path
) -> None:
    lattice = params_lattice("othello", {"aspiration": (20, 30)})
    with (
        open_database(tmp_path / "run.db") as database,
        pytest.raises(ValueError, match="in the narrowest search"),
    ):
        list(run_tabu(Candidates(lattice, exam, quick=4), database))


def test_a_tournament_is_its_own_repetition(exam: Examination) -> None:
    games = Tournament(exam.setting, opponents=2, reference=1, depth=2, threads=2)
    assert games.play(None).score == replace(games, threads=1).play(None).score


def test_lessons_add_up(exam: Examination) -> None:
    """Every decision moves a weight both ways, and ends with its value changed or not."""
    task = Task(exam, counts="all")
    function = task.start()
    bias = function.weights[0, 0]
    lessons = task.teach(function)
    units = len(function.units)
    more = exam.setting.player(task.pruning(function))
    _, nodes, n_decisions, sums = more._core.teach_packed(
        exam.truth.positions.packed, [], "prune", exam.depth
    )
    towards_more, towards_less, change, no_change = (each.sum(axis=0)[::units] for each in sums)
    assert towards_more.sum() == pytest.approx((1 - bias) * n_decisions.sum())
    assert towards_less.sum() == pytest.approx((-1 - bias) * n_decisions.sum())
    n_changed, n_unchanged = change.sum() / (1 - bias), no_change.sum() / (-1 - bias)
    assert n_changed + n_unchanged == pytest.approx(n_decisions.sum())
    assert n_changed > 0 < n_unchanged
    assert lessons.n_decisions == n_decisions.sum()
    assert nodes.tolist() == exam.examine(None).nodes.tolist(), "nothing is skipped at first"
    total = lessons.total(Rewards(0, 2, 8, 0, 0), exam.limit)
    excess = (lessons.nodes.mean() - exam.limit) / exam.limit
    assert total == pytest.approx(8 * excess * lessons.towards_less)


def test_size_of_the_tree_is_punished_more_above_the_limit() -> None:
    rewards = Rewards(below=1.0, above=20.0)
    assert rewards.n_count(90, 100) == pytest.approx(-0.1)
    assert rewards.n_count(110, 100) == pytest.approx(2.0)


def test_rprop_goes_by_the_sign_alone() -> None:
    """Formulas A.5 and A.6, by hand."""
    change, rule = Rprop.start(3, first=0.1).step(np.array([1e-9, -5.0, 0.0]))
    assert change.tolist() == [0.1, -0.1, 0.0]
    change, rule = rule.step(np.array([1.0, 5.0, 1.0]))
    assert change == pytest.approx([0.12, 0.05, 0.1])


def test_functions_learn_to_keep_trees_within_the_limit(exam: Examination, tmp_path: Path) -> None:
    task, rewards = Task(exam, counts="all"), Rewards()
    whole = list(Reinforcement(task, rewards, epochs=12))
    assert whole[0].n_count > exam.limit > min(epoch.n_count for epoch in whole)
    assert whole[-1].best_performance is not None
    with open_database(tmp_path / "run.db") as database, Threads(2) as workers:
        first = list(run_reinforcement(task, database, epochs=5, rewards=rewards, workers=workers))
        again = list(run_reinforcement(task, database, epochs=12, rewards=rewards))
    assert first == whole[:5]
    assert again == whole, "kept, stopped and gone on with, by other hands"


def test_ratios_are_chosen_where_trees_settle_at_the_limit() -> None:
    def settle(trials: Sequence[Rewards]) -> list[float]:
        sizes = []
        for each in trials:
            quiet = each.performance == 0
            sizes.append(100.0 / each.no_change if quiet else 1000.0 * each.performance)
        return sizes

    found = tune_rewards("prune", 1000.0, settle)
    assert found.no_change / found.change == pytest.approx(0.1)
    assert found.performance == pytest.approx(1.0)
    assert tune_rewards("null_move", 1000.0, settle).change == 0.0


def test_null_move_reductions_are_learned_too() -> None:
    start = tabiya.game("chess").initial()
    positions = [start.play(move) for move in start.legal_moves()[:4]]
    setting = Setting("chess", preset="crafty")
    batch = tabiya.Batch.of(positions)
    truth = tabiya.pruning.find_truth(batch, setting.player(), depth=3)
    task = Task(Examination(setting, truth, 5, 6), "null_move", ("IT", "ED"))
    rewards = Rewards(change=0, no_change=0)
    epochs = list(Reinforcement(task, rewards, epochs=3, first_step=1.0))
    assert epochs[0].n_decisions > 0
    assert len({epoch.n_count for epoch in epochs}) > 1


def command(data: Path, folder: Path) -> list[str]:
    return [
        sys.executable, "-c", "from tabiya.cli import main; main()", "prune", "learn", str(data),
        "-o", str(folder), "--positions", "16", "--quick", "8", "--reference", "2",
        "--truth-depth", "4", "--patience", "4", "--preset", "crafty", "--threads", "1",
    ]  # fmt: skip


def test_a_killed_process_ends_with_the_same_vector(othello_set: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(  # noqa: S603 (our own command)
        command(othello_set, tmp_path / "killed"), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("    1"):
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    time.sleep(0.1)
    assert not (tmp_path / "killed" / "pruning.toml").exists()
    for folder in ("killed", "whole"):
        run = subprocess.run(  # noqa: S603 (our own command)
            command(othello_set, tmp_path / folder), check=True, capture_output=True, text=True
        )
        assert "full width, 3 plies" in run.stdout
    files = [(tmp_path / f / "pruning.toml").read_text("utf-8") for f in ("killed", "whole")]
    assert files[0] == files[1]
    page = (tmp_path / "whole" / "report.html").read_text("utf-8")
    assert "TS-FPV" in page


def test_games_are_learned_from_in_a_fresh_process(othello_set: Path, tmp_path: Path) -> None:
    """No true scores are looked for, so nothing else has made the tables of the store."""
    words = [*command(othello_set, tmp_path / "run"), "--against", "2", "--cycles", "1"]
    run = subprocess.run(words, check=False, capture_output=True, text=True)  # noqa: S603 (ours)
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "run" / "pruning.toml").exists()


def test_the_second_process_of_a_run_is_told_and_waits(
    othello_set: Path, tmp_path: Path, place: str
) -> None:
    words = [*command(othello_set, tmp_path / "run"), "--store", place]
    with open_database(place) as database, database.claim("pruning"):
        process = subprocess.Popen(  # noqa: S603 (our own command)
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None
        said = next((line for line in process.stderr if "is at it" in line), "")
        assert f"process {os.getpid()} on " in said
        assert "waiting until it is done" in said
        assert not (tmp_path / "run" / "pruning.toml").exists()
    process.communicate()
    assert process.returncode == 0
    assert (tmp_path / "run" / "pruning.toml").exists()
