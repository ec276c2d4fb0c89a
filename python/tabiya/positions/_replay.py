"""Games replayed: every position of a game labelled by its result."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import polars as pl

from tabiya import _core
from tabiya.games import Game
from tabiya.positions._labels import RESULTS, Label, parse_result, result_label

PASSES = ["pass"]
# Plies of an opening that two games share by choice; beyond it they share more than that.
LONG_OPENING = 24
NUMBERS = {
    "value": pl.Float64,
    "game": pl.Int64,
    "ply": pl.Int32,
    "line": pl.Int64,
    "opening": pl.UInt64,
}


@dataclass(frozen=True)
class Step:
    """A position of a game in which somebody has a move, and the plies before it."""

    ply: int
    position: _core.Position


@dataclass
class Rows:
    """The rows of a set, game by game."""

    game: str
    columns: dict[str, list[object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = ("position", "side", "label", "kind", "value", "game", "ply", "line", "opening")
        self.columns = {name: [] for name in names}
        self.sides = Game(self.game).sides

    def add(
        self,
        steps: Sequence[Step],
        label: Label,
        game: int,
        line: int | None,
        opening: int | None = None,
    ) -> None:
        """Add positions of a game with the same label; one where the game is over is none.

        If they are not all, it must be said in what position the opening ended.
        """
        opening = opening_key(steps) if opening is None else opening
        columns = self.columns
        for step in steps:
            if step.position.result is not None:
                continue
            columns["position"].append(step.position.text)
            columns["side"].append(self.sides[step.position.turn])
            columns["label"].append(label.text)
            columns["kind"].append(label.kind)
            columns["value"].append(label.value)
            columns["game"].append(game)
            columns["ply"].append(step.ply)
            columns["line"].append(line)
            columns["opening"].append(opening)

    def table(self) -> pl.DataFrame:
        """Return what was added."""
        schema = {name: NUMBERS.get(name, pl.String) for name in self.columns}
        return pl.DataFrame(self.columns, schema=schema)


def opening_key(steps: Sequence[Step]) -> int:
    """Return a hash of the position after a long opening, or of the last if there is none."""
    last = next((step for step in steps if step.ply >= LONG_OPENING), steps[-1])
    return last.position.key


def replay(start: _core.Position, moves: Sequence[str]) -> list[Step]:
    """Return the positions before and after each move.

    Where a side has to pass and the moves do not say so, it passes; that is a ply, and only the
    position after it counts.

    Raises
    ------
    ValueError
        If a move is not legal; the message says which.
    """
    steps = [Step(0, start)]
    for number, move in enumerate(moves, start=1):
        step = steps[-1]
        try:
            after = step.position.play(move)
        except ValueError:
            if step.position.legal_moves() != PASSES:
                raise ValueError(f"move {number}: {move} is not legal here") from None
            step = steps[-1] = Step(step.ply + 1, step.position.play(PASSES[0]))
            try:
                after = step.position.play(move)
            except ValueError:
                raise ValueError(f"move {number}: {move} is not legal here") from None
        steps.append(Step(step.ply + 1, after))
    last = steps[-1]
    if last.position.result is None and last.position.legal_moves() == PASSES:
        steps[-1] = Step(last.ply + 1, last.position.play(PASSES[0]))
    return steps


def settle_or_open(last: _core.Position, told: float | None) -> Label:
    """Return the result of a game as ``settle`` does, or no label if nobody knows it.

    Raises
    ------
    ValueError
        If board and record disagree.
    """
    if told is None and (last.result is None or last.legal_moves()):
        return Label("", "unlabelled", None)
    return settle(last, told)


def settle(last: _core.Position, told: float | None) -> Label:
    """Return the result of a game that ended so, by the board or by what was told.

    Raises
    ------
    ValueError
        If the game is not over and no result was told, or if board and record disagree.
    """
    seen = None
    if last.result is not None and not last.legal_moves():
        label = parse_result(last.result, ())
        seen = None if label is None else label.value
    if seen is None and told is None:
        raise ValueError("expected a result or a game that is over, found neither")
    if seen is not None and told is not None and seen != told:
        raise ValueError(
            f"expected the result on the board, {RESULTS[seen]}; found {RESULTS.get(told, told)}"
        )
    value = told if seen is None else seen
    assert value is not None, "the board or the file tells"
    return result_label(value)
