"""The weights of a tuning: how they moved, tables by group, square tables as heat maps."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tabiya.report._chart import WIDTH
from tabiya.report._curves import Curve, colour_of, curves_chart
from tabiya.report._page import fill, markup

if TYPE_CHECKING:
    from markupsafe import Markup

    from tabiya.report._tuning import TuningRecord

# More weights than these are folded by group.
MOST_OPEN = 24
# Of more curves than these nobody can tell one from another; those that moved most are drawn.
MOST_CURVES = 16
SQUARE = re.compile(r"(.*?)_([a-h][1-8])(_.*)?")
N_SQUARES = 64
OTHERS = "weights"


def weight_sections(record: "TuningRecord") -> "list[Markup]":
    """Return a section for each group of weights; groups are folded when there are hundreds."""
    groups: dict[str, list[int]] = {}
    for index, name in enumerate(record.names):
        groups.setdefault(record.groups.get(name, OTHERS), []).append(index)
    if len(record.names) <= MOST_OPEN:
        return [_section(record, "Weights", list(range(len(record.names))), is_open=True)]
    return [_section(record, group, indices, is_open=False) for group, indices in groups.items()]


def _section(record: "TuningRecord", title: str, indices: list[int], *, is_open: bool) -> "Markup":
    maps, rest = _square_maps(record, indices)
    n, before, errors = len(indices), _before(record), record.errors
    moved = max(abs(record.final[i] - before[i]) for i in indices)
    return fill(
        "weights.html",
        title=title,
        count=f"{n} weight{'s' if n > 1 else ''}",
        moved=None if is_open else f"{moved:.4g}",
        curves=markup(_curves(record, rest)),
        has_errors=errors is not None,
        rows=[
            (
                colour_of(i),
                record.names[i],
                f"{before[i]:.4g}",
                f"{record.final[i]:.4g}",
                "" if errors is None else f"{errors[i]:.2g}",
            )
            for i in rest
        ],
        maps=maps,
    )


def _before(record: "TuningRecord") -> Sequence[float]:
    return record.steps[0].weights if record.steps else record.final


def _curves(record: "TuningRecord", indices: list[int]) -> str:
    if not indices or len(record.points) < 2:  # noqa: PLR2004 (a curve needs two points)
        return ""
    before = _before(record)
    drawn = sorted(indices, key=lambda i: -abs(record.final[i] - before[i]))[:MOST_CURVES]
    curves = [
        Curve(record.names[i], [step.weights[i] for step in record.points], colour_of(i))
        for i in sorted(drawn)
    ]
    return curves_chart([step.number for step in record.points], curves, width=2 * WIDTH)


def _square_maps(
    record: "TuningRecord", indices: list[int]
) -> tuple[list[tuple[str, list[dict[str, str] | None]]], list[int]]:
    """Return heat maps of what is a table of squares, and the weights that are not."""
    tables: dict[str, dict[str, int]] = {}
    for index in indices:
        found = SQUARE.fullmatch(record.names[index])
        if found is not None:
            key = f"{found[1]} {(found[3] or '').strip('_')}".replace("_", " ").strip()
            tables.setdefault(key, {})[found[2]] = index
    whole = {name: squares for name, squares in tables.items() if len(squares) >= N_SQUARES // 2}
    shown = {index for squares in whole.values() for index in squares.values()}
    maps = [(name, _heat_map(squares, record.final)) for name, squares in whole.items()]
    return maps, [index for index in indices if index not in shown]


def _heat_map(squares: Mapping[str, int], values: Sequence[float]) -> list[dict[str, str] | None]:
    """Return the squares of a board, the redder the less they are worth, and the bluer."""
    numbers = {square: values[index] for square, index in squares.items()}
    reach = max((abs(value) for value in numbers.values()), default=0.0) or 1.0
    return [
        _cell(f"{file}{rank}", numbers, reach) for rank in range(8, 0, -1) for file in "abcdefgh"
    ]


def _cell(square: str, numbers: Mapping[str, float], reach: float) -> dict[str, str] | None:
    value = numbers.get(square)
    if value is None:
        return None
    return {
        "hue": "215" if value >= 0 else "12",
        "share": f"{abs(value) / reach:.2f}",
        "title": f"{square}: {value:.4g}",
        "text": f"{value:.0f}",
    }
