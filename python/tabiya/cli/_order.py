"""``tabiya order``: learned move ordering, from games or searches to a player."""

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import tabiya
from tabiya.cli._board import draw_board
from tabiya.cli._broken_off import STARTS_AGAIN, going_on
from tabiya.cli._cluster import Cluster, claimed, workers_of
from tabiya.cli._progress import show_progress
from tabiya.cli._table_file import BoardFile, GrowingTable, TableFile, save_board, tell_table
from tabiya.cli._terminal import terminal

if TYPE_CHECKING:
    from tabiya.games import Position
    from tabiya.ordering import Epoch, MoveExamples, Prediction, RankedMove

THREADS = os.cpu_count() or 1
N_SHOWN = 5
PREDICTION_HEADINGS = ("told by", "positions", "right", "low", "high", "in the first three")
REDUCTION_HEADINGS = (
    *("used", "depth", "n", "nodes", "nodes low", "nodes high", "time", "time low", "time high"),
)
Threads = Annotated[int, typer.Option(min=1, help="Threads; the result does not depend on them.")]
Sets = Annotated[
    list[Path],
    typer.Argument(
        metavar="SET...",
        help="Examples (.npz), games (PGN, SGF, WTHOR, ...) or positions with best moves.",
    ),
]
Eco = Annotated[str | None, typer.Option(help="Only games of this opening: E97, E9 or B80-B99.")]
Seed = Annotated[int, typer.Option(min=0, help="Of all that is random.")]
Map = Annotated[Path, typer.Argument(metavar="MAP", help="The map (.npz).")]
Part = Annotated[float, typer.Option(help="The part of the games that is kept for it.")]


def collect_examples(
    files: Sets,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The examples (.npz).")],
    by: Annotated[
        str,
        typer.Option(
            help="game: the move played; player: what a search finds; search: "
            "what cuts off in the nodes of searches."
        ),
    ] = "game",
    player: Annotated[str, typer.Option(help="Who searches.")] = "tabiya",
    depth: Annotated[int | None, typer.Option(help="Plies of each search.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Nodes of each search.")] = None,
    rate: Annotated[float, typer.Option(help="The part of a search's nodes looked at.")] = 0.1,
    plies: Annotated[int, typer.Option(min=0, help="The least plies that remained in them.")] = 2,
    sample: Annotated[int | None, typer.Option(min=1, help="Take so many positions only.")] = None,
    eco: Eco = None,
    seed: Seed = 0,
    threads: Threads = THREADS,
    cluster: Cluster = None,
) -> None:
    """Make examples: positions of games with the move played, found or cut off with."""
    if by not in ("game", "player", "search"):
        raise ValueError(f"--by: expected one of game, player, search, found {by!r}")
    unused = {"--cluster": cluster, "--depth": depth, "--nodes": nodes} if by == "game" else {}
    for option, value in unused.items():
        if value is not None:
            raise ValueError(
                f"{option}: expected --by player or --by search, for games are only read"
            )
    if by != "game" and depth is None and nodes is None:
        raise ValueError(f"--by {by}: expected --depth or --nodes, found neither")
    if output.suffix != ".npz":
        raise ValueError(f"--output: expected a name that ends in .npz, found {output}")
    _check_output(output, files)
    examples = _read(files, eco, threads)
    if sample is not None:
        examples = tabiya.ordering.sample_examples(examples, sample, seed=seed)
    if by != "game":
        who = _player(player, examples.game)
        with (
            going_on(STARTS_AGAIN),
            workers_of(cluster, threads) as workers,
            show_progress("positions") as progress,
        ):
            if by == "player":
                examples = tabiya.ordering.label_examples(
                    examples,
                    who,
                    depth=depth,
                    nodes=nodes,
                    threads=threads,
                    workers=workers,
                    progress=progress,
                )
            else:
                examples = tabiya.ordering.examples_from_searches(
                    examples,
                    who,
                    depth=depth,
                    nodes=nodes,
                    rate=rate,
                    plies=plies,
                    seed=seed,
                    threads=threads,
                    workers=workers,
                    progress=progress,
                )
    if len(examples) == 0:
        raise ValueError(f"{files[0]}: expected nodes that teach something, found none")
    examples.save(output)
    typer.echo(f"{output}: {len(examples):,} examples of {examples.game}")


