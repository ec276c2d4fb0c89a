"""The parts of ``tabiya prune``: sets with true scores, decisions, and what is told."""

import dataclasses
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

import tabiya
from tabiya.cli._progress import show_progress
from tabiya.cli._table_file import GrowingTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tabiya.cluster import Workers
    from tabiya.players import Pruning
    from tabiya.pruning import (
        Candidates,
        Cycle,
        Epoch,
        Examination,
        Lattice,
        Monotonicity,
        Rewards,
        Setting,
        Task,
    )

FUNCTIONS: tuple[Literal["prune"], Literal["reduce"], Literal["null_move"]] = (
    "prune",
    "reduce",
    "null_move",
)
DECISIONS = "widths, reductions, extensions or params for tabu; prune, reduce or null_move for rl"


def check_counts(least: "Mapping[str, int]", /, **given: int | None) -> None:
    """Refuse numbers of things that are too few to mean anything, less than 1 unless it is said.

    >>> check_counts({"pairs": 0}, pairs=0, cycles=None, quick=0)
    Traceback (most recent call last):
    ValueError: --quick: expected 1 or more, found 0
    """
    for name, value in given.items():
        if value is not None and value < least.get(name, 1):
            option = name.replace("_", "-")
            raise ValueError(f"--{option}: expected {least.get(name, 1)} or more, found {value}")


def best_function(task: "Task", passed: "Sequence[Epoch]", command: str) -> "Pruning":
    """Return the best function of some epochs; one whose trees are too large is none."""
    if passed[-1].best_performance is None:
        raise ValueError(
            f"epochs: expected one with trees of at most {task.exam.limit:,.0f} nodes, found none "
            f"of {len(passed)}; with more of them it goes on"
        )
    return task.best(passed[-1], command)


@dataclass(frozen=True)
class Plan:
    """What is searched, and how: the options that learning and testing share."""

    source: list[Path]
    n_positions: int
    reference: int
    depth: int
    truth_depth: int
    game: str | None
    preset: str | None
    constants: list[str]
    store: str | Path | None
    threads: int
    seed: int
    population: str | None = None

    def exams(
        self, *, scored: bool, workers: "Workers | None" = None
    ) -> "tuple[Examination, Examination]":
        """Return the learning set and the test set, of other games, with true scores if wanted."""
        if not 1 <= self.reference <= self.depth:
            raise ValueError(
                f"reference: expected a ply or more, and no more than {self.depth}, found "
                f"{self.reference}"
            )
        if not self.source:
            raise ValueError("SET: expected positions to learn from, found none")
        found = tabiya.positions.read(*self.source, game=self.game)
        setting = self._setting(found.game)
        setting.player()  # what is wrong with it is told before anything is searched
        first, second = (
            tabiya.pruning.Examination(
                setting, self._truth(positions, workers, scored=scored), self.reference, self.depth
            )
            for positions in tabiya.pruning.middle_games(found, self.n_positions, seed=self.seed)
        )
        return first, second

    def _setting(self, game: str) -> "Setting":
        params = tuple(map(read_constant, self.constants))
        if self.population is None:
            return tabiya.pruning.Setting(game, self.preset, params)
        setting = tabiya.pruning.middle_player(self.population)
        if setting.game != game:
            raise ValueError(
                f"{self.population}: expected a population of {game}, found {setting.game}"
            )
        if self.preset is not None:
            raise ValueError("--preset: expected none with --population, whose players have one")
        return dataclasses.replace(setting, params=(*setting.params, *params))

    def _truth(
        self, positions: "tabiya.Batch", workers: "Workers | None", *, scored: bool
    ) -> "tabiya.pruning.Truth":
        if not scored:
            return tabiya.pruning.Truth.unknown(positions)
        with (
            tabiya.analysts.AssessmentCache(self.store) as cache,
            show_progress("true scores") as progress,
        ):
            return tabiya.pruning.find_truth(
                positions,
                tabiya.players.Player(positions.game.name, hash_mib=4),
                depth=self.truth_depth,
                cache=cache,
                threads=self.threads,
                workers=workers,
                progress=progress,
            )


def read_constant(text: str) -> tuple[str, float]:
    """Return a number of the search that an option sets."""
    name, _, number = text.partition("=")
    try:
        return name.strip(), float(number)
    except ValueError:
        raise ValueError(f"--set: expected name=number, found {text!r}") from None


