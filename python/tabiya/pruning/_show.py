"""What a search skips, in words and tables."""

from collections.abc import Sequence

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
    if pruning.widths is not None:
        lines += _triangle(pruning.widths)
    if pruning.function is not None:
        lines += ["the rest is skipped where this is below 0:", *_weights(pruning.function)]
    if pruning.reductions is not None:
        lines += _rows(pruning.reductions)
    if pruning.reduction_function is not None:
        lines += ["plies that reductions are less:", *_weights(pruning.reduction_function)]
    if pruning.null_move_function is not None:
        lines += ["plies that null moves are deeper:", *_weights(pruning.null_move_function)]
    return "\n".join(lines)


def _triangle(widths: Widths) -> list[str]:
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

    head = "  d\\it" + "".join(f"{i + 1:5}" for i in range(side))
    rows = [
        f"{d + 1:6}" + "".join(f"{at(d, i) if i >= d else '':>5}" for i in range(side))
        for d in range(side)
    ]
    counted = "all count" if widths.counts == "all" else "quiet ones count"
    return [f"moves that are searched ({counted}), depth by iteration:", head, *rows]


def _rows(table: Reductions) -> list[str]:
    n_columns = min(MOST_COLUMNS, max(len(row) for row in table.rows))
    head = f"plies of reduction, {table.by} by moves searched before (the last one goes on):"
    lines = [head, " " * 6 + "".join(f"{i + 1:6}" for i in range(n_columns))]
    for number, row in enumerate(table.rows[:MOST_ROWS], 1):
        lines.append(f"{number:6}" + "".join(f"{value:6.2f}" for value in row[:n_columns]))
    return lines


def _weights(function: SearchFunction) -> list[str]:
    def largest(row: Sequence[float]) -> str:
        order = np.argsort(-np.abs(row))[:MOST_WEIGHTS]
        return ", ".join(f"{function.units[i]} {row[i]:+.2f}" for i in order if row[i])

    return [
        f"  after {moves:2}: {largest(row)}"
        for moves, row in zip(function.checkpoints, function.weights.tolist(), strict=True)
    ]
