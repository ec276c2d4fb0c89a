"""Tables with named columns: CSV, TSV, and Parquet files that are no sets of ours."""

from collections.abc import Callable, Iterator, Mapping

import polars as pl

from tabiya.files._stream import read_whole
from tabiya.games import Game
from tabiya.positions._boards import find_game, number_games, read_boards
from tabiya.positions._extract import Extract, Request
from tabiya.positions._labels import (
    Label,
    parse_number,
    parse_result,
    parse_score,
    parse_symbol,
    theoretical_label,
)
from tabiya.positions._tails import RESULT_NUMBERS, is_discs

# What columns are called, by our names for them; case, spaces and underscores do not matter.
NAMES = {
    "position": ("position", "fen", "epd", "obf", "board"),
    "label": ("label", "assessment", "symbol", "evaluation", "eval"),
    "result": ("result", "wdl", "outcome", "gameresult", "winner"),
    "score": ("score", "cp", "centipawns", "stockfish"),
    "mate": ("mate",),
    "theoretical": ("theoretical",),
    "best move": ("bestmove", "bm"),
    "game": ("game", "gameid"),
    "ply": ("ply",),
    "annotator": ("annotator",),
    "weight": ("weight",),
}
LABELS = ("label", "result", "score", "mate", "theoretical", "best move")
SEPARATORS = ("\t", ";", ",")
N_HEAD = 200


def is_table(line: str) -> bool:
    """Return whether a file that begins with this line is a table of positions."""
    return any(_plain(cell) in NAMES["position"] for cell in line.split(_separator(line)))


def read_csv(request: Request) -> Iterator[Extract]:
    """Read a table in text."""
    data, damage = read_whole(request.path, request.progress)
    separator = _separator(data.split(b"\n", 1)[0].decode("utf-8", "replace"))
    try:
        table = pl.read_csv(
            data,
            separator=separator,
            infer_schema=False,
            truncate_ragged_lines=True,
            encoding="utf8-lossy",
        )
    except pl.exceptions.PolarsError as error:
        raise ValueError(f"{request.file}: expected a table, found damage: {error}") from None
    found = read_columns(request, table, first_line=2)
    if damage is not None:
        found.faults.append(request.fault(None, damage))
    yield found


def read_columns(request: Request, table: pl.DataFrame, first_line: int) -> Extract:
    """Read a table whose columns say what they are.

    Raises
    ------
    ValueError
        If there is no column of positions.
    """
    roles = _roles(request, table.columns)
    texts = table[roles["position"]].cast(pl.String).str.strip_chars()
    game = find_game(texts.head(N_HEAD)) or request.game or "chess"
    frame = read_boards(texts, game).select("position", "side", "reason")
    frame = frame.with_row_index("line", offset=first_line).cast({"line": pl.Int64})
    blank = table.select(pl.all_horizontal(pl.all().is_null())).to_series()
    frame = frame.with_columns(_others(table, roles))
    if "weight" in roles:
        frame = frame.with_columns(_checked_weights(table[roles["weight"]]))
    parts = []
    for role in LABELS:
        if role in roles:
            cells = table[roles[role]].cast(pl.String, strict=False).str.strip_chars()
            parser = _parser(role, roles[role], cells, game)
            part = frame.with_columns(_parsed(cells, parser))
            parts.append(
                part.with_columns(pl.coalesce("reason", "fault").alias("reason")).drop("fault")
            )
    if not parts:
        parts = [
            frame.with_columns(
                pl.lit("").alias("label"),
                pl.lit("unlabelled").alias("kind"),
                pl.lit(None, pl.Float64).alias("value"),
            )
        ]
    rows = pl.concat(part.filter(~blank) for part in parts).sort("line", maintain_order=True)
    reason = pl.col("reason").drop_nulls().first()
    is_good = pl.col("position").is_not_null() & pl.col("label").is_not_null()
    if "weight" in roles:
        is_good &= pl.col("reason").is_null()
    good = rows.filter(is_good)
    bad = rows.join(good, on="line", how="anti").group_by("line", maintain_order=True).agg(reason)
    wrong = rows.filter(pl.col("reason").is_not_null()).join(good, on="line", how="semi")
    faults = [
        request.fault(line, why or "expected a label, found none")
        for line, why in pl.concat([bad, wrong.select("line", "reason")]).sort("line").iter_rows()
    ]
    return Extract(game, good.drop("reason"), faults, good["line"].n_unique())


