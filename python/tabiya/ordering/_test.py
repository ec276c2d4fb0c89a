"""What a map is good for: how often it is right, and how many nodes it saves."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.games import Position
from tabiya.ordering._examples import MoveExamples
from tabiya.ordering._player import label_examples
from tabiya.players import MoveMap, Player

N_RESAMPLED = 2000
TOP = 3
LIMITS = (2.5, 97.5)

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Prediction:
    """How often the best move was foretold.

    Attributes
    ----------
    n : int
        Examples with a choice.
    rate : float
        The part of them in which the best move was ranked first; 1 less this is the error rate.
    interval : (float, float)
        Of the rate, 95 %, by resampling games.
    top : float
        The part in which it was among the first three; not a number where that is not known.
    """

    n: int
    rate: float
    interval: tuple[float, float]
    top: float


@dataclass(frozen=True)
class Reduction:
    """What another ordering costs, compared with the plain one at the same depth.

    Attributes
    ----------
    depth : int
        Plies.
    n : int
        Positions that both searched so deep.
    nodes, seconds : float
        Nodes and processor time, all positions together, as parts of those of the plain player.
    nodes_interval, seconds_interval : (float, float)
        95 %, by resampling positions, each with both of its searches.
    """

    depth: int
    n: int
    nodes: float
    nodes_interval: tuple[float, float]
    seconds: float
    seconds_interval: tuple[float, float]


def predict(
    ordering: MoveMap, examples: MoveExamples, *, threads: int = 1, seed: int = 0
) -> Prediction:
    """Count how often a map ranks the best move first (Kocsis 2003, §3.4.5).

    Raises
    ------
    ValueError
        If the examples are of another game, or leave no choice.
    """
    if ordering.game != examples.game:
        raise ValueError(f"examples: expected those of {ordering.game}, found {examples.game}")
    core = examples.core(ordering.shape.inputs)
    if len(core) == 0:
        raise ValueError("examples: expected positions with several moves, found none")
    ranks = ordering.core.ranks(core, threads)
    right = ranks == 1
    interval = _interval_of_rate(right, examples.group[core.numbers()], seed)
    return Prediction(len(core), float(right.mean()), interval, float((ranks <= TOP).mean()))


def predict_by_search(
    player: Player,
    examples: MoveExamples,
    *,
    depth: int,
    threads: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Prediction:
    """Count how often a search of some plies finds the best move, for comparison."""
    examples = examples.going_on()
    found = label_examples(examples, player, depth=depth, threads=threads, progress=progress)
    right = (found.from_squares == examples.from_squares) & (
        found.to_squares == examples.to_squares
    )
    interval = _interval_of_rate(right, examples.group, seed)
    return Prediction(len(examples), float(right.mean()), interval, float("nan"))


def reduce_nodes(
    plain: Player,
    other: Player,
    positions: Iterable[Position],
    *,
    depth: int,
    depths: Sequence[int] | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[Reduction]:
    """Search positions with two players, in turn, and compare nodes and processor time by depth.

    Parameters
    ----------
    plain, other : Player
        The players; the results are those of the other one as parts of the plain one's.
    positions : iterable of Position
        Where to search, each from an empty memory.
    depth : int
        The deepest iteration.
    depths : sequence of int, optional
        The depths to tell of; all from 3 on.
    seed : int
        Of the resampling.
    progress : callable, optional
        Called with the positions done and their number.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("loa").initial()
    >>> plain = tabiya.Player("loa")
    >>> [same] = reduce_nodes(plain, plain, [start, start.play("b1b3")], depth=3)
    >>> same.depth, same.n, same.nodes
    (3, 2, 1.0)
    """
    asked = list(depths or range(min(3, depth), depth + 1))
    chosen = [position for position in positions if position.result is None]
    nodes: dict[int, list[tuple[float, float]]] = {each: [] for each in asked}
    times: dict[int, list[tuple[float, float]]] = {each: [] for each in asked}
    for player in (plain, other):
        for position in chosen[:1]:  # the first search of a player also makes its tables
            player.search(position, depth=1)
    for number, position in enumerate(chosen):
        # Who begins finds colder caches, so they take turns.
        order = (0, 1) if number % 2 == 0 else (1, 0)
        found_by = {each: _search((plain, other)[each], position, depth) for each in order}
        pair = [found_by[0], found_by[1]]
        for each in asked:
            if all(each in found for found in pair):
                nodes[each].append((pair[0][each][0], pair[1][each][0]))
                times[each].append((pair[0][each][1], pair[1][each][1]))
        if progress is not None:
            progress(number + 1, len(chosen))
    return [
        Reduction(each, len(nodes[each]), *_ratio(nodes[each], seed), *_ratio(times[each], seed))
        for each in asked
        if nodes[each]
    ]


def _search(player: Player, position: Position, depth: int) -> dict[int, tuple[float, float]]:
    """Return nodes and processor time by depth."""
    started = time.process_time()
    report = player.search(position, depth=depth)
    spent = time.process_time() - started
    # The clock on the wall divides the processor time among the iterations.
    whole = max(report.seconds, 1e-9)
    return {
        each.depth: (float(each.nodes), spent * each.seconds / whole) for each in report.iterations
    }


def _ratio(pairs: list[tuple[float, float]], seed: int) -> tuple[float, tuple[float, float]]:
    """Return the ratio of the sums, with its interval by resampling pairs."""
    values = np.array(pairs)
    total = values.sum(axis=0)
    generator = np.random.default_rng(seed)
    drawn = generator.integers(0, len(values), (N_RESAMPLED, len(values)))
    sums = values[drawn].sum(axis=1)
    low, high = np.percentile(sums[:, 1] / np.maximum(sums[:, 0], 1e-12), LIMITS)
    return float(total[1] / max(total[0], 1e-12)), (float(low), float(high))


def _interval_of_rate(
    right: NDArray[np.bool_], group: NDArray[np.generic], seed: int
) -> tuple[float, float]:
    """Resample games, for positions of one are not independent."""
    _, number = np.unique(group, return_inverse=True)
    hits = np.bincount(number, weights=right)
    sizes = np.bincount(number).astype(float)
    generator = np.random.default_rng(seed)
    rates = []
    for _ in range(N_RESAMPLED // 4):
        drawn = generator.integers(0, len(sizes), len(sizes))
        rates.append(hits[drawn].sum() / sizes[drawn].sum())
    low, high = np.percentile(rates, LIMITS)
    return float(low), float(high)
