"""Two ways to learn decisions that only games can judge: Meta-Actor-Critic and SANE-TA."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabiya.clocks._checkpoint import Checkpoint
from tabiya.clocks._task import Outcome, Task, n_values
from tabiya.population import Sane, SaneOptions

Values = NDArray[np.float32]
# CITE: Kocsis 2003, §5.3.1.
USUAL_DECAY = 0.9


@dataclass(frozen=True)
class Progress:
    """How far a learner has come.

    Attributes
    ----------
    step, n_steps : int
        Steps done, and all of them.
    n_games : int
        Games played so far.
    score : float
        What the policy, or the best of a generation, scored in the last step.
    values : ndarray, optional
        The policy, or the best of the generation, where a network learns.
    """

    step: int
    n_steps: int
    n_games: int
    score: float
    values: Values | None = field(default=None, compare=False, repr=False)


OnProgress = Callable[[Progress], object]


@dataclass(frozen=True)
class ActorCritic:
    """The Meta-Actor-Critic: steps of RPROP along what batches of games ask for.

    CITE: Kocsis 2003, §5.2.2 and appendix A.3.

    Attributes
    ----------
    batches, games : int
        Batches, and games of each.
    decay : float, optional
        Beta, by which a decision is forgotten with every move. Without one, 0.9; clocks of chess
        are learned with 0.95, as in the thesis.
    explore : float
        How often it decides at random, at first; it falls to nothing in a straight line.
    first, least, most : float
        The sizes of steps.
    up, down : float
        How the size of a step changes where the direction stays, and where it turns.
    seed : int
        Of the first weights.
    """

    batches: int = 60
    games: int = 40
    decay: float | None = None
    explore: float = 0.2
    first: float = 0.02
    least: float = 1e-6
    most: float = 0.2
    up: float = 1.2
    down: float = 0.5
    seed: int = 1

    def fit(
        self,
        task: Task,
        state: Path | None = None,
        on_progress: OnProgress | None = None,
        *,
        start: Values | None = None,
    ) -> Values:
        """Learn, from random values or a start; with a file for its state it goes on there."""
        checkpoint = Checkpoint(state, f"{self} {task}")
        kept = checkpoint.load()
        generator = np.random.default_rng(self.seed)
        values = generator.normal(0.0, 0.1, n_values(task.shape)).astype(np.float32)
        values = values if start is None else start
        sizes = np.full(len(values), self.first)
        before, average = np.zeros(len(values)), np.zeros(len(values))
        done = 0
        if kept:
            values, done = kept["values"].astype(np.float32), int(kept["done"])
            sizes, before, average = kept["sizes"], kept["before"], kept["average"]
        for batch in range(done, self.batches):
            explore = self.explore * (1 - batch / self.batches)
            found = task.play(
                values,
                batch=batch,
                n_games=self.games,
                explore=max(explore, 1e-9),
                decay=USUAL_DECAY if self.decay is None else self.decay,
            )
            step = np.zeros(len(values)) if found.step is None else found.step
            turn = np.sign(step * before)
            sizes = np.clip(
                sizes * np.where(turn > 0, self.up, np.where(turn < 0, self.down, 1.0)),
                self.least,
                self.most,
            )
            values = (values + np.sign(step) * sizes).astype(np.float32)
            before = step
            # What is used in the end is the average over the second half, which is less noisy.
            n = batch - self.batches // 2
            if n >= 0:
                average = average + (values - average) / (n + 1)
            checkpoint.save(
                values=values,
                sizes=sizes,
                before=before,
                average=average,
                done=np.array(batch + 1),
            )
            now = (values if n < 0 else average).astype(np.float32)
            _tell(on_progress, batch + 1, self.batches, self.games, found, now)
        return average.astype(np.float32)


@dataclass(frozen=True)
class SaneTa:
    """SANE for a decision: what a network scores is its fitness.

    CITE: Kocsis 2003, §5.2.3 and appendix A.2.

    Attributes
    ----------
    generations, games : int
        Generations, and games of each network in each.
    options : SaneOptions
        The constants of SANE.
    seed : int
        Of all that is random.
    """

    generations: int = 12
    games: int = 12
    options: SaneOptions = field(
        default_factory=lambda: SaneOptions(neurons=120, networks=24, spread=0.3)
    )
    seed: int = 1

    def fit(
        self, task: Task, state: Path | None = None, on_progress: OnProgress | None = None
    ) -> Values:
        """Evolve, and return the best by the mean over the generations in which it took part."""
        checkpoint = Checkpoint(state, f"{self} {task}")
        kept = checkpoint.load()
        sane = Sane(task.shape, self.options, seed=self.seed)
        leaders: list[Values] = []
        if kept:
            sane.generation = int(kept["generation"])
            sane.neurons, sane.members = kept["neurons"], kept["members"].astype(np.int64)
            leaders = list(kept["leaders"].astype(np.float32))
        for generation in range(sane.generation, self.generations):
            values = sane.values()
            found = [task.play(each, batch=generation, n_games=self.games) for each in values]
            fitness = np.array([each.score for each in found])
            best = int(fitness.argmax())
            leaders.append(values[best])
            sane.evolve(fitness)
            checkpoint.save(
                generation=np.array(sane.generation),
                neurons=sane.neurons,
                members=sane.members,
                leaders=np.array(leaders),
            )
            n_games = self.games * self.options.networks
            done = generation + 1
            _tell(on_progress, done, self.generations, n_games, found[best], values[best])
        return self._best(task, leaders[-3:])

    def _best(self, task: Task, leaders: list[Values]) -> Values:
        """Return the best of the last leaders, by fresh games."""
        scores = [
            task.play(each, batch=self.generations, n_games=4 * self.games).score
            for each in leaders
        ]
        return leaders[int(np.argmax(scores))]


def _tell(  # noqa: PLR0917 (the parts of one report)
    on_progress: OnProgress | None,
    step: int,
    n_steps: int,
    n_games: int,
    found: Outcome,
    values: Values,
) -> None:
    if on_progress is not None:
        on_progress(Progress(step, n_steps, step * n_games, found.score, values))