def train_ordering(
    files: Sets,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The map (.npz).")],
    encoding: Annotated[str, typer.Option(help="Of moves: meos, meoc or mei.")] = "meos",
    inputs: Annotated[
        str,
        typer.Option(
            help="board: as in the thesis; mover: own and other men apart; features: the same and "
            "what the evaluation counts."
        ),
    ] = "mover",
    hidden: Annotated[int, typer.Option(help="Hidden units, 64 at most.")] = 0,
    direct: Annotated[
        bool, typer.Option(help="Whether inputs are connected with outputs directly.")
    ] = True,
    previous: Annotated[
        bool, typer.Option(help="Whether the square of the last move is an input.")
    ] = False,
    method: Annotated[str, typer.Option(help="adam, or rprop as in the thesis.")] = "adam",
    loss: Annotated[
        str | None, typer.Option(help="softmax or squares; what suits the method by default.")
    ] = None,
    epochs: Annotated[int | None, typer.Option(help="The most epochs.")] = None,
    patience: Annotated[
        int, typer.Option(help="Epochs without a lower validation error that end it.")
    ] = 100,
    batch: Annotated[
        int | None, typer.Option(help="Examples in a mini-batch of Adam, 4,096 unless said.")
    ] = None,
    rate: Annotated[
        float | None, typer.Option(help="How far Adam steps at first, 0.01 unless said.")
    ] = None,
    symmetric: Annotated[
        bool, typer.Option(help="Show boards turned and mirrored (Othello, Lines of Action).")
    ] = False,
    step: Annotated[
        float | None,
        typer.Option("--round", help="Round weights to multiples of this: a smaller file."),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Learn from so many examples only.")
    ] = None,
    validation: Part = 0.1,
    test: Part = 0.1,
    eco: Eco = None,
    seed: Seed = 0,
    threads: Threads = THREADS,
    table: TableFile = None,
) -> None:
    """Learn a map of moves from examples; an interrupted run goes on."""
    if step is not None and not 0 < step <= 1:
        raise ValueError(f"--round: expected a number above 0, at most 1, found {step}")
    _check_output(output, files)
    settings: dict[str, Any] = {
        "method": method,
        "loss": loss or ("squares" if method == "rprop" else "softmax"),
        "patience": patience,
        "most_epochs": (1000 if method == "rprop" else 20) if epochs is None else epochs,
        "symmetric": symmetric,
        "seed": seed,
    }
    for name, value in {"batch": batch, "rate": rate}.items():
        if value is not None and method == "rprop":
            raise ValueError(f"--{name}: expected --method adam beside it, found rprop")
        settings |= {} if value is None else {name: value}
    training = tabiya.ordering.Training(**settings)
    examples = _read(files, eco, threads)
    parts = tabiya.ordering.divide(examples, validation=validation, test=test, seed=seed)
    learning, stopping, testing = parts
    if sample is not None:
        learning = tabiya.ordering.sample_examples(learning, sample, seed=seed)
    if len(stopping) == 0 or len(learning) == 0:
        raise ValueError(
            f"{files[0]}: expected games to learn from and others to stop by, found "
            f"{len(learning):,} and {len(stopping):,} examples; take more games, or another "
            "--validation"
        )
    shape = tabiya.players.MapShape(
        examples.game,
        inputs=inputs,
        encoding=encoding,
        hidden=hidden,
        direct=direct,
        previous=previous,
    )
    state = output.with_name(f".{output.name}.run.npz")
    typer.echo(
        f"{len(learning):,} examples to learn from, {len(stopping):,} to stop by, "
        f"{len(testing):,} to be tested on; {shape.n_weights:,} weights"
    )
    curve = _Curve()
    with going_on(f"the same command goes on with {state}"), claimed(output), _naming(files):
        found = tabiya.ordering.train_map(
            shape,
            learning,
            stopping,
            training,
            threads=threads,
            state=state,
            made_by=f"tabiya order train {' '.join(file.name for file in files)} "
            f"--validation {validation} --test {test} --seed {seed}",
            progress=curve.tell,
            resumed=curve.resume,
        )
        learnt = found.map if step is None else found.map.rounded(step)
        learnt.save(output)
        state.unlink(missing_ok=True)
    curve.save(table)
    typer.echo(f"best: epoch {found.best.number}, validation error {found.best.error:.4f}")
    if len(testing):
        with _naming(files):
            result = tabiya.ordering.predict(learnt, testing, threads=threads)
        low, high = result.interval
        typer.echo(
            f"test: {result.n:,} positions with a choice, best move first in {result.rate:.4f} "
            f"[{low:.4f}, {high:.4f}], among the first three in {result.top:.4f}"
        )
    typer.echo(f"{output}: play with it: tabiya?ordering={output}&combine=prior")


