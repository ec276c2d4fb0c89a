"""The contract of a tuner, to be run on one of your own."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tabiya.learn._piece_of_work import Portion, Vector
from tabiya.learn._problem import Problem
from tabiya.learn._run import tune, tuner_name
from tabiya.learn._tuner import MakeTuner

N_ITERATIONS = 6
# The weights of the landscape's top.
TOP = (3.0, -2.0)


@dataclass(frozen=True)
class _Hill:
    """A hill in place of positions."""

    fingerprint: str = "hill"

    def __len__(self) -> int:
        return 100

    def taus(self, vectors: Sequence[Vector]) -> list[float]:
        """Return 1 at the top, less elsewhere."""
        far = (sum((w - t) ** 2 for w, t in zip(v, TOP, strict=True)) for v in vectors)
        return [1 / (1 + each / 100) for each in far]

    def seen(self, view: Portion) -> "_Hill":
        """Return all of it, whatever the view."""
        del view
        return self


def check_tuner(
    tuner: MakeTuner, options: Mapping[str, object] | None = None, problem: Problem | None = None
) -> None:
    """Check that a tuner keeps the contract of :class:`Tuner`.

    It starts where the problem says; it stays within bounds and on the steps of the weights; every
    item it asks for is one that the problem can measure; the same seed gives the same run; and a
    run that was stopped after any iteration, and whose state went through JSON, goes on as if it
    had not been.

    Parameters
    ----------
    tuner : callable
        Called with a problem, options and a state or None; a class with these arguments is one.
    options : mapping, optional
        Options to check it with.
    problem : Problem, optional
        The problem to check it on; a small hill in two dimensions if it is missing.

    Raises
    ------
    AssertionError
        With a line that says what was expected, if it does not.

    Examples
    --------
    >>> from tabiya.learn import Ascent, check_tuner
    >>> check_tuner(Ascent)
    """
    problem = problem or Problem(
        names=("a", "b"),
        start=(0.0, 0.0),
        least=(-5.0, -5.0),
        most=(5.0, 5.0),
        resolution=(0.0, 0.5),
        train=_Hill(),
        seed=1,
    )
    given: dict[str, Any]
    name, given = tuner_name(tuner), dict(options or {})
    fresh = tuner(problem, given, None)
    start = problem.fitted(problem.start)
    _expect(name, fresh.base == start, f"to start from {start}, found {fresh.base}")
    whole = list(tune(problem, tuner, iterations=N_ITERATIONS, **given))
    _expect(name, bool(whole), "at least one iteration, found none")
    for step in whole:
        _expect(
            name, step.base == problem.fitted(step.base), f"bounds and steps, found {step.base}"
        )
    again = list(tune(problem, tuner, iterations=N_ITERATIONS, **given))
    _expect(name, again == whole, "the same run from the same seed, found another")
    for stop in range(1, len(whole)):
        run = tune(problem, tuner, iterations=stop, **given)
        first = list(run)
        try:
            state = json.loads(json.dumps(run.state()))
        except TypeError as error:
            raise AssertionError(f"{name}: expected a state for JSON, found {error}") from None
        rest = list(tune(problem, tuner, state=state, iterations=N_ITERATIONS))
        _expect(name, first + rest == whole, f"the same run after a stop at {stop}, found another")
    other = replace(problem, seed=problem.seed + 1)
    _expect(
        name,
        bool(list(tune(other, tuner, iterations=1, **given))),
        "a run from any seed, found none",
    )


def _expect(name: str, is_so: bool, what: str) -> None:  # noqa: FBT001 (a condition and its words)
    if not is_so:
        raise AssertionError(f"{name}: expected {what}")
