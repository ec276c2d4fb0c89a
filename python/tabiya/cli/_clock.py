"""``tabiya clock``: where the time of a game goes: learned, tried and shown."""

import dataclasses
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._cluster import Cluster, claimed, workers_of
from tabiya.cli._efforts import check_suffix
from tabiya.cli._progress import show_progress
from tabiya.cli._table_file import TableFile, tell_table

PICTURES = (".png", ".svg", ".pdf")
METHODS = ("mac", "sane", "spsa")
MOST_STEPS = 10**9
KINDS = ("semi-dynamic", "dynamic")

Game = Annotated[str, typer.Option(help="loa, othello or chess.")]
Time = Annotated[
    str,
    typer.Option(help="Clock of the test player, in nodes or seconds.", metavar="'1000+200 nodes'"),
]
Depth = Annotated[int, typer.Option(help="Plies of the opponents, who have no clock.")]
Against = Annotated[
    str | None,
    typer.Option(help="Clock of opponents who have the same time, instead of --depth: modern."),
]
Opponents = Annotated[
    str | None,
    typer.Option(
        help="A population; by default that of the package in loa at a --depth, else itself."
    ),
]
Starts = Annotated[
    int | None,
    typer.Option(
        help="Positions in which games begin, some moves by lot from the start. By default a "
        "population is met in the usual start alone, the built-in player in a hundred."
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="Of all that is random.")]
Threads = Annotated[int, typer.Option(min=1, help="Games at the same time.")]


def learn_clock(
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="File of the clock.")],
    game: Game = "loa",
    time: Time = "1000+200 nodes",
    depth: Depth = 2,
    against: Against = None,
    opponents: Opponents = None,
    starts: Starts = None,
    method: Annotated[str, typer.Option(help="mac, sane, or spsa: the numbers of modern.")] = "mac",
    kind: Annotated[str, typer.Option(help="semi-dynamic or dynamic.")] = "semi-dynamic",
    steps: Annotated[int, typer.Option(help="Batches of mac, generations of sane.")] = 0,
    games: Annotated[int, typer.Option(help="Games of a batch, or of a network.")] = 0,
    curve: Annotated[
        Path | None,
        typer.Option(help="CSV file of what it scores while it learns, for `tabiya clock cost`."),
    ] = None,
    seed: Seed = 1,
    threads: Threads = 2,
    cluster: Cluster = None,
) -> None:
    """Learn where to spend the time of a game, by Meta-Actor-Critic, SANE or SPSA."""
    if kind not in KINDS:
        raise ValueError(f"--kind: expected one of {', '.join(KINDS)}, found {kind!r}")
    if method not in METHODS:
        raise ValueError(f"--method: expected one of {', '.join(METHODS)}, found {method!r}")
    if not (0 <= steps <= MOST_STEPS and 0 <= games <= MOST_STEPS):
        raise ValueError(
            f"--steps, --games: expected 0 to {MOST_STEPS:,}, found {steps:.9g} and {games:.9g}"
        )
    if curve is not None and method == "spsa":
        raise ValueError("--curve: expected --method mac or sane, found spsa")
    plain = _setting(game, time, depth, against, opponents, starts, seed, threads)
    with (
        going_on(f"the same command goes on with {output}.state"),
        claimed(output),
        workers_of(cluster, threads) as workers,
        show_progress("steps") as progress,
    ):
        setting = dataclasses.replace(plain, workers=workers)
        if method == "spsa":
            usual = tabiya.clocks.ModernSpsa(game, setting.time)
            tabiya.clocks.ModernSpsa(
                game,
                setting.time,
                steps=steps or usual.steps,
                games=games or usual.games,
                threads=threads,
                seed=seed,
                workers=workers,
            ).tune(output, lambda found: progress(found.step, found.n_steps))
        else:
            tabiya.clocks.learn_clock(
                tabiya.clocks.ClockTask(
                    setting, "dynamic" if kind == "dynamic" else "semi-dynamic"
                ),
                output,
                learner=_learner(method, steps, games, seed),
                curve=curve,
                on_progress=lambda found: progress(found.step, found.n_steps),
            )
    _say_clock(output, game)


def _learner(
    method: str, steps: int, games: int, seed: int
) -> "tabiya.clocks.ActorCritic | tabiya.clocks.SaneTa":
    """Return a learner with what is usual where the options are 0."""
    if method == "mac":
        plain = tabiya.clocks.ActorCritic()
        return tabiya.clocks.ActorCritic(
            batches=steps or plain.batches, games=games or plain.games, seed=seed
        )
    usual = tabiya.clocks.SaneTa()
    return tabiya.clocks.SaneTa(
        generations=steps or usual.generations, games=games or usual.games, seed=seed
    )


def _say_clock(output: Path, game: str) -> None:
    typer.echo(f"clock            {output}")
    typer.echo(f"play             tabiya match 'tabiya?clock={output}' tabiya --game {game}")


