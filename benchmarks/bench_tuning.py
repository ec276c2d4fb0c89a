"""Kernels of tuning on 649,698 chess positions, as many as Gomboc 2004 had, on two threads.

One iteration of the published ascent on eleven weights (23 concordances); value and gradient of the
logistic objective beside scikit-learn on the same design matrix; the pairwise surrogate beside it.
Beside what the clock on the wall says, which other work on the machine lengthens, stands what two
threads would take if each had a processor to itself: half of the processor time.
"""

import time
import warnings
from math import inf

import numpy as np
from scipy import special
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

import tabiya
from _peers import figure, timed
from bench_evaluation import random_positions
from tabiya.learn import ELEVEN, Problem, StaticExamples, label_positions, make_problem, tune
from tabiya.positions import LabelledPositions

M, N_DISTINCT = 649_698, 16_384
N_SMALL, N_BRUTE = 60_000, 1_500
SCALE, MARGIN = 160.0, 100.0
MOST_SECONDS, LEAST_SPEED, MOST_RATIO = 0.08, 1200.0, 5.0


def labelled_positions() -> LabelledPositions:
    """Return positions of random play over and over, with seven labels that differ."""
    distinct = random_positions("chess", N_DISTINCT)
    positions = (distinct * (M // N_DISTINCT + 1))[:M]
    rng = np.random.default_rng(2004)
    scores = np.tile(tabiya.Player("chess").evaluate_many(distinct), M // N_DISTINCT + 1)[:M]
    scores *= np.array([1 if p.side_to_move == "white" else -1 for p in positions])
    return label_positions(positions, np.clip(np.round(scores / 150 + rng.normal(0, 1, M)), -3, 3))


def of(problem: Problem) -> StaticExamples:
    """Return the positions of a problem."""
    assert isinstance(problem.train, StaticExamples)
    return problem.train


def measure_ascent(subject: LabelledPositions) -> None:
    """Measure an iteration of eleven weights from 50."""
    problem = make_problem(subject, ELEVEN, start=50, threads=2)
    run = tune(problem, "ascent", iterations=6)
    first = next(run)
    busy, others = inf, []
    for _ in range(5):
        began = time.process_time()
        others.append(next(run))
        busy = min(busy, time.process_time() - began)
    scores = of(problem).scores(first.base).round(6)
    assert abs(tabiya.concordance(scores, subject.values).tau - (first.train or 0)) < 1e-5
    alone = next(tune(make_problem(subject, ELEVEN, start=50, threads=1), "ascent"))
    assert alone == first
    seconds = min(iteration.seconds for iteration in others)
    verdict = "met" if seconds < MOST_SECONDS else "MISSED"
    figure("ascent iteration, 11 weights, 649,698 positions", f"{seconds:.3f} s")
    figure("  half of the processor time", f"{busy / 2:.3f} s")
    figure(f"  23 concordances within {MOST_SECONDS} s", verdict)


def measure_objectives(subject: LabelledPositions) -> None:
    """Measure the logistic objective and the surrogate, all weights at once."""
    results = label_positions(subject.positions, (subject.values > 0).astype(float))
    logistic = of(make_problem(results, ["all"], threads=2))
    ranks = of(make_problem(subject, ["all"], threads=2))
    start = tabiya.weights("chess").array()
    n_entries = logistic.design.n_entries
    own = busy = inf
    for _ in range(15):
        began = time.process_time()
        own = min(own, timed(lambda: logistic.logistic(start, SCALE))[1])
        busy = min(busy, time.process_time() - began)
    speed = n_entries / own / 1e6
    verdict = "met" if speed >= LEAST_SPEED else "MISSED"
    figure("logistic value and gradient, two threads", f"{speed:.0f} M non-zeros/s")
    figure("  by half of the processor time", f"{2 * n_entries / busy / 1e6:.0f} M non-zeros/s")
    figure(f"  at least {LEAST_SPEED:.0f} M non-zeros/s", verdict)
    surrogate = min(timed(lambda: ranks.pairwise(start, MARGIN))[1] for _ in range(5))
    verdict = "met" if surrogate <= MOST_RATIO * own else "MISSED"
    figure("surrogate of tau, value and gradient over all pairs", f"{surrogate * 1e3:.0f} ms")
    figure("  times the logistic objective (at most 5)", f"{surrogate / own:.2f}, {verdict}")


def measure_peer(subject: LabelledPositions) -> None:
    """Hold the same objective against scipy, and its speed against scikit-learn."""
    values = (subject.values[:N_SMALL] > 0).astype(float)
    small = label_positions(subject.positions[:N_SMALL], values)
    problem = make_problem(small, ["all"], threads=2)
    start = tabiya.weights("chess").array()
    sign = tabiya.analysts.first_view(small.positions, np.ones(N_SMALL))
    matrix = tabiya.Trace("chess", small.positions).jacobian().multiply(sign[:, None]).tocsr()
    value, gradient = of(problem).logistic(start, SCALE)
    x = of(problem).scores(problem.start) / SCALE
    loss = -(values * special.log_expit(x) + (1 - values) * special.log_expit(-x))
    assert abs(value - loss.mean()) < 1e-9
    slope = matrix.T @ (special.expit(x) - values) / (SCALE * N_SMALL)
    np.testing.assert_allclose(gradient, slope, rtol=1e-9, atol=1e-9)
    design = matrix / SCALE
    peer = LogisticRegression(max_iter=30, fit_intercept=False, C=1e6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        _, seconds = timed(lambda: peer.fit(design, values))
    each = seconds / peer.n_iter_[0]
    own = min(timed(lambda: of(problem).logistic(start, SCALE))[1] for _ in range(9))
    figure("scikit-learn, an iteration of the same size", f"{each * 1e3:.1f} ms")
    figure("  ours in the same run", f"{own * 1e3:.1f} ms, {each / own:.0f} times as fast")


def check_surrogate(subject: LabelledPositions) -> None:
    """Hold the surrogate against the sum over all pairs."""
    values = subject.values[:N_BRUTE]
    problem = make_problem(label_positions(subject.positions[:N_BRUTE], values), ["all"])
    scores = of(problem).scores(problem.start)
    higher = values[:, None] > values[None, :]
    missing = np.maximum(0, 1 - (scores[:, None] - scores[None, :]) / MARGIN)
    expected = (higher * missing**2).sum() / higher.sum()
    assert abs(of(problem).pairwise(problem.start, MARGIN)[0] / expected - 1) < 1e-9


def main() -> None:
    """Measure and print."""
    subject = labelled_positions()
    measure_ascent(subject)
    measure_objectives(subject)
    measure_peer(subject)
    check_surrogate(subject)


if __name__ == "__main__":
    main()
