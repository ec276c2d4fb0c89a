"""A short game of each kind between two built-in players."""

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from tabiya.games import Game, Position, games
from tabiya.players import Player


@dataclass(frozen=True)
class _Played:
    position: Position
    moves: list[str]
    nodes: int
    seconds: float


def run_demo(*, nodes: int, plies: int) -> None:
    """Play the games, draw the final boards and print the speed of the search."""
    console = Console(highlight=False)
    table = Table(title="Search speed, one thread")
    for heading in ("game", "plies", "result", "nodes", "nodes per second"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name in games():
        played = _play(name, nodes=nodes, plies=plies)
        console.print(f"\n[bold]{name}[/bold]: {' '.join(played.moves)}")
        console.print(played.position.diagram(), markup=False)
        table.add_row(
            name,
            str(len(played.moves)),
            played.position.result or "goes on",
            f"{played.nodes:,}",
            f"{played.nodes / max(played.seconds, 1e-9):,.0f}",
        )
    console.print()
    console.print(table)


def _play(name: str, *, nodes: int, plies: int) -> _Played:
    """Let a player that sees more meet one that sees a tenth of it."""
    players = (Player(name), Player(name))
    budgets = (nodes, max(1, nodes // 10))
    position = Game(name).initial()
    moves: list[str] = []
    n_nodes, seconds = 0, 0.0
    while position.result is None and len(moves) < plies:
        turn = len(moves) % 2
        report = players[turn].search(position, nodes=budgets[turn], keep=True)
        n_nodes += report.nodes
        seconds += report.seconds
        moves.append(report.move)
        position = position.play(report.move)
    return _Played(position, moves, n_nodes, seconds)
