"""``tabiya predict``: which offline measure ranks weight vectors as games do."""

import os
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._columns import columns
from tabiya.cli._progress import show_progress
from tabiya.cli._table_file import TableFile, save_table
from tabiya.cli._tune_checks import check_beside
from tabiya.cli._tune_output import command_words

THREADS = os.cpu_count() or 1
N_DEEP = 400
N_SHOWN = 5
HEADINGS = ("measure", "looked at by", "labels", "tau", "low", "high", "tau, better half")


def predict(
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER...", help='Players to foretell: "toga2?Material=80".'),
    ] = None,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page, Markdown.")],
    game: Annotated[str, typer.Option(help="chess, othello or loa.")] = "chess",
    perturbed: Annotated[int, typer.Option(help="Defaults perturbed by many sizes.")] = 0,
    vectors: Annotated[
        list[Path] | None,
        typer.Option(help="Weights, which come with the points half-way to them."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="The opponent of all; the default weights if missing.")
    ] = None,
    labels: Annotated[
        list[str] | None, typer.Option(help="Labelled positions: NAME=SET; may be repeated.")
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Measure on the quiet ones of them too.")
    ] = False,
    sample: Annotated[int, typer.Option(min=1, help="Positions of each set.")] = 1000,
    deep: Annotated[
        int,
        typer.Option(min=0, help="Nodes of the deep search of the opponent, as one more label."),
    ] = 0,
    efforts: Annotated[str, typer.Option(help="Nodes of searches.")] = "64,256,1024",
    games: Annotated[int, typer.Option(help="Games of each.")] = 400,
    openings: Annotated[str, typer.Option(help="As in a match.")] = "random",
    nodes: Annotated[int | None, typer.Option(help="Nodes of each move.")] = None,
    depth: Annotated[int | None, typer.Option(help="Plies of each move.")] = None,
    store: Annotated[Path, typer.Option(help="What was found is kept here.")] = Path("predict.db"),
    threads: Annotated[int, typer.Option(help="Threads.")] = THREADS,
    seed: Annotated[int, typer.Option(min=0, help="Of all that is random.")] = 0,
    table: TableFile = None,
) -> None:
    """Say which offline measure ranks weight vectors as games do.

    Every vector plays the opponent, and is measured on labelled positions in every way there is;
    tau between a measure and Elo, with its interval, says what the measure is worth.
    """
    check_beside(
        ("--deep", deep, "--labels", labels or None),
        ("--quiet", quiet, "--labels", labels or None),
    )
    if nodes is None and depth is None:
        nodes = 400
    if not output.parent.is_dir():
        raise ValueError(f"{output}: expected a folder that can be written, found {output.parent}")
    found = tabiya.predict.perturbed_candidates(game, perturbed, seed=seed) if perturbed else []
    found += tabiya.predict.file_candidates(vectors, game) if vectors else []
    found += tabiya.predict.named_candidates(players, game) if players else []
    if len(found) < 3:  # noqa: PLR2004 (two are always in one order or the other)
        raise ValueError(f"predict: expected three players or more, found {len(found)}")
    way = tabiya.predict.Efforts(_read_efforts(efforts))
    if not labels:
        raise ValueError("--labels: expected NAME=SET, the positions to measure on, found none")
    opponent = _opponent(against, game)
    if deep and opponent.player is None:
        raise ValueError(f"--deep: expected a player of tabiya --against, found {opponent.name}")
    kinds = {each.player is None for each in found}
    if len(kinds) > 1:
        raise ValueError(
            "predict: expected players of tabiya or engines, found both, which cannot be measured "
            "in the same ways"
        )
    sets = _read_sets(labels or [], game, sample, seed, is_quiet=quiet, threads=threads)
    terms = tabiya.predict.Terms(opponent, games, openings, nodes, depth, seed)
    goes_on = f"the same command goes on with the games and measures in {store}"
    with going_on(goes_on), tabiya.store.open_database(store) as database:
        with show_progress("matches") as progress:
            played = tabiya.predict.play_candidates(
                found, game, terms, database, concurrency=threads, progress=progress
            )
        deeper = None
        if deep and opponent.player is not None:
            sets, deeper = _deepened(sets, opponent.player, deep, threads)
        measured = []
        with show_progress("vectors") as progress:
            for number, candidate in enumerate(found):
                measured.append(
                    tabiya.predict.measure_candidate(
                        candidate, sets, deeper, way, database, threads=threads
                    )
                )
                progress(number + 1, len(found))
    ranked = tabiya.predict.rank_measures(played, measured)
    limit = f"{nodes:,} nodes" if nodes is not None else f"depth {depth}"
    words = f"{games} each against {opponent.name}, {limit} a move, openings {openings}"
    text = tabiya.predict.page(game, found, played, ranked, command=command_words(), words=words)
    tabiya.files.write_beside(output, text)
    rows = [_ranked_cells(each) for each in ranked]
    typer.echo(columns(HEADINGS, rows[:N_SHOWN], left=(0, 1, 2)))
    save_table(table, HEADINGS, rows)
    typer.echo(f"page     {output}\nstore    {store}")