def check_division(path: Path, made_by: str, test: float, seed: int) -> None:
    """Refuse to test on a part of the games that is not the one that learning kept for it.

    >>> made_by = "tabiya order train games.pgn --validation 0.1 --test 0.01 --seed 3"
    >>> check_division(Path("map.npz"), made_by, 0.1, 3)
    Traceback (most recent call last):
    ValueError: map.npz: expected --test 0.01 --seed 3, as it was learned with, for other games \
may have been learned from, found --test 0.1 --seed 3; --all tests on everything
    """
    kept = re.search(r"--test (\S+) --seed (\d+)$", made_by)
    if kept is not None and (float(kept[1]), int(kept[2])) != (test, seed):
        raise ValueError(
            f"{path}: expected --test {kept[1]} --seed {kept[2]}, as it was learned with, for "
            f"other games may have been learned from, found --test {test:g} --seed {seed}; --all "
            "tests on everything"
        )


class _Curve(GrowingTable):
    """The curve of a training as it grows; lower is better."""

    BAR = 40

    def __init__(self) -> None:
        super().__init__(("epoch", "loss", "error"), (5, 8, 7))
        self._best = 2.0  # no error rate is so high, so that the first epoch is the best yet

    def resume(self, epochs: "tuple[Epoch, ...]") -> None:
        """Print the epochs of a run that was broken off."""
        for epoch in epochs:
            self.tell(epoch)
        typer.echo(f"goes on after epoch {epochs[-1].number}")

    def tell(self, epoch: "Epoch") -> None:
        """Print an epoch."""
        mark = " *" if epoch.error < self._best else ""
        self._best = min(self._best, epoch.error)
        bar = "#" * round(self.BAR * epoch.error)
        numbers = (str(epoch.number), f"{epoch.loss:.4f}", f"{epoch.error:.4f}")
        self.add(*numbers, remark=f" {bar}{mark}")


def measure_ordering(
    ordering: Map,
    files: Sets,
    *,
    depth: Annotated[
        int | None,
        typer.Option(min=1, help="Also search to this depth, with the map and without."),
    ] = None,
    positions: Annotated[int, typer.Option(min=1, help="Positions to search from.")] = 30,
    combine: Annotated[
        list[str] | None, typer.Option(help="pure, first, weighted, added or prior; repeatable.")
    ] = None,
    history_weight: Annotated[
        list[float] | None, typer.Option(help="The history weight; repeatable. Else adapted.")
    ] = None,
    plies: Annotated[
        list[int] | None, typer.Option(help="Least plies where the map is asked; repeatable.")
    ] = None,
    online: Annotated[float | None, typer.Option(help="On-line learning in the search.")] = None,
    player: Annotated[str, typer.Option(help="Who searches.")] = "tabiya",
    search_depth: Annotated[
        int | None,
        typer.Option(min=1, help="Also say how often a search of this depth is right."),
    ] = None,
    all_examples: Annotated[
        bool, typer.Option("--all", help="Test on all examples, not on the part kept for it.")
    ] = False,
    test: Part = 0.1,
    eco: Eco = None,
    seed: Seed = 0,
    threads: Threads = THREADS,
    table: TableFile = None,
) -> None:
    """Test a map: how often it is right, how many nodes and how much time it saves."""
    asked = {
        "--combine": combine,
        "--history-weight": history_weight,
        "--plies": plies,
        "--online": online,
    }
    for option, value in asked.items():
        if depth is None and value:
            raise ValueError(f"{option}: expected --depth beside it, found none")
    learnt = tabiya.players.load_map(ordering)
    weights: list[float | None] = [*history_weight] if history_weight else [None]
    ways = {
        _way(how, weight, least): tabiya.players.MapOrdering(
            learnt, combine=how, history_weight=weight, plies=least, online=online or 0.0
        )
        for how in combine or ["weighted"]
        for weight in weights
        for least in plies or [1]
    }
    examples = _read(files, eco, threads)
    if learnt.game != examples.game:
        raise ValueError(
            f"{ordering}: expected a map of {examples.game}, found one of {learnt.game}"
        )
    if not all_examples:
        check_division(ordering, learnt.made_by, test, seed)
        _, _, examples = tabiya.ordering.divide(examples, validation=0, test=test, seed=seed)
    if len(examples) == 0:
        raise ValueError(
            f"{files[0]}: expected examples in the part kept for tests, found none; see --all"
        )
    with _naming(files):
        found = tabiya.ordering.predict(learnt, examples, threads=threads)
    predictions = [["the map", *_prediction_cells(found), f"{found.top:.4f}"]]
    who = _player(player, examples.game)
    chosen = tabiya.ordering.sample_examples(examples, positions, seed=seed)
    if search_depth is not None:
        by_search = tabiya.ordering.predict_by_search(
            who, chosen, depth=search_depth, threads=threads
        )
        predictions.append([f"{search_depth} plies", *_prediction_cells(by_search), ""])
    tell_table(table, PREDICTION_HEADINGS, predictions)
    if depth is None:
        return
    typer.echo("\nnodes and processor time with the map as parts of those without, 95 %:")
    longest = max(map(len, ways))
    reductions = GrowingTable(REDUCTION_HEADINGS, (-longest, 5, 4, 6, 9, 10, 6, 8, 9))
    for way, used in ways.items():
        with going_on(STARTS_AGAIN), show_progress(way) as progress:
            rows = tabiya.ordering.reduce_nodes(
                who.duplicate(ordering="none"),
                who.duplicate(ordering=used),
                list(chosen.positions),
                depth=depth,
                seed=seed,
                progress=progress,
            )
        for row in rows:
            parts = (row.nodes, *row.nodes_interval, row.seconds, *row.seconds_interval)
            reductions.add(way, str(row.depth), str(row.n), *(f"{part:.3f}" for part in parts))
    reductions.save(table, part="nodes")


