"""``tabiya solve``: how games end if nobody errs."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._positions import Placed, Skip, read_positions
from tabiya.cli._progress import clock_words, show_progress
from tabiya.cli._table_file import TableFile, save_table
from tabiya.cli._words import make_player, score_words
from tabiya.games import Position

DEFAULT_SECONDS = 10.0
# The nodes of the FFO's endings with 14 to 20 empty squares lie between 1.9 and 2.3 to the power of
# their number; the estimate is from the upper end.
GROWTH, SPEED = 2.25, 10e6
# Endings with fewer empty squares need no large table, and making one would take most of the time.
FEW_EMPTY = 16
LONG_SECONDS = 20.0
_TOLD = re.compile(r"([a-hA-H][1-8]|pass|--)\s*:\s*([-+]?\d+)")
HEADINGS = ("where", "position", "move", "score", "line")
_MATE = re.compile(r"\bdm\s+(\d+)")


@dataclass(frozen=True)
class _Move:
    """A move and what it leads to: discs at the end, or a report on a forced win."""

    move: str
    score: float
    words: str
    line: tuple[str, ...]


def solve(
    source: Annotated[
        str,
        typer.Argument(
            metavar="POSITION|FILE", help="A position, or a file of them: OBF, EPD, one on a line."
        ),
    ],
    *,
    moves: Annotated[
        bool, typer.Option("--moves", help="The exact score of every move, not of the best alone.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(help="Time for each position of chess or Lines of Action to find a win."),
    ] = DEFAULT_SECONDS,
    table: TableFile = None,
    skip: Skip = 0,
) -> None:
    """Solve positions: exact disc scores in Othello, forced wins in chess and Lines of Action.

    Othello positions of up to some twenty-four empty squares are solved exactly. Scores of moves
    that stand behind a position (OBF) and announced mates (dm of EPD) are checked.
    """
    if not 0 < seconds < float("inf"):
        raise ValueError(f"--seconds: expected a number above 0, found {seconds}")
    placed = read_positions(source, may_be_over=True)[skip:]
    estimate = sum(_estimate(each.position, seconds, every=moves) for each in placed)
    if estimate > LONG_SECONDS:
        about = clock_words(estimate)
        typer.echo(f"{len(placed):,} positions, about {about} at the most by estimate", err=True)
    n_done = n_checked = n_agreed = 0
    rows: list[list[str]] = []
    try:
        with going_on(lambda: _kept(n_done, len(placed), skip)), show_progress("positions") as bar:
            for each in placed:
                agreed = _solve_one(each, seconds, rows, every=moves)
                n_done += 1
                n_checked += agreed is not None
                n_agreed += agreed is True
                bar(n_done, len(placed))
    finally:
        save_table(table, HEADINGS, rows)
    if n_checked:
        typer.echo(f"{n_agreed} of {n_checked} as their file says")


def _kept(n_done: int, n_all: int, skip: int) -> str:
    """Return what to say when it is broken off."""
    head = f"{n_done} of {n_all} positions are solved"
    return f"{head}; --skip {skip + n_done} goes on" if n_all > 1 else head


def _solve_one(
    placed: Placed, seconds: float, rows: list[list[str]], *, every: bool
) -> bool | None:
    """Solve a position, print it and add its rows; return whether it is as its line says, if so."""
    position = placed.position
    started = time.perf_counter()
    told = {m.lower(): int(score) for m, score in _TOLD.findall(placed.rest)}
    typer.echo(f"{placed.place}" if placed.place != str(position) else position.diagram())
    if position.game.name == "othello":
        n_empty = position.cells.count(".")
        best, nodes = _best_of_othello(position)
        head = f"{position.side_to_move} to move, {n_empty} empty: {best.words}"
    else:
        best, nodes = _forced(position, seconds)
        head = f"{position.side_to_move} to move: {best.words}"
    passed = time.perf_counter() - started
    typer.echo(head)
    typer.echo(f"best {position.format_move(best.move)}" if best.move else "best none, it is over")
    if best.line:
        typer.echo(f"line {position.format_line(best.line)}")
    found = list(_every_move(position, seconds)) if every else [best]
    if every:
        for move in found:
            typer.echo(f"  {position.format_move(move.move):6} {move.words}")
    rows += [[placed.place, *_cells(position, move)] for move in found]
    typer.echo(f"{nodes:,} nodes in {passed:.2f} s, {nodes / max(passed, 1e-9):,.0f} per second")
    return _check(placed, best, told)


def _cells(position: Position, found: _Move) -> list[str]:
    move = position.format_move(found.move) if found.move else ""
    return [str(position), move, found.words, position.format_line(found.line)]


def _check(placed: Placed, best: _Move, told: dict[str, int]) -> bool | None:
    """Return whether the solution is the one that was told, and say so if it is another."""
    mate = _MATE.search(placed.rest)
    agreed = None
    if told:
        expected = f"{max(told.values()):+d} discs"
        agreed = best.score == max(told.values())
    elif mate is not None:
        expected = f"mate in {mate[1]}"
        agreed = best.words == expected
    if agreed is False:
        typer.echo(f"expected {expected}, found {best.words}")
    return agreed


def _best_of_othello(position: Position) -> tuple[_Move, int]:
    found = _solution(position)
    return _Move(found.move or "", found.discs, f"{found.discs:+d} discs", found.pv), found.nodes


def _solution(position: Position) -> "tabiya.Solution":
    return tabiya.solve(position, hash_mib=1 if position.cells.count(".") < FEW_EMPTY else None)


def _forced(position: Position, seconds: float) -> tuple[_Move, int]:
    """Search until a forced win or loss is seen, or the time is over."""
    player, stop = make_player(position.game.name), tabiya.Stop()

    def listen(iteration: "tabiya.SearchIteration") -> None:
        if tabiya.SearchReport.of_score(position.game.name, iteration.score).win_in is not None:
            stop.set()

    report = player.search(position, seconds=seconds, stop=stop, on_iteration=listen)
    return _as_move(position, report), report.nodes


def _as_move(position: Position, report: "tabiya.SearchReport") -> _Move:
    game = position.game.name
    seen = report.win_in is not None
    words = score_words(game, report, unit=tabiya.players.score_unit(game))
    text = words if seen else f"no forced win seen in {report.depth} plies ({words})"
    return _Move(report.move, report.score, text, report.pv)


def _every_move(position: Position, seconds: float) -> Iterator[_Move]:
    """Give every move with its score, the best first."""
    if position.game.name != "othello":
        game = position.game.name
        every = len(position.legal_moves())
        report = make_player(game).search(position, lines=every, seconds=seconds)
        for line in report.lines:
            seen = tabiya.SearchReport.of_score(game, line.score)
            words = score_words(game, seen, unit=tabiya.players.score_unit(game))
            yield _Move(line.pv[0], line.score, words, line.pv)
        return
    found = []
    for move in position.legal_moves():
        child = position.play(move)
        solution = _solution(child)
        is_same_side = child.side_to_move == position.side_to_move
        discs = solution.discs if is_same_side else 0 - solution.discs
        found.append(_Move(move, discs, f"{discs:+d} discs", (move, *solution.pv)))
    yield from sorted(found, key=lambda each: -each.score)


def _estimate(position: Position, seconds: float, *, every: bool) -> float:
    """Return how long a position may take."""
    if position.game.name != "othello":
        return seconds * (2 if every else 1)
    n_empty = position.cells.count(".")
    nodes = GROWTH**n_empty
    return (nodes / SPEED) * (len(position.legal_moves()) if every else 1)
