"""Positions on lines of their own, with labels behind them: EPD, FEN and their dialects."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import polars as pl

from tabiya import _core
from tabiya.games import Game
from tabiya.positions._found import Found, Request
from tabiya.positions._labels import Label
from tabiya.positions._operations import (
    GAME_ID,
    IS_OPERATION,
    OPERATIONS,
    extract_operations,
    parse_operations,
)
from tabiya.positions._tails import (
    RESULT_NUMBERS,
    parse_othello_tail,
    parse_tail,
    single_number,
    split_tail,
)
from tabiya.positions._text import TextBlock, read_text

# The position, the side to move, and the rest of the line.
_REST = r"((?:[\s;|\[,].*)?)$"
PATTERNS = {
    "chess": r"^((?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8}\s+([wb])\s+"
    r"(?:-|[KQkqA-Ha-h]{1,4})\s+(?:-|[a-h][36])(?:\s+[0-9]{1,4}\s+[0-9]{1,5})?)" + _REST,
    "othello": r"^([-XxOo.*@_BbWw]{64}\s+(X|O|x|o|\*|@|[Bb](?:lack)?|[Ww](?:hite)?))" + _REST,
    "loa": r"^((?:[bw1-8]{1,8}/){7}[bw1-8]{1,8}\s+([bw]))" + _REST,
}
COMMENT = r"^(?:#|%|//)"
NEW_GAME = r"(?i)^new game\b"
# Games that are numbered in several ways are kept apart by this much.
ID_STEP = 10**12
SHOWN = 40

_FIELDS = [*OPERATIONS, "tail", "side", "spelled"]
_BLACK, _WHITE, _EMPTY = "Xx*@Bb", "OoWw", "-._"


def find_game(lines: list[str]) -> str | None:
    """Return the game that most of these lines are positions of, if any are."""
    texts = pl.Series(lines, dtype=pl.String)
    counts = {game: int(texts.str.contains(pattern).sum()) for game, pattern in PATTERNS.items()}
    best = max(counts, key=lambda game: counts[game])
    return best if counts[best] else None


def read_lines(request: Request) -> Iterator[Found]:
    """Read positions with labels, one on each line."""
    reader: _Reader | None = None
    for block in read_text(request):
        if reader is None:
            head = block.lines.head(200).to_list()
            reader = _Reader(request, request.game or find_game(head) or "chess")
        yield reader.read(block)


@dataclass
class _Reader:
    """Keeps from block to block what the lines before said."""

    request: Request
    game: str
    n_games: int = 0
    prefixes: dict[str, int] = field(default_factory=dict)
    is_result: bool | None = None

    def __post_init__(self) -> None:
        self.sides = Game(self.game).sides

    def read(self, block: TextBlock) -> Found:
        """Read the lines of a block."""
        frame = self._positions(block)
        bad = frame.filter(pl.col("position").is_null())
        faults = [self.request.fault(line, reason) for line, reason in bad["line", "reason"].rows()]
        frame = frame.filter(pl.col("position").is_not_null())
        said = frame.select(_FIELDS).unique(maintain_order=True).with_row_index("said")
        labels, reasons = self._labels(said)
        frame = frame.join(said, on=_FIELDS, how="left", nulls_equal=True, maintain_order="left")
        for line, index in frame.filter(pl.col("said").is_in(list(reasons)))["line", "said"].rows():
            faults.append(self.request.fault(line, reasons[index]))
        table = frame.join(labels, on="said", how="inner", maintain_order="left")
        n_good = table["line"].n_unique()
        if block.damage is not None:
            faults.append(self.request.fault(None, block.damage))
        faults.sort(key=lambda fault: fault.line or 0)
        columns = ["position", "side", "label", "kind", "value", "game", "line"]
        return Found(self.game, table.select(columns), faults, n_good)

    def _positions(self, block: TextBlock) -> pl.DataFrame:
        """Return the lines with their positions in our words, or why they have none."""
        text, rest = pl.col("text"), pl.col("rest")
        lines = block.lines.to_frame().with_row_index("line", offset=block.first)
        lines = lines.with_columns(pl.col("line").cast(pl.Int64))
        lines = lines.filter((text != "") & ~text.str.contains(COMMENT))
        lines = self._numbered(lines)
        groups = text.str.extract_groups(PATTERNS[self.game])
        frame = lines.with_columns(
            groups.struct.field("1").str.replace_all(r"\s+", " ").alias("found"),
            groups.struct.field("2").alias("letter"),
            groups.struct.field("3").fill_null("").alias("rest"),
        )
        positions, reasons = self._canonical(frame)
        is_operation = rest.str.contains(IS_OPERATION)
        tail = pl.when(~is_operation).then(rest).otherwise(pl.lit("")).alias("tail")
        operations = pl.when(is_operation).then(rest)
        first = pl.col("letter").is_in(
            ["w"] if self.game == "chess" else [*_BLACK, "black", "Black"]
        )
        frame = frame.with_columns(
            pl.Series("position", positions, dtype=pl.String),
            pl.Series("reason", reasons, dtype=pl.String),
            pl.when(first)
            .then(pl.lit(self.sides[0]))
            .otherwise(pl.lit(self.sides[1]))
            .alias("side"),
            (pl.col("letter").str.len_bytes() > 1).alias("spelled"),
            tail,
            *extract_operations(operations),
        )
        return self._identified(frame)

    def _numbered(self, lines: pl.DataFrame) -> pl.DataFrame:
        """Count the games where a line says that a new one begins."""
        begins = pl.col("text").str.contains(NEW_GAME)
        count = begins.cum_sum().cast(pl.Int64) + self.n_games
        lines = lines.with_columns(pl.when(count > 0).then(count).alias("game"))
        self.n_games += int(lines.select(begins.sum()).item())
        return lines.filter(~begins)

    def _canonical(self, frame: pl.DataFrame) -> tuple[list[str | None], list[str | None]]:
        """Return the texts of the positions, or what is wrong with them."""
        texts = frame["found"].to_list()
        if self.game == "othello":
            texts = [text and plain_othello(text) for text in texts]
        positions: list[str | None] = [None] * len(texts)
        reasons: list[str | None] = [None] * len(texts)
        parse = _core.Position.parse
        for index, text in enumerate(texts):
            if text is None:
                shown = frame["text"][index][:SHOWN]
                reasons[index] = f"expected a {_name(self.game)} position, found {shown!r}"
                continue
            try:
                positions[index] = parse(self.game, text, ()).text
            except ValueError as error:
                reasons[index] = str(error)
        return positions, reasons

    def _identified(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Number the games by their names, where a result comes with one."""
        name = pl.when(pl.col("result").is_not_null()).then(pl.col("rest").str.extract(GAME_ID))
        parts = name.str.extract_groups(r"^(.*?)([0-9]{0,11})$")
        frame = frame.with_columns(
            parts.struct.field("1").alias("prefix"),
            parts.struct.field("2").cast(pl.Int64, strict=False).fill_null(0).alias("number"),
        )
        for prefix in frame["prefix"].drop_nulls().unique(maintain_order=True):
            self.prefixes.setdefault(prefix, len(self.prefixes))
        step = pl.col("prefix").replace_strict(self.prefixes, default=None, return_dtype=pl.Int64)
        return frame.with_columns(
            pl.coalesce(step * ID_STEP + pl.col("number"), "game").alias("game")
        )

    def _labels(self, said: pl.DataFrame) -> tuple[pl.DataFrame, dict[int, str]]:
        """Read the labels once for all lines that say the same."""
        tails = {tail: split_tail(tail) for tail in said["tail"].unique()}
        if self.is_result is None:
            numbers = {single_number(words) for words in tails.values()} - {None}
            self.is_result = bool(numbers) and numbers <= set(RESULT_NUMBERS)
        rows: list[tuple[int, str, str, float | None]] = []
        reasons: dict[int, str] = {}
        for row in said.iter_rows(named=True):
            try:
                labels = self._line_labels(row, tails[row["tail"]])
            except ValueError as error:
                reasons[row["said"]] = str(error)
                continue
            rows.extend((row["said"], label.text, label.kind, label.value) for label in labels)
        schema = {
            "said": said.schema["said"],
            "label": pl.String,
            "kind": pl.String,
            "value": pl.Float64,
        }
        return pl.DataFrame(rows, schema=schema, orient="row"), reasons

    def _line_labels(self, row: dict[str, str | None], words: list[str]) -> list[Label]:
        side, is_result = str(row["side"]), bool(self.is_result)
        if not words:
            return parse_operations(row, side, self.sides)
        if self.game == "othello":
            return parse_othello_tail(
                words, self.sides, side, is_result=is_result, has_square=bool(row["spelled"])
            )
        return parse_tail(words, self.game, self.sides, is_result=is_result)


def plain_othello(text: str) -> str:
    """Return an Othello position in our letters, whatever signs it is written with."""
    board, side = text.split(" ")
    table = str.maketrans(
        dict.fromkeys(_BLACK, "X") | dict.fromkeys(_WHITE, "O") | dict.fromkeys(_EMPTY, "-")
    )
    return f"{board.translate(table)} {side[0].translate(table)}"


def _name(game: str) -> str:
    return {"othello": "Othello", "loa": "Lines of Action"}.get(game, game)
