"""``tabiya weights``: the weights of an evaluation, by name."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

import tabiya
from tabiya.cli._table_file import TableFile, save_table
from tabiya.cli._terminal import console

# Of a table that nobody sees on a screen, so that no line is broken.
FILE_WIDTH = 200
HEADINGS = ("name", "value", "default", "from", "to", "meaning")
# On a screen that is narrower, meanings would be columns of single words.
NARROW, SHORT_HEADINGS = 78, ("name", "value", "meaning")


def weights(
    game: Annotated[str, typer.Argument(help="chess, othello or loa.")],
    group: Annotated[str | None, typer.Option(help="Only the weights of this group.")] = None,
    changed: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Only what these weights change, a TOML file."),
    ] = None,
    table: TableFile = None,
) -> None:
    """List the weights of a game's evaluation: value, default, bounds and meaning."""
    values = tabiya.players.Weights(game)
    names = list(values)
    if changed is not None:
        values = tabiya.players.load_weights(changed)
        if values.game != game:
            raise ValueError(f"{changed}: expected weights of {game}, found {values.game}")
        names = list(values.changed())
    if group is not None:
        groups = values.groups()
        if group not in groups:
            raise ValueError(f"group: expected one of {', '.join(groups)}, found {group!r}")
        names = [name for name in names if name in groups[group]]
    screen = console(highlight=False)
    if not screen.is_terminal:
        screen.width = FILE_WIDTH
    rows = [_row(values, name) for name in names]
    headings = HEADINGS if screen.width >= NARROW else SHORT_HEADINGS
    shown = Table(title=f"{len(names)} weights of {values.game}")
    for heading in headings[:-1]:
        shown.add_column(heading, justify="left" if heading == "name" else "right", no_wrap=True)
    shown.add_column(headings[-1])
    for row in rows:
        shown.add_row(*(row[HEADINGS.index(heading)] for heading in headings))
    screen.print(shown)
    if headings != HEADINGS:
        screen.print(f"a screen of {NARROW} columns shows default and bounds, too")
    save_table(table, HEADINGS, rows)


def _row(values: "tabiya.players.Weights", name: str) -> list[str]:
    info = values.info(name)
    numbers = (values[name], info.default, info.least, info.most)
    return [name, *(f"{number:g}" for number in numbers), info.meaning]
