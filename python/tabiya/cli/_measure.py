"""``tabiya measure``: how well analysts order labelled positions, and where they do not."""

import os
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import Cluster, workers_of
from tabiya.cli._columns import columns
from tabiya.cli._efforts import (
    check_suffix,
    make_analysts,
    read_engines,
    read_steps,
    read_whole_numbers,
)
from tabiya.cli._measure_words import (
    annotator_rows,
    difference_rows,
    effort_rows,
    effort_table,
    feature_rows,
    feature_table,
    measurement_rows,
    measurement_table,
    resolution_rows,
    symbol_table,
)
from tabiya.cli._progress import show_progress
from tabiya.cli._set_import import parse_mapping
from tabiya.cli._table_file import PictureFile, TableFile, save_table
from tabiya.games import Game

DEFAULT_NODES = (1024,)
THREADS = os.cpu_count() or 1


def measure(
    source: Annotated[
        list[Path], typer.Argument(metavar="SET...", help="A set, or files to make one of.")
    ],
    *,
    player: Annotated[
        list[str] | None,
        typer.Option(help="tabiya, tabiya?weights=FILE, FILE.toml; may be repeated."),
    ] = None,
    uci: Annotated[
        list[str] | None, typer.Option(help="An engine, as toga2?Hash=16; may be repeated.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help='An option of the engines: "King Safety=150".')
    ] = None,
    static: Annotated[bool, typer.Option("--static", help="The evaluation as it is.")] = False,
    depth: Annotated[str | None, typer.Option(help="Plies: 4, 1-8 or 2,4,6.")] = None,
    nodes: Annotated[str | None, typer.Option(help="Nodes: 1024 or 1024,16384.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds per position.")] = None,
    kind: Annotated[
        str | None, typer.Option(help="Labels to use: symbol, score, result, theoretical.")
    ] = None,
    mapping: Annotated[
        list[str] | None, typer.Option("--map", help='What a label is worth: "∞=0".')
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game, if files do not tell.")] = None,
    positions: Annotated[
        int | None, typer.Option(help="Measure on so many positions, drawn at random.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the draw.")] = 0,
    confidence: Annotated[float, typer.Option(help="Confidence of the intervals.")] = 0.95,
    by_feature: Annotated[
        bool, typer.Option("--by-feature", help="Tau of every single feature.")
    ] = False,
    resolution: Annotated[
        str | None, typer.Option(help="Tau of coarser scores: 0.1,1,10,100 centipawns.")
    ] = None,
    effort: Annotated[
        int | None, typer.Option(help="Follow tau through searches of so many nodes.")
    ] = None,
    annotators: Annotated[
        bool, typer.Option("--annotators", help="Tau of every annotator.")
    ] = False,
    symbols: Annotated[
        Path | None, typer.Option(help="Fit the seven symbols to scores, and write the file.")
    ] = None,
    worst: Annotated[
        int | None, typer.Option("--disagreements", help="The positions of greatest disagreement.")
    ] = None,
    out: Annotated[
        list[Path] | None,
        typer.Option("--out", "-o", help="Files for them: .html, .epd, .pgn; may be repeated."),
    ] = None,
    plot: PictureFile = None,
    table: TableFile = None,
    threads: Annotated[int, typer.Option(help="Positions looked at at the same time.")] = THREADS,
    cluster: Cluster = None,
    cache: Annotated[
        str | None, typer.Option(help="Where assessments are kept; the user's cache by default.")
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Keep nothing.")] = False,
) -> None:
    """Measure how well analysts order labelled positions: Kendall's tau with its interval.

    Without a limit, the static evaluation and searches of 1,024 nodes are measured. Whatever looks
    closer (--symbols, --disagreements, --annotators) looks at the last row of the table.
    """
    for path in out or ():
        check_suffix(path, (".html", ".epd", ".pgn"))
    steps = read_steps("resolution", resolution) if resolution else []
    engines = read_engines(uci or (), option or ())
    depths = read_whole_numbers("depth", depth) if depth else []
    counts = read_whole_numbers("nodes", nodes) if nodes else []
    if not (depths or counts or seconds or static):
        static, counts = not engines, list(DEFAULT_NODES)
    subject = _read_subject(
        source, kind=kind, mapping=mapping or [], game=game, n=positions, seed=seed
    )
    typer.echo(_heading(subject))
    analysts = make_analysts(
        subject.game,
        # An engine alone says little; tabiya stands beside it unless other players are named.
        player or (["tabiya"] if engines else []),
        engines,
        depths=depths,
        nodes=counts,
        seconds=seconds,
        static=static,
    )
    keeper = nullcontext() if no_cache else tabiya.analysts.AssessmentCache(cache)
    rows = _take(subject, analysts, keeper, cluster=cluster, threads=threads, confidence=confidence)
    typer.echo(measurement_table(rows))
    save_table(table, *measurement_rows(rows))
    if len(rows) > 1:
        differences = difference_rows(subject, rows, confidence)
        _say(differences, table, "differences", empty="no two rows to compare")
    _look_closer(
        subject,
        rows[-1],
        annotators=annotators,
        symbols=symbols,
        worst=worst,
        out=out or [],
        confidence=confidence,
        table=table,
    )
    own = _first_player(subject, player or ())
    if by_feature:
        features = tabiya.measure.measure_features(subject, own)
        typer.echo("\n" + feature_table(features))
        save_table(table, *feature_rows(features), part="features")
    if steps:
        with show_progress("positions") as progress:
            analyst = next((a for a in analysts if not engines), tabiya.analysts.StaticAnalyst(own))
            coarser = tabiya.measure.measure_resolutions(
                subject, analyst, steps, threads=threads, confidence=confidence, progress=progress
            )
        _say(resolution_rows(coarser), table, "resolutions")
    if effort:
        with show_progress("positions") as progress:
            curve = tabiya.measure.effort_curve(
                subject, own, nodes=effort, threads=threads, progress=progress
            )
        typer.echo("\n" + effort_table(curve))
        save_table(table, *effort_rows(curve), part="effort")
    if plot:
        tabiya.report.plot_taus(_series(rows), plot, title=_heading(subject).splitlines()[0])
        typer.echo(f"\nwrote {plot}")


def _say(
    found: tuple[list[str], list[list[str]]], table: Path | None, part: str, *, empty: str = ""
) -> None:
    """Print a further table, and write it beside the first."""
    headings, rows = found
    typer.echo("\n" + (columns(headings, rows) if rows else empty))
    save_table(table, headings, rows, part=part)


def _take(
    subject: "tabiya.positions.LabelledPositions",
    analysts: "list[tabiya.analysts.Analyst]",
    keeper: "AbstractContextManager[tabiya.analysts.AssessmentCache | None]",
    *,
    cluster: str | None,
    threads: int,
    confidence: float,
) -> "list[tabiya.measure.Measurement]":
    """Measure; who breaks it off is told how to go on."""
    kept = "nothing was kept; without --no-cache the same command goes on"
    if not isinstance(keeper, nullcontext):
        kept = "the same command goes on with what is in the cache"
    with (
        going_on(kept),
        keeper as cache,
        workers_of(cluster, threads) as workers,
        show_progress("positions") as progress,
    ):
        return tabiya.measure.measure(
            subject,
            analysts,
            cache=cache,
            threads=threads,
            workers=workers,
            confidence=confidence,
            progress=progress,
        )


def _read_subject(
    files: list[Path],
    *,
    kind: str | None,
    mapping: list[str],
    game: str | None,
    n: int | None,
    seed: int,
) -> "tabiya.positions.LabelledPositions":
    if len(files) == 1 and not mapping and n is None and tabiya.positions.is_set(files[0]):
        subject = tabiya.positions.read_labelled_positions(files[0], kind=kind)
        if game not in (None, subject.game):
            raise ValueError(f"{files[0]}: expected {game}, found a set of {subject.game}")
        return subject
    found = tabiya.positions.read(*files, game=game)
    values = parse_mapping(mapping, [str(file) for file in files])
    chosen = found.labelled(kind, values or None)
    if n is not None:
        chosen = tabiya.positions.sample(chosen, min(n, len(chosen)), seed)
    return tabiya.positions.labelled_positions(chosen)


def _heading(subject: "tabiya.positions.LabelledPositions") -> str:
    files = subject.table["file"].n_unique()
    kind = subject.table["kind"][0]
    return (
        f"{len(subject):,} positions of {subject.game}, labels of kind {kind}, "
        f"{len(np.unique(subject.groups)):,} games, {files} file{'s' if files > 1 else ''}\n"
    )


def _look_closer(
    subject: "tabiya.positions.LabelledPositions",
    row: "tabiya.measure.Measurement",
    *,
    annotators: bool,
    symbols: Path | None,
    worst: int | None,
    out: list[Path],
    confidence: float,
    table: Path | None,
) -> None:
    if annotators:
        found = tabiya.measure.measure_annotators(subject, row.scores, confidence=confidence)
        _say(annotator_rows(found), table, "annotators", empty="no annotator has enough labels")
    scale: tabiya.measure.SymbolScale | None = None
    if symbols:
        fit = tabiya.measure.fit_symbols(row.scores, subject.values, subject.weights)
        scale = replace(fit.scale, analyst=f"{row.analyst}, {row.effort}")
        scale.write(symbols)
        typer.echo("\n" + symbol_table(fit) + f"\nwrote {symbols}")
    if worst:
        positions = tabiya.measure.disagreements(subject, row.scores, worst)
        name = f"{row.analyst}, {row.effort}"
        for path in out or [Path("disagreements.html")]:
            tabiya.report.write_disagreements(positions, path, analyst=name, scale=scale)
            typer.echo(f"\nwrote the {len(positions)} greatest disagreements to {path}")


def _first_player(
    subject: "tabiya.positions.LabelledPositions", players: tuple[str, ...] | list[str]
) -> "tabiya.players.Player":
    contestants = tabiya.play.read_contestants(list(players) or ["tabiya"], Game(subject.game))
    own = contestants[0].player
    if own is None:
        raise ValueError(f"player: expected a built-in player first, found {contestants[0].name}")
    return own


def _series(rows: "list[tabiya.measure.Measurement]") -> "list[tabiya.report.TauSeries]":
    names = list(dict.fromkeys(row.analyst for row in rows))
    return [
        tabiya.report.TauSeries(
            name,
            [row.effort for row in rows if row.analyst == name],
            [row.tau for row in rows if row.analyst == name],
        )
        for name in names
    ]
