"""Tuning: iterations of a tuner, that can be stopped and gone on with at any time."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, TypeAlias

from tabiya.learn._ascent import Ascent, AscentOptions
from tabiya.learn._choice import CONTROL_LOSS, Choice
from tabiya.learn._cma import Cma, CmaOptions
from tabiya.learn._iteration import Iteration
from tabiya.learn._logistic import Logistic, LogisticOptions
from tabiya.learn._piece_of_work import CONTROL, TRAIN, PieceOfWork, Vector
from tabiya.learn._problem import Problem
from tabiya.learn._spsa import Spsa, SpsaOptions
from tabiya.learn._surrogate import Surrogate, surrogate_options
from tabiya.learn._tuner import MakeTuner, State, Step, Tuner, read_options

Evaluate: TypeAlias = Callable[[Sequence[PieceOfWork]], Sequence[float]]

TUNERS: dict[str, MakeTuner] = {
    kind.name: kind for kind in (Ascent, Surrogate, Logistic, Cma, Spsa)
}
# Who reads the constants of each.
READERS: dict[str, Callable[[Mapping[str, object]], object]] = {
    Ascent.name: partial(read_options, AscentOptions, Ascent.name),
    Surrogate.name: surrogate_options,
    Logistic.name: partial(read_options, LogisticOptions, Logistic.name),
    Cma.name: partial(read_options, CmaOptions, Cma.name),
    Spsa.name: partial(read_options, SpsaOptions, Spsa.name),
}
STATE_FORMAT = 2
KEYS = ("format", "problem", "tuner", "options", "record", "state", "patience", "control_loss")
# A run ends when control has not risen for so many iterations.
PATIENCE = 20
# Why a run ends before its iterations have run out.
CONVERGED, STOPPED = "converged", "control has not risen for {} iterations"


def tune(
    problem: Problem,
    tuner: str | MakeTuner = "ascent",
    *,
    iterations: int | None = None,
    evaluate: Evaluate | None = None,
    state: Mapping[str, Any] | None = None,
    patience: int | None = None,
    control_loss: float | None = None,
    **options: object,
) -> "Run":
    """Tune weights, iteration by iteration.

    Parameters
    ----------
    problem : Problem
        What is tuned, from where, and on what.
    tuner : {"ascent", "surrogate", "logistic", "cma", "spsa"} or callable
        How: by name, or a :class:`Tuner` of your own, called with the problem, the options and the
        state, if there is one. With a state, the options come from there.
    iterations : int, optional
        Stop after so many in all; else when the tuner is done, which some never are.
    evaluate : callable, optional
        Measures the items of an iteration, in any order and anywhere; ``problem.evaluate`` if
        missing.
    state : mapping, optional
        What :meth:`Run.state` returned. The run goes on as if it had never stopped.
    patience : int, optional
        The run ends when so many iterations have passed without a better value on the control set;
        0 for never. As in the state if it is missing, or else 20.
    control_loss : float, optional
        Overfitting is pointed out when control has lost so much since it was at its best, some
        iterations ago, while training has gained. As in the state if it is missing, or else 1e-4.
    **options
        Constants of the tuner.

    Returns
    -------
    Run
        An iterator of :class:`Iteration`.

    Examples
    --------
    >>> import tabiya
    >>> from tabiya.learn import label_positions, make_problem, tune
    >>> start = tabiya.game("loa").initial()
    >>> after = [start.play(move) for move in start.legal_moves()[:5]]
    >>> positions = [p.play(move) for p in after for move in p.legal_moves()]
    >>> judge = tabiya.analysts.StaticAnalyst(tabiya.Player("loa"))
    >>> scores = tabiya.analysts.assess(judge, positions)
    >>> problem = make_problem(label_positions(positions, scores), ["mobility", "quads"], start=1)
    >>> run = tune(problem, "ascent", iterations=30)
    >>> taus = [iteration.train for iteration in run]
    >>> len(taus), taus[-1] > taus[0]
    (30, True)
    """
    return Run(
        problem,
        tuner,
        iterations=iterations,
        evaluate=evaluate or problem.evaluate,
        state=state,
        stopping=(patience, control_loss),
        options=options,
    )


class Run(Iterator[Iteration]):
    """The iterations of a tuner."""

    def __init__(
        self,
        problem: Problem,
        tuner: str | MakeTuner,
        *,
        iterations: int | None,
        evaluate: Evaluate,
        state: Mapping[str, Any] | None,
        stopping: tuple[int | None, float | None],
        options: Mapping[str, object],
    ) -> None:
        if iterations is not None and iterations < 0:
            raise ValueError(f"iterations: expected 0 or more, found {iterations}")
        self.problem = problem
        self.iterations = iterations
        self._evaluate = evaluate
        self._choice = Choice()
        # What was measured ahead of the next iteration, which asks for it again.
        self._known: dict[PieceOfWork, float] = {}
        saved: State | None = None
        patience, control_loss = stopping
        name = tuner if isinstance(tuner, str) else tuner_name(tuner)
        if state is not None:
            before, options, saved = _read_state(state, problem, options)
            if not isinstance(tuner, str) and before != name:
                raise ValueError(f"state: expected one of the tuner {before!r}, found {name!r}")
            name = before
            record = dict(state["record"])
            for key in ("best", "chosen"):
                record[key] = None if record[key] is None else tuple(record[key])
            self._choice = Choice(**record)
            patience = state["patience"] if patience is None else patience
            control_loss = state["control_loss"] if control_loss is None else control_loss
        self.patience = PATIENCE if patience is None else patience
        self.control_loss = CONTROL_LOSS if control_loss is None else control_loss
        if self.patience < 0:
            raise ValueError(f"patience: expected 0 or more, found {self.patience}")
        if isinstance(tuner, str) and name not in TUNERS:
            raise ValueError(f"tuner: expected one of {', '.join(TUNERS)}, found {name!r}")
        self.name = name
        self._options = dict(options)
        make = TUNERS[name] if isinstance(tuner, str) else tuner
        self.tuner: Tuner = make(problem, options, saved)

    @property
    def end(self) -> str:
        """Return why the run is over, in words; empty if only its iterations can run out."""
        if self.tuner.is_done:
            return CONVERGED
        age = self._choice.number - 1 - self._choice.chosen_number
        is_stale = self.patience > 0 and age >= self.patience
        has_control = self.problem.control is not None and self._choice.chosen_control is not None
        return STOPPED.format(self.patience) if has_control and is_stale else ""

    def __next__(self) -> Iteration:
        is_enough = self.iterations is not None and self._choice.number >= self.iterations
        if is_enough or self.end:
            raise StopIteration
        before = time.perf_counter()
        base = self.tuner.base
        items = self.tuner.ask()
        controls = [] if self.problem.control is None else [PieceOfWork(base, CONTROL)]
        values = self._measure([*items, *controls])
        step = self.tuner.tell(values[: len(items)])
        control = values[-1] if controls else None
        number = self._choice.number
        self._choose(base, step, control)
        overfitting = self._choice.is_overfitting(step.train, control, self.control_loss)
        self._choice = choice = replace(self._choice, number=number + 1)
        return Iteration(
            number=number,
            names=self.problem.names,
            base=base,
            train=step.train,
            control=control,
            best=base if choice.best is None else choice.best,
            best_value=choice.best_value,
            best_control=choice.best_control,
            chosen=base if choice.chosen is None else choice.chosen,
            chosen_value=choice.chosen_value,
            chosen_control=choice.chosen_control,
            cases=step.cases,
            objective=step.objective,
            overfitting=overfitting,
            end=self.end,
            n_tested=len(items),
            seconds=time.perf_counter() - before,
        )

    def state(self) -> State:
        """Return all that is needed to go on after the last iteration; JSON can hold it."""
        return {
            "format": STATE_FORMAT,
            "problem": self.problem.fingerprint,
            "tuner": self.name,
            "options": self._options,
            "patience": self.patience,
            "control_loss": self.control_loss,
            "record": asdict(self._choice),
            "state": self.tuner.state(),
        }

    def _measure(self, items: Sequence[PieceOfWork]) -> list[float]:
        """Return the values of items; those that were measured ahead are not measured again."""
        new = [item for item in items if item not in self._known]
        found = list(self._evaluate(new)) if new else []
        if len(found) != len(new):
            raise ValueError(f"evaluate: expected {len(new)} values, found {len(found)}")
        self._known |= dict(zip(new, found, strict=True))
        return [self._known[item] for item in items]

    def _choose(self, base: Vector, step: Step, control: float | None) -> None:
        """Remember what is best in training and on control; the step's end is measured too.

        So the last step of a run is not thrown away: the next base vector is measured here, ahead
        of an iteration that may never come.
        """
        choice = self._choice
        if control is not None:
            choice = choice.controlled(base, step.train, control)
        new = self.tuner.base
        ahead = [] if self.problem.train is None else [PieceOfWork(new, TRAIN)]
        ahead += [] if control is None else [PieceOfWork(new, CONTROL)]
        found = dict(zip(ahead, self._measure(ahead), strict=True)) if ahead else {}
        self._known = found
        train = found.get(PieceOfWork(new, TRAIN))
        values = dict(step.tested)
        if train is not None:
            values[new] = train
        if step.by_games:
            self._choice = choice.with_best(step.preferred or new, train).uncontrolled()
            return
        before = choice.best
        if step.preferred is not None:
            choice = choice.with_best(step.preferred, values.get(step.preferred))
        elif step.by_tau:
            choice = choice.with_highest(values)
        if control is None:
            self._choice = choice.uncontrolled()
            return
        choice = choice.controlled(new, train, found[PieceOfWork(new, CONTROL)])
        if choice.best == base:
            choice = replace(choice, best_control=control)
        elif choice.best not in (None, before, new):
            (value,) = self._evaluate([PieceOfWork(choice.best, CONTROL)])
            choice = choice.controlled(choice.best, choice.best_value, value)
        self._choice = choice


def check_constants(tuner: str, constants: Mapping[str, object]) -> None:
    """Refuse a name that no tuner has, and constants that it does not take, without a problem.

    >>> check_constants("spsa", {"pairs": 0})
    Traceback (most recent call last):
    ValueError: spsa: expected pairs from 1 to inf, found 0
    """
    if tuner not in TUNERS:
        raise ValueError(f"tuner: expected one of {', '.join(TUNERS)}, found {tuner!r}")
    READERS[tuner](constants)


def tuner_name(tuner: MakeTuner) -> str:
    """Return what a tuner is called: its ``name``, or that of the function or class.

    >>> tuner_name(Ascent)
    'ascent'
    """
    return str(getattr(tuner, "name", None) or getattr(tuner, "__name__", type(tuner).__name__))


def _read_state(
    state: Mapping[str, Any], problem: Problem, options: Mapping[str, object]
) -> tuple[str, Mapping[str, object], State]:
    if state.get("format", STATE_FORMAT) != STATE_FORMAT:
        raise ValueError(f"state: expected format {STATE_FORMAT}, found {state['format']!r}")
    missing = [key for key in KEYS if key not in state]
    if missing:
        raise ValueError(f"state: expected what a run has saved, found no {missing[0]!r}")
    if state["problem"] != problem.fingerprint:
        raise ValueError(
            "state: expected one of the same weights, start, seed, positions and labels, found "
            f"one of another problem ({state['problem']!r})"
        )
    if options:
        raise ValueError(f"state: expected no further options, found {', '.join(options)}")
    return state["tuner"], state["options"], state["state"]
