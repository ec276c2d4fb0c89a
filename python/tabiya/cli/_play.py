"""``tabiya play``: a game in the terminal against a person."""

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tabiya.cli._board import draw_board
from tabiya.cli._opponent import Opponent
from tabiya.cli._words import make_player, percent_words, score_words, unit_of
from tabiya.games import Game, Position

if TYPE_CHECKING:
    from collections.abc import Callable

    import tabiya

DEFAULT_NODES = 20_000
COMMANDS = ("hint", "undo", "moves", "fen", "resign", "quit")


def play(
    game: Annotated[str, typer.Argument(help="chess, othello or loa.")],
    *,
    level_nodes: Annotated[
        int | None, typer.Option(help="Nodes per move; 20,000 if no limit is given.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds per move.")] = None,
    side: Annotated[
        Literal["first", "second"], typer.Option(help="Whether you move first or second.")
    ] = "first",
    weights: Annotated[
        Path | None, typer.Option(help="Weights of the evaluation, a TOML file.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Vary the opening; the same seed varies it the same way.")
    ] = None,
    position: Annotated[
        str | None, typer.Option(help="Where to start; the initial position if not given.")
    ] = None,
) -> None:
    """Play against the program in the terminal."""
    if level_nodes is None and seconds is None:
        level_nodes = DEFAULT_NODES
    chosen = Game(game)
    generator = None if seed is None else random.Random(seed)  # noqa: S311 (no secret)
    player = make_player(chosen.name, weights=weights)
    opponent = Opponent(player, level_nodes, seconds, generator)
    start = chosen.initial() if position is None else chosen.position(position)
    Table(start, 0 if side == "first" else 1, opponent).sit_down()


class Table:
    """A game between a person and the program.

    Parameters
    ----------
    start : Position
        Where the game begins.
    seat : int
        Where the person sits: 0 moves first, 1 second.
    opponent : Opponent
        The program.
    """

    def __init__(self, start: Position, seat: int, opponent: Opponent) -> None:
        self._game = start.game
        self._seat = seat
        self._opponent = opponent
        self._past: list[tuple[Position, str]] = []
        self._position = start
        self._is_over = False

    def sit_down(self) -> None:
        """Play until the game ends, someone leaves, or the input does."""
        example = self._game.initial().legal_moves()[0]
        typer.echo(
            f"You are {self._game.sides[self._seat]}. Type a move such as {example}, or one of "
            f"{', '.join(COMMANDS)}."
        )
        self._show()
        while not self._is_over:
            if self._position.result is not None:
                typer.echo(f"The game ends {self._position.result}{self._verdict()}.")
                return
            if not self._is_persons_turn():
                self._let_opponent_move()
                continue
            typer.echo(f"{self._position.side_to_move}> ", nl=False)
            line = sys.stdin.readline()
            if not line:
                typer.echo("\nEnd of input; the game stays unfinished.")
                return
            self._obey(line.strip())

    def _obey(self, text: str) -> None:
        commands: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "undo": self._undo,
            "moves": lambda: typer.echo(" ".join(self._position.legal_moves())),
            "fen": lambda: typer.echo(str(self._position)),
            "resign": self._resign,
            "quit": self._quit,
        }
        if not text:
            return
        if text.lower() in commands:
            commands[text.lower()]()
            return
        move = read_move(self._position, text)
        if move is None:
            words = ", ".join(COMMANDS)
            typer.echo(f"expected a legal move or one of {words}, found {text!r}")
            return
        self._move(move)
        self._show()

    def _let_opponent_move(self) -> None:
        report = self._opponent.think(self._position)
        self._move(report.move)
        self._show()
        typer.echo(f"tabiya plays {report.move}: {self._words(report)}")

    def _hint(self) -> None:
        report = self._opponent.advise(self._position)
        typer.echo(f"tabiya would play {report.move}: {self._words(report)}")

    def _undo(self) -> None:
        """Take back up to the last move of the person."""
        turns = [i for i, (before, _) in enumerate(self._past) if self._is_persons_turn(before)]
        if not turns:
            typer.echo("expected a move of yours to take back, found none")
            return
        self._position = self._past[turns[-1]][0]
        del self._past[turns[-1] :]
        self._show()

    def _resign(self) -> None:
        self._is_over = True
        typer.echo(f"You resign: {'0-1' if self._seat == 0 else '1-0'}.")

    def _quit(self) -> None:
        self._is_over = True
        typer.echo("The game stays unfinished.")

    def _move(self, move: str) -> None:
        self._past.append((self._position, move))
        self._position = self._position.play(move)

    def _show(self) -> None:
        last_move = self._past[-1][1] if self._past else ""
        is_turned = self._game.name == "chess" and self._seat == 1
        board = draw_board(
            self._game.name, self._position.cells, last_move=last_move, is_turned=is_turned
        )
        typer.echo(f"\n{board}\n")

    def _is_persons_turn(self, position: Position | None = None) -> bool:
        side = (position or self._position).side_to_move
        return side == self._game.sides[self._seat]

    def _words(self, report: "tabiya.players.Report") -> str:
        name = self._game.name
        score = score_words(name, report, unit=unit_of(name))
        chance = percent_words(name, report.score)
        return f"{score}, win {chance}, depth {report.depth}, expects {' '.join(report.pv)}"

    def _verdict(self) -> str:
        won = {"1-0": 0, "0-1": 1}.get(self._position.result or "")
        if won is None:
            return ", a draw"
        return ", you win" if won == self._seat else ", tabiya wins"


def read_move(position: Position, text: str) -> str | None:
    """Return the legal move that a text names, in chess also as SAN; None if there is none.

    >>> start = Game("chess").initial()
    >>> read_move(start, "Nf3"), read_move(start, "E2E4"), read_move(start, "Ke2")
    ('g1f3', 'e2e4', None)
    """
    moves = position.legal_moves()
    if text in moves:
        return text
    if position.game.name == "chess":
        import chess  # noqa: PLC0415 (slow to load, and the other games need it not)

        try:
            return chess.Board(str(position)).parse_san(text).uci()
        except ValueError:
            pass
    return text.lower() if text.lower() in moves else None
