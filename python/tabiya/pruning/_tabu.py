"""TS-FPV: tabu search for discrete decisions of class S (Kocsis 2003, Figure 4.2)."""

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tabiya.pruning._lattice import Lattice, Solution

# Length of the tabu list, and cycles without a better solution after which the search ends.
TABU_LENGTH = 7
PATIENCE = 20

# Finds a number for each of many solutions.
Measure: TypeAlias = Callable[[Sequence[Solution]], Sequence[float]]


@dataclass(frozen=True)
class Objective:
    """What is asked of solutions.

    Attributes
    ----------
    n_count : callable
        The size of the tree; quick.
    limit : float
        The largest tree that is allowed.
    estimate : callable
        A quick estimate of the performance, for intensification.
    performance : callable
        The performance; only critical solutions are asked for it.
    """

    n_count: Measure
    limit: float
    estimate: Measure
    performance: Measure


@dataclass(frozen=True)
class Cycle:
    """One cycle: a critical solution and what it is worth.

    Attributes
    ----------
    number : int
        From 0 on.
    solution : tuple of int
        The critical solution.
    n_count, performance : float
        Its tree and its performance.
    best : tuple of int
        The best solution so far.
    best_performance : float
        Its performance.
    """

    number: int
    solution: Solution
    n_count: float
    performance: float
    best: Solution
    best_performance: float


class _Memory:
    """What a search remembers: the tabu list, and how often each value stood at each place."""

    def __init__(self) -> None:
        self.tabu: deque[tuple[int, int]] = deque(maxlen=TABU_LENGTH)
        self.frequency: Counter[tuple[int, int]] = Counter()

    def allowed(self, solutions: Sequence[Solution]) -> list[Solution]:
        """Return those that have no value at the place from which it was lately taken away."""
        return [s for s in solutions if not any(s[place] == value for place, value in self.tabu)]

    def step(self, old: Solution, new: Solution) -> Solution:
        """Take note of a step."""
        place = next(i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)
        self.tabu.append((place, old[place]))
        self.frequency.update(enumerate(new))
        return new

    def rarest(self, solutions: Sequence[Solution]) -> Solution:
        """Return the one whose values were met least often (diversification)."""
        return min(solutions, key=lambda s: (sum(self.frequency[cell] for cell in enumerate(s)), s))


def tabu_search(
    lattice: Lattice,
    objective: Objective,
    *,
    patience: int = PATIENCE,
    seed: int = 0,
    start: Solution | None = None,
) -> Iterator[Cycle]:
    """Search a lattice for the best solution whose tree is within the limit.

    Each cycle climbs to a critical solution by upper neighbours, chosen by the quick estimate,
    measures it, and steps away from it, up or down, to where it has been least; from an infeasible
    solution it goes down the same way until it is feasible.

    Parameters
    ----------
    lattice : Lattice
        The decisions.
    objective : Objective
        What is asked of them. It is all that takes time; with answers that are kept, a search that
        was broken off runs again to where it was in a moment, and on from there.
    patience : int
        Cycles without a better solution after which it ends.
    seed : int
        Of the choice between up and down.
    start : solution, optional
        Where to start; the minimal solution if it is not said.

    Yields
    ------
    Cycle
        Every critical solution that was reached.

    Examples
    --------
    >>> lattice = Lattice("loa", "widths", ("a", "b"), ((1, 2, 3, 4),) * 2)
    >>> def nodes(solutions):
    ...     return [(a + 1) * (b + 1) for a, b in solutions]
    >>> def worth(solutions):
    ...     return [a + 2 * b for a, b in solutions]
    >>> *_, last = tabu_search(lattice, Objective(nodes, 6, worth, worth), patience=5)
    >>> last.best, last.best_performance
    ((0, 3), 6)
    """
    choice = random.Random(seed)  # noqa: S311 (no secret)
    memory = _Memory()
    v = start or lattice.least
    (size,) = objective.n_count([v])
    if size > objective.limit:
        raise ValueError(
            f"limit: expected trees of at most {objective.limit:,.0f} nodes, found {size:,.0f} in "
            "the narrowest search; a deeper reference leaves more"
        )
    best, best_performance = v, float("-inf")
    number = cycle = 0
    while cycle < patience:
        # Intensification.
        while above := _feasible(memory.allowed(lattice.upper(v)), objective):
            worth = objective.estimate(above)
            order = sorted(zip(worth, above, strict=True), key=lambda each: (-each[0], each[1]))
            v = memory.step(v, order[0][1])
        (performance,) = objective.performance([v])
        if performance > best_performance:
            best, best_performance, cycle = v, performance, 0
        (n_count,) = objective.n_count([v])
        yield Cycle(number, v, n_count, performance, best, best_performance)
        # Step away from the critical solution; where one way is barred, the other is taken.
        up, down = memory.allowed(lattice.upper(v)), memory.allowed(lattice.lower(v))
        ways = (up or down) if choice.random() < 0.5 else (down or up)  # noqa: PLR2004 (a coin)
        # Where the tabu list bars everything, its oldest entries are forgotten.
        while not ways:
            memory.tabu.popleft()
            ways = memory.allowed([*lattice.upper(v), *lattice.lower(v)])
        v = memory.step(v, memory.rarest(ways))
        # Diversification.
        while objective.n_count([v])[0] > objective.limit:
            ways = memory.allowed(lattice.lower(v)) or lattice.lower(v)
            if not ways:
                break
            v = memory.step(v, memory.rarest(ways))
        cycle += 1
        number += 1


def _feasible(solutions: list[Solution], objective: Objective) -> list[Solution]:
    counts = objective.n_count(solutions) if solutions else []
    return [s for s, n in zip(solutions, counts, strict=True) if n <= objective.limit]


@dataclass(frozen=True)
class Monotonicity:
    """How often an upper neighbour is not below its lower one (assumptions 4.2 and 4.3).

    Attributes
    ----------
    n_pairs : int
        Neighbours that were compared.
    n_count, performance : float
        The share of pairs for which the assumption held.
    """

    n_pairs: int
    n_count: float
    performance: float


def measure_monotonicity(
    lattice: Lattice, objective: Objective, *, n_pairs: int = 200, seed: int = 0
) -> Monotonicity:
    """Compare neighbours drawn at random, as the paper does in §4.4.3.

    The estimate of the objective stands for the performance.
    """
    choice = random.Random(seed)  # noqa: S311 (no secret)
    pairs: list[tuple[Solution, Solution]] = []
    while len(pairs) < n_pairs:
        low = tuple(choice.randrange(len(values)) for values in lattice.values)
        above = lattice.upper(low)
        if above:
            pairs.append((low, choice.choice(above)))
    lows, highs = [list(column) for column in zip(*pairs, strict=True)]

    def share(measure: Measure) -> float:
        values = zip(measure(highs), measure(lows), strict=True)
        return sum(high >= low for high, low in values) / n_pairs

    return Monotonicity(n_pairs, share(objective.n_count), share(objective.estimate))