def try_clocks(
    clocks: Annotated[
        list[str],
        typer.Argument(
            help="static:DEPTH, crafty, modern, extra:DEPTH or files; {increment} in a file's name "
            "is that of --increments."
        ),
    ],
    *,
    game: Game = "loa",
    time: Time = "1000+200 nodes",
    increments: Annotated[
        str | None, typer.Option(help="Nodes per move to try, instead of --time: 100,200,400.")
    ] = None,
    depth: Depth = 2,
    against: Against = None,
    opponents: Opponents = None,
    starts: Starts = None,
    games: Annotated[int | None, typer.Option(help="Games of each; all by default.")] = None,
    state: Annotated[
        Path | None,
        typer.Option(help="CSV file of results so far; what stands in it is not played again."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The picture: .png, .svg or .pdf.")
    ] = None,
    seed: Seed = 1,
    threads: Threads = 2,
    cluster: Cluster = None,
    table: TableFile = None,
) -> None:
    """Say what a test player scores with clocks, against opponents who have all the time."""
    setting = _setting(game, time, depth, against, opponents, starts, seed, threads)
    if output is not None:
        check_suffix(output, PICTURES)
    each = [] if increments is None else _increments(increments)
    for here in tabiya.clocks.settings_of(setting, each):
        for clock in clocks:  # a bad clock is told before anybody plays
            here.test_player(tabiya.clocks.clock_of(clock, here))
    if games is not None and (games < 1 or games % 2):
        raise ValueError(f"--games: expected an even number of 2 or more, found {games}")
    kept = f"the same command goes on with {state}"
    goes_on = kept if state is not None else "with --state FILE the same command goes on"
    with (
        going_on(goes_on),
        nullcontext() if state is None else claimed(state),
        workers_of(cluster, threads) as workers,
        show_progress("clocks") as progress,
    ):
        done = 0

        def tell(_trial: object) -> None:
            nonlocal done
            done += 1
            progress(done, len(clocks) * max(1, len(each)))

        found = tabiya.clocks.try_clocks(
            clocks,
            dataclasses.replace(setting, workers=workers),
            increments=each,
            n_games=games,
            state=state,
            on_trial=tell,
        )
    rows = [
        [
            trial.clock,
            f"{trial.increment:g}",
            str(trial.n_games),
            f"{trial.score.value:.1%}",
            f"{trial.score.low:.1%} to {trial.score.high:.1%}",
        ]
        for trial in found
    ]
    tell_table(table, ["clock", "increment", "games", "score", "interval"], rows)
    if output is not None:
        effort = f"depth {depth}" if against is None else f"the clock {against}"
        title = f"{game}, against {effort}"
        typer.echo(f"picture          {tabiya.report.plot_trials(found, output, title=title)}")


def draw_cost(
    curves: Annotated[
        list[Path], typer.Argument(help="CSV files of `tabiya clock learn --curve`.")
    ],
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The picture: .png, .svg or .pdf.")
    ] = None,
    table: TableFile = None,
) -> None:
    """Show what clocks scored while they learned, over the tournaments that it took."""
    if output is not None:
        check_suffix(output, PICTURES)
    found = {path.stem: tabiya.clocks.read_curve(path) for path in curves}
    rows = [
        [
            name,
            str(point.n_games),
            f"{point.tournaments:.1f}",
            f"{point.score.value:.1%}",
            f"{point.score.low:.1%} to {point.score.high:.1%}",
        ]
        for name, points in found.items()
        for point in points
    ]
    tell_table(table, ["clock", "games", "tournaments", "score", "interval"], rows)
    if output is not None:
        typer.echo(f"picture          {tabiya.report.plot_curves(found, output)}")


def show_clock(
    pgn: Annotated[Path, typer.Argument(help="PGN with times in its comments.")],
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The picture: .png, .svg or .pdf.")
    ] = None,
    game: Annotated[int, typer.Option(help="Which game of the file, from 1.")] = 1,
    table: TableFile = None,
) -> None:
    """Show where the time went in a game: depth, score and share of the clock per move."""
    if output is not None:
        check_suffix(output, PICTURES)
    spent = tabiya.clocks.read_spent(pgn, game=game)
    rows = [
        [
            str((move.number + 1) // 2) + ("." if move.side == 0 else "..."),
            move.text,
            "" if move.seconds is None else f"{move.seconds:.2f}",
            "" if move.share is None else f"{move.share:.1%}",
            "" if move.left is None else f"{move.left:.1f}",
            "" if move.depth is None else str(move.depth),
            "" if move.score is None else f"{move.score:+.2f}",
        ]
        for move in spent.moves
    ]
    headings = ["number", "move", "seconds", "share", "left", "depth", "score"]
    tell_table(table, headings, rows, left=(0, 1))
    if output is not None:
        typer.echo(f"picture          {tabiya.report.plot_time(spent, output)}")


def _setting(  # noqa: PLR0917 (the options of one command)
    game: str,
    time: str,
    depth: int,
    against: str | None,
    opponents: str | None,
    starts: int | None,
    seed: int,
    threads: int,
) -> "tabiya.clocks.Setting":
    tabiya.Game(game)
    if depth < 1:
        raise ValueError(f"--depth: expected 1 or more, found {depth}")
    if starts is not None and starts < 1:
        raise ValueError(f"--starts: expected 1 or more, found {starts}")
    if opponents is None and game == "loa" and against is None:
        opponents = "population"
    return tabiya.clocks.Setting(
        game,
        tabiya.play.Clock.parse(time),
        depth=depth,
        against=against,
        population=opponents,
        n_starts=starts,
        seed=seed,
        threads=threads,
    )


def _increments(text: str) -> list[float]:
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    if not found or any(not 0 < each < float("inf") for each in found):
        raise ValueError(f"--increments: expected numbers above 0, found {text!r}")
    return found
