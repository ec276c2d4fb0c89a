"""What is in a set, as tables to read."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl
from rich.console import Console
from rich.table import Table

from tabiya.games import Game

if TYPE_CHECKING:
    import tabiya

N_LISTED = 10
N_ROWS = 5
N_DIGITS = 16
# No screen is wider.
WIDEST = 1000
# More labels than these are numbers, and shown in ranges.
MOST_LABELS = 16
RANGES = {
    "result": [0.0, 0.25, 0.5, 0.75, 1.0],
    "score": [-300.0, -150.0, -50.0, 50.0, 150.0, 300.0],
    "theoretical": [-32.0, -16.0, -4.0, 4.0, 16.0, 32.0],
}


def distribution_table(found: "tabiya.positions.PositionSet", kind: str) -> Table:
    """Return the table of labels by side to move. CITE: Gomboc 2004, Table 10."""
    rows = found.table.filter(pl.col("kind") == kind)
    merged, conflicts = int((rows["count"] - 1).sum()), rows.filter(pl.col("conflicts") > 0).height
    table = Table(
        title=f"{kind}: {len(rows):,} positions, {merged:,} merged, {conflicts:,} with conflicts"
    )
    first, second = Game(found.game).sides
    table.add_column("label", no_wrap=True)
    for heading in (f"{second} is to move", f"{first} is to move", "total"):
        table.add_column(heading, justify="right")
    counts = distribution_rows(found, kind)
    for name, n_first, n_second in counts:
        table.add_row(name, *(f"{n:,}" for n in (n_second, n_first, n_first + n_second)))
    table.add_section()
    n_first, n_second = sum(row[1] for row in counts), sum(row[2] for row in counts)
    table.add_row("total", *(f"{n:,}" for n in (n_second, n_first, n_first + n_second)))
    return table


def distribution_rows(
    found: "tabiya.positions.PositionSet", kind: str
) -> list[tuple[str, int, int]]:
    """Return the labels of a kind, the best for the first player first: how often by side."""
    rows = found.table.filter(pl.col("kind") == kind)
    sides = Game(found.game).sides
    counts = (
        rows.with_columns(_shown(rows, kind))
        .group_by("shown")
        .agg(
            pl.col("value").mean(),
            *((pl.col("side") == side).sum().alias(side) for side in sides),
        )
        .sort("value", "shown", descending=[True, False], nulls_last=True)
    )
    return list(counts.select("shown", *sides).iter_rows())


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


def listed_table(found: "tabiya.positions.PositionSet", column: str, heading: str) -> Table:
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


def rows_table(found: "tabiya.positions.PositionSet", width: int) -> Table:
    """Return some rows, from the first to the last; on a narrow screen each has two lines."""
    n_shown = min(N_ROWS, len(found))
    rows = found.table[[index * len(found) // n_shown for index in range(n_shown)]]
    cells = [_row_cells(row) for row in rows.iter_rows(named=True)]
    headings = ("position", "label", "kind", "value", "from", "game", "ply")
    table = Table(title="some rows")
    for heading in headings:
        table.add_column(heading, no_wrap=True)
    for row in cells:
        table.add_row(*row)
    if Console(width=WIDEST).measure(table).maximum <= width:
        return table
    narrow = Table(title="some rows", show_header=False, show_lines=True)
    narrow.add_column(overflow="fold")
    for position, *others in cells:
        words = (
            f"{heading} {text}" for heading, text in zip(headings[1:], others, strict=True) if text
        )
        narrow.add_row(f"{position}\n{', '.join(words)}")
    return narrow


def _row_cells(row: Mapping[str, Any]) -> list[str]:
    place = row["file"] if row["line"] is None else f"{row['file']}:{row['line']}"
    value = "" if row["value"] is None else f"{row['value']:g}"
    numbers = ["" if row[name] is None else str(row[name]) for name in ("game", "ply")]
    return [row["position"], row["label"] or "", row["kind"], value, place, *numbers]
