"""Tables for other programs: CSV for spreadsheets, LaTeX for papers."""

import csv
from collections.abc import Sequence
from pathlib import Path

import tabiya

TABLES = (".csv", ".tex")
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "…": r"\dots{}",
    "→": r"$\to$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def write_table(path: Path, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write a table as the name of the file says.

    Raises
    ------
    ValueError
        If it is to be something else.
    """
    suffix = path.suffix.lower()
    if suffix == ".csv":
        with (
            tabiya.files.beside(path) as part,
            part.open("w", encoding="utf-8", newline="") as file,
        ):
            csv.writer(file).writerows([headings, *rows])
    elif suffix == ".tex":
        tabiya.files.write_beside(path, latex_table(headings, rows))
    else:
        raise ValueError(
            f"{path}: expected a file {' or '.join(TABLES)}, found {suffix or 'none'!r}"
        )


def latex_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    r"""Return a tabular with the lines of booktabs; numbers are flush right.

    >>> print(latex_table(["weight", "after"], [["king_safety", "1.5"], ["a & b", "-2"]]).strip())
    \begin{tabular}{lr}
    \toprule
    weight & after \\
    \midrule
    king\_safety & 1.5 \\
    a \& b & -2 \\
    \bottomrule
    \end{tabular}
    """
    sides = ["r" if _are_numbers([row[i] for row in rows]) else "l" for i in range(len(headings))]
    lines = [" & ".join(_escape(cell) for cell in line) + r" \\" for line in (headings, *rows)]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{''.join(sides)}}}",
            r"\toprule",
            lines[0],
            r"\midrule",
            *lines[1:],
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _are_numbers(cells: Sequence[str]) -> bool:
    plain = [cell.replace(",", "").rstrip("%") for cell in cells if cell]
    return bool(plain) and all(cell.lstrip("+-").replace(".", "", 1).isdigit() for cell in plain)


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(sign, sign) for sign in text)
