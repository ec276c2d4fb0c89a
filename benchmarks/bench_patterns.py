"""Pattern regression on five million positions, and nodes per second of the Othello players.

The positions are those of the WTHOR games in $TABIYA_DATA/othello_wthor, labelled by the
theoretical scores of the records; fitting is what is timed. The players search the same positions
of games, in turn, so that noise of the machine is shared.
"""

import resource
import tempfile
from functools import partial
from pathlib import Path

import numpy as np

import tabiya
from _peers import data, figure, skip, timed
from tabiya.combine import fit, save_fit
from tabiya.patterns import PatternExamples, fit_patterns, label_games, pattern_rows
from tabiya.patterns._rows import as_batch
from tabiya.positions import read

N_POSITIONS = 5_000_000
N_SEARCHED = 60
DEPTH = 11
ROUNDS = 3
# The players of Buro 1995 that are timed beside them; how well they are fitted does not matter.
MODELS = ("logistic", "quadratic")
FITTED_FILE = "WTH_2010.wtb"


def main() -> None:
    """Fit, search and print."""
    folder = data("othello_wthor")
    if folder is None:
        skip("pattern regression, 5 M positions", "TABIYA_DATA/othello_wthor")
        return
    examples, _ = label_games(sorted(folder.glob("WTH_*.wtb")), exact=0)
    chosen = np.random.default_rng(0).permutation(len(examples))[:N_POSITIONS]
    examples = examples[np.sort(chosen)]
    fit_speed(examples)
    rows_speed(examples)
    with tempfile.TemporaryDirectory() as fitted:
        games = read(folder / FITTED_FILE, kinds="result")
        save_fit(fit(games, MODELS, by_phase=True), fitted)
        search_speed(examples, Path(fitted))


def fit_speed(examples: PatternExamples) -> None:
    """Fit all phases; on held-out games the error must be below the spread of the scores."""
    fitted, seconds = timed(lambda: fit_patterns(examples, threads=2))
    middle = next(phase for phase in fitted.phases if phase.first <= 24 <= phase.last)
    assert middle.rmse < 0.5 * middle.spread, middle
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    words = f"{seconds:.0f} s on two threads, {memory:.2f} GiB, rmse {middle.rmse:.2f} discs at 24"
    figure(f"pattern regression, {len(examples):,} positions, 18 phases", words)


def rows_speed(examples: PatternExamples) -> None:
    """Write sparse rows; their sum with the weights is the player's own score."""
    some = as_batch(examples[: len(examples) // 10])
    rows, seconds = timed(lambda: pattern_rows(some))
    assert rows.shape == (len(some), 51)
    figure("pattern rows", f"{len(some) / seconds / 1e6:.2f} M positions/s")


def search_speed(examples: PatternExamples, fitted: Path) -> None:
    """Search with every evaluation in turn."""
    rng = np.random.default_rng(1)
    places = np.flatnonzero((examples.empties > 28) & (examples.empties < 44))
    positions = as_batch(examples[rng.choice(places, N_SEARCHED, replace=False)])
    players = {
        "linear": tabiya.Player("othello", weights={}),
        "patterns": tabiya.Player("othello"),
    }
    for model in MODELS:
        players[f"13 features, {model}"] = tabiya.Player(
            "othello", combination=fitted / f"{model}.toml"
        )
    nodes = dict.fromkeys(players, 0)
    seconds: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, player in players.items():
            reports, time = timed(partial(player.search_many, positions, depth=DEPTH))
            nodes[name] = sum(report.nodes for report in reports)
            seconds[name].append(time)
    for name in players:
        median = float(np.median(seconds[name]))
        words = f"{nodes[name] / median / 1e6:.2f} M nodes/s, {nodes[name]:,} nodes"
        figure(f"Othello search, depth {DEPTH}, {name}", words)


if __name__ == "__main__":
    main()
