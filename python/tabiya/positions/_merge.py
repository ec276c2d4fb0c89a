"""The same position more than once: one row, and how much its labels disagree."""

import polars as pl

from tabiya.positions._labels import label_text

# Of these an annotator can only have meant one, of the others the mean is as good.
ORDERED = ("symbol", "category")


def position_key(game: str) -> pl.Expr:
    """Return what makes positions the same: in chess all but the two counters."""
    position = pl.col("position")
    return position.str.replace(r" \d+ \d+$", "") if game == "chess" else position


def merge(table: pl.DataFrame, game: str) -> pl.DataFrame:
    """Make one row of those of the same position and kind, in the place of the first.

    Results and scores become their mean, symbols their median; of two in the middle the one nearer
    to equality counts, and of ∓ and ± equality itself. Where it is from is that of the first.
    ``conflicts`` is how many of the labels are not the commonest one.
    """
    # Most positions occur once, and hashes show it quicker than texts; that two texts may share
    # one does no harm.
    repeated = table.select(position_key(game).hash() ^ pl.col("kind").hash(1)).to_series()
    repeated = repeated.is_duplicated()
    if not repeated.any():
        return table
    table = table.with_row_index("place")
    several = table.filter(repeated).with_columns(position_key(game).alias("key"))
    merged = _merge_groups(several).select(table.columns)
    return pl.concat([table.filter(~repeated), merged]).sort("place").drop("place")


def _merge_groups(several: pl.DataFrame) -> pl.DataFrame:
    by = ["key", "kind"]
    said = pl.coalesce(pl.col("value").cast(pl.String), "label").alias("said")
    tallies = several.group_by(*by, said).agg(
        pl.col("value").first(), pl.col("count").sum().alias("n")
    )
    commonest = tallies.group_by(by).agg(pl.col("n").max().alias("most"))
    kept = [
        pl.col(name).first()
        for name in several.columns
        if name not in (*by, "count", "conflicts", "weight", "value")
    ]
    groups = several.group_by(by, maintain_order=True).agg(
        *kept,
        pl.col("weight").mean(),
        (pl.col("value") * pl.col("count")).sum().alias("sum"),
        pl.col("value").first().is_not_null().alias("valued"),
        pl.col("count").sum(),
        pl.col("conflicts").sum(),
        said.n_unique().alias("n_said"),
    )
    mean = pl.when("valued").then(pl.col("sum") / pl.col("count"))
    groups = (
        groups.join(commonest, on=by, how="left", maintain_order="left")
        .join(_medians(tallies), on=by, how="left", maintain_order="left")
        .with_columns(
            pl.coalesce("median", mean).alias("value"),
            (pl.col("conflicts") + pl.col("count") - pl.col("most")).alias("conflicts"),
        )
    )
    return _relabel(groups).with_columns(
        pl.col("count").cast(pl.Int32), pl.col("conflicts").cast(pl.Int32)
    )


def _medians(tallies: pl.DataFrame) -> pl.DataFrame:
    """Return the median of each ordered group."""
    by = ["key", "kind"]
    ordered = tallies.filter(pl.col("kind").is_in(ORDERED)).sort("value")
    ordered = ordered.with_columns(
        pl.col("n").cum_sum().over(by).alias("upto"), pl.col("n").sum().over(by).alias("all")
    )
    middle = ordered.group_by(by).agg(
        pl.col("value").filter(2 * pl.col("upto") >= pl.col("all")).first().alias("low"),
        pl.col("value").filter(2 * pl.col("upto") > pl.col("all")).first().alias("high"),
    )
    low, high = pl.col("low"), pl.col("high")
    median = (
        pl.when(low == -high)
        .then(0.0)
        .when(low.abs() <= high.abs())
        .then(low)
        .otherwise(high)
        .alias("median")
    )
    return middle.select(*by, median)


def _relabel(groups: pl.DataFrame) -> pl.DataFrame:
    """Write the labels anew where they disagreed."""
    changed = (pl.col("n_said") > 1) & pl.col("value").is_not_null()
    pairs = groups.filter(changed).select("kind", "value").unique()
    texts = [label_text(kind, value) for kind, value in pairs.iter_rows()]
    pairs = pairs.with_columns(pl.Series("text", texts, dtype=pl.String))
    groups = groups.join(
        pairs, on=["kind", "value"], how="left", nulls_equal=True, maintain_order="left"
    )
    return groups.with_columns(
        pl.when(changed).then(pl.coalesce("text", "label")).otherwise("label").alias("label")
    )
