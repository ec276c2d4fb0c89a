"""Teach the chess evaluation, and write the table of defaults that it is built with.

Three vectors that are good and were learned in different ways are wrong in different places, and
their mean is better than each (docs/results/teaching.md). The first is what the evaluation has. The
second is fitted to quiet positions of master games, labelled by a stronger engine and by results;
the third to quiet positions of the player's own games, labelled by results alone. What was made on
the way is kept in the folder, and the same command goes on with it:

    python examples/teach_chess.py elite.epd twic.epd --work teach/ --out defaults.txt
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import polars as pl
import scipy

import tabiya
from tabiya.combine import play_games
from tabiya.learn import make_problem, tune
from tabiya.positions import Filters, PositionSet, labelled_positions, quiet, read, thinned
from tabiya.runs import Labeller

# Master positions are labelled in pieces: by so many nodes each, of which three quarters count.
PIECE, N_PIECES, SHUFFLE_SEED = 60_000, 8, 5
NODES, SHARE = 1000, 0.75
# Centipawns of the engine that make a win e times as likely, fitted to these positions.
SCALE = 200.0
# Own games, in pieces too: all openings of four plies, and one move in a hundred drawn by lot.
N_GAMES, FIRST_SEED, GAME_NODES, ERRORS, PLIES = 6000, 7000, 400, 0.01, 4
PER_GAME, LEAST_PLY = 40, 10
# The pull towards the weights before, and steps of L-BFGS by tens.
RIDGE = 1e-8
# Percentages act on whole groups, and endings that are known have no use for statistics.
KNOWN = ["-endings"]
PERCENTAGES = ["-king_safety_asymmetry"]


def label_masters(
    files: Sequence[Path], engine: str, player: tabiya.Player, work: Path
) -> pl.DataFrame:
    """Return quiet master positions with what engine and result say of them together."""
    found = [read(file) for file in files]
    table = pl.concat([each.table for each in found], how="diagonal")
    table = table.sample(fraction=1.0, shuffle=True, seed=SHUFFLE_SEED)
    labeller = Labeller(NODES, engine)
    pieces = []
    for number in range(N_PIECES):
        piece = found[0].with_table(table.slice(number * PIECE, PIECE))
        kept = work / f"labels-{number}.db"
        pieces.append(labeller.add_scores(piece, player, kept, threads=2).table)
        print(f"labelled {(number + 1) * PIECE:,} positions", flush=True)
    told = pl.concat(pieces, how="diagonal")
    results = told.filter(pl.col("kind") == "result")
    results = results.select("position", pl.col("value").alias("result")).unique("position")
    scores = told.filter(pl.col("kind") == "score").unique("position")
    both = scores.join(results, on="position").sort("position")
    chance = scipy.special.expit(both["value"].to_numpy() / SCALE)
    mixed = SHARE * chance + (1 - SHARE) * both["result"].to_numpy()
    return both.with_columns(value=pl.Series(mixed), kind=pl.lit("result"))


def play_own(player: tabiya.Player, work: Path) -> pl.DataFrame:
    """Return quiet positions of games of the player against itself, with their results."""
    pieces = []
    for number in range(N_PIECES):
        path = work / f"games-{number}.parquet"
        if not path.exists():
            seed = FIRST_SEED + number
            play_games(
                "chess",
                plies=PLIES,
                n=N_GAMES,
                nodes=GAME_NODES,
                errors=ERRORS,
                seed=seed,
                player=player,
                threads=2,
            ).write(path)
        games = read(path)
        some = games.with_table(thinned(games.table, 2 * PER_GAME))
        filters = Filters(per_game=PER_GAME, least_ply=LEAST_PLY)
        calm = quiet(some, filters=filters, weights=player.weights, threads=2)
        pieces.append(calm.table.with_columns(file=pl.lit(path.name)))
        print(f"played {(number + 1) * N_GAMES:,} games", flush=True)
    return pl.concat(pieces, how="diagonal")


def fit(
    table: pl.DataFrame, names: Iterable[str], player: tabiya.Player, iterations: int
) -> dict[str, float]:
    """Return the weights of the greatest likelihood; one game in ten is held back to look at."""
    games = table.select(pl.struct("file", "game").rank("dense")).to_series().to_numpy()
    held = pl.Series((games.astype(np.uint64) * 2654435761 % 2**32) % 10 == 0)
    train, control = (
        labelled_positions(PositionSet("chess", table.filter(part))) for part in (~held, held)
    )
    problem = make_problem(train, list(names), player=player, control=control, threads=2)
    steps = list(tune(problem, "logistic", l2=RIDGE, iterations=iterations, patience=0))
    first, last = steps[0], steps[-1]
    print(
        f"{len(train):,} positions: loss {first.objective:.5f} to {last.objective:.5f}, tau on "
        f"control {first.control:.4f} to {last.control:.4f}",
        flush=True,
    )
    return problem.weights(last.base)


def with_whole_percentages(weights: dict[str, float]) -> dict[str, float]:
    """Return weights that evaluate the same, with all percentages at 100 as before."""
    found = dict(weights)
    for names in tabiya.weights("chess").groups().values():
        for scale in (name for name in names if name.endswith("_scale")):
            factor = weights[scale] / 100
            members = [name for name in names if name not in {scale, "king_safety_asymmetry"}]
            found |= {name: weights[name] * factor for name in members} | {scale: 100.0}
    return found


def main() -> None:
    """Label, play, fit twice, and write the mean."""
    parser = argparse.ArgumentParser(description="Teach the chess evaluation.")
    parser.add_argument("files", nargs="+", type=Path, help="quiet positions with results")
    parser.add_argument("--engine", default="stockfish?Hash=1")
    parser.add_argument("--start", type=Path, help="weights to begin with; those of the package")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    start = arguments.start
    weights = tabiya.weights("chess") if start is None else tabiya.load_weights(start)
    player = tabiya.Player("chess", weights=weights)
    scales = [f"-{name}" for name in weights if name.endswith("_scale")]
    masters = fit(
        label_masters(arguments.files, arguments.engine, player, arguments.work),
        ["all", *scales, *PERCENTAGES, *KNOWN],
        player,
        iterations=30,
    )
    own = fit(play_own(player, arguments.work), ["all", *KNOWN], player, iterations=40)
    means = {
        name: (value + masters.get(name, value) + own.get(name, value)) / 3
        for name, value in weights.items()
    }
    lines = [
        "# Defaults of the chess evaluation, in centipawns.",
        "# Made by examples/teach_chess.py.",
    ]
    lines += [f"{name} {value:.2f}" for name, value in with_whole_percentages(means).items()]
    arguments.out.write_text("\n".join(lines) + "\n")
    print(f"{arguments.out}: {len(means)} weights")


if __name__ == "__main__":
    main()
