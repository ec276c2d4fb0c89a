"""What a tuning has led to."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabiya._core import VERSION
from tabiya.learn import (
    TIE,
    AssessedExamples,
    Iteration,
    Logistic,
    MakeTuner,
    MatrixExamples,
    StaticExamples,
    Vector,
)
from tabiya.learn import tuner_name as name_of
from tabiya.measure import Disagreement, disagreements
from tabiya.metrics import Difference, concordance, tau_difference
from tabiya.play import Proof
from tabiya.players import Player, Weights
from tabiya.report import TuningRecord, TuningStep
from tabiya.runs._labeller import Labeller
from tabiya.runs._task import MadeProblem, TuningTask

# Enough for a move and a line beside a diagram.
LINE_NODES, LONGEST_LINE = 4000, 6
# Files that are named; the rest is only hinted at.
N_FILES = 4


@dataclass(frozen=True)
class TuningResult:
    """What a tuning has found.

    Attributes
    ----------
    task : TuningTask or MadeProblem
    tuner : str or callable
    iterations : tuple of Iteration
    options : mapping
        The constants of the tuner that were set.
    part : float
        How far to go from the start to the best vector on control: 1 is all the way.
    patience : int, optional
        After how many iterations without a better control it was to end, if somebody said so.
    """

    task: TuningTask | MadeProblem
    tuner: str | MakeTuner
    iterations: tuple[Iteration, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    part: float = 1.0
    patience: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the tuned weights."""
        return self.iterations[-1].names

    @property
    def start(self) -> Vector:
        """Return the vector it started from."""
        return self.iterations[0].base

    @property
    def tuner_name(self) -> str:
        """Return what the tuner is called."""
        return self.tuner if isinstance(self.tuner, str) else name_of(self.tuner)

    @property
    def best(self) -> Vector:
        """Return the best vector in training."""
        return self.iterations[-1].best

    @property
    def chosen(self) -> Vector:
        """Return the vector that is handed over: the best on control, or one on the way there."""
        found = self.iterations[-1].chosen
        if self.part == 1:
            return found
        start = np.array(self.start)
        return self.task.problem().fitted(start + self.part * (np.array(found) - start))

    @property
    def reached(self) -> tuple[float | None, float | None]:
        """Return tau of the chosen vector in training and on control, where they are measured."""
        last = self.iterations[-1]
        if self.part == 1:
            return last.chosen_value, last.chosen_control
        problem = self.task.problem()
        if problem.train is None:
            return None, None
        held = problem.control
        (train,) = problem.train.taus([self.chosen])
        return train, None if held is None else held.taus([self.chosen])[0]

    @property
    def end(self) -> str:
        """Return why the run is over, in words; empty if only its iterations have run out."""
        return self.iterations[-1].end

    def gain(self) -> Difference | None:
        """Return by how much tau of the chosen vector is above that of the start, on control.

        On training if there is no control; None if nothing was measured on positions.
        """
        problem = self.task.problem()
        examples = problem.control or problem.train
        if not isinstance(examples, StaticExamples | AssessedExamples | MatrixExamples):
            return None
        before, after = (examples.scores(vector) for vector in (self.start, self.chosen))
        return tau_difference(
            after, before, labels_of(examples), examples.importance, groups=examples.groups
        )

    def weights(self, vector: Vector) -> dict[str, float]:
        """Return a vector by name, each weight of a tied group by its own."""
        return self.task.problem().weights(vector)

    def at(self, number: int) -> Vector:
        """Return the base vector of an iteration; that of the last one if it is later."""
        return self.iterations[min(number, len(self.iterations) - 1)].base

    @property
    def first_overfitting(self) -> int | None:
        """Return the first iteration that points out overfitting, if there is one."""
        return next((step.number for step in self.iterations if step.overfitting), None)

    def disagreements(self, n: int = 6) -> tuple[tuple[str, tuple[Disagreement, ...]], ...]:
        """Return the positions that are most out of order, by the first vector and by the best."""
        examples, task = self.task.problem().train, self.task
        if isinstance(task, MadeProblem) or (subject := task.labelled) is None:
            return ()
        if not isinstance(examples, StaticExamples | AssessedExamples):
            return ()
        found = []
        for when, vector in (("before", self.start), ("after", self.chosen)):
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
        task = self.task
        if isinstance(task, MadeProblem) or task.engine is not None:
            return tuple(worst)
        weights = {**task.weights, **self.weights(vector)}
        player = Player(task.game_name, weights=weights)
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
        examples = self.task.problem().train
        if not isinstance(examples, StaticExamples | AssessedExamples | MatrixExamples):
            return {}
        counts = concordance(examples.scores(self.chosen), labels_of(examples), examples.importance)
        found = {
            "tau_b": counts.tau_b,
            "gamma": counts.gamma,
            "greatest tau": counts.greatest_tau,
        }
        # Of labels or scores that are all the same, some of these are not defined.
        return {name: f"{n:.4f}" if math.isfinite(n) else "none" for name, n in found.items()}

    def _groups(self) -> dict[str, str]:
        task = self.task
        if isinstance(task, MadeProblem) or task.engine is not None:
            return {}
        known, ties = Weights(task.game_name), task.problem().ties
        return {n: n.removeprefix(TIE) if n in ties else known.info(n).group for n in self.names}

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
        notes += [] if self.end in ("", "converged") else [f"Ended, for {self.end}."]
        settings = {"tuner": self.tuner_name, **self._said_of_positions(), "version": VERSION}
        if command:
            settings["command"] = command
        task, reached = self.task, self.reached
        game = "" if isinstance(task, MadeProblem) else task.game_name
        return TuningRecord(
            title=f"{len(self.names)} weights{game and f' of {game}'} by {self.tuner_name}",
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
            final=self.chosen,
            errors=errors,
            proofs=proofs,
            disagreements=self.disagreements(),
            notes=tuple(notes),
            settings=settings,
            game=game or "chess",
            groups=self._groups(),
            scale=self._scale(),
            measures=self._measures(),
            reached=None if reached[0] is None else (reached[0], reached[1]),
        )

    def _said_of_positions(self) -> dict[str, str]:
        """Return what was learnt from, in words."""
        task, problem = self.task, self.task.problem()
        held = problem.control
        words = {
            "positions": "none" if problem.train is None else f"{len(problem.train):,}",
            "control": "none" if held is None else f"{len(held):,} of other games",
        }
        if isinstance(task, TuningTask) and task.labelled is not None:
            rows = task.labelled.table
            files = sorted({Path(str(name)).name for name in rows["file"].unique()})
            words |= {
                "labels": ", ".join(sorted(rows["kind"].unique())),
                "from": ", ".join(files[:N_FILES]) + (" …" if len(files) > N_FILES else ""),
            }
            judge = task.said.get("control-label")
            if isinstance(judge, str) and held is not None:
                words["control"] += f", labelled by {Labeller.parse(judge).words}"
        return words | {
            "assessed by": task.analyst,
            "start": task.start_name,
            "seed": str(problem.seed),
        }

    def _scale(self) -> float | None:
        """Return K of the logistic tuner, which is fitted to the start vector."""
        if self.tuner_name != "logistic":
            return None
        return Logistic(self.task.problem(), self.options).scale


def labels_of(examples: StaticExamples | AssessedExamples | MatrixExamples) -> NDArray[np.float64]:
    """Return the labels of positions."""
    return examples.subject.values if isinstance(examples, AssessedExamples) else examples.values
