"""Tables D.2 to D.4, Figures 4.5 and 4.7 and §4.5.2 of Kocsis 2003: vectors and functions by depth.

    python examples/pruning_figures.py depths chess.parquet -o chess-pruning.png    Figs. 4.5, 4.7
    python examples/pruning_figures.py inputs chess.parquet                         §4.5.2

For each reference depth the best FPV-d, FPV-it and FPV-l are searched for by TS-FPV and a function
is learned by RL-FPF. What they and the full-width search of one ply more are worth on positions of
other games is printed, for the five best vectors of each kind, and drawn, for the best of them in
learning. All is kept in the store, so that the same command goes on. The search is that of the
preset ``crafty``, as in the thesis. Sizes are options.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import tabiya
from tabiya.analysts import AssessmentCache
from tabiya.metrics import Estimate
from tabiya.players import Player, Pruning
from tabiya.pruning import (
    Candidates,
    Examination,
    Setting,
    Task,
    Truth,
    find_truth,
    middle_games,
    run_reinforcement,
    run_tabu,
    widths_lattice,
)
from tabiya.report import TauSeries, plot_taus
from tabiya.store import Database, open_database

VECTORS = {"FPV-d": "depth", "FPV-it": "iteration", "FPV-l": "leaf"}
DEEPER = "full width, one ply more"
# What functions see: one search parameter each, and all of the main experiment (§4.5.2).
INPUTS = (
    "IT", "SD", "D2L", "ED", "NVC", "HASH", "NCOUNT", "SVC", "MOSCORE", "BOARD", "IT,SD,D2L",
    "IT,SD,D2L,ED,NVC,HASH",
)  # fmt: skip


def true_scores(options: argparse.Namespace) -> tuple[Setting, Truth, Truth]:
    """Return who searches, and the positions to learn from and to be tested on."""
    found = tabiya.positions.read(options.set)
    setting = Setting(found.game, "crafty")
    player = Player(found.game, hash_mib=4, pruning="none")
    with AssessmentCache(options.store) as cache:
        learning, testing = (
            find_truth(positions, player, depth=options.truth_depth, cache=cache)
            for positions in middle_games(found, options.positions, seed=options.seed)
        )
    return setting, learning, testing


def vectors(
    exam: Examination, by: str, database: Database, options: argparse.Namespace
) -> Iterator[tuple[str, Pruning]]:
    """Yield the best vectors that TS-FPV finds, in words and as they are played, best first."""
    lattice = widths_lattice(exam.setting.game, exam.depth, by=by)
    candidates = Candidates(lattice, exam, min(options.quick, len(exam.truth)))
    cycles = run_tabu(
        candidates,
        database,
        name=f"{by} {exam.reference}",
        patience=options.patience,
        most_cycles=options.cycles,
        seed=options.seed,
    )
    found = {cycle.solution: cycle.performance for cycle in cycles}
    for solution in sorted(found, key=lambda each: -found[each])[: options.top]:
        yield lattice.words(solution), lattice.pruning(solution)


def function(
    exam: Examination, inputs: str, database: Database, options: argparse.Namespace
) -> tuple[str, Pruning]:
    """Return the best function that RL-FPF finds with tuned ratios of rewards."""
    is_chess = exam.setting.game == "chess"
    task = Task(exam, "prune", tuple(inputs.split(",")), "quiet" if is_chess else "all")
    *_, last = run_reinforcement(
        task,
        database,
        name=f"function {exam.reference} {inputs}",
        epochs=options.epochs,
        trial=task.trial(min(exam.reference, options.trial_reference), options.quick),
    )
    return inputs, task.best(last)


def row(exam: Examination, what: str, words: str, pruning: Pruning | None) -> Estimate:
    """Print what a search is worth on the test set, and return it."""
    outcome = exam.examine(pruning)
    said = outcome.performance
    print(
        f"{exam.reference} | {what:24} | {words:28} | {outcome.n_count:9,.0f} | "
        f"{said.value:+6.1f} [{said.low:+.1f}, {said.high:+.1f}]",
        flush=True,
    )
    return said


def depths(options: argparse.Namespace) -> None:
    """Learn and test at each reference depth, and draw it."""
    setting, learning, testing = true_scores(options)
    series: dict[str, list[Estimate]] = {DEEPER: [], **{n: [] for n in VECTORS}, "FPF": []}
    references = [int(each) for each in options.references.split(",")]
    with open_database(options.store) as database:
        for reference in references:
            exam, test = (
                Examination(setting, truth, reference, reference + 1)
                for truth in (learning, testing)
            )
            print(f"{reference} | full width | | {test.limit:,.0f} | 0", flush=True)
            series[DEEPER].append(row(test, DEEPER, "", None))
            for name, by in VECTORS.items():
                rows = [row(test, name, *each) for each in vectors(exam, by, database, options)]
                series[name].append(rows[0])
            series["FPF"].append(row(test, "FPF", *function(exam, INPUTS[-1], database, options)))
    if options.output is not None:
        marks = [str(each) for each in references]
        lines = [TauSeries(name, marks, found) for name, found in series.items()]
        title = f"{setting.game}: {options.positions} positions, true scores by "
        plot_taus(
            lines,
            options.output,
            title=f"{title}{options.truth_depth} plies",
            x="reference depth",
            y="score difference in centipawns",
        )


def which_inputs(options: argparse.Namespace) -> None:
    """Learn a function of each search parameter alone, and of several (§4.5.2)."""
    setting, learning, testing = true_scores(options)
    reference = int(options.references.split(",")[0])
    exam, test = (
        Examination(setting, truth, reference, reference + 1) for truth in (learning, testing)
    )
    print(f"{reference} | full width | | {test.limit:,.0f} | 0", flush=True)
    with open_database(options.store) as database:
        row(test, DEEPER, "", None)
        for inputs in INPUTS:
            row(test, "FPF", *function(exam, inputs, database, options))


def main() -> None:
    """Read the options and do what they say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("depths", "inputs"))
    parser.add_argument("set", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--store", type=Path, default=Path("pruning_figures.db"))
    parser.add_argument("--references", default="3,4")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--quick", type=int, default=60)
    parser.add_argument("--truth-depth", type=int, default=7)
    parser.add_argument("--patience", type=int, default=3)
    parser.add_argument("--cycles", type=int, default=4)
    parser.add_argument("--top", type=int, default=5)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--trial-reference", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    (depths if options.what == "depths" else which_inputs)(options)


if __name__ == "__main__":
    main()
