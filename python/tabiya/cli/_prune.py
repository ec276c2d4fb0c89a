"""``tabiya prune``: what a search skips, learned, tested and shown."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tabiya
from tabiya.cli._broken_off import STARTS_AGAIN, going_on
from tabiya.cli._cluster import Cluster, say_claimed, say_waiting
from tabiya.cli._prune_games import learn_by_games, make_duel
from tabiya.cli._prune_parts import (
    DECISIONS,
    Plan,
    best_function,
    check_counts,
    check_decision,
    make_lattice,
    make_task,
    read_rewards,
    tell_cycles,
    tell_epochs,
    tell_monotonicity,
    tell_test,
)
from tabiya.cli._table_file import GrowingTable, TableFile, save_table

if TYPE_CHECKING:
    from tabiya.players import Pruning

METHODS = ("tabu", "rl", "spsa")
THREADS = os.cpu_count() or 1

Sets = Annotated[
    list[Path],
    typer.Argument(metavar="SET...", help="A set of positions, or files to make one of."),
]
GameName = Annotated[str | None, typer.Option(help="The game, if files do not tell.")]
Preset = Annotated[
    str | None, typer.Option(help="Search: crafty is the paper's; that of the game by default.")
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", help="A number of the search: null_move=0; may be repeated."),
]
Positions = Annotated[int, typer.Option(help="Positions of the learning and of the test set.")]
Reference = Annotated[
    int, typer.Option(help="Plies of the search whose moves and trees are the measure.")
]
Deeper = Annotated[int, typer.Option(help="Plies that the one who skips searches more.")]
TruthDepth = Annotated[int, typer.Option(help="Plies of the searches that score every move.")]
Opponents = Annotated[
    str | None,
    typer.Option(
        "--population",
        help="Networks to meet with --against: a folder, or population for those of the package; "
        "the one in the middle is tested.",
    ),
]
Threads = Annotated[int, typer.Option(help="Threads, or local workers.")]
Seed = Annotated[int, typer.Option(help="Of all that is random.")]
Store = Annotated[
    str | None, typer.Option(help="Where it is kept: a file or the URL of a database.")
]


def learn_pruning(
    source: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="SET...",
            help="A set of positions, or files to make one of; none for spsa, which plays games.",
        ),
    ] = None,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="A folder for the run.")],
    method: Annotated[
        str,
        typer.Option(
            help="tabu for vectors (TS-FPV), rl for functions (RL-FPF), spsa for numbers of the "
            "search by games."
        ),
    ] = "tabu",
    decision: Annotated[str | None, typer.Option(help=f"What is learned: {DECISIONS}.")] = None,
    by: Annotated[
        str, typer.Option(help="What a vector is indexed by: depth, iteration, leaf or cell.")
    ] = "leaf",
    values: Annotated[
        list[str] | None,
        typer.Option(
            help="For params: a number and its values, the narrowest search first: "
            "late_move_base=1,3,8; may be repeated."
        ),
    ] = None,
    inputs: Annotated[
        str, typer.Option(help="What a function sees: IT,SD,D2L,ED,NCOUNT,SVC,MOSCORE,NVC,...")
    ] = "IT,SD,D2L,ED,NVC,HASH",
    positions: Positions = 300,
    quick: Annotated[int, typer.Option(help="Positions of a quick estimate.")] = 100,
    against: Annotated[
        int, typer.Option(help="Measure by games against so many opponents instead.")
    ] = 0,
    population: Opponents = None,
    reference: Reference = 4,
    deeper: Deeper = 1,
    truth_depth: TruthDepth = 8,
    patience: Annotated[
        int, typer.Option(help="Cycles without a better vector after which it ends.")
    ] = 20,
    cycles: Annotated[int | None, typer.Option(help="The most cycles.")] = None,
    epochs: Annotated[int, typer.Option(help="Passes over the learning set.")] = 40,
    rewards: Annotated[
        str | None,
        typer.Option(
            help="Rewards as they are, untuned: performance, below, above, change, no change, as "
            "0.1,1,5,0.01,0.001."
        ),
    ] = None,
    trial_reference: Annotated[
        int | None, typer.Option(help="Plies of the reference while ratios of rewards are tuned.")
    ] = None,
    trial_epochs: Annotated[int, typer.Option(help="Epochs for each of these ratios.")] = 12,
    pairs: Annotated[
        int, typer.Option(help="Neighbours compared for monotonicity; 0 is none.")
    ] = 0,
    numbers: Annotated[
        str | None,
        typer.Option(help="For spsa: the numbers of the search, with commas; all by default."),
    ] = None,
    iterations: Annotated[
        int, typer.Option(help="For spsa: iterations, of two duels each.")
    ] = 1000,
    games: Annotated[int, typer.Option(help="For spsa: games of a duel.")] = 8,
    nodes: Annotated[int, typer.Option(help="For spsa: nodes of a move.")] = 1000,
    rate: Annotated[float, typer.Option(help="For spsa: how far the numbers go at first.")] = 0.4,
    game: GameName = None,
    preset: Preset = None,
    constant: Set = None,
    run_name: Annotated[
        str, typer.Option("--name", help="What the run is called in the store.")
    ] = "pruning",
    cluster: Cluster = None,
    store: Store = None,
    threads: Threads = THREADS,
    seed: Seed = 0,
    table: TableFile = None,
) -> None:
    """Learn what a search may skip, and keep everything that was measured.

    A run that was stopped goes on with the same command. The folder gets pruning.toml, report.html
    and the store run.db.
    """
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}, found {method!r}")
    if method == "spsa":
        if source:
            raise ValueError("SET: expected none for --method spsa, which plays games")
        duel = make_duel(game, numbers, constant or [], iterations, games, nodes, seed, preset)
        command = (
            f"tabiya prune learn --method spsa --game {game} --iterations {iterations} "
            f"--games {games} --nodes {nodes} --rate {rate:g} --seed {seed}"
        )
        command += f" --numbers {numbers}" if numbers else ""
        command += "".join(f" --set {each}" for each in constant or [])
        command += f" --preset {preset}" if preset else ""
        learn_by_games(
            duel,
            output,
            name=run_name,
            iterations=iterations,
            rate=rate,
            command=command,
            cluster=cluster,
            store=store,
            threads=threads,
            table=table,
        )
        return
    check_counts(
        {"against": 0, "pairs": 0},
        positions=positions,
        quick=quick,
        patience=patience,
        cycles=cycles,
        epochs=epochs,
        trial_epochs=trial_epochs,
        against=against,
        pairs=pairs,
    )
    check_decision(method, decision, by=by, values=values or [], inputs=inputs)
    output.mkdir(parents=True, exist_ok=True)
    place = store or output / "run.db"
    plan = Plan(
        source or [],
        positions,
        reference,
        reference + deeper,
        truth_depth,
        game,
        preset,
        constant or [],
        place,
        threads,
        seed,
        population,
    )
    told = {
        "--preset": preset,
        "--against": against,
        "--population": population,
        "--quick": quick,
        "--seed": str(seed),
        **(
            {"--epochs": epochs, "--rewards": rewards, "--trial-reference": trial_reference}
            if method == "rl"
            else {"--patience": patience, "--cycles": cycles}
        ),
    }
    command = " ".join(
        [
            *("tabiya prune learn", *(each.name for each in source or []), f"--method {method}"),
            f"--reference {reference} --deeper {deeper} --positions {positions}",
            f"--truth-depth {truth_depth}",
            *(f"--set {each}" for each in constant or []),
            *(f"--values {each}" for each in values or []),
            *(f"{name} {value}" for name, value in told.items() if value),
        ]
    )
    run_tabu = tabiya.pruning.run_tabu  # its room knows tables that a new store has to have
    with (
        going_on(f"the same command goes on with {tabiya.store.without_passwords(str(place))}"),
        tabiya.store.open_database(place) as database,
        tabiya.cluster.open_workers(cluster, threads=threads, on_wait=say_waiting) as workers,
    ):
        learning, testing = plan.exams(scored=not against, workers=workers if cluster else None)
        name = learning.setting.game
        on_wait = say_claimed(database.place)
        if method == "rl":
            task = make_task(learning, decision or "prune", inputs)
            command += f" --decision {task.decides} --inputs {inputs}"
            passes = tabiya.pruning.run_reinforcement(
                task,
                database,
                name=run_name,
                epochs=epochs,
                trial=task.trial(trial_reference or reference, quick),
                trial_epochs=trial_epochs,
                rewards=read_rewards(rewards),
                workers=workers,
                on_wait=on_wait,
                tell=typer.echo,
            )
            passed = tell_epochs(passes, table)
            best = best_function(task, passed, command)
            page = tabiya.pruning.reinforcement_record(task, passed, command)
        else:
            lattice = make_lattice(
                name, decision or "widths", by=by, values=values or [], length=reference + deeper
            )
            command += f" --decision {decision or 'widths'} --by {by}"
            tournament = None
            if against:
                tournament = tabiya.pruning.Tournament(
                    learning.setting,
                    against,
                    reference,
                    reference + deeper,
                    seed=seed,
                    population=population,
                )
            candidates = tabiya.pruning.Candidates(
                lattice, learning, min(quick, len(learning.truth)), tournament
            )
            if pairs:
                tell_monotonicity(
                    tabiya.pruning.run_monotonicity(
                        candidates,
                        database,
                        name=run_name,
                        n_pairs=pairs,
                        seed=seed,
                        workers=workers,
                        on_wait=on_wait,
                    )
                )
            run = run_tabu(
                candidates,
                database,
                name=run_name,
                patience=patience,
                most_cycles=cycles,
                seed=seed,
                workers=workers,
                on_wait=on_wait,
            )
            record = tell_cycles(candidates, run, table)
            best = lattice.pruning(record[-1].best, command)
            page = tabiya.pruning.tabu_record(candidates, record, command)
    file = output / "pruning.toml"
    tabiya.players.save_pruning(best, file)
    tabiya.report.tuning_report(page, output / "report.html")
    if not against:
        tell_test(testing, {file.name: best}, table, part="test")
    typer.echo(f"{file}: play with it: tabiya?pruning={file} --game {name}")


def examine_pruning(
    source: Sets,
    *,
    file: Annotated[
        list[Path], typer.Option("--file", "-f", help="What is tested; may be repeated.")
    ],
    positions: Positions = 300,
    reference: Reference = 4,
    deeper: Deeper = 1,
    truth_depth: TruthDepth = 8,
    against: Annotated[
        int, typer.Option(help="Play so many opponents with both colours instead.")
    ] = 0,
    population: Opponents = None,
    rounds: Annotated[int, typer.Option(help="How often each of them is met.")] = 1,
    game: GameName = None,
    preset: Preset = None,
    constant: Set = None,
    store: Store = None,
    threads: Threads = THREADS,
    seed: Seed = 0,
    table: TableFile = None,
) -> None:
    """Test what was learned on positions of other games, or against a population."""
    is_clear = len({each.name for each in file}) == len(file)
    names = [each.name if is_clear else str(each) for each in file]
    found = {name: tabiya.players.load_pruning(e) for name, e in zip(names, file, strict=True)}
    plan = Plan(
        source,
        positions,
        reference,
        reference + deeper,
        truth_depth,
        game,
        preset,
        constant or [],
        store,
        threads,
        seed,
        population,
    )
    with going_on(STARTS_AGAIN if store is None else f"the same command goes on with {store}"):
        _, testing = plan.exams(scored=not against)
    for name, pruning in found.items():
        if pruning.game != testing.setting.game:
            raise ValueError(
                f"{name}: expected pruning of {testing.setting.game}, found {pruning.game}"
            )
    if not against:
        tell_test(testing, found, table)
        return
    rows: dict[str, tuple[Pruning | None, int]] = {
        f"full width, {reference} plies": (None, reference),
        f"full width, {reference + deeper} plies": (None, reference + deeper),
        **{name: (pruning, reference + deeper) for name, pruning in found.items()},
    }
    scores = GrowingTable(("searched", "games", "score", "low", "high"), (-32, 6, 7, 7, 7))
    for name, (skipped, depth) in rows.items():
        games = tabiya.pruning.Tournament(
            testing.setting,
            against,
            reference,
            depth,
            rounds=rounds,
            seed=seed,
            threads=threads,
            population=population,
        )
        said = games.play(skipped)
        score = (f"{each:.4f}" for each in (said.score.value, said.score.low, said.score.high))
        scores.add(name, str(said.n_games), *score)
    scores.save(table)


def show_pruning(
    file: Annotated[Path, typer.Argument(help="A file that says what a search skips.")],
    *,
    table: TableFile = None,
) -> None:
    """Show what a file says: widths in their triangle, reductions, the largest weights."""
    pruning = tabiya.players.load_pruning(file)
    typer.echo(tabiya.pruning.describe(pruning))
    for each in tabiya.pruning.tables(pruning):
        save_table(table, each.headings, each.rows, part=each.part)
