"""Fitting the models to 2.5 million examples of 13 features, beside scikit-learn and statsmodels.

Every fit runs in a process of its own, one after the other and twice around, on one thread (but for
the rows that say otherwise); the least time counts. Memory is what the fit adds to the data at its
peak. The coefficients must be the same.
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from _peers import figure

N, N_FEATURES = 2_500_000, 13
ROUNDS = 2
BLOCK = 100_000
# What is fitted, by whom, and whom it must agree with.
FITS = {
    "logistic, tabiya": None,
    "logistic, tabiya, 2 threads": "logistic, tabiya",
    "logistic, scikit-learn newton-cholesky": "logistic, tabiya",
    "logistic, scikit-learn lbfgs": "logistic, tabiya",
    "logistic, statsmodels GLM": "logistic, tabiya",
    "fisher, tabiya": None,
    "fisher, scikit-learn lsqr": "fisher, tabiya",
    "quadratic, tabiya": None,
    "quadratic, scikit-learn svd": "quadratic, tabiya",
}


def make_data() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return features that hang together, and wins; made in blocks, so that no more is large."""
    rng = np.random.default_rng(1995)
    mixing = np.eye(N_FEATURES) + 0.3 * rng.normal(size=(N_FEATURES, N_FEATURES))
    weights = rng.normal(size=N_FEATURES) / 3
    features, won = np.empty((N, N_FEATURES)), np.empty(N)
    for first in range(0, N, BLOCK):
        block = rng.standard_normal((BLOCK, N_FEATURES)) @ mixing
        features[first : first + BLOCK] = block
        odds = block @ weights + 0.1
        won[first : first + BLOCK] = rng.random(BLOCK) < 1 / (1 + np.exp(-odds))
    return features, won


def make_fit(name: str) -> Callable[[Any, Any], tuple[Any, Any]]:
    """Return a function that fits and gives coefficients, and three chances."""
    from sklearn import discriminant_analysis, linear_model  # noqa: PLC0415 (in its process)

    from tabiya.combine import Fisher, Logistic, Quadratic  # noqa: PLC0415 (the same)

    if name == "logistic, statsmodels GLM":
        import statsmodels.api as sm  # noqa: PLC0415 (the same)

        def fit_glm(x: Any, y: Any) -> tuple[Any, Any]:
            found = sm.GLM(y, sm.add_constant(x), family=sm.families.Binomial()).fit()
            return found.params[1:], found.predict(sm.add_constant(x[:3], has_constant="add"))

        return fit_glm
    models = {
        "logistic, tabiya": Logistic(),
        "logistic, tabiya, 2 threads": Logistic(n_jobs=2),
        "logistic, scikit-learn newton-cholesky": linear_model.LogisticRegression(
            C=np.inf, solver="newton-cholesky"
        ),
        "logistic, scikit-learn lbfgs": linear_model.LogisticRegression(
            C=np.inf, solver="lbfgs", tol=1e-6
        ),
        "fisher, tabiya": Fisher(),
        "fisher, scikit-learn lsqr": discriminant_analysis.LinearDiscriminantAnalysis("lsqr"),
        "quadratic, tabiya": Quadratic(),
        "quadratic, scikit-learn svd": discriminant_analysis.QuadraticDiscriminantAnalysis(
            priors=[0.5, 0.5]
        ),
    }

    def fit(x: Any, y: Any) -> tuple[Any, Any]:
        model = models[name].fit(x, y)
        coefficients = getattr(model, "coef_", [[]])[0] if "quadratic" not in name else []
        return coefficients, model.predict_proba(x[:3])[:, 1]

    return fit


def run_one(name: str) -> None:
    """Fit once in this process, and print what it took."""
    fit = make_fit(name)
    features, won = make_data()
    fit(features[:1000], won[:1000])  # loads what is loaded late
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start, started = time.perf_counter(), time.process_time()
    coefficients, chances = fit(features, won)
    seconds, used = time.perf_counter() - start, time.process_time() - started
    added = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    fisher_is_up_to_its_prior = "fisher" in name
    print(
        json.dumps(
            {
                "seconds": seconds,
                "used": used,
                "mib": added / 1024,
                "coefficients": list(coefficients),
                "chances": [] if fisher_is_up_to_its_prior else list(chances),
            }
        )
    )


def main() -> None:
    """Measure and print."""
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in FITS}
    for _ in range(ROUNDS):
        for name, own in runs.items():
            threads = "2" if "2 threads" in name else "1"
            environment = os.environ | dict.fromkeys(
                ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), threads
            )
            command = [sys.executable, __file__, name]
            done = subprocess.run(command, env=environment, capture_output=True, check=True)
            own.append(json.loads(done.stdout))
    for name, model in FITS.items():
        best = min(runs[name], key=lambda run: run["used"])
        text = f"{best['used']:.2f} s of processor, {best['seconds']:.2f} s, {best['mib']:.0f} MiB"
        if model is not None:
            ours = min(runs[model], key=lambda run: run["used"])
            for key in ("coefficients", "chances"):
                np.testing.assert_allclose(best[key], ours[key], atol=2e-4)
            if "tabiya" not in name:
                text += f"; {best['used'] / ours['used']:.1f} times ours"
                assert best["used"] > ours["used"], name
                assert best["mib"] > ours["mib"], name
        figure(name, text)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run_one(sys.argv[1])
    else:
        main()
