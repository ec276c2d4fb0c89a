"""``tabiya tune``: weights that order positions better, kept, proved and handed over."""

import os
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli import _tune_problem as problem_of
from tabiya.cli._cluster import Cluster
from tabiya.cli._columns import columns
from tabiya.cli._efforts import read_engines
from tabiya.cli._memory import give_back_memory
from tabiya.cli._table_file import PictureFile, TableFile, save_table
from tabiya.cli._tune_checks import (
    check_apart,
    check_beside,
    check_bootstrap,
    check_limits,
    check_other_games,
    check_rounds,
    read_from_a_set,
    read_tuners,
)
from tabiya.cli._tune_labels import JUDGE, Labels, Scores, read_labels, read_packed, who_judges
from tabiya.cli._tune_leaves import tune_leaves
from tabiya.cli._tune_proof import LOST
from tabiya.cli._tune_rounds import tune_rounds
from tabiya.cli._tune_run import Settings, check_begun, tune_task

THREADS = os.cpu_count() or 1
# A round, unless it is told otherwise.
PLAY = "2000 games, 200 nodes"
LABEL = "5000 nodes"


def tune(
    source: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="SET...",
            help="A set, or files to make one of; none if only games are played (spsa).",
        ),
    ] = None,
    *,
    weights: Annotated[
        str,
        typer.Option(
            help="Weights or groups of them, or options of the engine, with commas; eleven for "
            "those of Gomboc's Table 12, all for all, phases for all with the phases of each tied; "
            "-NAME keeps one as it is."
        ),
    ] = "all",
    output: Annotated[Path, typer.Option("--output", "-o", help="A folder for the run.")],
    features: Annotated[
        bool,
        typer.Option("--features", help="SET is a file of features: .parquet, .npz, .csv, .trace."),
    ] = False,
    start: Annotated[
        str, typer.Option("--from", help="defaults, a number for all, or a file of weights.")
    ] = "defaults",
    tuner: Annotated[
        str, typer.Option(help="ascent, surrogate, logistic, cma, spsa; several to compare.")
    ] = "ascent",
    iterations: Annotated[int, typer.Option(help="Iterations in all.")] = 300,
    patience: Annotated[
        int | None,
        typer.Option(help="End after so many iterations without a better control; 0 for never."),
    ] = None,
    control: Annotated[
        str, typer.Option(help="A set of other games, the share of games to hold back, or none.")
    ] = "0.2",
    mode: Annotated[
        str, typer.Option(help="How positions are assessed: static, quiescence, search, effort.")
    ] = "static",
    leaves: Annotated[
        int | None,
        typer.Option(
            help="Static assessments at the ends of captures, which are looked for again every so "
            "many iterations."
        ),
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Nodes of each search.")] = None,
    depth: Annotated[int | None, typer.Option(help="Plies of each search of an engine.")] = None,
    uci: Annotated[str | None, typer.Option(help="Tune the options of this engine.")] = None,
    evaluator: Annotated[
        str | None,
        typer.Option("--eval", help="Tune the weights of this program, which answers by lines."),
    ] = None,
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
    mix: Annotated[
        float | None,
        typer.Option(help="Labels of scores and results together: the part of the scores, 0 to 1."),
    ] = None,
    mapping: Annotated[
        list[str] | None, typer.Option("--map", help='What a label is worth: "∞=0".')
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game, if files do not tell.")] = None,
    prove: Annotated[
        str | None,
        typer.Option(
            help='Play the result: "openings.epd, 200 games, 10000 nodes", or "openings.epd, sprt '
            '0 5, 10000 nodes".'
        ),
    ] = None,
    half_way: Annotated[
        str | None,
        typer.Option(
            help="Play places on the way from the start to the tuned weights against the start, "
            'and take the best: "openings.epd, 400 games, 1000 nodes".'
        ),
    ] = None,
    prove_at: Annotated[str | None, typer.Option(help="Iterations to play too: 0,100,200.")] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            help="So many rounds in place of a set: the player plays itself, its games are "
            "labelled, and what games prove better plays the next."
        ),
    ] = None,
    play: Annotated[str | None, typer.Option(help="Games of a round.", show_default=PLAY)] = None,
    label: Annotated[
        str | None,
        typer.Option(
            help='Who says what positions are worth, of a set ("stockfish, 2000 nodes") or of the '
            'games of a round: the player with more nodes, an engine, or "tabiya, 2000 nodes", the '
            "best player of the game.",
            show_default=f"with --rounds {LABEL}",
        ),
    ] = None,
    control_label: Annotated[
        str | None,
        typer.Option(
            help="Who labels the control set, whatever is learnt from, as in --label: the player "
            "itself with more nodes, or somebody by name; none for the labels of the set.",
            show_default=f"{JUDGE} for a player that starts from its defaults, or none",
        ),
    ] = None,
    bootstrap: Annotated[
        int | None,
        typer.Option(
            help="Errors of the weights from so many full refits; 8 where that is quick, 0 for "
            "none."
        ),
    ] = None,
    cluster: Cluster = None,
    store: Annotated[
        str | None, typer.Option(help="Where the run is kept: a file or the URL of a database.")
    ] = None,
    threads: Annotated[int, typer.Option(help="Threads, or local workers.")] = THREADS,
    seed: Annotated[int, typer.Option(min=0, help="Of all that is random.")] = 0,
    plot: PictureFile = None,
    table: TableFile = None,
) -> None:
    """Tune weights until they order labelled positions better, and prove it by play.

    A run that was stopped goes on with the same command. The folder gets weights.toml, the same for
    other programs, report.html, and the store run.db. The vector that is handed over is the best on
    control; the last line says whether games call it better. The exit status is 1 after a proof
    that was lost: the old weights stay.
    """
    give_back_memory()
    check_beside(
        *read_from_a_set(
            source,
            rounds,
            mode=None if mode == "static" else mode,
            nodes=nodes,
            kind=kind,
            map=mapping,
            control=control if control not in ("0.2", "none") else None,
            mix=None if mix is None else str(mix),
            bootstrap=bootstrap,
        ),
        ("--leaves", None if leaves is None else str(leaves), "SET", source or None),
        ("--plot", plot, "SET", source or None),
        ("--prove-at", prove_at, "--prove", prove),
        ("--half-way", half_way, "--prove", prove),
        ("--option", option, "--uci", uci),
        ("--duel", duel, "--tuner spsa", "spsa" in tuner),
        ("--play", play, "--rounds", rounds),
        ("--label", label, "SET or --rounds", source or rounds),
        ("--control-label", control_label, "SET", source),
        ("--eval", evaluator, "SET", source),
        ("--tuner spsa", "spsa" in tuner or None, "--duel", duel),
    )
    check_apart(
        ("--kind", kind, "--features", features),
        ("--map", mapping, "--features", features),
        ("--mix", mix, "--features", features),
        ("--weights", weights if weights != "all" else None, "--features", features),
        ("--game", game, "--features", features),
        ("--eval", evaluator, "--features", features),
        ("--from", start if start != "defaults" else None, "--eval", evaluator),
        ("--store", store, "--rounds", rounds),
        *(
            (option, value, other, given)
            for other, given in (("--features", features), ("--eval", evaluator))
            for option, value in (
                ("--mode", None if mode == "static" else mode),
                ("--nodes", nodes),
                ("--depth", depth),
                ("--preset", preset),
                ("--duel", duel),
                ("--leaves", leaves),
            )
        ),
        ("--kind", kind, "--mix", mix),
        ("--map", mapping, "--mix", mix),
        ("--label", label, "--mix 0", mix == 0 or None),
        ("--label", label, "--features", features),
        ("--control-label", control_label, "--features", features),
        (
            "--control-label",
            None if control_label == "none" else control_label,
            "--control none",
            control == "none" or None,
        ),
        ("--kind", kind, "--label", label),
        ("--map", mapping, "--label", label),
    )
    plan, halved = (
        None if text is None else tabiya.play.ProofPlan.parse(text, option=option_name)
        for text, option_name in ((prove, "prove"), (half_way, "half-way"))
    )
    check_other_games(halved, plan)
    moments = problem_of.read_moments(prove_at, iterations)
    check_bootstrap(bootstrap)
    check_limits(mode=mode, nodes=nodes, depth=depth, uci=uci)
    constants = problem_of.read_constants(constant or [])
    settings = Settings(
        tuners=read_tuners(tuner, constants, iterations=iterations, patience=patience),
        iterations=iterations,
        patience=patience,
        constants=constants,
        plan=plan,
        half_way=halved,
        moments=moments,
        bootstrap=bootstrap,
        cluster=cluster,
        store=store,
        threads=threads,
        table=table,
    )
    if rounds is not None:
        check_rounds(
            set=source,
            features=features,
            uci=uci,
            eval=evaluator,
            duel=duel,
            kind=kind,
            map=mapping,
        )
        plan_of_rounds = tabiya.runs.RoundsPlan.parse(
            rounds, play or PLAY, LABEL if label is None else label, mix=mix, seed=seed
        )
        begun, chosen = (
            problem_of.read_start(start, is_engine=False),
            problem_of.read_names(weights),
        )
        tune_rounds(
            plan_of_rounds,
            tabiya.runs.TuningTask(
                None,
                names=chosen,
                weights=problem_of.start_weights(begun, game or "chess", chosen),
                mode=mode,
                nodes=nodes,
                preset=preset,
                seed=seed,
                threads=threads,
                start_name=begun.name,
                game=game or "chess",
            ),
            control=control,
            output=output,
            settings=settings,
        )
        return
    task: tabiya.runs.TuningTask | tabiya.runs.MadeProblem
    if features:
        task = problem_of.read_feature_problem(
            source or [], start=start, control=control, seed=seed, threads=threads
        )
        task = problem_of.with_player(task, uci, option or (), settings.plans)
        heading = _feature_heading(task.problem())
        typer.echo(heading)
    else:
        engines = read_engines([uci] if uci else [], option or ())
        begun = problem_of.read_start(start, is_engine=bool(engines))
        played = problem_of.read_duel(duel) if duel is not None else None
        if not source and played is None:
            raise ValueError("set: expected positions to learn from, or --duel for games alone")
        chosen = problem_of.read_names(weights)
        scores, judge = (
            None
            if text is None
            else Scores(
                tabiya.runs.Labeller.parse(text),
                begun,
                chosen,
                preset,
                engines[0] if engines else None,
                output / cache,
                threads,
                settings.plans,
            )
            for text, cache in (
                (label, "labels.db"),
                (
                    who_judges(
                        control_label,
                        start=None if engines or evaluator else start,
                        label=label,
                        control=control,
                    ),
                    "control.db",
                ),
            )
        )
        labels = Labels(source or (), game, kind, mapping or [], control, mix, seed)
        said = labels.said(scores, judge) if source else {}
        check_begun(output, settings, said)
        # Leaves are looked for in the sets themselves.
        read = read_packed if leaves is None else read_labels
        train, examined = read(labels, scores, judge) if source else (None, None)
        heading = _heading(train, examined, game or "chess", judge)
        typer.echo(heading)  # before what takes a while to load
        task = tabiya.runs.TuningTask(
            train=train,
            control=examined,
            names=chosen,
            start=begun.weights if engines and begun.weights else begun.value,
            weights={} if engines else begun.weights,
            mode=mode,
            nodes=nodes,
            depth=depth,
            engine=engines[0] if engines else None,
            preset=preset,
            duel=played,
            seed=seed,
            threads=threads,
            start_name=begun.name,
            game=game or "chess",
            said=said,
        )
        if evaluator is not None and train is not None:
            task = problem_of.ask_evaluator(
                evaluator, train, examined, names=weights, seed=seed, threads=threads
            )
            task = problem_of.with_player(task, uci, option or (), settings.plans)
        else:
            for each in settings.plans:
                each.check(task.game_name, task.base(), seed=seed)
    problem = task.problem()
    if isinstance(task, tabiya.runs.TuningTask) and task.engine is not None and task.labelled:
        tabiya.runs.check_determinism(
            task.engine_assess(), problem.weights(problem.start), task.labelled.positions
        )
    found = (
        tune_task(task, output, settings)
        if leaves is None
        else tune_leaves(task, output, settings, leaves)
    )
    _compare([each.result for each in found], plot=plot, table=table, title=heading)
    if all(each.conclusion == "not better" and each.proof is not None for each in found):
        raise typer.Exit(LOST)


