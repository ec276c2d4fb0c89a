"""``tabiya positions show``: what is in a set."""

from pathlib import Path
from typing import Annotated

import polars as pl
import typer
from rich.console import Console
from rich.table import Table

from tabiya.games import Game
from tabiya.positions import PositionSet, read

N_LISTED = 10
N_ROWS = 5
N_DIGITS = 16
# More labels than these are numbers, and shown in ranges.
MOST_LABELS = 16
# Of a table that nobody sees on a screen, so that no line is broken.
FILE_WIDTH = 200

RANGES = {
    "result": [0.0, 0.25, 0.5, 0.75, 1.0],
    "score": [-300.0, -150.0, -50.0, 50.0, 150.0, 300.0],
    "theoretical": [-32.0, -16.0, -4.0, 4.0, 16.0, 32.0],
}


def show_set(
    file: Annotated[Path, typer.Argument(help="A set, or any file that can be imported.")],
) -> None:
    """Show what is in a set: labels by side to move, sources, annotators and some rows."""
    found = read(file)
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = FILE_WIDTH
    console.print(f"{file}: {len(found):,} rows of {found.game}")
    for kind in found.table["kind"].unique(maintain_order=True):
        console.print(_distribution(found, kind))
    console.print(_listed(found, "file", "source"))
    if found.table["annotator"].is_not_null().any():
        console.print(_listed(found, "annotator", "annotator"))
    for note in found.report.notes:
        console.print(note)
    console.print(_rows(found))


def _distribution(found: PositionSet, kind: str) -> Table:
    """Return the table of labels by side to move. CITE: Gomboc 2004, Table 10."""
    rows = found.table.filter(pl.col("kind") == kind)
    merged, conflicts = int((rows["count"] - 1).sum()), rows.filter(pl.col("conflicts") > 0).height
    table = Table(
        title=f"{kind}: {len(rows):,} positions, {merged:,} merged, {conflicts:,} with conflicts"
    )
    sides = Game(found.game).sides[::-1]
    table.add_column("label", no_wrap=True)
    for heading in (*(f"{side} is to move" for side in sides), "total"):
        table.add_column(heading, justify="right")
    counts = (
        rows.with_columns(_shown(rows, kind))
        .group_by("shown")
        .agg(
            pl.col("value").mean(),
            *((pl.col("side") == side).sum().alias(side) for side in sides),
            pl.len().alias("total"),
        )
    )
    counts = counts.sort("value", "shown", descending=[True, False], nulls_last=True)
    for row in counts.iter_rows(named=True):
        numbers = [*(row[side] for side in sides), row["total"]]
        table.add_row(row["shown"], *(f"{number:,}" for number in numbers))
    table.add_section()
    totals = [*((rows["side"] == side).sum() for side in sides), rows.height]
    table.add_row("total", *(f"{number:,}" for number in totals))
    return table


def _shown(rows: pl.DataFrame, kind: str) -> pl.Expr:
    """Return the labels, or the ranges they are in if they are many."""
    if kind in {"best move", "unlabelled"}:
        return pl.lit(kind).alias("shown")
    if rows["label"].n_unique() <= MOST_LABELS or kind not in RANGES:
        return pl.col("label").alias("shown")
    edges, unit = RANGES[kind], 100.0 if kind == "score" else 1.0
    value = pl.col("value")
    shown = pl.lit(f"{edges[-1] / unit:g} and more")
    for low, high in zip(edges[-2::-1], edges[:0:-1], strict=True):
        words = f"{low / unit:g} to {high / unit:g}"
        shown = pl.when(value < high).then(pl.lit(words)).otherwise(shown)
    shown = pl.when(value < edges[0]).then(pl.lit(f"below {edges[0] / unit:g}")).otherwise(shown)
    return shown.alias("shown")


def _listed(found: PositionSet, column: str, heading: str) -> Table:
    """Return the commonest values of a column."""
    counts = (
        found.table.drop_nulls(column)
        .group_by(column)
        .len()
        .sort("len", column, descending=[True, False])
    )
    table = Table(title=f"{counts.height} {heading}{'s' if counts.height != 1 else ''}")
    table.add_column(heading, overflow="fold")
    table.add_column("rows", justify="right")
    hashes = {source.file: source.sha256 for source in found.sources}
    if column == "file":
        table.add_column("SHA-256", no_wrap=True)
    for name, count in counts.head(N_LISTED).iter_rows():
        extra = [hashes.get(name, "")[:N_DIGITS]] if column == "file" else []
        table.add_row(name, f"{count:,}", *extra)
    return table


def _rows(found: PositionSet) -> Table:
    """Return some rows, from the first to the last."""
    n_shown = min(N_ROWS, len(found))
    rows = found.table[[index * len(found) // n_shown for index in range(n_shown)]]
    table = Table(title="some rows")
    for heading in ("position", "label", "kind", "value", "from", "game", "ply"):
        table.add_column(heading, no_wrap=heading == "position")
    for row in rows.iter_rows(named=True):
        place = row["file"] if row["line"] is None else f"{row['file']}:{row['line']}"
        value = "" if row["value"] is None else f"{row['value']:g}"
        numbers = ["" if row[name] is None else str(row[name]) for name in ("game", "ply")]
        table.add_row(row["position"], row["label"], row["kind"], value, place, *numbers)
    return table
