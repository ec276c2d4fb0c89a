"""What a tuning has led to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabiya._core import VERSION
from tabiya.learn import (
    AssessedExamples,
    Iteration,
    Logistic,
    Problem,
    StaticExamples,
    Vector,
    tune,
)
from tabiya.measure import Disagreement, disagreements, make_subject
from tabiya.metrics import concordance
from tabiya.players import Player, Weights
from tabiya.report import Proof, TuningRecord, TuningStep
from tabiya.runs._recipe import Recipe

# Enough for a move and a line beside a diagram.
LINE_NODES, LONGEST_LINE = 4000, 6
# Files that are named; the rest is only hinted at.
N_FILES = 4


@dataclass(frozen=True)
class TuningResult:
    """A recipe, the tuner's name, all iterations, and the constants of the tuner that were set."""

    recipe: Recipe
    tuner: str
    iterations: tuple[Iteration, ...]
    options: Mapping[str, object] = field(default_factory=dict)

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
            worst = disagreements(subject, scores, n)
            found.append((heading, self._with_lines(worst, vector)))
        return tuple(found)

    def _with_lines(
        self, worst: Sequence[Disagreement], vector: Vector
    ) -> tuple[Disagreement, ...]:
        """Return the positions with the best move and the line of a player with these weights."""
        recipe = self.recipe
        if recipe.engine is not None:
            return tuple(worst)
        weights = {**recipe.weights, **self.weights(vector)}
        player = Player(recipe.train.game, weights=weights)
        going_on = [each for each in worst if each.position.result is None]
        reports = player.search_many([each.position for each in going_on], nodes=LINE_NODES)
        searched = {
            id(each): replace(
                each,
                best=each.position.format_move(report.move),
                line=each.position.format_line(report.pv[:LONGEST_LINE]),
            )
            for each, report in zip(going_on, reports, strict=True)
        }
        return tuple(searched.get(id(each), each) for each in worst)

    def _measures(self) -> dict[str, str]:
        """Return what stands beside tau, of the best vector."""
        examples = self.recipe.problem().train
        if not isinstance(examples, StaticExamples | AssessedExamples):
            return {}
        subject = make_subject(self.recipe.train)
        counts = concordance(examples.scores(self.best), subject.values, subject.weights)
        return {
            "tau_b": f"{counts.tau_b:.4f}",
            "gamma": f"{counts.gamma:.4f}",
            "greatest tau": f"{counts.greatest_tau:.4f}",
        }

    def _groups(self) -> dict[str, str]:
        if self.recipe.engine is not None:
            return {}
        known = Weights(self.recipe.train.game)
        return {name: known.info(name).group for name in self.names}

    def record(
        self,
        *,
        proofs: tuple[Proof, ...] = (),
        errors: tuple[float, ...] | None = None,
        command: str = "",
    ) -> TuningRecord:
        """Return what the page of the tuning shows; the command is what somebody typed."""
        notes = []
        if self.first_overfitting is not None:
            notes.append(
                f"First sign of overfitting at iteration {self.first_overfitting}: since control "
                "was at its best, training has risen and control has lost."
            )
        recipe = self.recipe
        control = recipe.control
        files = sorted({Path(str(name)).name for name in recipe.train.table["file"].unique()})
        settings = {
            "tuner": self.tuner,
            "positions": f"{len(recipe.train):,}",
            "control": "none" if control is None else f"{len(control):,} of other games",
            "labels": ", ".join(sorted(recipe.train.table["kind"].unique())),
            "from": ", ".join(files[:N_FILES]) + (" …" if len(files) > N_FILES else ""),
            "assessed by": recipe.engine.name if recipe.engine else recipe.mode,
            "seed": str(recipe.seed),
            "version": VERSION,
        }
        if command:
            settings["command"] = command
        return TuningRecord(
            title=f"{len(self.names)} weights of {self.recipe.train.game} by {self.tuner}",
            measure="tau",
            names=self.names,
            steps=tuple(
                TuningStep(
                    s.number,
                    s.train if s.train is not None else np.nan,
                    s.control,
                    s.base,
                    s.objective,
                )
                for s in self.iterations
            ),
            final=self.best,
            errors=errors,
            proofs=proofs,
            disagreements=self.disagreements(),
            notes=tuple(notes),
            settings=settings,
            game=recipe.train.game,
            groups=self._groups(),
            scale=self._scale(),
            measures=self._measures(),
        )

    def _scale(self) -> float | None:
        """Return K of the logistic tuner, which is fitted to the start vector."""
        if self.tuner != "logistic":
            return None
        return Logistic(self.recipe.problem(), self.options).scale


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
        problem = _resampled(result, counts)
        *_, last = tune(problem, "ascent", iterations=iterations)
        found.append(last.best)
    return tuple(np.std(np.array(found), axis=0, ddof=1).tolist())


def _resampled(result: TuningResult, counts: NDArray[np.int64]) -> Problem:
    """Return the problem with positions that count so often, from the best vector on."""
    whole = result.recipe.problem()
    train = whole.train
    if not isinstance(train, StaticExamples):
        return result.recipe.resampled(counts, result.weights(result.best)).problem()
    # Positions that do not count need not go: their features would have to be found again.
    weights = counts.astype(np.float64)
    if train.importance is not None:
        weights *= train.importance
    drawn = replace(train, importance=weights)
    return replace(whole, train=drawn, control=None, start=result.best)
