"""The models against scikit-learn, statsmodels and the formulas of the paper."""

import warnings
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from numpy.typing import NDArray
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import check_estimator

from tabiya import _core
from tabiya.combine import CombinationWarning, Fisher, Logistic, Quadratic
from tabiya.combine._jackknife import N_GROUPS, errors_by_group

MODELS = (Logistic, Fisher, Quadratic)
N_FEATURES = 5


def examples(n: int = 20_000, seed: int = 3) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Features of several scales, correlated, one of them discrete, and wins."""
    rng = np.random.default_rng(seed)
    mixed = rng.standard_normal((n, N_FEATURES)) @ rng.normal(size=(N_FEATURES, N_FEATURES))
    features = mixed * [1, 10, 0.1, 3, 1] + [0, 500, 0, -7, 0]
    features[:, 4] = rng.integers(0, 2, n)
    odds = mixed @ [0.4, -0.3, 0.2, 0.0, 0.1] + 0.7 * features[:, 4] - 0.2
    return features, (rng.random(n) < 1 / (1 + np.exp(-odds))).astype(float)


@pytest.mark.parametrize("model", MODELS)
def test_model_keeps_the_contract_of_estimators(model: type) -> None:
    with warnings.catch_warnings():
        # Some of the data there can be separated, some features are constant; we say so.
        warnings.simplefilter("ignore", CombinationWarning)
        warnings.filterwarnings("ignore", message="Estimator .* does not inherit")
        found = check_estimator(model(), on_fail=None, on_skip=None)
    faults = [each["check_name"] for each in found if each["status"] == "failed"]
    assert not faults
    assert sum(each["status"] == "passed" for each in found) >= 50


def test_logistic_is_that_of_statsmodels() -> None:
    features, won = examples()
    ours = Logistic().fit(features, won)
    theirs = sm.Logit(won, sm.add_constant(features)).fit(disp=False, tol=1e-12)
    np.testing.assert_allclose(ours.coef_[0], theirs.params[1:], rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(ours.intercept_[0], theirs.params[0], rtol=1e-6)
    np.testing.assert_allclose(ours.coef_error_[0], theirs.bse[1:], rtol=1e-6)
    np.testing.assert_allclose(ours.intercept_error_[0], theirs.bse[0], rtol=1e-6)
    np.testing.assert_allclose(ours.log_likelihood_, theirs.llf, rtol=1e-9)
    np.testing.assert_allclose(ours.coef_covariance_, theirs.cov_params(), rtol=1e-5, atol=1e-9)


def test_logistic_with_draws_and_trials_is_the_binomial_of_statsmodels() -> None:
    features, won = examples(4000)
    rng = np.random.default_rng(0)
    won[rng.random(len(won)) < 0.1] = 0.5
    trials = rng.integers(1, 9, len(won)).astype(float)
    wins = won * trials
    ours = Logistic().fit(features, won, sample_weight=trials)
    counts = np.column_stack([wins, trials - wins])
    theirs = sm.GLM(counts, sm.add_constant(features), sm.families.Binomial()).fit(tol=1e-14)
    np.testing.assert_allclose(ours.coef_[0], theirs.params[1:], rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(ours.coef_error_[0], theirs.bse[1:], rtol=1e-6)


def test_logistic_is_that_of_scikit_learn() -> None:
    features, won = examples(3000)
    # A solver that is none the worse for scales; their penalty is switched off.
    theirs = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-10, max_iter=1000)
    theirs.fit((features - features.mean(0)) / features.std(0), won)
    ours = Logistic().fit(features, won)
    np.testing.assert_allclose(ours.coef_ * features.std(0), theirs.coef_, atol=1e-6)
    np.testing.assert_allclose(
        ours.predict_proba(features),
        theirs.predict_proba((features - features.mean(0)) / features.std(0)),
        atol=1e-6,
    )


def test_drawn_example_counts_as_one_won_and_one_lost() -> None:
    features, won = examples(2000)
    won[::7] = 0.5
    is_draw = won == 0.5
    # CITE: Buro 1995 §4: others twice, drawn ones once as each.
    doubled = np.concatenate([features, features])
    labels = np.concatenate([np.where(is_draw, 1.0, won), np.where(is_draw, 0.0, won)])
    for model in MODELS:
        once, twice = model().fit(features, won), model().fit(doubled, labels)
        np.testing.assert_allclose(once.coef_, twice.coef_, rtol=1e-7, atol=1e-9)
        np.testing.assert_allclose(
            once.predict_proba(features), twice.predict_proba(features), atol=1e-9
        )


def test_fisher_is_that_of_scikit_learn() -> None:
    features, won = examples()
    ours = Fisher().fit(features, won)
    theirs = LinearDiscriminantAnalysis(solver="lsqr", store_covariance=True).fit(features, won)
    # They pool by the priors, which are the shares of the classes here as in the paper; so their
    # constant holds the priors too.
    priors = np.log(won.mean() / (1 - won.mean()))
    np.testing.assert_allclose(ours.covariance_, theirs.covariance_, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_ - priors, rtol=1e-6)


def test_quadratic_is_that_of_scikit_learn() -> None:
    features, won = examples()
    ours = Quadratic().fit(features, won)
    # Their other solver divides by one less than the count.
    theirs = QuadraticDiscriminantAnalysis(priors=[0.5, 0.5], solver="eigen", shrinkage=0.0)
    theirs.fit(features, won)
    np.testing.assert_allclose(
        ours.decision_function(features), theirs.decision_function(features), rtol=1e-6, atol=1e-6
    )
    np.testing.assert_allclose(
        ours.predict_proba(features), theirs.predict_proba(features), atol=1e-6
    )


def test_quadratic_is_the_formula_of_the_paper() -> None:
    features, won = examples(500)
    model = Quadratic().fit(features, won)
    x = features[:20]
    lost, winning = (np.linalg.inv(np.cov(features[won == c].T, bias=True)) for c in (0, 1))
    mu_l, mu_w = (features[won == c].mean(0) for c in (0, 1))
    f = -(
        np.einsum("ni,ij,nj->n", x, winning - lost, x) / 2
        + x @ (lost @ mu_l - winning @ mu_w)
        + (mu_w @ winning @ mu_w - mu_l @ lost @ mu_l) / 2
        + (np.linalg.slogdet(lost)[1] - np.linalg.slogdet(winning)[1]) / 2
    )
    np.testing.assert_allclose(model.decision_function(x), f, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("model", MODELS)
def test_narrow_numbers_and_threads_change_nothing(model: type) -> None:
    features, won = examples()
    narrow = features.astype(np.float32)
    one = model().fit(narrow, won)
    other = model(n_jobs=2).fit(narrow.astype(np.float64), won)
    assert (one.coef_ == other.coef_).all()
    assert (one.intercept_ == other.intercept_).all()


def test_separable_data_are_said_and_fitted() -> None:
    features = np.linspace(-1, 1, 40)[:, None]
    with pytest.warns(CombinationWarning, match="separate the classes"):
        model = Logistic().fit(features, features[:, 0] > 0.01)
    assert model.separable_
    assert np.isfinite(model.coef_).all()
    assert model.score(features, features[:, 0] > 0.01) > 0.9
    softened = Logistic(soften=0.01).fit(features, features[:, 0] > 0.01)
    np.testing.assert_allclose(softened.coef_, model.coef_)


def test_nearly_separable_data_are_not_taken_for_separable() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((5000, 1))
    won = rng.random(5000) < 1 / (1 + np.exp(-30 * x[:, 0]))
    model = Logistic().fit(x, won)
    assert not model.separable_
    assert 25 < model.coef_[0, 0] < 36


def test_one_indicator_that_always_wins_is_separable() -> None:
    features, won = examples(2000)
    flag = np.zeros(len(won))
    flag[np.flatnonzero(won == 1)[:30]] = 1
    with pytest.warns(CombinationWarning, match="separate the classes"):
        Logistic().fit(np.column_stack([features, flag]), won)


@pytest.mark.parametrize("model", MODELS)
def test_dependent_features_are_left_out_and_named(model: type) -> None:
    features, won = examples(2000)
    wide = np.column_stack([features, np.full(len(won), 0.1), features[:, 0] - 2 * features[:, 1]])
    with pytest.warns(CombinationWarning, match=r"left out x5, x6 \(constant, or made of"):
        fitted = model().fit(wide, won)
    assert fitted.dropped_.tolist() == [False] * 5 + [True, True]
    assert (fitted.coef_[0, 5:] == 0).all()
    plain = model().fit(features, won)
    np.testing.assert_allclose(
        fitted.decision_function(wide), plain.decision_function(features), atol=1e-6
    )


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([1, 1, 1, 1], "expected examples of two classes, found the class 1 alone"),
        ([0.0, 0.5, 1.0, 3.0], "Unknown label type"),
        ([0, 1, 2, 1], "Only binary classification is supported"),
    ],
)
@pytest.mark.parametrize("model", MODELS)
def test_bad_labels_are_refused(model: type, labels: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        model().fit(np.arange(8.0).reshape(4, 2), labels)


def test_bad_settings_are_refused() -> None:
    features, won = examples(100)
    with pytest.raises(ValueError, match=r"soften: expected 0 or more, below 0\.5, found 0\.5"):
        Logistic(soften=0.5).fit(features, won)
    with pytest.raises(ValueError, match="sample_weight: expected 0 or more, found -1"):
        Fisher().fit(features, won, sample_weight=-np.ones(100))
    with pytest.raises(ValueError, match="n_jobs: expected a number other than 0"):
        Quadratic(n_jobs=0).fit(features, won)


@pytest.mark.parametrize("model", MODELS)
def test_errors_by_group_are_those_of_fits_that_leave_groups_out(model: type) -> None:
    features, won = examples(6000)
    rows, games = features.astype(np.float32), np.arange(6000) // 30
    fitted = model().fit(rows, won)
    found = errors_by_group(fitted, rows, won, games)
    groups = games % N_GROUPS
    refits = [model().fit(rows[groups != g], won[groups != g]) for g in range(N_GROUPS)]
    estimates = np.array([np.concatenate([each.intercept_, each.coef_[0]]) for each in refits])
    expected = np.sqrt((N_GROUPS - 1) * estimates.var(axis=0))
    np.testing.assert_allclose(found, expected, rtol=0.02)
    if model is Logistic:
        # The examples are independent of each other, so that both kinds of error agree.
        np.testing.assert_allclose(found[1:], fitted.coef_error_[0], rtol=0.6)


def test_rounding_of_the_likelihood_does_not_look_like_a_step_too_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look, calls = _core.logistic_newton, list[int]()

    def rounded(*arguments: Any) -> Any:
        calls.append(1)
        height, gradient, information = look(*arguments)
        # The last digits of a large sum may be anything: here they get less with every look.
        return height * (1 + 1e-12 * len(calls)), gradient, information

    features, won = examples(3000)
    exact = Logistic().fit(features, won)
    monkeypatch.setattr(_core, "logistic_newton", rounded)
    model = Logistic(tol=1e-22).fit(features, won)
    assert len(calls) < 12
    np.testing.assert_allclose(model.coef_, exact.coef_, rtol=1e-9)
