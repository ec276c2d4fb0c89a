"""``tabiya games``: databases of games."""

import sys
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._progress import show_progress

# So many broken games are named; the rest is only counted.
N_NAMED = 10

Database = Annotated[Path, typer.Argument(metavar="DB", help="The database.")]
Where = Annotated[
    str | None,
    typer.Option(help='Only games that fulfil this: \'white ~ "Karpov" and eco >= "B90"\'.'),
]


def build(
    database: Database,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE.pgn...", help="Games; also .zst, .gz, .bz2.")
    ],
    *,
    threads: Annotated[int | None, typer.Option(help="Threads; all by default.")] = None,
    faults: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all that could not be read.")
    ] = None,
) -> None:
    """Add games to a database; one that was interrupted goes on."""
    db = tabiya.chunks.open_games(database)
    goes_on = f"the same command goes on with {database}"
    with going_on(goes_on), show_progress("reading", in_bytes=True) as progress:
        added = db.add(*files, threads=threads, progress=progress)
    if faults is not None:
        tabiya.files.write_beside(faults, "".join(f"{fault}\n" for fault in added.faults))
    for fault in added.faults[:N_NAMED]:
        sys.stderr.write(f"{fault}\n")
    if len(added.faults) > N_NAMED:
        rest = len(added.faults) - N_NAMED
        sys.stderr.write(f"... and {rest:,} broken games more; --faults FILE writes them all\n")
    before = f"{added.n_before:,} read before, " if added.n_before else ""
    typer.echo(
        f"{before}{added.n_read:,} games read: {added.n_added:,} added, "
        f"{added.n_duplicates:,} known already, {len(added.faults):,} broken and left out"
    )
    typer.echo(
        f"{database}: {db.n_games:,} games, {db.n_plies:,} plies, {db.n_positions:,} positions, "
        f"{database.stat().st_size / max(db.n_plies, 1):.1f} bytes a ply"
    )


def book(
    database: Database,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The book, a .bin file.")],
    min_games: Annotated[int, typer.Option(help="Games a move must have been played in.")] = 3,
    max_ply: Annotated[int, typer.Option(help="Plies from the start.")] = 40,
    where: Where = None,
) -> None:
    """Write an opening book in Polyglot's format."""
    data = open_existing(database).book(min_games=min_games, max_ply=max_ply, where=where)
    if not data:
        raise ValueError(f"{database}: expected moves played in {min_games} games, found none")
    tabiya.files.write_beside(output, data)
    typer.echo(f"{output}: {len(data) // 16:,} moves")


def export(
    database: Database,
    *,
    where: Where = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A PGN file; printed otherwise.")
    ] = None,
) -> None:
    """Write games, all or some, as PGN."""
    texts = open_existing(database).export(where)
    if output is None:
        for text in texts:
            sys.stdout.write(text)
        return
    n_games = 0
    with tabiya.files.beside(output) as part, part.open("w", encoding="utf-8") as file:
        for text in texts:
            file.write(text)
            n_games += text.count("\n[Event ") + text.startswith("[Event ")
    typer.echo(f"{output}: {n_games:,} games")


def open_existing(path: Path) -> "tabiya.chunks.Games":
    """Open a database that must exist."""
    if not path.is_file():
        raise FileNotFoundError(f"{path}: expected a database of games, found no file")
    return tabiya.chunks.open_games(path)