def _ranked_cells(each: "tabiya.predict.Ranked") -> list[str]:
    measure, tau = each.measure, each.tau
    numbers = (tau.value, tau.low, tau.high, each.near)
    return [measure.what, measure.effort, measure.labels, *(f"{value:.3f}" for value in numbers)]


def _read_efforts(text: str) -> tuple[int, ...]:
    try:
        found = tuple(int(part) for part in text.split(","))
    except ValueError:
        found = ()
    if not found or min(found) < 1:
        raise ValueError(f"--efforts: expected numbers of nodes as 64,256, found {text!r}")
    return found


def _opponent(text: str | None, game: str) -> "tabiya.play.Contestant":
    if text is not None:
        (found,) = tabiya.play.read_contestants([text], tabiya.game(game))
        return found
    # The named weights, also where the game has a better evaluation.
    weights = tabiya.players.Weights(game)
    player = tabiya.players.Player(game, weights=weights)
    return tabiya.play.Contestant("defaults", player=player)


def _read_sets(
    texts: list[str], game: str, n: int, seed: int, *, is_quiet: bool, threads: int
) -> "list[tabiya.predict.LabelledSet]":
    named = [text.partition("=")[0] for text in texts]
    twice = next((name for k, name in enumerate(named) if name in named[:k]), None)
    if twice is not None:
        raise ValueError(f"labels: expected names that differ, found {twice!r} twice")
    found: list[tabiya.predict.LabelledSet] = []
    for text in texts:
        name, equals, file = text.partition("=")
        if not equals or not name:
            raise ValueError(f"labels: expected NAME=SET, found {text!r}")
        whole = tabiya.positions.read(Path(file), game=game).labelled()
        chosen = tabiya.positions.sample(whole, min(n, len(whole)), seed)
        parts = [(name, chosen)]
        if is_quiet:
            parts.append((f"{name}, quiet", tabiya.positions.quiet(chosen, threads=threads)))
        found += [
            tabiya.predict.LabelledSet(title, tabiya.positions.labelled_positions(part))
            for title, part in parts
        ]
    return found


def _deepened(
    sets: "list[tabiya.predict.LabelledSet]",
    player: "tabiya.players.Player",
    nodes: int,
    threads: int,
) -> "tuple[list[tabiya.predict.LabelledSet], tuple[tabiya.Batch, list[str]]]":
    """Return the sets with one more, labelled by a deep search, and its moves."""
    first = sets[-1].subject
    chosen = first.positions[:N_DEEP]
    with show_progress("deep searches") as progress:
        reports = player.search_many(chosen, nodes=nodes, threads=threads, progress=progress)
    signs = chosen.signs
    scores = [report.score * sign for report, sign in zip(reports, signs, strict=True)]
    subject = tabiya.learn.label_positions(list(chosen), scores)
    name = f"search of {nodes:,} nodes"
    labelled = tabiya.predict.LabelledSet(name, subject)
    return [*sets, labelled], (chosen, [report.move for report in reports])