def _prediction_cells(found: "Prediction") -> list[str]:
    return [f"{found.n:,}", *(f"{each:.4f}" for each in (found.rate, *found.interval))]


def _way(how: str, weight: float | None, plies: int) -> str:
    """Say how a map is used."""
    return "".join(
        (
            how,
            "" if weight is None else f" {weight:g}",
            f", plies {plies}" if plies > 1 else "",
        )
    )


def show_ordering(
    position: Annotated[str, typer.Argument(metavar="FEN", help="A position, or 'start'.")],
    *,
    ordering: Annotated[Path, typer.Option("--map", "-m", help="The map (.npz).")],
    depth: Annotated[
        int, typer.Option(min=1, help="Plies of the search that history learns in.")
    ] = 6,
    plot: BoardFile = None,
    table: TableFile = None,
) -> None:
    """Show how a map ranks the moves of a position, beside the order of history."""
    learnt = tabiya.players.load_map(ordering)
    game = tabiya.Game(learnt.game)
    where = game.initial() if position == "start" else game.position(position)
    ranked = tabiya.ordering.rank_moves(learnt, where, depth=depth)
    if not ranked:
        raise ValueError(f"position: expected one with legal moves, found none in {position}")
    typer.echo(_board(where, ranked), file=terminal(sys.stdout))
    rows = GrowingTable(("map", "history", "move", "score"), (3, 7, -7, 8))
    most, least = ranked[0].score, ranked[-1].score
    for number, each in enumerate(ranked, start=1):
        by_history = "-" if each.by_history is None else str(each.by_history)
        bar = "#" * round(20 * (each.score - least) / max(most - least, 1e-9))
        name = where.format_move(each.move)
        rows.add(str(number), by_history, name, f"{each.score:+.3f}", remark=f" {bar}")
    rows.save(table)
    save_board(plot, lambda: tabiya.ordering.draw_moves(where, ranked))


def _board(where: "Position", ranked: "list[RankedMove]") -> str:
    """Return the board; in a terminal of colours, with those of the ranks."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return where.diagram()
    shades = {
        f"{'abcdefgh'[square % 8]}{square // 8 + 1}": part
        for square, part in tabiya.ordering.shade_squares(ranked).items()
    }
    return draw_board(where.game.name, where.cells, shades=shades, in_colour=True)


def _check_output(output: Path, files: list[Path]) -> None:
    """Refuse, before anything is done, to write where nothing can be, or over what is read."""
    if output.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(output))
    if any(file.exists() and output.exists() and output.samefile(file) for file in files):
        raise ValueError(
            f"--output: expected another file than those that are read, found {output}"
        )


@contextmanager
def _naming(files: list[Path]) -> Iterator[None]:
    """Name the file whose examples are amiss."""
    try:
        yield
    except ValueError as error:
        what = str(error).removeprefix("examples: ")
        if what == str(error):
            raise
        raise ValueError(f"{files[0]}: {what}") from None


def _read(files: list[Path], eco: str | None, threads: int) -> "MoveExamples":
    examples, faults = tabiya.ordering.read_examples(files, eco=eco, threads=threads)
    for fault in faults[:N_SHOWN]:
        typer.echo(f"left out: {fault}", err=True)
    if len(faults) > N_SHOWN:
        typer.echo(f"left out: {len(faults) - N_SHOWN:,} more", err=True)
    return examples


def _player(text: str, game: str) -> "tabiya.players.Player":
    found = tabiya.play.parse_contestant(text, tabiya.Game(game))
    if found.player is None:
        raise ValueError(f"player: expected a built-in player, found {text!r}")
    return found.player
