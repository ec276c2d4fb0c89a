"""What a search skips, in words and tables."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tabiya.players import Pruning, Reductions, SearchFunction, Widths
from tabiya.players._pruning import side_of

# Rows and columns of a table of reductions, and weights of a checkpoint, that are shown.
MOST_ROWS, MOST_COLUMNS, MOST_WEIGHTS = 16, 12, 6


def describe(pruning: Pruning) -> str:
    r"""Return what is skipped, for a person.

    >>> from tabiya.players import Widths
    >>> print(describe(Pruning("loa", widths=Widths((20, None, 5), by="leaf"))))
    loa, made by hand
    moves that are searched (all count), depth by iteration:
      d\it    1    2    3
         1   20  all    5
         2        20  all
         3             20
    """
    made = pruning.made_by if pruning.made_by.startswith("by ") else f"by {pruning.made_by}"
    lines = [f"{pruning.game}, made {made}"]
    if pruning.params:
        numbers = ", ".join(f"{name} = {value:g}" for name, value in pruning.params.items())
        lines.append(f"with {numbers}")
    for table in tables(pruning):
        lines += [f"{table.title}:", *_lines(table)]
    return "\n".join(lines)


@dataclass(frozen=True)
class PruningTable:
    """A part of what is skipped, as a table.

    Attributes
    ----------
    part : str
        What it is, in a word.
    title : str
        What it says, in a line.
    headings, rows : sequence
        Its cells.
    """

    part: str
    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables(pruning: Pruning) -> list[PruningTable]:
    """Return all that is skipped, as tables.

    >>> from tabiya.players import Widths
    >>> widths, = tables(Pruning("loa", widths=Widths((20, None), by="leaf")))
    >>> widths.part, widths.rows
    ('widths', [['1', '20', 'all'], ['2', '', '20']])
    """
    found = []
    if pruning.widths is not None:
        found.append(_triangle(pruning.widths))
    if pruning.function is not None:
        title = "the rest is skipped where this is below 0"
        found.append(_weights("function", title, pruning.function))
    if pruning.reductions is not None:
        found.append(_reductions(pruning.reductions))
    if pruning.reduction_function is not None:
        title = "plies that reductions are less"
        found.append(_weights("reduction-function", title, pruning.reduction_function))
    if pruning.null_move_function is not None:
        title = "plies that null moves are deeper"
        found.append(_weights("null-move-function", title, pruning.null_move_function))
    return found


def _triangle(widths: Widths) -> PruningTable:
    """Return the triangle of Figure 4.3: a row for each depth, a column for each iteration."""
    n = len(widths.widths)
    side = n if widths.by != "cell" else side_of(n)

    def at(depth: int, iteration: int) -> str:
        place = {
            "depth": depth,
            "iteration": iteration,
            "leaf": iteration - depth,
            "cell": iteration * (iteration + 1) // 2 + depth,
        }[widths.by]
        width = widths.widths[place]
        return "all" if width is None else str(width)

    rows = [[str(d + 1), *(at(d, i) if i >= d else "" for i in range(side))] for d in range(side)]
    counted = "all count" if widths.counts == "all" else "quiet ones count"
    title = f"moves that are searched ({counted}), depth by iteration"
    return PruningTable("widths", title, ["d\\it", *(str(i + 1) for i in range(side))], rows)


def _reductions(table: Reductions) -> PruningTable:
    n_columns = max(len(row) for row in table.rows)
    rows = [
        [str(number), *(f"{value:.2f}" for value in row), *[""] * (n_columns - len(row))]
        for number, row in enumerate(table.rows, 1)
    ]
    title = f"plies of reduction, {table.by} by moves searched before (the last one goes on)"
    headings = [table.by, *(str(i + 1) for i in range(n_columns))]
    return PruningTable("reductions", title, headings, rows)


def _weights(part: str, title: str, function: SearchFunction) -> PruningTable:
    rows = [
        [str(moves), *(f"{value:+.2f}" for value in row)]
        for moves, row in zip(function.checkpoints, function.weights.tolist(), strict=True)
    ]
    return PruningTable(part, title, ["after", *function.units], rows)


def _lines(table: PruningTable) -> list[str]:
    """Return a table for a person: of many columns the first, of weights the largest."""
    if table.part.endswith("function"):
        return [
            f"  after {row[0]:>2}: {_largest(table.headings[1:], row[1:])}" for row in table.rows
        ]
    shown = [row[: MOST_COLUMNS + 1] for row in [table.headings, *table.rows[:MOST_ROWS]]]
    first = max(6, *(len(row[0]) for row in shown))
    width = max(5, *(len(cell) + 2 for row in shown for cell in row[1:]))
    return [
        f"{row[0]:>{first}}" + "".join(f"{cell:>{width}}" for cell in row[1:]).rstrip()
        for row in shown
    ]


def _largest(units: Sequence[str], weights: Sequence[str]) -> str:
    numbers = np.array([float(weight) for weight in weights])
    order = np.argsort(-np.abs(numbers), kind="stable")[:MOST_WEIGHTS]
    return ", ".join(f"{units[i]} {weights[i]}" for i in order if numbers[i])