def _heading(
    train: "tabiya.positions.PositionSet | tabiya.runs.PackedSet | None",
    control: "tabiya.positions.PositionSet | tabiya.runs.PackedSet | None",
    game: str,
    judge: Scores | None,
) -> str:
    if train is None:
        return f"games of {game} to learn from"
    others = "" if control is None else f", {len(control):,} of other games for control"
    if judge is not None:
        others += f", labelled by {judge.labeller.words}"
    return f"{len(train):,} positions of {train.game} to learn from{others}"


def _feature_heading(problem: "tabiya.learn.Problem") -> str:
    n, held = len(problem.train or ()), problem.control
    others = "" if held is None else f", {len(held):,} of other games for control"
    return f"{n:,} rows of {len(problem.names)} features to learn from{others}"


def _compare(
    results: "list[tabiya.runs.TuningResult]",
    *,
    plot: Path | None,
    table: Path | None,
    title: str,
) -> None:
    """Draw all tunings, and print them beside each other if there are several."""
    if plot is not None:
        _draw(results, plot, title)
    if len(results) > 1:
        headings, rows = _comparison(results)
        typer.echo("\n" + columns(headings, rows))
        save_table(table, headings, rows)


def _draw(results: "list[tabiya.runs.TuningResult]", plot: Path, title: str) -> None:
    """Draw tau by iteration, and that of the control beside it."""
    series = []
    for result in results:
        for word in ("train", "control"):
            steps = [s for s in result.iterations if getattr(s, word) is not None]
            if steps:
                name = word if len(results) == 1 else f"{result.tuner_name}, {word}"
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
        rows.append(
            [
                result.tuner_name,
                f"{last.number + 1}",
                f"{sum(s.n_tested for s in result.iterations):,}",
                "-" if last.chosen_value is None else f"{last.chosen_value:.4f}",
                "-" if last.chosen_control is None else f"{last.chosen_control:.4f}",
                f"{sum(s.seconds for s in result.iterations):.1f}",
            ]
        )
    headings = ["tuner", "iterations", "vectors", "tau", "control", "seconds"]
    return headings, rows
