"""Tables for other programs: CSV for spreadsheets, LaTeX for papers; and the names of pictures."""

import csv
import importlib.util
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

import tabiya
from tabiya.cli._columns import columns
from tabiya.cli._efforts import check_suffix

TABLES = (".csv", ".tex")
PICTURES = (".html", ".png", ".svg", ".pdf")
BOARDS = (".svg", ".png", ".pdf")
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "…": r"\dots{}",
    "→": r"$\to$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def _check_table(path: Path | None) -> Path | None:
    if path is not None:
        check_suffix(path, TABLES)
    return path


def check_installed(library: str) -> None:
    """Say at once, not after the work, that nobody is there to draw.

    >>> check_installed("no_such_library")
    Traceback (most recent call last):
    ValueError: pictures: expected no_such_library, found none; pip install 'tabiya[plots]'
    """
    if importlib.util.find_spec(library) is None:
        raise ValueError(f"pictures: expected {library}, found none; pip install 'tabiya[plots]'")


def _check_picture(path: Path | None) -> Path | None:
    if path is not None:
        check_suffix(path, PICTURES)
        library = "plotly" if path.suffix.lower() == ".html" else "matplotlib"
        check_installed(library)
    return path


def _check_board(path: Path | None) -> Path | None:
    if path is not None:
        check_suffix(path, BOARDS)
    return path


# The options of every command that prints a table or draws a picture. A file that cannot be written
# in its form is refused before the work begins.
TableFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--table", help="Write the table for other programs: .csv, .tex.", callback=_check_table
    ),
]
PictureFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--plot", help="Draw it: .html, .png, .svg, .pdf.", callback=_check_picture),
]
BoardFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--plot", "--svg", help="Draw the board: .svg, .png, .pdf.", callback=_check_board
    ),
]


def save_board(path: Path | None, draw: Callable[[], str]) -> None:
    """Write what is drawn as SVG, if a file is given, and say where it is."""
    if path is not None:
        tabiya.report.save_picture(draw(), path)
        typer.echo(f"picture  {path}")


def tell_table(
    path: Path | None,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    part: str = "",
    left: Collection[int] = (0,),
) -> None:
    """Print a table, and write it as :func:`save_table` does."""
    typer.echo(columns(headings, rows, left=left))
    save_table(path, headings, rows, part=part)


class GrowingTable:
    """A table whose rows take their time: each is printed as soon as it is there.

    Parameters
    ----------
    headings : sequence of str
        The first line, printed at once.
    widths : sequence of int
        Of the columns; below 0, flush left.
    """

    def __init__(self, headings: Sequence[str], widths: Sequence[int]) -> None:
        self._headings = headings
        self._widths = widths
        self._rows: list[list[str]] = []
        self._print(headings, "")

    def add(self, *cells: str, remark: str = "") -> None:
        """Print a row; a remark stands behind it on the screen alone."""
        self._rows.append(list(cells))
        self._print(cells, remark)

    def save(self, path: Path | None, *, part: str = "") -> None:
        """Write it as :func:`save_table` does."""
        save_table(path, self._headings, self._rows, part=part)

    def _print(self, cells: Sequence[str], remark: str) -> None:
        beside = zip(cells, self._widths, strict=True)
        line = " ".join(cell.ljust(-n) if n < 0 else cell.rjust(n) for cell, n in beside)
        typer.echo(f"{line} {remark}".rstrip())


def save_table(
    path: Path | None, headings: Sequence[str], rows: Sequence[Sequence[str]], *, part: str = ""
) -> None:
    """Write a table if somebody asked for it, and say so.

    Parameters
    ----------
    path : Path, optional
        The file of ``--table``.
    headings, rows : sequence
        The table.
    part : str
        What a further table of the same command is called; it stands beside the first, with that
        in its name.
    """
    if path is None:
        return
    target = path.with_stem(f"{path.stem}-{part}") if part else path
    write_table(target, headings, rows)
    typer.echo(f"table    {target}")


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
