"""RL-FPF: reinforcement learning of forward-pruning functions (Kocsis 2003, §4.3)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabiya.cluster import Workers
from tabiya.players import Pruning, SearchFunction, start_function
from tabiya.pruning._exam import Examination
from tabiya.pruning._rprop import FIRST, Rprop

Decides: TypeAlias = Literal["prune", "reduce", "null_move"]
# The search parameters of the paper's main experiment.
INPUTS = ("IT", "SD", "D2L", "ED", "NVC", "HASH")
# The learning set is divided into so many pieces of work.
N_BLOCKS = 8
# Weights, and the first position and the one after the last.
Block: TypeAlias = tuple[tuple[float, ...], int, int]


@dataclass(frozen=True)
class Rewards:
    """The four rewards of equation 4.13.

    Attributes
    ----------
    performance : float
        What a centipawn of true score that the chosen move falls short of the best one counts for.
    below, above : float
        What the size of the tree counts for (equation 4.12): ``below`` times its excess over the
        limit where that is negative, ``above`` where it is not. The second is much larger.
    change, no_change : float
        What a decision counts for after which the value of its node changed, and did not; much
        smaller than the others.
    """

    performance: float = 0.1
    below: float = 1.0
    above: float = 5.0
    change: float = 0.01
    no_change: float = 0.001

    def n_count(self, nodes: float, limit: float) -> float:
        """Return the reward for the size of the tree (equation 4.12).

        >>> Rewards(below=1, above=10).n_count(150, 100), Rewards(below=1).n_count(50, 100)
        (5.0, -0.5)
        """
        excess = (nodes - limit) / limit
        return (self.below if excess < 0 else self.above) * excess


@dataclass(frozen=True)
class Epoch:
    """One pass over the learning set.

    Attributes
    ----------
    number : int
        From 0 on.
    n_count : float
        Mean size of the trees.
    performance : float
        Mean score difference from the reference.
    n_decisions : int
        How many decisions were made.
    weights : tuple of float
        The weights that searched.
    best : tuple of float
        Those of the best performance within the limit so far.
    best_performance : float, optional
        Their performance; None until trees were within the limit.
    """

    number: int
    n_count: float
    performance: float
    n_decisions: int
    weights: tuple[float, ...]
    best: tuple[float, ...]
    best_performance: float | None


@dataclass(frozen=True, eq=False)
class Lessons:
    """What searches taught: the sums of §4.3.2, a number for each weight.

    Attributes
    ----------
    nodes, differences : ndarray of shape (n_positions,)
        Sizes of the trees, and what the moves are better than those of the reference by.
    n_decisions : int
        How many decisions were made.
    towards_less : ndarray
        Towards searching less, over all decisions.
    towards_more : ndarray
        Towards searching more, over all decisions, each times what the move of its search falls
        short of the best one by: the reward of §4.3.1 with the sign that makes a worse move ask for
        a wider search, as assumption 4.8 wants it.
    change, no_change : ndarray
        Towards more after which the value of a node changed; towards less after which it did not.
    """

    nodes: NDArray[np.float64]
    differences: NDArray[np.float64]
    n_decisions: int
    towards_less: NDArray[np.float64]
    towards_more: NDArray[np.float64]
    change: NDArray[np.float64]
    no_change: NDArray[np.float64]

    def total(self, rewards: Rewards, limit: float) -> NDArray[np.float64]:
        """Return where the weights should go: equation 4.13, summed over all decisions."""
        return (
            rewards.n_count(float(self.nodes.mean()), limit) * self.towards_less
            + rewards.performance * self.towards_more
            + rewards.no_change * self.no_change
            + rewards.change * self.change
        )


def _joined(parts: Sequence[Lessons]) -> Lessons:
    return Lessons(
        np.concatenate([part.nodes for part in parts]),
        np.concatenate([part.differences for part in parts]),
        sum(part.n_decisions for part in parts),
        np.sum([part.towards_less for part in parts], axis=0),
        np.sum([part.towards_more for part in parts], axis=0),
        np.sum([part.change for part in parts], axis=0),
        np.sum([part.no_change for part in parts], axis=0),
    )


@dataclass(frozen=True)
class Task:
    """What is learned, where.

    Parameters
    ----------
    exam : Examination
        The learning set, the reference and the depth.
    decides : {"prune", "reduce", "null_move"}
        What the function decides.
    inputs : tuple of str
        What it sees.
    counts : {"all", "quiet"}
        Which moves its checkpoints count.
    """

    exam: Examination
    decides: Decides = "prune"
    inputs: tuple[str, ...] = INPUTS
    counts: Literal["all", "quiet"] = "quiet"

    def start(self) -> SearchFunction:
        """Return a function that changes nothing: nothing is skipped, reduced or added."""
        game = self.exam.setting.game
        if self.decides == "null_move":
            return start_function(game, self.inputs, bias=0.0, checkpoints=(1,))
        bias = 0.5 if self.decides == "prune" else 0.0
        return start_function(game, self.inputs, bias=bias, counts=self.counts)

    def pruning(self, function: SearchFunction, made_by: str = "by hand") -> Pruning:
        """Return what a player is given."""
        game = self.exam.setting.game
        match self.decides:
            case "prune":
                return Pruning(game, function=function, made_by=made_by)
            case "reduce":
                return Pruning(game, reduction_function=function, made_by=made_by)
            case _:
                return Pruning(game, null_move_function=function, made_by=made_by)

    def trial(self, reference: int, n: int) -> "Task":
        """Return the task on some of the positions and from another depth, to tune rewards on."""
        exam = self.exam
        depth = reference + exam.depth - exam.reference
        part = Examination(exam.setting, exam.truth.part(n), reference, depth, exam.threads)
        return replace(self, exam=part)

    def best(self, epoch: Epoch, made_by: str = "by hand") -> Pruning:
        """Return what a player is given after some epochs."""
        return self.pruning(self._blank.replace(np.array(epoch.best)), made_by)

    def teach(self, function: SearchFunction, workers: Workers | None = None) -> Lessons:
        """Search the learning set with the function and gather what that teaches.

        The set is divided in the same way whoever does the work, so the sums are the same.
        """
        edges = np.linspace(0, len(self.exam.truth), N_BLOCKS + 1).round().astype(int).tolist()
        weights = tuple(function.weights.ravel().tolist())
        blocks = [(weights, a, b) for a, b in pairwise(edges) if a < b]
        if workers is None:
            return _joined([self(block) for block in blocks])
        found = dict(workers.run(self, blocks))
        return _joined([found[number] for number in range(len(blocks))])

    def __call__(self, block: Block) -> Lessons:
        """Teach on some of the positions."""
        weights, start, stop = block
        exam, rows = self.exam, slice(start, stop)
        player = exam.setting.player(self.pruning(self._blank.replace(np.array(weights))))
        positions = exam.truth.positions[rows]
        moves, nodes, n_decisions, sums = player._core.teach_packed(
            positions.packed,
            list(positions.game.rules.items()),
            self.decides,
            exam.depth,
            None,
            exam.threads,
        )
        scores = np.array(
            [each[move] for each, move in zip(exam.truth.scores[rows], moves, strict=True)]
        )
        more, less, change, no_change = sums
        return Lessons(
            nodes.astype(np.float64),
            scores - exam.reference_scores[rows],
            int(n_decisions.sum()),
            less.sum(axis=0),
            (exam.truth.best[rows] - scores) @ more,
            change.sum(axis=0),
            no_change.sum(axis=0),
        )

    @cached_property
    def _blank(self) -> SearchFunction:
        return self.start()


class Reinforcement(Iterator[Epoch]):
    """Epochs of RL-FPF, that can be stopped and gone on with.

    Parameters
    ----------
    task : Task
        What is learned.
    rewards : Rewards
        The rewards; :func:`tune_rewards` finds ratios that suit the task.
    epochs : int
        How many there are in all.
    state : mapping, optional
        What :meth:`state` returned; the learning goes on as if it had never stopped.
    workers : Workers, optional
        Who searches the learning set; the epochs do not depend on it.
    """

    def __init__(
        self,
        task: Task,
        rewards: Rewards,
        *,
        epochs: int,
        first_step: float = FIRST,
        state: Mapping[str, Any] | None = None,
        workers: Workers | None = None,
    ) -> None:
        self.task, self.rewards, self.epochs, self._workers = task, rewards, epochs, workers
        self.function = task.start()
        self._number = 0
        self._rule = Rprop.start(self.function.weights.size, first=first_step)
        self._best: tuple[float, ...] = tuple(self.function.weights.ravel().tolist())
        self._best_performance: float | None = None
        if state is not None:
            self._number = int(state["number"])
            self.function = self.function.replace(np.array(state["weights"]))
            self._rule = Rprop(np.array(state["steps"]), np.array(state["last"]))
            self._best = tuple(state["best"])
            self._best_performance = state["best_performance"]

    def __next__(self) -> Epoch:
        if self._number >= self.epochs:
            raise StopIteration
        weights = tuple(self.function.weights.ravel().tolist())
        lessons = self.task.teach(self.function, self._workers)
        limit = self.task.exam.limit
        n_count, performance = float(lessons.nodes.mean()), float(lessons.differences.mean())
        if n_count <= limit and (
            self._best_performance is None or performance > self._best_performance
        ):
            self._best, self._best_performance = weights, performance
        change, self._rule = self._rule.step(lessons.total(self.rewards, limit))
        self.function = self.function.replace(self.function.weights.ravel() + change)
        self._number += 1
        return Epoch(
            self._number - 1,
            n_count,
            performance,
            lessons.n_decisions,
            weights,
            self._best,
            self._best_performance,
        )

    def state(self) -> dict[str, Any]:
        """Return all that changes, for JSON."""
        return {
            "number": self._number,
            "weights": self.function.weights.ravel().tolist(),
            "steps": self._rule.steps.tolist(),
            "last": self._rule.last.tolist(),
            "best": list(self._best),
            "best_performance": self._best_performance,
        }


# Ratios that are tried, and how many epochs each.
RATIOS = tuple(10.0**power for power in np.arange(-3.0, 1.01, 0.5).tolist())
TRIAL_EPOCHS = 12

# Finds the size at which trees settle with each of many rewards.
Settle: TypeAlias = Callable[[Sequence[Rewards]], Sequence[float]]


def settled_nodes(task: Task, rewards: Rewards, *, epochs: int = TRIAL_EPOCHS) -> float:
    """Return the mean size of the trees in the second half of some epochs."""
    found = list(Reinforcement(task, rewards, epochs=epochs))
    return float(np.mean([epoch.n_count for epoch in found[epochs // 2 :]]))


def tune_rewards(
    decides: Decides,
    limit: float,
    settle: Settle,
    *,
    rewards: Rewards | None = None,
    tell: Callable[[str], object] | None = None,
) -> Rewards:
    """Find ratios of rewards at which the size of the tree settles at the limit (§4.5.1).

    First the ratio between the rewards for no change and for a change, with the other two set to
    0; then, with it, the ratio between performance and the size of the tree. In both cases the one
    is taken at which the trees of the last epochs are nearest to the limit. The first two are a
    hundredth of the others. After a null move no value changes, so there only the second is tuned.
    """
    usual = rewards or Rewards()

    def nearest(name: str, trials: Sequence[Rewards]) -> int:
        found = settle(trials)
        for ratio, n_count in zip(RATIOS, found, strict=True):
            if tell:
                tell(f"{name} {ratio:.3g}: {n_count:,.0f} nodes, the limit is {limit:,.0f}")
        return int(np.argmin([abs(np.log(n_count / limit)) for n_count in found]))

    values = replace(usual, change=0.0, no_change=0.0)
    if decides != "null_move":
        silent = replace(usual, performance=0.0, below=0.0, above=0.0, change=1.0)
        trials = [replace(silent, no_change=ratio) for ratio in RATIOS]
        chosen = RATIOS[nearest("no change / change", trials)]
        values = replace(usual, no_change=usual.change * chosen)
    trials = [replace(values, performance=usual.performance * ratio) for ratio in RATIOS]
    return trials[nearest("performance / nodes", trials)]
