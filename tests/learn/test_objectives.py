"""The smooth objectives and tau by trace, against NumPy, scipy and sums over all pairs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import optimize, special, stats

import tabiya
from tabiya.learn import StaticExamples, label_positions
from tabiya.learn._examples import Floats
from tabiya.positions import LabelledPositions

NAMES = ("knight", "king_safety_scale", "king_safety_asymmetry", "rook_on_seventh", "pawn")
VECTOR = (310.0, 80.0, -20.0, 17.5, 95.0)


def examples(subject: LabelledPositions, threads: int = 1, **changes: Floats) -> StaticExamples:
    subject = label_positions(
        subject.positions, changes.get("values", subject.values), changes.get("weights")
    )
    return StaticExamples.of(subject, tabiya.weights("chess"), NAMES, threads)


def by_player(subject: LabelledPositions, vector: tuple[float, ...]) -> tuple[Floats, Floats]:
    """Scores of the first player and their derivatives, by the trace and its Jacobian."""
    weights = tabiya.weights("chess").replace(dict(zip(NAMES, vector, strict=True)))
    trace = tabiya.Trace("chess", subject.positions)
    sign = tabiya.analysts.first_view(subject.positions, np.ones(len(subject)))
    columns = [list(weights).index(name) for name in NAMES]
    return trace.scores(weights) * sign, trace.jacobian(weights).toarray()[:, columns] * sign[
        :, None
    ]


@pytest.fixture(scope="module")
def subject(labelled: Callable[..., LabelledPositions]) -> LabelledPositions:
    return labelled("chess", 150, 5)


@pytest.fixture(scope="module")
def weights(subject: LabelledPositions) -> Floats:
    return np.random.default_rng(3).random(len(subject)) + 0.1


@pytest.mark.parametrize("weighted", [False, True])
def test_logistic_is_that_of_scipy(
    subject: LabelledPositions, weights: Floats, *, weighted: bool
) -> None:
    results = np.random.default_rng(1).choice([0.0, 0.5, 1.0], len(subject))
    z = weights if weighted else np.ones(len(subject))
    changes: Any = {"values": results} | ({"weights": weights} if weighted else {})
    value, gradient = examples(subject, **changes).logistic(VECTOR, 140.0)
    scores, jacobian = by_player(subject, VECTOR)
    x = scores / 140
    loss = -(results * special.log_expit(x) + (1 - results) * special.log_expit(-x))
    assert value == pytest.approx(float(z @ loss / z.sum()), rel=1e-9)
    slope = (z * (special.expit(x) - results) / 140) @ jacobian / z.sum()
    np.testing.assert_allclose(gradient, slope, rtol=1e-9, atol=1e-12)


def brute_force(scores: Floats, values: Floats, z: Floats, margin: float) -> tuple[float, Floats]:
    """Add up all pairs; return the value and its derivatives by scores."""
    higher = (values[:, None] > values[None, :]) * (z[:, None] * z[None, :])
    missing = np.maximum(0, 1 - (scores[:, None] - scores[None, :]) / margin)
    slopes = 2 * higher * missing / margin
    total = higher.sum()
    return float((higher * missing**2).sum() / total), (slopes.sum(0) - slopes.sum(1)) / total


@pytest.mark.parametrize("n_levels", [2, 7, 60])
@pytest.mark.parametrize("weighted", [False, True])
def test_pairwise_is_the_sum_over_all_pairs(
    subject: LabelledPositions, weights: Floats, n_levels: int, *, weighted: bool
) -> None:
    values = np.random.default_rng(2).integers(0, n_levels, len(subject)).astype(float)
    z = weights if weighted else np.ones(len(subject))
    changes: Any = {"values": values} | ({"weights": weights} if weighted else {})
    value, gradient = examples(subject, **changes).pairwise(VECTOR, 90.0)
    scores, jacobian = by_player(subject, VECTOR)
    expected, slopes = brute_force(scores, values, z, 90.0)
    assert value == pytest.approx(expected, rel=1e-9)
    np.testing.assert_allclose(gradient, slopes @ jacobian, rtol=1e-9, atol=1e-12)


def test_gradients_are_those_of_scipys_differences(subject: LabelledPositions) -> None:
    ranks = stats.rankdata(subject.values)
    made = examples(subject, values=np.floor(3 * ranks / len(ranks)) / 3)
    for objective, size in ((made.logistic, 140.0), (made.pairwise, 90.0)):
        found = objective(VECTOR, size)[1]
        numeric = optimize.approx_fprime(
            np.array(VECTOR), lambda v, f=objective, s=size: f(v, s)[0], 1e-4
        )
        np.testing.assert_allclose(found, numeric, rtol=1e-3, atol=1e-7)


@pytest.mark.parametrize("n_levels", [3, 40])
def test_taus_are_those_of_the_scores(subject: LabelledPositions, n_levels: int) -> None:
    """A vector near the first is measured by what differs; the others too, and it does not show."""
    values = np.random.default_rng(4).integers(0, n_levels, len(subject)).astype(float)
    vectors = [VECTOR, (311.0, *VECTOR[1:]), (*VECTOR[:1], 82.0, *VECTOR[2:]), (1.0, 2, 3, 4, 5)]
    for found, vector in zip(examples(subject, values=values).taus(vectors), vectors, strict=True):
        scores = by_player(subject, vector)[0].round(3)
        assert found == pytest.approx(tabiya.concordance(scores, values).tau, abs=2e-4)


def test_weighted_taus_are_those_of_repeated_positions(subject: LabelledPositions) -> None:
    times = np.random.default_rng(5).integers(1, 4, len(subject))
    repeated = label_positions(
        [p for p, n in zip(subject.positions, times, strict=True) for _ in range(n)],
        np.repeat(subject.values, times),
    )
    (weighted,) = examples(subject, weights=times.astype(float)).taus([VECTOR])
    scores = by_player(repeated, VECTOR)[0].round(3)
    counts = tabiya.concordance(scores, repeated.values)
    ordered = counts.concordant - counts.discordant
    pairs = (times.sum() ** 2 - (times**2).sum()) / 2
    assert weighted == pytest.approx(ordered / pairs, abs=1e-3)


def test_threads_change_nothing(subject: LabelledPositions, weights: Floats) -> None:
    results = (subject.values > 0).astype(float)
    vectors = [VECTOR, (1.0, 2, 3, 4, 5)]

    def run(threads: int) -> list[bytes]:
        plain = examples(subject, threads, values=results)
        weighted = examples(subject, threads, values=results, weights=weights)
        found = []
        for each in (plain, weighted):
            found += [np.array(each.taus(vectors)), each.logistic(VECTOR, 90.0)[1]]
            found += [each.pairwise(VECTOR, 90.0)[1]]
        return [array.tobytes() for array in found]

    assert run(1) == run(2) == run(3)
