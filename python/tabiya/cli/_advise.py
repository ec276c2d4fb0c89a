"""``tabiya advise``: what masters played in positions like this one."""

from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._games import open_existing


def advise(
    database: Annotated[Path, typer.Argument(metavar="DB", help="A database of games.")],
    fen: Annotated[str, typer.Argument(metavar="FEN", help="The position.")],
    *,
    similarity: Annotated[str, typer.Option(help="learned, mach or overlap.")] = "learned",
    where: Annotated[
        str | None, typer.Option(help="Only games that fulfil this: 'player ~ \"Karpov\"'.")
    ] = None,
    chunks: Annotated[
        Path | None, typer.Option(help="Chunks; those that come with tabiya by default.")
    ] = None,
    limit: Annotated[int, typer.Option(help="Moves to show.")] = 5,
    plan: Annotated[int, typer.Option(help="Plies of the master's plan to show.")] = 6,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="PAGE", help="Write a page.")
    ] = None,
) -> None:
    """Show positions of masters like this one, what they played, and why it is alike."""
    position = tabiya.game("chess").position(fen)
    db = open_existing(database)
    db.index(None if chunks is None else tabiya.chunks.Library.load(chunks))
    page = tabiya.chunks.AdvicePage.of(
        db, position, similarity=similarity, where=where, limit=limit, plan=plan
    )
    typer.echo(page.text(), nl=False)
    if html is not None:
        html.write_text(page.html(), encoding="utf-8")
        typer.echo(f"{html}: the page")