def _roles(request: Request, columns: list[str]) -> dict[str, str]:
    """Return the column of each role; those that the user names come first."""
    roles: dict[str, str] = {}
    for role, column in request.columns.items():
        if role not in NAMES:
            raise ValueError(f"columns: expected one of {', '.join(NAMES)}; found {role!r}")
        if column not in columns:
            raise ValueError(f"{request.file}: expected a column {column!r}, found {columns}")
        roles[role] = column
    has_labels = any(role in LABELS for role in roles)
    for role, names in NAMES.items():
        if role in roles or (has_labels and role in LABELS):
            continue
        here = [column for column in columns if _plain(column) in names]
        if here:
            roles[role] = min(here, key=lambda column: names.index(_plain(column)))
    if "position" not in roles:
        raise ValueError(
            f"{request.file}: expected a column of positions such as 'fen', found {columns}"
        )
    return roles


def _others(table: pl.DataFrame, roles: Mapping[str, str]) -> list[pl.Series]:
    """Return the columns that say where a label is from."""
    series = []
    for role, kind in {"ply": pl.Int32, "annotator": pl.String, "weight": pl.Float64}.items():
        if role in roles:
            series.append(table[roles[role]].cast(kind, strict=False).alias(role))
    if "game" in roles:
        names = table[roles["game"]].cast(pl.String, strict=False)
        series.append(number_games(names, {}).alias("game"))
    return series


def _checked_weights(cells: pl.Series) -> pl.Expr:
    """Return what is wrong with a row, its weight included."""
    weight = pl.col("weight")
    is_good = weight.is_finite().fill_null(value=False) & (weight >= 0)
    shown = cells.cast(pl.String, strict=False).fill_null("").str.slice(0, 40)
    wrong = pl.format("expected a weight of 0 or more, found '{}'", pl.lit(shown))
    return pl.coalesce("reason", pl.when(~is_good).then(wrong)).alias("reason")


def _parsed(cells: pl.Series, parser: Callable[[str], Label | None]) -> list[pl.Series]:
    """Read each different cell once; return labels, kinds, values and what is wrong."""
    texts = [text for text in cells.unique(maintain_order=True) if text]
    labels = {text: parser(text) for text in texts}
    good = {text: label for text, label in labels.items() if label is not None}
    columns: dict[str, dict[str, object]] = {
        "label": {text: label.text for text, label in good.items()},
        "kind": {text: label.kind for text, label in good.items()},
        "value": {text: label.value for text, label in good.items()},
        "fault": {
            text: f"expected a label, found {text[:40]!r}" for text in texts if text not in good
        },
    }
    types = {"value": pl.Float64}
    series = {
        name: cells.replace_strict(
            mapping or {"": None}, default=None, return_dtype=types.get(name, pl.String)
        ).alias(name)
        for name, mapping in columns.items()
    }
    fault = series.pop("fault")
    return [*series.values(), fault]


def _parser(role: str, column: str, cells: pl.Series, game: str) -> Callable[[str], Label | None]:
    """Return what reads the cells of a column; whether numbers are pawns, the column shows."""
    sides = Game(game).sides
    numbers = {parse_number(text) for text in cells.drop_nulls().unique()} - {None}
    values = {number for number in numbers if number is not None}
    is_whole = all(value.is_integer() for value in values) or _plain(column) in {"cp", "centipawns"}
    are_results = bool(values) and values <= set(RESULT_NUMBERS)

    def number(text: str) -> Label | None:
        value = parse_number(text)
        if game == "othello" and value is not None:
            return theoretical_label(value) if is_discs(value) else None
        return parse_score(text, 1.0 if is_whole else 100.0)

    def anything(text: str) -> Label | None:
        if parse_number(text) is None:
            return parse_symbol(text) or parse_result(text, sides) or parse_score(text)
        return parse_result(text, sides) if are_results else number(text)

    return {
        "label": anything,
        "result": lambda text: parse_result(text, sides),
        "score": number,
        "mate": lambda text: parse_score(f"#{text.removesuffix('.0')}"),
        "theoretical": number,
        "best move": lambda text: Label(text, "best move", None),
    }[role]


def _separator(line: str) -> str:
    return max(SEPARATORS, key=line.count)


def _plain(name: str) -> str:
    return name.strip().strip('"').lower().replace("_", "").replace(" ", "")
