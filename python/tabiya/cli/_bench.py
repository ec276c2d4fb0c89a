"""``tabiya bench``: fixed positions at a fixed depth; a changed count is a changed search."""

from typing import Annotated

import typer
from rich.table import Table

import tabiya
from tabiya.cli._table_file import TableFile, save_table
from tabiya.cli._terminal import console
from tabiya.games import Game

DEFAULT_DEPTH = 8
# The initial position and later ones of games between players of this package.
POSITIONS = {
    "chess": (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rn2kb1r/ppp2ppp/4bn2/3q4/3Q4/2P2N2/PP3PPP/RNB1KB1R w KQkq - 2 7",
        "5r1r/pppk2p1/2nbp3/7p/2N5/2P1P3/PP1R2PP/2K2B1R w - - 0 16",
        "8/7R/2k5/8/p3P1pP/1rPB2P1/5r2/2K5 w - - 14 36",
    ),
    "othello": (
        "---------------------------OX------XO--------------------------- X",
        "------------X-----OXXX----OXXO---OOOOO---XXXX------------------- X",
        "------------X----XXXXX--XXXOOO--XXXXOO--XXXOOO----XOXX----OXXX-- X",
        "--XXXXX-X-XOOO--XXXOOO--XOXOOO--XOXOOO--XOOOOO---OOOXX---XXXXX-- X",
    ),
    "loa": (
        "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
        "2bb1b2/8/w6w/1b1bw2w/wb2w2w/wb5w/8/1wb2bb1 b",
        "8/2b5/2w1b2w/1bw1ww2/wbw1w3/1b1bb3/8/2w5 b",
    ),
}


def bench(
    depth: Annotated[int, typer.Option(min=1, help="Plies to search.")] = DEFAULT_DEPTH,
    table: TableFile = None,
) -> None:
    """Search fixed positions of every game and print nodes and speed."""
    headings = ["game", "positions", "nodes", "seconds", "nodes per second"]
    rows = []
    shown = Table(title=f"Fixed positions, depth {depth}, one thread")
    for heading in headings:
        shown.add_column(heading, justify="left" if heading == "game" else "right")
    screen = console(highlight=False)
    for name, texts in POSITIONS.items():
        game, player = Game(name), tabiya.players.Player(name)
        reports = [player.search(game.position(text), depth=depth) for text in texts]
        nodes = sum(report.nodes for report in reports)
        seconds = sum(report.seconds for report in reports)
        speed = nodes / max(seconds, 1e-9)
        rows.append([name, str(len(reports)), f"{nodes:,}", f"{seconds:.2f}", f"{speed:,.0f}"])
        shown.add_row(*rows[-1])
    screen.print(shown)
    save_table(table, headings, rows)
