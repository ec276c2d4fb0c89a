"""Positions on lines of their own, with labels behind them: EPD, FEN and their dialects."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import polars as pl

from tabiya.games import Game
from tabiya.positions._boards import find_game, number_games, read_boards
from tabiya.positions._extract import Extract, Request
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

COMMENT = r"^(?:#|%|//)"
NEW_GAME = r"(?i)^new game\b"
N_HEAD = 200

# What a line says; many lines say the same.
_SAID = [*OPERATIONS, "tail", "side", "spelled"]


def read_lines(request: Request) -> Iterator[Extract]:
    """Read positions with labels, one on each line."""
    reader: _Reader | None = None
    for block in read_text(request):
        if reader is None:
            game = find_game(block.lines.head(N_HEAD)) or request.game or "chess"
            reader = _Reader(request, game)
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

    def read(self, block: TextBlock) -> Extract:
        """Read the lines of a block."""
        frame = self._positions(block)
        bad = frame.filter(pl.col("position").is_null()).select("line", "reason")
        frame = frame.filter(pl.col("position").is_not_null())
        said = frame.select(_SAID).unique(maintain_order=True).with_row_index("said")
        labels, reasons = self._labels(said)
        frame = frame.join(said, on=_SAID, how="left", nulls_equal=True, maintain_order="left")
        mute = frame.filter(pl.col("said").is_in(list(reasons))).select("line", "said")
        faults = [
            *(self.request.fault(line, reason) for line, reason in bad.iter_rows()),
            *(self.request.fault(line, reasons[said]) for line, said in mute.iter_rows()),
        ]
        faults.sort(key=lambda fault: fault.line or 0)
        if block.damage is not None:
            faults.append(self.request.fault(None, block.damage))
        table = frame.join(labels, on="said", how="inner", maintain_order="left")
        columns = ["position", "side", "label", "kind", "value", "game", "line"]
        return Extract(self.game, table.select(columns), faults, frame.height - mute.height)

    def _positions(self, block: TextBlock) -> pl.DataFrame:
        """Return the lines with their positions, and the texts of their labels."""
        text, rest = pl.col("text"), pl.col("rest")
        lines = block.lines.to_frame().with_row_index("line", offset=block.first)
        lines = lines.with_columns(pl.col("line").cast(pl.Int64))
        lines = self._counted(lines.filter((text != "") & ~text.str.contains(COMMENT)))
        frame = pl.concat([lines, read_boards(lines["text"], self.game)], how="horizontal")
        is_operation = rest.str.contains(IS_OPERATION)
        frame = frame.with_columns(
            pl.when(~is_operation).then(rest).otherwise(pl.lit("")).alias("tail"),
            *extract_operations(pl.when(is_operation).then(rest)),
        )
        # Others use c8 for other things, so only beside a result is it the name of a game.
        name = pl.when(pl.col("result").is_not_null()).then(rest.str.extract(GAME_ID))
        numbers = number_games(frame.select(name.alias("name")).to_series(), self.prefixes)
        return frame.with_columns(pl.coalesce(numbers, "game").alias("game"))

    def _counted(self, lines: pl.DataFrame) -> pl.DataFrame:
        """Count the games where a line says that a new one begins."""
        begins = pl.col("text").str.contains(NEW_GAME)
        count = begins.cum_sum().cast(pl.Int64) + self.n_games
        lines = lines.with_columns(pl.when(count > 0).then(count).alias("game"))
        self.n_games += int(lines.select(begins.sum()).item())
        return lines.filter(~begins)

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
        schema = pl.Schema(
            {
                "said": said.schema["said"],
                "label": pl.String(),
                "kind": pl.String(),
                "value": pl.Float64(),
            }
        )
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