def check_decision(
    method: str, decision: str | None, *, by: str, values: list[str], inputs: str
) -> None:
    """Refuse a decision that does not exist before anything is searched for it.

    >>> check_decision("rl", "prune", by="leaf", values=[], inputs="IT,XX")
    Traceback (most recent call last):
    ValueError: inputs: expected one of IT, SD, D2L, ... found "XX"
    """
    game = "chess"  # it makes no difference here
    if method == "rl":
        tabiya.players.start_function(game, tuple(each.strip() for each in inputs.split(",")))
        return
    lattice = make_lattice(game, decision or "widths", by=by, values=values, length=1)
    lattice.pruning(lattice.least)
    known = {line.split()[0] for line in tabiya.players.Decisions.describe().splitlines()}
    for name in lattice.names if lattice.kind == "params" else ():
        if name not in known:
            raise ValueError(f"--values: expected a number of the search, found {name!r}")


def make_lattice(game: str, decision: str, *, by: str, values: list[str], length: int) -> "Lattice":
    """Return the discrete decisions that options ask for."""
    match decision:
        case "widths":
            return tabiya.pruning.widths_lattice(game, length, by=by)
        case "reductions":
            return tabiya.pruning.reductions_lattice(game, length)
        case "extensions":
            return tabiya.pruning.extensions_lattice(game)
        case "params":
            chosen: dict[str, list[float]] = {}
            for text in values:
                name, _, numbers = text.partition("=")
                try:
                    chosen[name.strip()] = [float(number) for number in numbers.split(",")]
                except ValueError:
                    raise ValueError(
                        f"--values: expected name=number,number,..., found {text!r}"
                    ) from None
            return tabiya.pruning.params_lattice(game, chosen)
    raise ValueError(f"decision: expected one of {DECISIONS}, found {decision!r}")


def make_task(exam: "Examination", decision: str, inputs: str) -> "Task":
    """Return what a function is to learn."""
    chosen = tuple(each.strip() for each in inputs.split(","))
    for decides in FUNCTIONS:
        if decides == decision:
            is_chess = exam.setting.game == "chess"
            return tabiya.pruning.Task(exam, decides, chosen, "quiet" if is_chess else "all")
    raise ValueError(f"decision: expected one of {DECISIONS}, found {decision!r}")


def read_rewards(text: str | None) -> "Rewards | None":
    """Return the rewards that an option says, if it says any."""
    if text is None:
        return None
    try:
        performance, below, above, change, no_change = map(float, text.split(","))
        found = tabiya.pruning.Rewards(performance, below, above, change, no_change)
    except ValueError:
        found = None
    if found is None or not all(map(math.isfinite, dataclasses.astuple(found))):
        raise ValueError(f"--rewards: expected five numbers with commas, found {text!r}")
    return found


def tell_cycles(
    candidates: "Candidates", run: "Iterable[Cycle]", path: Path | None
) -> "list[Cycle]":
    """Tell of every critical solution; return them."""
    typer.echo(f"at most {candidates.limit:,.0f} nodes")
    table = GrowingTable(("cycle", "nodes", "performance", "vector"), (5, 10, 11, -1))
    passed = []
    for cycle in run:
        passed.append(cycle)
        table.add(
            str(cycle.number),
            f"{cycle.n_count:,.0f}",
            f"{cycle.performance:+.4f}",
            candidates.lattice.words(cycle.solution),
            remark="*" if cycle.best == cycle.solution else "",
        )
    table.save(path)
    return passed


def tell_epochs(run: "Iterable[Epoch]", path: Path | None) -> "list[Epoch]":
    """Tell of every epoch; return them."""
    table = GrowingTable(("epoch", "nodes", "performance", "best"), (5, 10, 11, 8))
    passed = []
    for epoch in run:
        passed.append(epoch)
        best = "" if epoch.best_performance is None else f"{epoch.best_performance:+.2f}"
        nodes, performance = f"{epoch.n_count:,.0f}", f"{epoch.performance:+.2f}"
        table.add(str(epoch.number), nodes, performance, best)
    table.save(path)
    return passed


def tell_monotonicity(found: "Monotonicity") -> None:
    """Tell how often the assumptions held."""
    typer.echo(
        f"monotonicity of {found.n_pairs} neighbours: nodes {found.n_count:.1%}, "
        f"performance {found.performance:.1%}"
    )


def tell_test(
    exam: "Examination", found: "dict[str, Pruning]", path: Path | None, *, part: str = ""
) -> None:
    """Tell what files are worth on the test set, beside the full-width search of both depths."""
    headings = ("on the test set", "nodes", "performance", "low", "high")
    table = GrowingTable(headings, (-24, 10, 11, 7, 7))
    table.add(f"full width, {exam.reference} plies", f"{exam.limit:,.0f}", "+0.00", "", "")
    rows: dict[str, Pruning | None] = {f"full width, {exam.depth} plies": None, **found}
    for name, pruning in rows.items():
        outcome = exam.examine(pruning)
        said = outcome.performance
        performance = (f"{each:+.2f}" for each in (said.value, said.low, said.high))
        table.add(name, f"{outcome.n_count:,.0f}", *performance)
    table.save(path, part=part)
