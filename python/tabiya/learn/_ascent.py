"""Estimated gradient ascent on tau (Gomboc 2004, §5.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tabiya.learn._cases import Case, classify, decide
from tabiya.learn._piece_of_work import TRAIN, PieceOfWork, Portion, Vector
from tabiya.learn._plateau import Plateau
from tabiya.learn._problem import Problem
from tabiya.learn._tuner import State, Step, check_range, read_options


@dataclass(frozen=True)
class AscentOptions:
    """The constants of the ascent.

    Attributes
    ----------
    fraction : float
        The test distance begins as this part of a weight (footnote 5: 1 %).
    fraction_decay : float
        By what it is multiplied after each iteration.
    random_most : float
        If a random number between 0 and this is larger than the test distance, it is used instead,
        so that weights near zero can move (footnote 5: 1). With a resolution, its steps.
    flat : float
        Differences of tau up to this are none.
    step : float
        How far a weight moves along a slope of one, before the bound.
    step_decay : float
        By what that is multiplied after each iteration.
    bound : float
        The change along a slope is at most so many test distances (§5.1: 3).
    momentum : float
        This part of a weight's last change is added to the next along a slope (§8.1 misses
        convergence acceleration). 0 is as published.
    sample : int, optional
        Measure on so many positions at first (§8.1); all if it is missing.
    growth : float
        By what the sample grows in each iteration, until it is all positions.
    changing : bool
        Draw another sample in each iteration; else it only grows.
    plateau : int
        After so many iterations without gain, the weights of positions are perturbed against the
        base vector (§8.2); 0 for never.
    plateau_gain : float
        Less than this is no gain.
    perturbation : float
        How strongly they are perturbed the first time.
    perturbation_decay : float
        By what that is multiplied from time to time.
    perturbed_iterations : int
        How long each perturbation lasts.
    """

    fraction: float = 0.01
    fraction_decay: float = 0.998
    random_most: float = 1.0
    flat: float = 1e-7
    step: float = 1e5
    step_decay: float = 0.998
    bound: float = 3.0
    momentum: float = 0.0
    sample: int | None = None
    growth: float = 1.05
    changing: bool = False
    plateau: int = 0
    plateau_gain: float = 1e-6
    perturbation: float = 0.5
    perturbation_decay: float = 0.7
    perturbed_iterations: int = 5

    def __post_init__(self) -> None:
        check_range("ascent", self, 0, np.inf, ("fraction", "flat", "step", "bound"))
        check_range("ascent", self, 0, np.inf, ("random_most", "plateau", "plateau_gain"))
        decays = ("fraction_decay", "step_decay", "perturbation_decay", "momentum")
        check_range("ascent", self, 0, 1, decays)
        check_range("ascent", self, 1, np.inf, ("growth", "perturbed_iterations"))
        check_range("ascent", self, 2, np.inf, ("sample",))
        check_range("ascent", self, 0, np.inf, ("perturbation",))


class Ascent:
    """Estimated gradient ascent: two test vectors per weight, and a move for each by its case."""

    name = "ascent"

    def __init__(
        self,
        problem: Problem,
        options: Mapping[str, object] | None = None,
        state: State | None = None,
    ) -> None:
        self._problem = problem
        self.options = read_options(AscentOptions, self.name, options or {})
        state = state or {}
        self._iteration: int = state.get("iteration", 0)
        self._base: Vector = tuple(state.get("base", problem.fitted(problem.start)))
        self._changes: Vector = tuple(state.get("changes", [0.0] * len(self._base)))
        self._plateau = Plateau(**state.get("plateau", {}))
        self._reach: tuple[float, ...] = tuple(state.get("reach", [1.0] * len(self._base)))
        # Weights whose top was seen to lie between two that were tested.
        self._framed: set[int] = set(state.get("framed", ()))
        self._n_still: int = state.get("n_still", 0)
        # What was asked for and not told yet: of a thousand weights, two thousand vectors of them.
        self._asked: list[PieceOfWork] | None = None

    @property
    def base(self) -> Vector:
        """Return the vector that the next iteration starts from."""
        return self._base

    @property
    def is_done(self) -> bool:
        """Return whether nothing has moved for some iterations, and nothing farther is left."""
        return self._n_still >= N_STILL

    def ask(self) -> list[PieceOfWork]:
        """Return the base vector, two test vectors per weight, and the base on all positions."""
        if self._asked is None:
            self._asked = self._vectors()
        return list(self._asked)

    def _vectors(self) -> list[PieceOfWork]:
        view = self._view()
        lows, highs = self._tests()
        vectors = [self._base]
        for index in range(len(self._base)):
            vectors += [self._with(index, low_or_high[index]) for low_or_high in (lows, highs)]
        items = [PieceOfWork(vector, view) for vector in vectors]
        return items if view.is_whole else [*items, PieceOfWork(self._base, TRAIN)]

    def tell(self, values: Sequence[float]) -> Step:
        """Move every weight by its case; the moves together make the next base vector."""
        items, self._asked = self.ask(), None
        base = self._base
        step = self.options.step * self.options.step_decay**self._iteration
        cases, moved = [], []
        for index, value in enumerate(base):
            low, high = 1 + 2 * index, 2 + 2 * index
            three = (items[low].vector[index], value, items[high].vector[index])
            taus = (values[low], values[0], values[high])
            case = classify(taus, self.options.flat)
            new = decide(three, taus, flat=self.options.flat, step=step, bound=self.options.bound)
            if case in (Case.ASCENDING, Case.DESCENDING):
                new += self.options.momentum * self._changes[index]
                # A weight that moves in steps moves at least one, or it would never move again.
                least = self._problem.resolution[index]
                new = max(new, value + least) if case is Case.ASCENDING else min(new, value - least)
            cases.append(str(case))
            moved.append(new)
        whole = [
            (item.vector, value)
            for item, value in zip(items, values, strict=True)
            if item.view.is_whole
        ]
        train = dict(whole)[base]
        self._base = self._problem.fitted(moved)
        self._look_around(base, cases, items)
        self._changes = tuple(new - old for new, old in zip(self._base, base, strict=True))
        self._plateau = self._plateau.after(train, base, self.options)
        self._iteration += 1
        return Step(train, tuple(whole), tuple(cases))

    def state(self) -> State:
        """Return all that changes."""
        return {
            "iteration": self._iteration,
            "base": list(self._base),
            "changes": list(self._changes),
            "plateau": self._plateau.state(),
            "reach": list(self._reach),
            "framed": sorted(self._framed),
            "n_still": self._n_still,
        }

    def _view(self) -> Portion:
        options = self.options
        emphasis = self._plateau.emphasis
        if options.sample is None:
            return Portion(emphasis=emphasis)
        train = self._problem.train
        n_all = 0 if train is None else len(train)
        # Growth beyond all positions is cut off before the power overflows.
        n_doublings = self._iteration * np.log2(options.growth)
        room = np.log2(max(n_all / options.sample, 1))
        n = (
            n_all
            if n_doublings >= room
            else round(options.sample * options.growth**self._iteration)
        )
        if n >= n_all:
            return Portion(emphasis=emphasis)
        drawn = self._iteration if options.changing else 0
        seed = int(self._problem.generator(SAMPLE_STREAM, drawn).integers(2**31))
        return Portion(n_positions=n, seed=seed, emphasis=emphasis)

    def _tests(self) -> tuple[Vector, Vector]:
        """Return the values to test below and above each weight, both at the same distance."""
        options, problem = self.options, self._problem
        base = np.array(self._base)
        steps = np.array(problem.resolution)
        fraction = options.fraction * options.fraction_decay**self._iteration
        chance = problem.generator(DISTANCE_STREAM, self._iteration).random(len(base))
        random = chance * options.random_most * np.where(steps > 0, steps, 1.0)
        distance = np.maximum(fraction * np.abs(base), random) * np.array(self._reach)
        safe = np.where(steps > 0, steps, 1.0)
        whole = np.maximum(np.round(distance / safe), 1) * safe
        distance = np.where(steps > 0, whole, distance)
        return problem.fitted(base - distance), problem.fitted(base + distance)

    def _look_around(
        self, base: Vector, cases: Sequence[str], items: Sequence[PieceOfWork]
    ) -> None:
        """Test farther away where nothing changes, and nearer where the top lies in between.

        A weight that can only be set in steps may need many of them before a score moves at all.
        The farthest is where its bounds are, or `MOST_REACH` times the usual distance.
        """
        reach = list(self._reach)
        for index, case in enumerate(cases):
            value, step = base[index], self._problem.resolution[index]
            if self._base[index] != value:
                reach[index] = 1.0
                self._framed.discard(index)
            if self._base[index] != value or step <= 0:
                continue
            tested = (items[1 + 2 * index].vector[index], items[2 + 2 * index].vector[index])
            ends = (self._problem.least[index], self._problem.most[index])
            distance = max(abs(value - tested[0]), abs(tested[1] - value))
            is_far = tested == ends or reach[index] >= MOST_REACH or index in self._framed
            if case == Case.FLAT and not is_far:
                reach[index] *= 2
            elif case == Case.CONCAVE_DOWN and distance > step:
                reach[index] /= 2
                self._framed.add(index)
        is_still = self._base == base and tuple(reach) == self._reach and not self._plateau.n_left
        waits = self.options.plateau > 0 or self.options.sample is not None
        self._n_still = self._n_still + 1 if is_still and not waits else 0
        self._reach = tuple(reach)

    def _with(self, index: int, value: float) -> Vector:
        return (*self._base[:index], value, *self._base[index + 1 :])


# So many iterations without any change are the end.
N_STILL = 3
# No weight is tested farther away than so many times the usual distance.
MOST_REACH = 1024.0
# Streams of randomness that do not depend on each other.
SAMPLE_STREAM, DISTANCE_STREAM = 1, 2
