"""The table at which a person and the program play."""

import datetime as dt
import io
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import typer

import tabiya
from tabiya.cli._board import draw_board
from tabiya.cli._broken_off import going_on
from tabiya.cli._opponent import Opponent
from tabiya.cli._progress import clock_words
from tabiya.cli._terminal import terminal
from tabiya.cli._words import percent_words, score_words
from tabiya.games import Game, IllegalMoveError, Position, is_chess960

COMMANDS = {
    "hint": "what tabiya would play",
    "moves": "the legal moves, or those of a piece: moves e2",
    "undo": "take your last move back",
    "fen": "the position as text",
    "save": "write the game: save, or save FILE.pgn",
    "resign": "give the game up",
    "quit": "leave; the game stays unfinished",
    "help": "this list",
}
# In Othello; nobody is asked whether they want to.
NO_MOVE = "pass"
PERSON, PROGRAM = "you", "tabiya"


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
    clock : tabiya.play.Clock, optional
        The time of both sides.
    moves : sequence of str
        What was played already.
    shows_moves : bool
        Whether squares that can be reached are marked.
    pgn : Path, optional
        Where the game is written when it ends, however it does.
    """

    def __init__(
        self,
        start: Position,
        seat: int,
        opponent: Opponent,
        *,
        clock: "tabiya.play.Clock | None" = None,
        moves: Sequence[str] = (),
        shows_moves: bool = True,
        pgn: Path | None = None,
    ) -> None:
        self._game = start.game
        self._pgn = pgn
        self._seat = seat
        self._opponent = opponent
        self._clock = clock
        self._left = None if clock is None else [clock.base, clock.base]
        self._past: list[tuple[Position, str]] = []
        self._position = start
        self._start = start
        self._shows_moves = shows_moves
        self._ending: tuple[str | None, str] | None = None
        for move in moves:
            self._move(move)

    def sit_down(self) -> None:
        """Play until the game ends, someone leaves, or the input does; then write the game."""
        try:
            with going_on(self._way_on):
                self._play()
        finally:
            if self._pgn is not None:
                self._write(self._pgn)

    def _way_on(self) -> str:
        """Return what to say when the game is broken off."""
        if self._pgn is None:
            return "the game is not saved; save, or --pgn FILE, keeps one"
        return f"{self._resuming(self._pgn)} goes on"

    def _play(self) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # whatever is typed is no error of reading
        first = self._game.initial()
        example = first.format_move(first.legal_moves()[0])
        typer.echo(
            f"You are {self._game.sides[self._seat]}. Type a move such as {example}, or help."
        )
        while self._ending is None:
            if self._position.result is not None:
                self._show()
                typer.echo(f"The game ends {self._position.result}{self._verdict()}.")
                self._ending = (self._position.result, "")
                return
            if not self._is_persons_turn():
                self._let_opponent_move()
                continue
            self._show()
            if self._position.legal_moves() == [NO_MOVE]:
                typer.echo("You have no move, and pass.")
                self._move(NO_MOVE)
            else:
                self._listen()

    def _listen(self) -> None:
        """Hear the person until a move is made or the game is left."""
        before, started = len(self._past), time.monotonic()
        while self._ending is None and len(self._past) == before:
            typer.echo(f"{self._position.side_to_move}> ", nl=False)
            line = sys.stdin.readline()
            if not line:
                typer.echo("\nEnd of input; the game stays unfinished.")
                self._ending = (None, "unterminated")
                return
            self._obey(line.strip())
        if self._ending is None:
            self._spend(self._seat, time.monotonic() - started)

    def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "hint": self._hint,
            "moves": self._list_moves,
            "undo": self._undo,
            "fen": lambda _: typer.echo(str(self._position)),
            "save": self._save,
            "resign": self._resign,
            "quit": self._quit,
            "help": self._help,
        }
        if not text:
            return
        if word.lower() in commands:
            commands[word.lower()](rest.strip())
            return
        try:
            move = self._position.parse_move(text)
        except IllegalMoveError:
            self._refuse(text)
            return
        self._move(move)

    def _refuse(self, text: str) -> None:
        """Say that something is no move; of a square with a man, where that may go."""
        square = text.lower()
        if any(move.startswith(square) for move in self._position.legal_moves() if len(square) > 1):
            self._list_moves(square)
        else:
            typer.echo(f"expected a legal move or help, found {text!r}")

    def _let_opponent_move(self) -> None:
        started = time.monotonic()
        left = None if self._left is None else self._left[1 - self._seat]
        increment = 0.0 if self._clock is None else self._clock.increment
        report = self._opponent.think(self._position, left=left, increment=increment)
        words = f"{self._position.format_move(report.move)}: {self._words(report)}"
        self._move(report.move)
        typer.echo(f"tabiya plays {words}")
        self._spend(1 - self._seat, time.monotonic() - started)

    def _hint(self, _rest: str) -> None:
        report = self._opponent.advise(self._position)
        move = self._position.format_move(report.move)
        typer.echo(f"tabiya would play {move}: {self._words(report)}")

    def _list_moves(self, square: str) -> None:
        moves = self._position.legal_moves()
        chosen = [move for move in moves if move.startswith(square.lower())]
        if not square:
            typer.echo(" ".join(self._position.format_move(move) for move in moves))
        elif chosen:
            self._show(marked=targets(chosen))
        else:
            typer.echo(f"expected a square of a piece that can move, found {square!r}")

    def _undo(self, _rest: str) -> None:
        """Take back up to the last move of the person that was a choice."""
        turns = [
            i
            for i, (before, move) in enumerate(self._past)
            if self._is_persons_turn(before) and move != NO_MOVE
        ]
        if not turns:
            typer.echo("expected a move of yours to take back, found none")
            return
        self._position = self._past[turns[-1]][0]
        del self._past[turns[-1] :]

    def _save(self, name: str) -> None:
        now = dt.datetime.now(tz=dt.UTC).astimezone()
        path = Path(name or f"tabiya-{self._game.name}-{now:%Y%m%d-%H%M%S}.pgn")
        try:
            self._write(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            typer.echo(f"{path}: expected a file that can be written, found {reason}")
            return
        typer.echo(f"saved: {self._resuming(path)}")

    def _write(self, path: Path) -> None:
        """Write the game as far as it went."""
        names = (PERSON, PROGRAM) if self._seat == 0 else (PROGRAM, PERSON)
        result, why = self._ending or (self._position.result, "")
        record = tabiya.play.GameRecord(
            *names,
            tabiya.play.as_result(result) if result else None,
            str(self._start),
            moves=tuple(move for _, move in self._past),
            termination=why,
        )
        today = dt.datetime.now(tz=dt.UTC).astimezone()
        text = tabiya.play.format_pgn(record, self._game, event="A game at home", date=today)
        tabiya.files.write_beside(path, text)

    def _resuming(self, path: Path) -> str:
        """Return the command that goes on with a file."""
        name = "chess960" if is_chess960(self._game) else self._game.name
        return f"tabiya play {name} --resume {path}"

    def _resign(self, _rest: str) -> None:
        result = "0-1" if self._seat == 0 else "1-0"
        self._ending = (result, "resignation")
        typer.echo(f"You resign: {result}.")

    def _quit(self, _rest: str) -> None:
        self._ending = (None, "unterminated")
        typer.echo("The game stays unfinished.")

    def _help(self, _rest: str) -> None:
        typer.echo("\n".join(f"{name:7} {words}" for name, words in COMMANDS.items()))
        typer.echo("moves are read as e4, Nf3, e2e4, h7-f7 or d3; a square shows its moves")

    def _move(self, move: str) -> None:
        self._past.append((self._position, move))
        self._position = self._position.play(move)

    def _spend(self, seat: int, seconds: float) -> None:
        """Take time off a clock; whose is empty has lost."""
        if self._left is None or self._clock is None:
            return
        self._left[seat] -= seconds
        if self._left[seat] < 0:
            result = "0-1" if seat == 0 else "1-0"
            self._ending = (result, "time forfeit")
            who = "Your" if seat == self._seat else "tabiya's"
            typer.echo(f"{who} time is over: {result}.")
            return
        self._left[seat] += self._clock.increment

    def _show(self, marked: set[str] | None = None) -> None:
        """Draw the board; of all moves, or of those that are asked for."""
        name = self._game.name
        reached = set[str]()
        if marked is None:
            shows = self._shows_moves and self._is_persons_turn()
            everywhere = targets(self._position.legal_moves()) if shows else set[str]()
            # Where discs may go is a handful; where some man may go is half of the board.
            marked, reached = (everywhere, reached) if name == "othello" else (reached, everywhere)
        board = draw_board(
            name,
            self._position.cells,
            last_move=self._past[-1][1] if self._past else "",
            is_turned=name == "chess" and self._seat == 1,
            marked=marked,
            reached=reached,
            in_colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ,
        )
        typer.echo(f"\n{board}\n{self._below()}", file=terminal(sys.stdout))

    def _below(self) -> str:
        """Return what stands below the board: discs and clocks."""
        parts = []
        if self._game.name != "chess":
            signs = "XO" if self._game.name == "othello" else "bw"
            counts = [self._position.cells.count(sign) for sign in signs]
            men = "discs" if self._game.name == "othello" else "men"
            parts.append(f"{men}: black {counts[0]}, white {counts[1]}")
        if self._left is not None:
            times = [clock_words(seconds) for seconds in self._left]
            first, second = self._game.sides
            parts.append(f"time: {first} {times[0]}, {second} {times[1]}")
        return "   ".join(parts)

    def _is_persons_turn(self, position: Position | None = None) -> bool:
        side = (position or self._position).side_to_move
        return side == self._game.sides[self._seat]

    def _words(self, report: "tabiya.SearchReport") -> str:
        name = self._game.name
        score = score_words(name, report, unit=tabiya.players.score_unit(name))
        chance = percent_words(name, report.score)
        line = self._position.format_line(report.pv)
        return f"{score}, win {chance}, depth {report.depth}, expects {line}"

    def _verdict(self) -> str:
        won = {"1-0": 0, "0-1": 1}.get(self._position.result or "")
        if won is None:
            return ", a draw"
        return ", you win" if won == self._seat else ", tabiya wins"


def targets(moves: Sequence[str]) -> set[str]:
    """Return the squares that moves go to.

    >>> sorted(targets(["e7e8q", "g1f3", "d3", "pass"]))
    ['d3', 'e8', 'f3']
    """
    squares = (re.findall("[a-h][1-8]", move) for move in moves)
    return {found[-1] for found in squares if found}


def resume(path: Path, game: Game, seat: int) -> tuple[Position, list[str], int]:
    """Return start and moves of the last game of a file, and where the person sat."""
    found = list(tabiya.play.read_pgn_lines(str(path), game))
    if not found:
        raise ValueError(f"{path}: expected a game of {game.name}, found none")
    start, moves, _ = found[-1]
    position = game.position(start) if start else game.initial()
    played, at = list[str](), position
    for number, move in enumerate(moves, start=1):
        try:
            played.append(at.parse_move(move))
        except IllegalMoveError:
            raise ValueError(
                f"{path}: move {number}: expected a legal move, found {move!r}"
            ) from None
        at = at.play(played[-1])
    text = path.read_text(encoding="utf-8")
    names = [text.rfind(f'[{side.capitalize()} "{PERSON}"]') for side in game.sides]
    return position, played, seat if max(names) < 0 else names.index(max(names))
