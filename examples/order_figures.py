"""Figures 3.5 to 3.14 and Table 3.2 of Kocsis 2003, one command each.

    python examples/order_figures.py encodings loa.npz         Figs. 3.5, 3.6, 3.12 and 3.13
    python examples/order_figures.py othello othello.npz       the same in Othello
    python examples/order_figures.py targets chess.npz         Fig. 3.8
    python examples/order_figures.py openings chess.npz        Fig. 3.9
    python examples/order_figures.py weights chess.npz         Fig. 3.10
    python examples/order_figures.py combinations chess.npz    Figs. 3.11 and 3.14
    python examples/order_figures.py plies chess.npz           §3.4.4, away from the leaves
    python examples/order_figures.py predictions chess.npz     Table 3.2
    python examples/order_figures.py priors chess.npz          what history begins with

The sets are made by ``tabiya order collect GAMES... -o SET``. Sizes are options; the defaults take
some minutes of two cores each. The search without a map is that of the preset ``crafty`` (history,
killers, full width), as in the thesis, unless ``--preset`` says something else.
"""

import argparse
import itertools
import os
import sys
from typing import NoReturn

import numpy as np

import tabiya
from tabiya.ordering import (
    MoveExamples,
    Training,
    divide,
    label_examples,
    load_examples,
    predict,
    predict_by_search,
    reduce_nodes,
    sample_examples,
    train_map,
)
from tabiya.players import MapOrdering, MapShape, MoveMap, Player

THREADS = os.cpu_count() or 1
# The openings of the test sets, and the learning sets from specific to general (Table 3.1).
OPENINGS = {
    "A30": ("A30", "A30-A39", ""),
    "B84": ("B84", "B80-B99", ""),
    "D85": ("D85", "D70-D99", ""),
    "E97": ("E97", "E90-E99", "E60-E99", ""),
}


def main() -> None:
    """Run one figure."""
    options = read_options()
    examples = load_examples(options.set)
    figures = {
        "encodings": compare_encodings,
        "othello": compare_encodings,
        "targets": compare_targets,
        "openings": compare_openings,
        "weights": sweep_weights,
        "combinations": compare_combinations,
        "plies": stay_away,
        "predictions": count_predictions,
        "priors": compare_priors,
    }
    figures[options.figure](examples, options)


def stop(error: Exception) -> NoReturn:
    """Say what is wrong in one line."""
    print(f"order_figures: {error}", file=sys.stderr)
    sys.exit(2)


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Figures of Kocsis 2003, chapter 3.")
    names = "encodings othello targets openings weights combinations plies predictions priors"
    parser.add_argument("figure", choices=names.split())
    parser.add_argument("set", help="examples of tabiya order collect")
    parser.add_argument("--positions", type=int, default=30, help="positions searched")
    parser.add_argument("--depth", type=int, default=7, help="plies")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--sample", type=int, default=200_000, help="the most examples learnt from")
    parser.add_argument("--preset", default="crafty")
    parser.add_argument("--hidden", type=int, default=0)
    parser.add_argument("--inputs", default="mover")
    parser.add_argument("--sizes", default="2000,8000,32000,128000")
    parser.add_argument("--label-depth", type=int, default=3, help="plies of a player's labels")
    return parser.parse_args()


def learn(
    learning: MoveExamples, stopping: MoveExamples, options: argparse.Namespace, **shape: object
) -> MoveMap:
    """Learn a map as the options say."""
    settings = {"inputs": options.inputs, "hidden": options.hidden, **shape}
    form = MapShape(learning.game, **settings)
    part = sample_examples(learning, options.sample)
    training = Training(
        most_epochs=options.epochs, batch=1024, rate=0.01, symmetric=learning.game != "chess"
    )
    return train_map(form, part, stopping, training, threads=THREADS).map


def plain_player(game: str, options: argparse.Namespace, **params: float) -> Player:
    """Return who searches without a map, with some numbers of the search."""
    return Player(game, decisions=tabiya.Decisions(preset=options.preset, params=params))


def tell(
    label: str,
    ordering: MapOrdering,
    test: MoveExamples,
    options: argparse.Namespace,
    **params: float,
) -> None:
    """Print nodes and time by depth, as parts of those without a map."""
    plain = plain_player(test.game, options, **params)
    positions = list(sample_examples(test, options.positions, seed=7).positions)
    rows = reduce_nodes(plain, plain.duplicate(ordering=ordering), positions, depth=options.depth)
    for row in rows:
        low, high = row.nodes_interval
        fast, slow = row.seconds_interval
        print(
            f"{label:24} depth {row.depth:2} n {row.n:3}  nodes {row.nodes:.3f} "
            f"[{low:.3f}, {high:.3f}]  time {row.seconds:.3f} [{fast:.3f}, {slow:.3f}]",
            flush=True,
        )


