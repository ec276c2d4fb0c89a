"""The options by which positions are taken from a database, and how that is done."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tabiya
from tabiya.cli._broken_off import STARTS_AGAIN, going_on
from tabiya.cli._progress import show_progress

if TYPE_CHECKING:
    from tabiya.chunks import Sample

GamesOption = Annotated[
    Path, typer.Option("--games", metavar="DB", help="The database that tabiya games build made.")
]
CountOption = Annotated[int, typer.Option("--positions", min=1, help="Positions taken at random.")]
SeedOption = Annotated[int, typer.Option(min=0, help="Decides which positions.")]
FirstPlyOption = Annotated[int, typer.Option(min=0, help="No positions before this ply.")]
WhereOption = Annotated[
    str | None, typer.Option(help='Only these games: \'white ~ "Karpov" and eco >= "B90"\'.')
]


def take_sample(
    database: Path, n_positions: int, *, seed: int, first_ply: int, where: str | None
) -> "Sample":
    """Take positions from a database that is there."""
    if not database.is_file():
        raise FileNotFoundError(f"{database}: expected a database of games, found none")
    with going_on(STARTS_AGAIN), show_progress("positions") as progress:
        return tabiya.chunks.sample_games(
            tabiya.chunks.open_games(database),
            n_positions,
            seed=seed,
            first_ply=first_ply,
            where=where,
            progress=progress,
        )
