"""``tabiya advise``: what masters played in positions like this one."""

from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._games import open_existing
from tabiya.cli._table_file import TableFile, save_table

# The page, if nobody names another file.
PAGE = "advice.html"
HEADINGS = ("place", "move", "likeness", "games", "points", "rating", "chunks in common")


def advise(
    database: Annotated[Path, typer.Argument(metavar="DB", help="A database of games.")],
    fen: Annotated[str, typer.Argument(metavar="FEN", help="The position.")],
    page: Annotated[
        Path | None, typer.Argument(metavar="[PAGE]", help="Where --html writes the page.")
    ] = None,
    *,
    similarity: Annotated[str, typer.Option(help="learned, mach or overlap.")] = "learned",
    where: Annotated[
        str | None, typer.Option(help="Only games that fulfil this: 'player ~ \"Karpov\"'.")
    ] = None,
    chunks: Annotated[
        Path | None, typer.Option(help="Chunks; those that come with tabiya by default.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="Moves to show.")] = 5,
    plan: Annotated[int, typer.Option(min=0, help="Plies of the master's plan to show.")] = 6,
    html: Annotated[
        bool, typer.Option("--html", help=f"Write a page: PAGE, or {PAGE} if none is named.")
    ] = False,
    table: TableFile = None,
) -> None:
    """Show positions of masters like this one, what they played, and why it is alike."""
    position = tabiya.game("chess").position(fen)
    db = open_existing(database)
    db.index(None if chunks is None else tabiya.chunks.Library.load(chunks))
    shown = tabiya.chunks.AdvicePage.of(
        db, position, similarity=similarity, where=where, limit=limit, plan=plan
    )
    typer.echo(shown.text(), nl=False)
    save_table(table, HEADINGS, [_row(number, m) for number, m in enumerate(shown.moves, start=1)])
    if html or page is not None:
        target = Path(PAGE) if page is None else page
        tabiya.files.write_beside(target, shown.html())
        typer.echo(f"{target}: the page")


def _row(number: int, found: "tabiya.chunks.AdvisedMove") -> list[str]:
    points = "" if found.points is None else f"{found.points:.3f}"
    rating = "" if found.rating is None else f"{found.rating:.0f}"
    chunks = ", ".join(dict.fromkeys(chunk.name for chunk, _ in found.common))
    return [
        str(number),
        found.san,
        f"{found.score:.4g}",
        str(found.n_games),
        points,
        rating,
        chunks,
    ]