def compare_encodings(examples: MoveExamples, options: argparse.Namespace) -> None:
    """Print the error rate by size and encoding, then what the largest maps save."""
    learning, stopping, test = divide(examples)
    held = sample_examples(test, 5000)
    maps = {}
    for size, encoding in itertools.product(options.sizes.split(","), ("mei", "meoc", "meos")):
        part = sample_examples(learning, int(size), seed=1)
        found = learn(part, sample_examples(stopping, 5000), options, encoding=encoding, hidden=10)
        result = predict(found, held, threads=THREADS)
        low, high = result.interval
        print(
            f"{encoding} {len(part):9,} examples: error rate {1 - result.rate:.3f} "
            f"[{1 - high:.3f}, {1 - low:.3f}]",
            flush=True,
        )
        maps[encoding] = found
    for encoding, found in maps.items():
        tell(f"{encoding}, pure", MapOrdering(found, "pure"), test, options)


def compare_targets(examples: MoveExamples, options: argparse.Namespace) -> None:
    """Print what maps save that learnt the moves played, and the moves that a search finds."""
    learning, stopping, test = divide(examples.of_openings("E97"))
    learning = sample_examples(learning, options.sample)
    player = plain_player("chess", options)
    found = [
        label_examples(part, player, depth=options.label_depth, threads=THREADS)
        for part in (learning, stopping)
    ]
    for label, (one, two) in {"game": (learning, stopping), "engine": tuple(found)}.items():
        learnt = learn(one, two, options)
        for combine in ("pure", "first"):
            tell(f"{label} moves, {combine}", MapOrdering(learnt, combine), test, options)


def compare_openings(examples: MoveExamples, options: argparse.Namespace) -> None:
    """Print what maps of more and more general sets save in E97."""
    learning, stopping, test = divide(examples)
    for eco in OPENINGS["E97"]:
        part = learning.of_openings(eco) if eco else learning
        learnt = learn(part, stopping.of_openings("E97"), options)
        n = min(len(part), options.sample)
        for combine in ("pure", "first"):
            label = f"{eco or 'all'} ({n:,}), {combine}"
            tell(label, MapOrdering(learnt, combine), test.of_openings("E97"), options)


def sweep_weights(examples: MoveExamples, options: argparse.Namespace) -> None:
    """Print what the weighted combination saves at several history weights, and adapted."""
    learning, stopping, test = divide(examples)
    learnt = learn(learning, sample_examples(stopping, 5000), options)
    for weight in (1.0, 5.0, 20.0, 50.0, 100.0, 300.0, 500.0, None):
        ordering = MapOrdering(learnt, "weighted", history_weight=weight)
        tell(f"weight {weight or 'adapted'}", ordering, test.of_openings("E97"), options)


def compare_combinations(examples: MoveExamples, options: argparse.Namespace) -> None:
    """Print what the combinations save in the four openings, and together."""
    learning, stopping, test = divide(examples)
    learnt = learn(learning, sample_examples(stopping, 5000), options)
    for eco in (*OPENINGS, ""):
        part = test.of_openings(eco) if eco else test
        for combine in ("pure", "first", "weighted", "added"):
            label = f"{eco or 'all'}, {combine}"
            tell(label, MapOrdering(learnt, combine), part, options)


def stay_away(examples: MoveExamples, options: argparse.Namespace) -> None:
    """Print what the map saves, and costs, where it is not asked near the leaves."""
    learning, stopping, test = divide(examples)
    learnt = learn(learning, sample_examples(stopping, 5000), options)
    for plies in (1, 2, 3, 4, 5):
        for combine in ("first", "added"):
            ordering = MapOrdering(learnt, combine, plies=plies)
            tell(f"{combine}, {plies} plies left", ordering, test, options)


def count_predictions(examples: MoveExamples, options: argparse.Namespace) -> None:
    """Print how often maps foretell the move played, beside a search."""
    learning, stopping, test = divide(examples)
    general = learn(learning, sample_examples(stopping, 5000), options)
    player = plain_player("chess", options)
    for eco, (_, specific, *_rest) in OPENINGS.items():
        own = learn(learning.of_openings(specific), stopping.of_openings(eco), options)
        held = sample_examples(test.of_openings(eco), 3000)
        few = sample_examples(held, options.positions)
        results = {
            f"specific ({specific})": predict(own, held, threads=THREADS),
            "all": predict(general, held, threads=THREADS),
            f"search of {options.depth} plies": predict_by_search(
                player, few, depth=options.depth, threads=THREADS
            ),
        }
        for name, result in results.items():
            low, high = result.interval
            print(
                f"{eco} {name:22} n {result.n:5} {result.rate:.3f} [{low:.3f}, {high:.3f}]",
                flush=True,
            )


def compare_priors(examples: MoveExamples, options: argparse.Namespace) -> None:
    """Print what the map that ships does as a prior, beside a map that tells no moves apart."""
    _, _, test = divide(examples, validation=0.01, test=0.01)  # as that map was learned
    usual = tabiya.players.default_ordering("chess")
    assert usual is not None
    level = MoveMap(usual.map.shape, np.zeros_like(usual.map.weights))
    for middle, reduction in ((0, 0), (2, 0), (4, 0), (0, 1), (2, 1)):
        for name, learnt in {"masters": usual.map, "level": level}.items():
            label = f"{name}, middle {middle}, {reduction}"
            params = {"prior_middle": middle, "reduction_ordering": reduction}
            tell(label, MapOrdering(learnt, "prior"), test, options, **params)


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:
        stop(error)
