"""A set of labelled positions of one game, and how it is kept in a file."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from tabiya._core import VERSION
from tabiya.files import OPEN_SEAL, SEAL_KEY, beside, seal
from tabiya.games import Batch, Game
from tabiya.positions._fault import Fault
from tabiya.positions._labels import SYMBOLS
from tabiya.positions._merge import merge
from tabiya.positions._packing import pack_column

# Rows by which most columns are seen to say more than one thing.
LOOKED_AT_FIRST = 64

SCHEMA = pl.Schema(
    {
        "position": pl.String,
        "side": pl.String,
        "label": pl.String,
        "kind": pl.String,
        "value": pl.Float64,
        "file": pl.String,
        "game": pl.Int64,
        "ply": pl.Int32,
        "line": pl.Int64,
        "annotator": pl.String,
        "weight": pl.Float64,
        "count": pl.Int32,
        "conflicts": pl.Int32,
        "opening": pl.UInt64,
        "origin": pl.String,
    }
)

# What a Parquet file says of itself.
GAME_KEY, VERSION_KEY, SOURCES_KEY = "tabiya.game", "tabiya.version", "tabiya.sources"
FAULTS_KEY, NOTES_KEY = "tabiya.faults", "tabiya.notes"


@dataclass(frozen=True)
class Source:
    """A file that positions came from, and the SHA-256 of its bytes."""

    file: str
    sha256: str


@dataclass(frozen=True)
class ImportReport:
    """What happened while a set was read.

    Attributes
    ----------
    n_read : int
        Labels read.
    n_kept : int
        Rows that are left of them.
    merged : int
        Labels that went into the row of another one.
    conflicts : int
        Rows whose labels disagreed.
    faults : tuple of Fault
        What could not be read.
    notes : tuple of str
        What else should be known, such as the cells that a stratified sample could not fill.
    """

    n_read: int = 0
    n_kept: int = 0
    merged: int = 0
    conflicts: int = 0
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class PositionSet:
    """Positions of one game and what was said of them.

    Attributes
    ----------
    game : str
        The name of the game.
    table : polars.DataFrame
        A row for every position and kind of label, with these columns. ``position`` is its text,
        ``side`` the side to move, ``label`` what was said, ``kind`` how: "symbol", "unclear",
        "compensation", "score", "result", "theoretical", "best move", "category" or "unlabelled".
        ``value`` is the label as a number, the first player's view (White in chess, Black
        elsewhere): symbols from -3 to 3, results 0, 0.5 and 1, scores in centipawns with mates
        beyond 99,000, theoretical scores in discs. ``file``, ``game``, ``ply``, ``line`` and
        ``annotator`` say where it is from. ``weight`` is how much it counts. ``count`` labels were
        merged into the row, ``conflicts`` of which were not the commonest one. ``opening`` is a
        hash of the position after the first 24 plies of the game, or of its last: the same game in
        two files has the same, and so have games that share a long opening. ``origin`` is the
        position whose label travelled to this one, the leaf of its quiescence line.
    report : ImportReport
        What happened while the set was read; empty if it was read from a set.
    sources : tuple of Source
        The files it was made of.

    Examples
    --------
    >>> import polars as pl
    >>> row = {"position": "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "side": "white", "label": "+-"}
    >>> found = PositionSet("chess", pl.DataFrame([row | {"kind": "symbol", "value": 3.0}]))
    >>> len(found), found.positions()[0].side_to_move, found.table["weight"].to_list()
    (1, 'white', [1.0])
    """

    game: str
    table: pl.DataFrame
    report: ImportReport = field(default_factory=ImportReport)
    sources: tuple[Source, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", conform(self.table))

    def __len__(self) -> int:
        return self.table.height

    def with_table(self, table: pl.DataFrame, *notes: str) -> "PositionSet":
        """Return a set with other rows of the same origin, and perhaps more notes."""
        report = replace(self.report, notes=(*self.report.notes, *notes))
        return replace(self, table=table, report=report)

    def positions(self) -> Batch:
        """Return the positions, packed and ready to be searched.

        Raises
        ------
        ParsePositionError
            If a text is not a position; the message begins with its row.
        """
        return pack_column(Game(self.game), self.table["position"])

    def labelled(
        self,
        kind: str | None = None,
        mapping: Mapping[str, float] | Mapping[str, Mapping[str, float]] | None = None,
    ) -> "PositionSet":
        """Return the rows whose labels are numbers.

        Parameters
        ----------
        kind : str, optional
            Only labels of this kind.
        mapping : mapping, optional
            Values of labels that have none, such as ``{"∞": 0.0}``; they become symbols of these
            values. What annotators mean by them differs (CITE: Gomboc 2004 §8.2), so a mapping may
            be given for each file: ``{"informant.pgn": {"∞": 0.0}}``.

        Raises
        ------
        ValueError
            If no row is left.
        """
        table = (self if mapping is None else self.mapped(mapping)).table
        # A filter copies the table, also where it leaves all of it.
        if table["value"].null_count():
            table = table.filter(pl.col("value").is_not_null())
        if kind is not None and (table["kind"] != kind).any():
            table = table.filter(pl.col("kind") == kind)
        if table.is_empty():
            kinds = ", ".join(self.table["kind"].unique(maintain_order=True)) or "none"
            raise ValueError(
                f"expected labels with a value{f' of kind {kind!r}' if kind else ''}, "
                f"found {len(self)} rows of these kinds: {kinds}"
            )
        return self.with_table(table)

    def mapped(
        self, mapping: Mapping[str, float] | Mapping[str, Mapping[str, float]]
    ) -> "PositionSet":
        """Return the set with values for labels that have none; see ``labelled``."""
        # A mapped label may stand beside a symbol of the same position.
        return self.with_table(merge(_mapped(self.table, mapping), self.game))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a Parquet file; it is complete or not there at all.

        Raises
        ------
        OSError
            If the file cannot be written.
        """
        metadata = set_metadata(self.game, self.sources, self.report)
        path = Path(path)
        with beside(path) as part, part.open("wb") as file:
            self.table.write_parquet(file, metadata=metadata)
            file.close()
            seal(part)


def set_metadata(game: str, sources: tuple[Source, ...], report: ImportReport) -> dict[str, str]:
    """Return what the Parquet file of a set says of itself."""
    return {
        GAME_KEY: game,
        VERSION_KEY: VERSION,
        SOURCES_KEY: json.dumps([[source.file, source.sha256] for source in sources]),
        FAULTS_KEY: str(len(report.faults)),
        NOTES_KEY: json.dumps(list(report.notes)),
        SEAL_KEY: OPEN_SEAL,
    }


def conform(table: pl.DataFrame) -> pl.DataFrame:
    """Return the columns of a set in their order and types; what is missing has its default."""
    defaults = {"weight": 1.0, "count": 1, "conflicts": 0}
    columns = [
        pl.col(name).cast(kind)
        if name in table.columns
        else pl.lit(defaults.get(name), kind).alias(name)
        for name, kind in SCHEMA.items()
    ]
    return table.select(columns)


def said_once(table: pl.DataFrame) -> pl.DataFrame:
    """Return the same table; a column that says the same in every row takes the room of one word.

    >>> table = pl.DataFrame({"file": ["a.pgn"] * 3, "game": [1, 1, 2], "ply": [None] * 3})
    >>> said_once(table).equals(table)
    True
    """
    return table.with_columns(
        pl.lit(column[0], column.dtype).alias(column.name)
        for column in table.get_columns()
        if _is_one_word(column)
    )


def _is_one_word(column: pl.Series) -> bool:
    if len(column) == 0:
        return False
    # Most that differ do so at once; of the others every row is looked at.
    first = column.head(LOOKED_AT_FIRST)
    return bool(first.eq_missing(first[0]).all() and column.eq_missing(column[0]).all())


def _mapped(
    table: pl.DataFrame, mapping: Mapping[str, float] | Mapping[str, Mapping[str, float]]
) -> pl.DataFrame:
    """Give values to labels that have none."""
    value = pl.lit(None, pl.Float64)
    for name, entry in mapping.items():
        if isinstance(entry, Mapping):
            here = pl.col("file") == name
            for label, number in entry.items():
                chosen = here & (pl.col("label") == label)
                value = pl.when(chosen).then(float(number)).otherwise(value)
        else:
            value = pl.when(pl.col("label") == name).then(float(entry)).otherwise(value)
    value = pl.when(pl.col("value").is_null()).then(value)
    symbols = {float(number - 3): symbol for number, symbol in enumerate(SYMBOLS)}
    symbol = pl.col("mapped").replace_strict(symbols, default=None, return_dtype=pl.String)
    return (
        table.with_columns(value.alias("mapped"))
        .with_columns(
            pl.coalesce("value", "mapped").alias("value"),
            pl.when(pl.col("mapped").is_not_null())
            .then(pl.lit("symbol"))
            .otherwise("kind")
            .alias("kind"),
            pl.coalesce(symbol, "label").alias("label"),
        )
        .drop("mapped")
    )
