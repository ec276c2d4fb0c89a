"""Tables of plain text."""

from collections.abc import Collection, Sequence


def columns(
    headings: Sequence[str], rows: Sequence[Sequence[str]], *, left: Collection[int] = (0,)
) -> str:
    """Return lines whose columns stand below each other; some are flush left, the others right.

    >>> print(columns(["name", "n"], [["a", "10"], ["long", "7"]]))
    name   n
    a     10
    long   7
    """
    lines = [list(headings), *(list(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(headings))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i in left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
