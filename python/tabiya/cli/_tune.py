"""``tabiya tune``: weights that order positions better, kept, proved and handed over."""

import os
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import Cluster, say_claimed, say_waiting
from tabiya.cli._columns import columns
from tabiya.cli._efforts import read_engines
from tabiya.cli._set_import import parse_mapping
from tabiya.cli._table_file import PictureFile, TableFile, save_table
from tabiya.cli._tune_output import hand_over
from tabiya.cli._tune_view import TuneView

THREADS = os.cpu_count() or 1
# Samples for the errors of the weights, and the most weights for which they are taken unasked.
N_RESAMPLED, MOST_RESAMPLED = 8, 32


def tune(
    source: Annotated[
        list[Path], typer.Argument(metavar="SET...", help="A set, or files to make one of.")
    ],
    *,
    weights: Annotated[
        str,
        typer.Option(
            help="Weights or groups of them, or options of the engine, with commas; eleven for "
            "those of Gomboc's Table 12, all for all."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="A folder for the run.")],
    start: Annotated[
        str, typer.Option("--from", help="defaults, a number for all, or a file of weights.")
    ] = "defaults",
    tuner: Annotated[
        str, typer.Option(help="ascent, surrogate, logistic, cma, spsa; several to compare.")
    ] = "ascent",
    iterations: Annotated[int, typer.Option(help="Iterations in all.")] = 300,
    control: Annotated[
        str, typer.Option(help="A set of other games, the share of games to hold back, or none.")
    ] = "0.2",
    mode: Annotated[
        str, typer.Option(help="How positions are assessed: static, quiescence, search, effort.")
    ] = "static",
    nodes: Annotated[int | None, typer.Option(help="Nodes of each search.")] = None,
    depth: Annotated[int | None, typer.Option(help="Plies of each search of an engine.")] = None,
    uci: Annotated[str | None, typer.Option(help="Tune the options of this engine.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help='Options of the engine that stay: "Hash=4".')
    ] = None,
    preset: Annotated[str | None, typer.Option(help="Search: modern or crafty.")] = None,
    constant: Annotated[
        list[str] | None,
        typer.Option("--set", help="A constant of the tuner: fraction=0.02; may be repeated."),
    ] = None,
    duel: Annotated[
        str | None, typer.Option(help='How spsa plays two vectors: "8 games, 1000 nodes".')
    ] = None,
    kind: Annotated[str | None, typer.Option(help="Labels to use.")] = None,
    mapping: Annotated[
        list[str] | None, typer.Option("--map", help='What a label is worth: "∞=0".')
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game, if files do not tell.")] = None,
    prove: Annotated[
        str | None, typer.Option(help='Play the result: "openings.epd, 200 games, 10000 nodes".')
    ] = None,
    prove_at: Annotated[str | None, typer.Option(help="Iterations to play too: 0,100,200.")] = None,
    bootstrap: Annotated[
        int | None,
        typer.Option(
            help="Errors of the weights from so many resampled sets; 8 where that is quick."
        ),
    ] = None,
    cluster: Cluster = None,
    store: Annotated[
        str | None, typer.Option(help="Where the run is kept: a file or the URL of a database.")
    ] = None,
    threads: Annotated[int, typer.Option(help="Threads, or local workers.")] = THREADS,
    seed: Annotated[int, typer.Option(help="Of all that is random.")] = 0,
    plot: PictureFile = None,
    table: TableFile = None,
) -> None:
    """Tune weights until they order labelled positions better, and prove it by play.

    A run that was stopped goes on with the same command. The folder gets weights.toml, the same for
    other programs, report.html, and the store run.db.
    """
    plan = tabiya.runs.ProofPlan.parse(prove) if prove else None
    moments = _read_moments(prove_at)
    constants = _read_constants(constant or [])
    engines = read_engines([uci] if uci else [], option or ())
    values = parse_mapping(mapping or [], [str(file) for file in source])
    train, examined = _hold_back(
        tabiya.positions.read(*source, game=game).labelled(kind, values or None),
        control,
        kind,
        seed,
    )
    typer.echo(_heading(train, examined))
    is_file = Path(start).is_file()
    recipe = tabiya.runs.Recipe(
        train=train,
        control=examined,
        names=tabiya.learn.ELEVEN
        if weights == "eleven"
        else tuple(part.strip() for part in weights.split(",")),
        start=None if is_file else _read_start(start),
        weights=tabiya.players.load_weights(start).changed() if is_file else {},
        mode=mode,
        nodes=nodes,
        depth=depth,
        engine=engines[0] if engines else None,
        preset=preset,
        duel=tabiya.runs.ProofPlan.parse(duel) if duel else None,
        seed=seed,
        threads=threads,
    )
    problem = recipe.problem()
    if recipe.engine is not None:
        tabiya.runs.check_determinism(
            recipe.engine_assess(), problem.weights(problem.start), train.positions()
        )
    output.mkdir(parents=True, exist_ok=True)
    with tabiya.store.open_database(store or output / "run.db") as database:
        crew = None
        if cluster:
            crew = tabiya.cluster.open_crew(cluster, threads=threads, on_wait=say_waiting)
        try:
            with going_on(f"the same command goes on with {database.place}"):
                results = [
                    _tune_one(
                        recipe,
                        database,
                        crew,
                        name,
                        folder=output,
                        iterations=iterations,
                        constants=constants,
                    )
                    for name in (part.strip() for part in tuner.split(","))
                ]
        finally:
            if crew is not None:
                crew.close()
    for result in results:
        folder = output if len(results) == 1 else output / result.tuner
        folder.mkdir(exist_ok=True)
        hand_over(
            result,
            folder,
            plan=plan,
            moments=moments,
            n_bootstrap=_n_bootstrap(recipe, len(result.names)) if bootstrap is None else bootstrap,
            concurrency=threads,
            table=table,
            part=result.tuner if len(results) > 1 else "",
        )
    if plot is not None:
        _draw(results, plot, _heading(train, examined))
    if len(results) > 1:
        headings, rows = _comparison(results)
        typer.echo("\n" + columns(headings, rows))
        save_table(table, headings, rows)


def _tune_one(
    recipe: "tabiya.runs.Recipe",
    database: "tabiya.store.Database",
    crew: "tabiya.cluster.Crew | None",
    tuner: str,
    *,
    folder: Path,
    iterations: int,
    constants: dict[str, float],
) -> "tabiya.runs.TuningResult":
    name = f"{folder.resolve().name} {tuner}"  # a database may hold many runs
    run = {"name": name, "tuner": tuner, "options": constants}
    with database.claim(name, say_claimed(database.place)):
        steps = tabiya.runs.past_iterations(database, recipe, **run)
        with TuneView(tuner, iterations, len(steps)) as view:
            for step in tabiya.runs.run_tuning(
                recipe,
                database,
                name=name,
                tuner=tuner,
                iterations=iterations,
                options=constants,
                crew=crew,
            ):
                steps.append(step)
                view.show(step)
    if not steps:
        raise ValueError(f"iterations: expected at least one, found {iterations}")
    if len(steps) > iterations:
        typer.echo(
            f"{database.place}: {len(steps)} iterations are there, {iterations} asked for; the "
            f"result is that of the first {iterations}"
        )
        steps = steps[:iterations]
    return tabiya.runs.TuningResult(recipe, tuner, tuple(steps), constants)


def _heading(
    train: "tabiya.positions.PositionSet", control: "tabiya.positions.PositionSet | None"
) -> str:
    others = "" if control is None else f", {len(control):,} of other games for control"
    return f"{len(train):,} positions of {train.game} to learn from{others}"


def _n_bootstrap(recipe: "tabiya.runs.Recipe", n_weights: int) -> int:
    """Return how many samples tell the errors of weights, none where it would take long."""
    is_quick = recipe.engine is None and recipe.mode == "static" and n_weights <= MOST_RESAMPLED
    return N_RESAMPLED if is_quick else 0


def _draw(results: "list[tabiya.runs.TuningResult]", plot: Path, title: str) -> None:
    """Draw tau by iteration, and that of the control beside it."""
    series = []
    for result in results:
        for word in ("train", "control"):
            steps = [s for s in result.iterations if getattr(s, word) is not None]
            if steps:
                name = word if len(results) == 1 else f"{result.tuner}, {word}"
                values = (getattr(step, word) for step in steps)
                taus = [tabiya.metrics.Estimate(value, value, value) for value in values]
                series.append(tabiya.report.TauSeries(name, [s.number for s in steps], taus))
    if not series:
        raise ValueError(f"{plot}: expected iterations with a tau, found none")
    tabiya.report.plot_taus(series, plot, title=title, x="iteration")
    typer.echo(f"picture  {plot}")


def _comparison(
    results: "list[tabiya.runs.TuningResult]",
) -> tuple[list[str], list[list[str]]]:
    rows = []
    for result in results:
        last = result.iterations[-1]
        best = max((s.control for s in result.iterations if s.control is not None), default=None)
        rows.append(
            [
                result.tuner,
                f"{last.number + 1}",
                f"{sum(s.n_tested for s in result.iterations):,}",
                "-" if last.best_value is None else f"{last.best_value:.4f}",
                "-" if best is None else f"{best:.4f}",
                f"{sum(s.seconds for s in result.iterations):.1f}",
            ]
        )
    headings = ["tuner", "iterations", "vectors", "best tau", "best control", "seconds"]
    return headings, rows


def _hold_back(
    found: "tabiya.positions.PositionSet", control: str, kind: str | None, seed: int
) -> "tuple[tabiya.positions.PositionSet, tabiya.positions.PositionSet | None]":
    """Return what to learn from and what to be examined on."""
    if control == "none":
        return found, None
    if Path(control).exists():
        return found, tabiya.positions.read(Path(control), game=found.game).labelled(kind)
    try:
        share = float(control)
    except ValueError:
        raise ValueError(
            f"control: expected a set, a share of the games or none, found {control!r}"
        ) from None
    return tabiya.positions.split(found, share, seed)


def _read_start(text: str) -> float | None:
    if text == "defaults":
        return None
    try:
        return float(text)
    except ValueError:
        raise ValueError(
            f"from: expected defaults, a number or a file of weights, found {text!r}"
        ) from None


def _read_moments(text: str | None) -> list[int]:
    try:
        return [int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise ValueError(f"prove-at: expected iterations such as 0,100, found {text!r}") from None


def _read_constants(texts: list[str]) -> dict[str, float]:
    """Read constants of a tuner.

    >>> _read_constants(["fraction=0.02", "sample=1024"])
    {'fraction': 0.02, 'sample': 1024}
    """
    found: dict[str, float] = {}
    for text in texts:
        name, _, value = text.partition("=")
        try:
            found[name] = int(value) if value.lstrip("-").isdigit() else float(value)
        except ValueError:
            raise ValueError(f"set: expected name=number, found {text!r}") from None
    return found
