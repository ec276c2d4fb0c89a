"""The weights of a tuning: how they moved, tables by group, square tables as heat maps."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from tabiya.report._chart import WIDTH
from tabiya.report._curves import Curve, colour_of, curves_chart

if TYPE_CHECKING:
    from tabiya.report._tuning import TuningRecord

# More weights than these are folded by group.
MOST_OPEN = 24
# Of more curves than these nobody can tell one from another; those that moved most are drawn.
MOST_CURVES = 16
SQUARE = re.compile(r"(.*?)_([a-h][1-8])(_.*)?")
N_SQUARES = 64
OTHERS = "weights"


def weight_sections(record: "TuningRecord") -> list[str]:
    """Return a section for each group of weights; groups are folded when there are hundreds."""
    groups: dict[str, list[int]] = {}
    for index, name in enumerate(record.names):
        groups.setdefault(record.groups.get(name, OTHERS), []).append(index)
    if len(record.names) <= MOST_OPEN:
        return [_section(record, "Weights", list(range(len(record.names))), is_open=True)]
    return [_section(record, group, indices, is_open=False) for group, indices in groups.items()]


def _section(record: "TuningRecord", title: str, indices: list[int], *, is_open: bool) -> str:
    maps, rest = _square_maps(record, indices)
    body = _curves(record, rest) + _table(record, rest) + maps
    n = len(indices)
    count = f"{n} weight{'s' if n > 1 else ''}"
    if is_open:
        return f'<section class="card wide"><h2>{escape(title)}</h2><p>{count}</p>{body}</section>'
    moved = max(abs(record.final[i] - _before(record)[i]) for i in indices)
    return (
        f'<section class="card wide"><details><summary><b>{escape(title)}</b> {count}, moved by '
        f"{moved:.4g} at most</summary>{body}</details></section>"
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


def _table(record: "TuningRecord", indices: list[int]) -> str:
    if not indices:
        return ""
    before, errors = _before(record), record.errors
    rows = "".join(
        f'<tr><td><i class="dot" style="background:{colour_of(i)}"></i>{escape(record.names[i])}'
        f"</td><td>{before[i]:.4g}</td><td>{record.final[i]:.4g}</td>"
        f"{'' if errors is None else f'<td>± {errors[i]:.2g}</td>'}</tr>"
        for i in indices
    )
    error = "" if errors is None else "<th>error</th>"
    head = f"<tr><th>weight</th><th>before</th><th>after</th>{error}</tr>"
    return f'<div class="roll"><table><thead>{head}</thead><tbody>{rows}</tbody></table></div>'


def _square_maps(record: "TuningRecord", indices: list[int]) -> tuple[str, list[int]]:
    """Return heat maps of what is a table of squares, and the weights that are not."""
    tables: dict[str, dict[str, int]] = {}
    for index in indices:
        found = SQUARE.fullmatch(record.names[index])
        if found is not None:
            key = f"{found[1]} {(found[3] or '').strip('_')}".replace("_", " ").strip()
            tables.setdefault(key, {})[found[2]] = index
    whole = {name: squares for name, squares in tables.items() if len(squares) >= N_SQUARES // 2}
    shown = {index for squares in whole.values() for index in squares.values()}
    maps = "".join(_heat_map(name, squares, record.final) for name, squares in whole.items())
    rest = [index for index in indices if index not in shown]
    return (f'<div class="maps">{maps}</div>' if maps else ""), rest


def _heat_map(name: str, squares: Mapping[str, int], values: Sequence[float]) -> str:
    """Return a board whose squares are the redder the less they are worth, and the bluer."""
    numbers = {square: values[index] for square, index in squares.items()}
    reach = max((abs(value) for value in numbers.values()), default=0.0) or 1.0
    cells = []
    for rank in range(8, 0, -1):
        for file in "abcdefgh":
            value = numbers.get(f"{file}{rank}")
            if value is None:
                cells.append("<i></i>")
                continue
            hue, share = (215 if value >= 0 else 12), abs(value) / reach
            cells.append(
                f'<i style="background:hsl({hue} 70% 50% / {share:.2f})" '
                f'title="{file}{rank}: {value:.4g}">{value:.0f}</i>'
            )
    return f"<figure><figcaption>{escape(name)}</figcaption><div>{''.join(cells)}</div></figure>"
