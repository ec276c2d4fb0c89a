"""What a tuning has led to."""

from dataclasses import dataclass

import numpy as np

from tabiya._core import VERSION
from tabiya.learn import AssessedExamples, Iteration, StaticExamples, Vector, tune
from tabiya.measure import Disagreement, disagreements, make_subject
from tabiya.metrics import concordance
from tabiya.report import Proof, TuningRecord, TuningStep
from tabiya.runs._recipe import Recipe


@dataclass(frozen=True)
class TuningResult:
    """A recipe, the tuner's name, and all iterations."""

    recipe: Recipe
    tuner: str
    iterations: tuple[Iteration, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the tuned weights."""
        return self.iterations[-1].names

    @property
    def start(self) -> Vector:
        """Return the vector it started from."""
        return self.iterations[0].base

    @property
    def best(self) -> Vector:
        """Return the best vector that was ever tested."""
        return self.iterations[-1].best

    def weights(self, vector: Vector) -> dict[str, float]:
        """Return a vector by name."""
        return dict(zip(self.names, vector, strict=True))

    def at(self, number: int) -> Vector:
        """Return the base vector of an iteration; that of the last one if it is later."""
        return self.iterations[min(number, len(self.iterations) - 1)].base

    @property
    def first_overfitting(self) -> int | None:
        """Return the first iteration that points out overfitting, if there is one."""
        return next((step.number for step in self.iterations if step.overfitting), None)

    def disagreements(self, n: int = 6) -> tuple[tuple[str, tuple[Disagreement, ...]], ...]:
        """Return the positions that are most out of order, by the first vector and by the best."""
        examples = self.recipe.problem().train
        if not isinstance(examples, StaticExamples | AssessedExamples):
            return ()
        subject = make_subject(self.recipe.train)
        found = []
        for when, vector in (("before", self.start), ("after", self.best)):
            scores = examples.scores(vector)
            counts = concordance(scores, subject.values, subject.weights)
            share = counts.discordant / counts.n
            heading = f"Greatest disagreements {when}: {share:.2%} of all pairs are out of order"
            found.append((heading, tuple(disagreements(subject, scores, n))))
        return tuple(found)

    def record(
        self, *, proofs: tuple[Proof, ...] = (), errors: tuple[float, ...] | None = None
    ) -> TuningRecord:
        """Return what the page of the tuning shows."""
        notes = []
        if self.first_overfitting is not None:
            notes.append(
                f"First sign of overfitting at iteration {self.first_overfitting}: since control "
                "was at its best, training has risen and control has lost."
            )
        settings = {
            "tuner": self.tuner,
            "positions": f"{len(self.recipe.train):,}",
            "seed": str(self.recipe.seed),
            "version": VERSION,
        }
        return TuningRecord(
            title=f"{len(self.names)} weights of {self.recipe.train.game} by {self.tuner}",
            measure="tau",
            names=self.names,
            steps=tuple(
                TuningStep(s.number, s.train if s.train is not None else np.nan, s.control, s.base)
                for s in self.iterations
            ),
            final=self.best,
            errors=errors,
            proofs=proofs,
            disagreements=self.disagreements(),
            notes=tuple(notes),
            settings=settings,
        )


def bootstrap_errors(
    result: TuningResult, n_samples: int, *, iterations: int = 30
) -> tuple[float, ...]:
    """Return standard errors of the weights: how far they move on resampled games.

    Each sample draws as many games as there are, with repetition, and tunes on from the best
    vector.

    Parameters
    ----------
    result : TuningResult
        A tuning by static evaluation.
    n_samples : int
        How many samples; two at least.
    iterations : int
        Iterations of ascent on each.
    """
    if n_samples < 2:  # noqa: PLR2004 (a scatter needs two)
        raise ValueError(f"bootstrap: expected 2 samples or more, found {n_samples}")
    recipe = result.recipe
    groups = make_subject(recipe.train).groups
    _, index = np.unique(groups, return_inverse=True)
    n_games = int(index.max()) + 1
    found = []
    for number in range(n_samples):
        draw = np.random.default_rng([recipe.seed, number]).integers(0, n_games, n_games)
        counts = np.bincount(draw, minlength=n_games)[index]
        problem = recipe.resampled(counts, result.weights(result.best)).problem()
        *_, last = tune(problem, "ascent", iterations=iterations)
        found.append(last.best)
    return tuple(np.std(np.array(found), axis=0, ddof=1).tolist())
