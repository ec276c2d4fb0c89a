"""Tuning: iterations of a tuner, that can be stopped and gone on with at any time."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from tabiya.learn._ascent import Ascent
from tabiya.learn._cma import Cma
from tabiya.learn._item import CONTROL, Item, Vector
from tabiya.learn._iteration import Iteration
from tabiya.learn._logistic import Logistic
from tabiya.learn._problem import Problem
from tabiya.learn._spsa import Spsa
from tabiya.learn._surrogate import Surrogate
from tabiya.learn._tuner import State, Tuner

Evaluate: TypeAlias = Callable[[Sequence[Item]], Sequence[float]]

TUNERS: dict[str, type[Ascent | Surrogate | Logistic | Cma | Spsa]] = {
    kind.name: kind for kind in (Ascent, Surrogate, Logistic, Cma, Spsa)
}
STATE_FORMAT = 1
# Nobody speaks of overfitting before control was at its best so many iterations ago, and has lost
# so much of tau since.
PATIENCE, CONTROL_LOSS = 3, 1e-4


def tune(
    problem: Problem,
    tuner: str = "ascent",
    *,
    iterations: int | None = None,
    evaluate: Evaluate | None = None,
    state: Mapping[str, Any] | None = None,
    patience: int = PATIENCE,
    control_loss: float = CONTROL_LOSS,
    **options: object,
) -> "Run":
    """Tune weights, iteration by iteration.

    Parameters
    ----------
    problem : Problem
        What is tuned, from where, and on what.
    tuner : {"ascent", "surrogate", "logistic", "cma", "spsa"}
        How. With a state, the tuner and the options come from there.
    iterations : int, optional
        Stop after so many in all; else when the tuner is done, which some never are.
    evaluate : callable, optional
        Measures the items of an iteration, in any order and anywhere; ``problem.evaluate`` if
        missing.
    state : mapping, optional
        What :meth:`Run.state` returned. The run goes on as if it had never stopped.
    patience, control_loss : int, float
        Overfitting is pointed out when tau of the control set was at its best so many iterations
        ago and has lost so much since, while training has gained.
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
        overfitting=(patience, control_loss),
        options=options,
    )


@dataclass(frozen=True)
class _Record:
    """What a run remembers beside its tuner."""

    number: int = 0
    best: Vector | None = None
    best_value: float | None = None
    # The best control so far, what training was then, and when.
    control: float | None = None
    control_train: float | None = None
    control_number: int = 0


class Run(Iterator[Iteration]):
    """The iterations of a tuner."""

    def __init__(
        self,
        problem: Problem,
        tuner: str,
        *,
        iterations: int | None,
        evaluate: Evaluate,
        state: Mapping[str, Any] | None,
        overfitting: tuple[int, float],
        options: Mapping[str, object],
    ) -> None:
        if iterations is not None and iterations < 0:
            raise ValueError(f"iterations: expected 0 or more, found {iterations}")
        self.problem = problem
        self.iterations = iterations
        self._evaluate = evaluate
        self._patience, self._control_loss = overfitting
        self._record = _Record()
        saved: State | None = None
        if state is not None:
            tuner, options, saved = _read_state(state, problem, options)
            record = dict(state["record"])
            record["best"] = None if record["best"] is None else tuple(record["best"])
            self._record = _Record(**record)
        if tuner not in TUNERS:
            raise ValueError(f"tuner: expected one of {', '.join(TUNERS)}, found {tuner!r}")
        self.name = tuner
        self._options = dict(options)
        self.tuner: Tuner = TUNERS[tuner](problem, options, saved)

    def __next__(self) -> Iteration:
        if self._is_over():
            raise StopIteration
        before = time.perf_counter()
        base = self.tuner.base
        items = self.tuner.ask()
        controls = [] if self.problem.control is None else [Item(base, CONTROL)]
        values = list(self._evaluate([*items, *controls]))
        if len(values) != len(items) + len(controls):
            raise ValueError(
                f"evaluate: expected {len(items) + len(controls)} values, found {len(values)}"
            )
        step = self.tuner.tell(values[: len(items)])
        control = values[-1] if controls else None
        number = self._record.number
        self._remember(base, step.tested, prefers_base=step.prefers_base, train=step.train)
        overfitting = self._is_overfitting(step.train, control)
        self._record = replace(self._record, number=number + 1)
        return Iteration(
            number=number,
            names=self.problem.names,
            base=base,
            train=step.train,
            control=control,
            best=base if self._record.best is None else self._record.best,
            best_value=self._record.best_value,
            cases=step.cases,
            objective=step.objective,
            overfitting=overfitting,
            n_tested=len(items),
            seconds=time.perf_counter() - before,
        )

    def state(self) -> State:
        """Return all that is needed to go on after the last iteration; JSON can hold it."""
        record = asdict(self._record)
        return {
            "format": STATE_FORMAT,
            "problem": self.problem.fingerprint,
            "tuner": self.name,
            "options": self._options,
            "record": record,
            "state": self.tuner.state(),
        }

    def _is_over(self) -> bool:
        is_enough = self.iterations is not None and self._record.number >= self.iterations
        return is_enough or self.tuner.is_done

    def _remember(
        self,
        base: Vector,
        tested: Sequence[tuple[Vector, float]],
        *,
        prefers_base: bool,
        train: float | None,
    ) -> None:
        if prefers_base:
            self._record = replace(self._record, best=base, best_value=train)
            return
        for vector, value in tested:
            if self._record.best_value is None or value > self._record.best_value:
                self._record = replace(self._record, best=vector, best_value=value)

    def _is_overfitting(self, train: float | None, control: float | None) -> bool:
        """Return whether training went on rising where control fell (Gomboc 2004, §8.1)."""
        record = self._record
        if train is None or control is None:
            return False
        if record.control is None or control > record.control:
            self._record = replace(
                record, control=control, control_train=train, control_number=record.number
            )
            return False
        is_old = record.number - record.control_number >= self._patience
        has_risen = record.control_train is not None and train > record.control_train
        return is_old and has_risen and control < record.control - self._control_loss


def _read_state(
    state: Mapping[str, Any], problem: Problem, options: Mapping[str, object]
) -> tuple[str, Mapping[str, object], State]:
    missing = {"format", "problem", "tuner", "options", "record", "state"} - set(state)
    if missing:
        raise ValueError(f"state: expected what a run has saved, found no {min(missing)!r}")
    if state["format"] != STATE_FORMAT:
        raise ValueError(f"state: expected format {STATE_FORMAT}, found {state['format']!r}")
    if state["problem"] != problem.fingerprint:
        raise ValueError(
            "state: expected one of the same weights, start, seed, positions and labels, found "
            f"one of another problem ({state['problem']!r})"
        )
    if options:
        raise ValueError(f"state: expected no further options, found {', '.join(options)}")
    return state["tuner"], state["options"], state["state"]
