"""``tabiya patterns``: pattern evaluations of Othello, from games to a player."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tabiya
from tabiya.cli._broken_off import STARTS_AGAIN, going_on
from tabiya.cli._cluster import Cluster, workers_of
from tabiya.cli._progress import show_progress
from tabiya.cli._table_file import GrowingTable, TableFile, tell_table

if TYPE_CHECKING:
    from tabiya.patterns import PatternExamples, PhaseFit, TableWorth

THREADS = os.cpu_count() or 1
HEADINGS = ("empties", "fitted", "held out", "rmse", "mae", "spread")
PHASE_WIDTHS = (7, 9, 9, 7, 7, 7)
WORTH_WIDTHS = (-26, 8, 8, 8, 8)
Threads = Annotated[int, typer.Option(help="Threads; the result does not depend on them.")]
Penalty = Annotated[
    float, typer.Option(help="How many examples the next phase's weights count for.")
]
Steps = Annotated[int, typer.Option(help="Steps of the conjugate gradients for each phase.")]
Output = Annotated[Path, typer.Option("--output", "-o", help="The file of weights to write.")]
ExamplesFile = Annotated[
    Path,
    typer.Argument(metavar="EXAMPLES", help="PatternExamples, or a set of positions (.parquet)."),
]


def label_examples(
    files: Annotated[list[Path], typer.Argument(metavar="WTHOR...", help="Files of WTHOR games.")],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file of examples.")],
    exact: Annotated[int, typer.Option(help="Solve positions with so few empty squares.")] = 12,
    threads: Threads = THREADS,
    cluster: Cluster = None,
) -> None:
    """Make examples of games: every position, solved where that is cheap."""
    with (
        going_on(STARTS_AGAIN),
        workers_of(cluster, threads) as workers,
        show_progress("positions") as progress,
    ):
        examples, faults = tabiya.patterns.label_games(
            files, exact=exact, threads=threads, workers=workers, progress=progress
        )
    examples.save(output)
    for fault in faults:
        typer.echo(f"skipped {fault}", err=True)
    n_games = len(set(examples.game.tolist()))
    typer.echo(f"{output}: {len(examples):,} positions of {n_games:,} games, {len(faults)} skipped")


def fit_examples(
    examples: ExamplesFile,
    *,
    output: Output,
    penalty: Penalty = 20.0,
    steps: Steps = 15,
    threads: Threads = THREADS,
    table: TableFile = None,
) -> None:
    """Fit weights to examples by regularised least squares, a phase after the other."""
    found = _read(examples)
    phases = _Phases()
    made_by = f"tabiya patterns fit {examples.name} --penalty {penalty:g} --steps {steps}"
    with going_on(STARTS_AGAIN):
        fit = tabiya.patterns.fit_patterns(
            found,
            penalty=penalty,
            steps=steps,
            threads=threads,
            made_by=made_by,
            progress=phases.tell,
        )
    fit.model.save(output)
    _say_how_to_play(output)
    phases.save(table)


def deepen_examples(
    examples: ExamplesFile,
    *,
    weights: Annotated[Path, typer.Option(help="Weights to search with at first.")],
    output: Output,
    sample: Annotated[
        int, typer.Option(help="PatternExamples for each number of empty squares.")
    ] = 60000,
    depth: Annotated[int, typer.Option(help="Plies of the searches that label them.")] = 6,
    exact: Annotated[int, typer.Option(help="Solve positions with so few empty squares.")] = 13,
    penalty: Penalty = 20.0,
    steps: Steps = 15,
    seed: Annotated[int, typer.Option(help="Of all that is random.")] = 0,
    threads: Threads = THREADS,
    cluster: Cluster = None,
    table: TableFile = None,
) -> None:
    """Fit weights to what searches say, from the end of the game to its beginning."""
    phases = _Phases()
    made_by = (
        f"tabiya patterns deepen {examples.name} --weights {weights.name} --sample {sample} "
        f"--depth {depth} --exact {exact} --penalty {penalty:g} --steps {steps} --seed {seed}"
    )
    with going_on(STARTS_AGAIN), workers_of(cluster, threads) as workers:
        fit = tabiya.patterns.deepen(
            _read(examples),
            tabiya.players.load_patterns(weights),
            sample=sample,
            depth=depth,
            exact=exact,
            penalty=penalty,
            steps=steps,
            seed=seed,
            threads=threads,
            workers=workers,
            made_by=made_by,
            progress=phases.tell,
        )
    fit.model.save(output)
    _say_how_to_play(output)
    phases.save(table)


def measure_patterns(
    examples: ExamplesFile,
    *,
    empties: Annotated[int, typer.Option(help="The phase: so many empty squares.")] = 24,
    penalty: Penalty = 20.0,
    steps: Steps = 15,
    seed: Annotated[int, typer.Option(help="Of the resampled games.")] = 0,
    threads: Threads = THREADS,
    table: TableFile = None,
) -> None:
    """Measure which patterns help: the error on held-out games without each of them."""
    rows = GrowingTable(("without", "rmse", "rise", "low", "high"), WORTH_WIDTHS)

    def tell(worth: "TableWorth") -> None:
        rows.add(worth.name, f"{worth.rmse:.3f}", *_signed(worth.rise, *worth.interval))

    with going_on(STARTS_AGAIN):
        error, _ = tabiya.patterns.worth_of_tables(
            _read(examples),
            empties,
            penalty=penalty,
            steps=steps,
            threads=threads,
            seed=seed,
            progress=tell,
        )
    rows.add("(all patterns)", f"{error:.3f}", "", "", "")
    rows.save(table)


def fit_probcut(
    examples: ExamplesFile,
    *,
    weights: Annotated[Path, typer.Option(help="The weights of the evaluation.")],
    output: Output,
    depth: Annotated[int, typer.Option(help="Plies of the deepest search.")] = 10,
    sample: Annotated[int, typer.Option(help="Positions for each six empty squares.")] = 200,
    seed: Annotated[int, typer.Option(help="Of the sample.")] = 0,
    threads: Threads = THREADS,
    cluster: Cluster = None,
    table: TableFile = None,
) -> None:
    """Fit ProbCut: how deep scores follow from shallow ones; the weights stay as they are."""
    with (
        going_on(STARTS_AGAIN),
        workers_of(cluster, threads) as workers,
        show_progress("bands") as progress,
    ):
        model = tabiya.patterns.with_relations(
            _read(examples),
            tabiya.players.load_patterns(weights),
            depth=depth,
            sample=sample,
            seed=seed,
            threads=threads,
            workers=workers,
            progress=progress,
        )
    model.save(output)
    headings = ["empty", "deep", "shallow", "slope", "offset", "error"]
    rows = [
        [
            *map(str, (each.stage, each.deep, each.shallow)),
            f"{each.slope:.3f}",
            f"{each.offset / 100:+.2f}",
            f"{each.deviation / 100:.2f}",
        ]
        for each in model.relations
        if each.deep <= depth
    ]
    tell_table(table, headings, rows, left=())
    _say_how_to_play(output)


def _read(path: Path) -> "PatternExamples":
    if path.suffix == ".parquet":
        found = tabiya.positions.read(path)
        try:
            return tabiya.patterns.PatternExamples.of(found)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    return tabiya.patterns.load_examples(path)


class _Phases(GrowingTable):
    """The phases that are fitted, a line for each as soon as it is there."""

    def __init__(self) -> None:
        super().__init__(HEADINGS, PHASE_WIDTHS)

    def tell(self, fit: "PhaseFit") -> None:
        """Print a phase."""
        errors = (f"{fit.rmse:.3f}", f"{fit.mae:.3f}", f"{fit.spread:.2f}")
        counts = (f"{fit.n_fitted:,}", f"{fit.n_held_out:,}")
        self.add(f"{fit.first}-{fit.last}", *counts, *errors)


def _signed(*values: float) -> tuple[str, ...]:
    return tuple(f"{value:+.3f}" for value in values)


def _say_how_to_play(path: Path) -> None:
    size = path.stat().st_size / 2**20
    typer.echo(f"{path}: {size:.2f} MiB; play with it: tabiya?weights={path} --game othello")
