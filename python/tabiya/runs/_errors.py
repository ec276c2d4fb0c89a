"""How sure the weights are: full refits on games that are drawn again."""

from dataclasses import replace

import numpy as np

from tabiya.learn import AssessedExamples, MatrixExamples, StaticExamples, tune
from tabiya.runs._result import TuningResult


def bootstrap_errors(result: TuningResult, n_samples: int) -> tuple[float, ...]:
    """Return standard errors of the weights: how far they move on resampled games.

    Each sample draws as many games as there are, with repetition, and is tuned as the run itself
    was: the same tuner, constants and patience, from the same start, chosen on the same control
    positions, as far as the vector that is handed over goes.

    CITE: Efron and Tibshirani 1993, "An Introduction to the Bootstrap"; games are drawn and not
    positions, for those of one game are much alike.

    Parameters
    ----------
    result : TuningResult
        A tuning on positions.
    n_samples : int
        How many samples; two at least.
    """
    if n_samples < 2:  # noqa: PLR2004 (a scatter needs two)
        raise ValueError(f"bootstrap: expected 2 samples or more, found {n_samples}")
    problem = result.task.problem()
    examples = problem.train
    if not isinstance(examples, StaticExamples | AssessedExamples | MatrixExamples):
        raise ValueError("bootstrap: expected a tuning on positions, found none")  # noqa: TRY004 (a value for the user)
    _, games = np.unique(examples.groups, return_inverse=True)
    n_games = int(games.max()) + 1
    own = np.ones(len(examples)) if examples.importance is None else examples.importance
    found = []
    for number in range(n_samples):
        draw = np.random.default_rng([problem.seed, number]).integers(0, n_games, n_games)
        counts = np.bincount(draw, minlength=n_games)[games]
        drawn = replace(problem, train=examples.reweighted(own * counts))
        *_, last = tune(
            drawn,
            result.tuner,
            iterations=len(result.iterations),
            patience=result.patience,
            **dict(result.options),
        )
        found.append(last.chosen)
    # Who goes a part of the way from a start that is not drawn again errs by that part.
    return tuple((result.part * np.std(np.array(found), axis=0, ddof=1)).tolist())
