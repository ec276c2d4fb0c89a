"""Somebody else's features: matrices and files in, the same tuners, the same answers."""

import pathlib
from typing import Any

import numpy as np
import polars as pl
import pytest
import scipy.sparse
from sklearn.linear_model import LogisticRegression

import tabiya
from tabiya.learn import (
    ELEVEN,
    Features,
    PieceOfWork,
    label_positions,
    make_problem,
    read_features,
    tune,
    write_trace,
)
from tabiya.players import Weights

RNG = np.random.default_rng(7)
X = RNG.integers(-3, 4, (600, 4)).astype(float)
TRUTH = np.array([100.0, 300.0, -50.0, 20.0])
NAMES = ["pawn", "knight", "doubled", "tempo"]
GAMES = np.repeat(np.arange(120), 5)
SCORES = X @ TRUTH
RESULTS = (RNG.random(600) < 1 / (1 + np.exp(-SCORES / 200))).astype(float)


@pytest.mark.parametrize("form", [np.asarray, scipy.sparse.csr_matrix, scipy.sparse.coo_array])
@pytest.mark.parametrize("tuner", ["ascent", "surrogate", "logistic", "cma"])
def test_every_tuner_finds_the_weights(form: Any, tuner: str) -> None:
    labels = RESULTS if tuner == "logistic" else SCORES
    problem = make_problem(form(X), labels, names=NAMES, groups=GAMES, start=[50, 50, 0, 0])
    options: Any = {"fraction": 0.2} if tuner == "ascent" else {}
    found = list(tune(problem, tuner, iterations=60, **options))[-1]
    assert problem.names == tuple(NAMES)
    before = problem.evaluate([PieceOfWork(problem.start)])[0]
    after = problem.evaluate([PieceOfWork(found.chosen)])[0]
    assert after > before + 0.02
    ratio = found.chosen[1] / found.chosen[0]
    assert ratio == pytest.approx(3, rel=0.35)


def test_logistic_is_that_of_scikit_learn() -> None:
    problem = make_problem(X, RESULTS, names=NAMES, start=[1, 1, 1, 1])
    found = list(tune(problem, "logistic", scale=1.0, tolerance=1e-14))[-1]
    theirs = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10).fit(X, RESULTS)
    assert found.chosen == pytest.approx(theirs.coef_[0].tolist(), rel=1e-3)


def test_scores_are_the_product() -> None:
    """Our own evaluation through its Jacobian gives the taus of the trace."""
    start = tabiya.game("chess").initial()
    after = [start.play(move) for move in start.legal_moves()]
    positions = [p.play(move) for p in after for move in p.legal_moves()]
    labels = np.linspace(-100, 100, len(positions))
    by_trace = make_problem(label_positions(positions, labels), ["knight", "rook", "mobility"])
    names = list(by_trace.names)
    weights = Weights("chess")
    order = [list(weights).index(name) for name in names]
    jacobian = tabiya.players.Trace("chess", positions).jacobian(weights)[:, order]
    signs = np.array([1.0 if p.side_to_move == "white" else -1.0 for p in positions])
    rows = scipy.sparse.diags_array(signs) @ jacobian
    mine = make_problem(rows, labels, names=names, start=[weights[name] for name in names])
    fixed = tabiya.Player("chess", resolution=0.001).evaluate_many(positions) * signs
    assert len(fixed) == rows.shape[0]
    assert mine.evaluate([PieceOfWork(mine.start)])[0] == pytest.approx(
        tabiya.concordance(rows @ np.array(mine.start), labels).tau
    )


def test_pairs_follow_the_phase() -> None:
    phase = RNG.integers(0, 25, len(X))
    opening, ending = np.array([90.0, 310.0, 0.0, 5.0]), np.array([120.0, 280.0, -20.0, 0.0])
    share = phase / 24
    labels = share * (X @ opening) + (1 - share) * (X @ ending)
    problem = make_problem(X, labels, names=NAMES, phase=phase, full_phase=24, start=1)
    assert problem.names[:2] == ("pawn_opening", "pawn_ending")
    exact = tuple(np.column_stack([opening, ending]).ravel().tolist())
    assert problem.evaluate([PieceOfWork(exact)]) == [
        pytest.approx(tabiya.concordance(labels, labels).tau, abs=1e-3)  # ties, up to rounding
    ]


def test_ties_are_ties_whatever_the_phase() -> None:
    """Opening and ending of the same weight add up to what they are without a phase."""
    whole = make_problem(X, SCORES, start=1.0)
    phased = make_problem(X, SCORES, start=1.0, phase=np.random.default_rng(8).random(len(X)))
    assert phased.evaluate([PieceOfWork(phased.start)]) == whole.evaluate(
        [PieceOfWork(whole.start)]
    )


def test_control_is_of_other_games() -> None:
    problem = make_problem(X, SCORES, groups=GAMES, start=1, control=0.25)
    train, control = problem.train, problem.control
    assert train is not None
    assert control is not None
    sides = [set(np.asarray(each.groups).tolist()) for each in (train, control)]  # type: ignore[attr-defined] # groups are given here
    assert not sides[0] & sides[1]
    assert len(train) + len(control) == len(X)
    assert 0.1 < len(control) / len(X) < 0.4


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".npz", ".trace", "-trace.parquet"])
def test_files_say_the_same(tmp_path: pathlib.Path, suffix: str) -> None:
    path = tmp_path / f"features{suffix}"
    table = pl.DataFrame({"label": SCORES, "game": GAMES, **dict(zip(NAMES, X.T, strict=True))})
    if suffix == ".csv":
        table.write_csv(path)
    elif suffix == ".parquet":
        table.write_parquet(path)
    elif suffix == ".npz":
        np.savez(path, X=X, y=SCORES, names=NAMES, groups=GAMES)
    elif suffix == ".trace":
        lines = ["tabiya-trace 1", *(f"weight {name} 50" for name in NAMES)]
        for row, label, game in zip(X, SCORES, GAMES, strict=True):
            counts = " ".join(f"{k}:{v:g}" for k, v in enumerate(row) if v)
            lines.append(f"position {label:g} {game} 1 {counts} ; some fen")
        path.write_text("\n".join(lines))
    else:
        sparse = scipy.sparse.csr_array(X)
        write_trace(path, Features(sparse, SCORES, tuple(NAMES), (50.0,) * 4, GAMES))
    found = read_features(path)
    assert found.names == tuple(NAMES)
    assert found.matrix.toarray() == pytest.approx(X)
    assert found.labels == pytest.approx(SCORES)
    assert np.array_equal(np.asarray(found.groups), GAMES)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "pawn,knight\n1,2\n", "expected a column label, result, y"),
        ("a.csv", "label\n1\n", "expected columns of features, found none"),
        ("a.csv", "label,pawn\n1,x\n", "expected numbers in column 'pawn'"),
        ("a.csv", "label,pawn\n1,\n2,3\n", "with 1 missing"),
        ("a.trace", "something else\n", "a.trace:1: expected 'tabiya-trace 1', found 'something"),
        ("a.trace", "tabiya-trace 1\nposition 1 1 1 0:1\n", "expected weights, found none"),
        ("a.trace", "tabiya-trace 1\nweight pawn\n", "expected 'phase N', 'weight NAME START'"),
        (
            "a.trace",
            "tabiya-trace 1\nweight pawn 1\nposition 1 1 1 0:1\nposition 1 1 x\n",
            "a.trace:4: expected 3 numbers and then number:count",
        ),
        (
            "a.trace",
            "tabiya-trace 1\nweight pawn 1\nposition 1 1 1 3:1\n",
            "a.trace:3: expected features from 0 to 0, found 3",
        ),
        (
            "a.trace",
            "tabiya-trace 1\nphase 24\npair pawn 1 2\nposition 1 1 25 0:1\n",
            "a.trace:4: expected a phase from 0 to 24, found 25",
        ),
        # One number too many here and one too few there would make good together.
        (
            "a.trace",
            "tabiya-trace 1\nweight pawn 1\nposition 1 1 1 9\nposition 1 1\n",
            "a.trace:3: expected 3 numbers and then number:count",
        ),
        ("a.trace", "tabiya-trace 1\nweight pawn 1\nposition 1:1 1 0 1\n", "a.trace:3: expected 3"),
        (
            "a.trace",
            "tabiya-trace 1\nweight pawn 1\nposition 1 1 1 0:1:0 1\n",
            "a.trace:3: expected 3",
        ),
        (
            "a.trace",
            "tabiya-trace 1\nweight pawn 1\nposition 1 1 1 0.7:1\n",
            "a.trace:3: expected features from 0 to 0, found 0.7",
        ),
        ("a.trace", "tabiya-trace 1\nweight pawn 1\nposition 1 1 1 1e30:1\n", "found 1e\\+30"),
        ("a.trace", "tabiya-trace 1\nweight pawn 1\nposition 1 1 1 0:inf\n", "found inf"),
        ("a.trace", "tabiya-trace 1\nweight pawn 1\nposition 1 nan 1 0:1\n", "a game that is a"),
        ("a.trace", "tabiya-trace 1\nweight pawn 1\nposition 1 1 nan 0:1\n", "a phase from 0 to 1"),
        ("a.trace", "tabiya-trace 1\nweight pawn 1\n", "expected lines of positions, found none"),
        ("a.trace", "tabiya-trace 1\nweight pawn nan\n", "found 'weight pawn nan'"),
        ("a.trace", "tabiya-trace 1\nphase 0\nweight pawn 1\n", "expected a phase above 0"),
        ("a.trace", "tabiya-trace 1\nweight a 1\nweight a 2\n", "each weight once, found 'a'"),
        ("a.csv", "label,phase,pawn\n1,x,1\n2,x,2\n", "a.csv: expected numbers in column 'phase'"),
        ("a.csv", "label,phase,pawn\n1,-1,1\n2,0,2\n", "column 'phase': expected a phase of 0 or"),
        ("a.csv", "label,weight,pawn\n1,x,1\n2,x,2\n", "expected numbers in column 'weight'"),
        ("a.csv", "", "a.csv: expected a table, found empty CSV"),
        ("a.parquet", "no", "a.parquet: expected a table"),
    ],
)
def test_broken_files_are_one_line(
    tmp_path: pathlib.Path, name: str, text: str, message: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ValueError, match=message) as caught:
        read_features(path)
    assert "\n" not in str(caught.value)


SPARSE: dict[str, Any] = {"data": np.ones(3), "indices": [0, 1, 1], "shape": [3, 2], "y": [0, 1, 2]}


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"X": np.ones((3, 2)), "y": np.ones((2, 3))}, "y: expected 3 numbers, one per position"),
        ({"X": np.array(3.0), "y": [1.0]}, "X: expected a matrix of numbers"),
        ({"X": np.ones((3, 2)) * 1j, "y": np.ones(3)}, "X: expected a matrix of numbers"),
        ({"X": np.ones((3, 2)), "y": ["a"] * 3}, "y: expected numbers, found <U1"),
        ({"X": np.ones((3, 2)), "y": np.ones(3), "phase": ["a"] * 3}, "phase: expected numbers"),
        ({"X": np.ones((3, 2)), "y": np.ones(3), "phase": []}, "phase: expected 3 numbers"),
        ({"X": np.ones((3, 2)), "y": np.ones(3), "groups": np.ones((3, 2))}, "groups: expected a"),
        # Such rows were memory of somebody else.
        ({**SPARSE, "indptr": [0, 1, 9, 3]}, "expected a sparse matrix in rows as SciPy saves it"),
        ({**SPARSE, "indptr": [0, 1, 2, 3], "indices": [0, 99, 1]}, "expected a sparse matrix"),
        ({**SPARSE, "indptr": [0, 1, 2, 3], "shape": [3.5, 2]}, "expected a sparse matrix"),
    ],
)
def test_broken_archives_are_one_line(
    tmp_path: pathlib.Path, arrays: dict[str, Any], message: str
) -> None:
    path = tmp_path / "a.npz"
    made: Any = {name: np.asarray(value) for name, value in arrays.items()}
    np.savez(path, **made)
    with pytest.raises(ValueError, match=rf"a\.npz: .*{message}|a\.npz: {message}"):
        read_features(path)


def test_rows_without_a_game_are_games_by_themselves(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("label,game,pawn\n1,7,1\n0,,2\n1,,3\n0,7,4\n")
    games = read_features(path).groups
    assert games is not None
    assert len(set(games.tolist())) == 3
    assert games[0] == games[3]


def test_lists_of_a_parquet_trace_are_as_long_as_their_counts(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.parquet"
    table = pl.DataFrame({"label": [0, 1], "indices": [[0, 1], [0]], "counts": [[1.0], [1.0, 2.0]]})
    table.write_parquet(path, metadata={"tabiya.trace.weights": '[["a", 1], ["b", 2]]'})
    with pytest.raises(ValueError, match=r"a\.parquet, row 1: expected as many counts as indices"):
        read_features(path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"labels": np.ones((300, 2))},
            "labels: expected 600, one per row of features, found shape",
        ),
        ({"weights": np.zeros(600)}, "weights: expected numbers of 0 or more"),
        ({"labels": SCORES[:5]}, "labels: expected 600, one per row"),
        ({"names": ["a"]}, "names: expected 4, one per feature, found 1"),
        ({"groups": [1, 2]}, "groups: expected 600"),
        ({"phase": np.full(600, 3.0)}, "phase: expected numbers from 0 .* found 3"),
        ({"control": 1.5}, "control: expected a share"),
        ({"control": 0.5, "groups": np.zeros(600)}, "expected games on both sides"),
        ({"data": np.full((600, 4), np.nan)}, "features: expected finite numbers, found nan"),
        ({"data": [1.0, 2.0]}, "expected a matrix with a row per position"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: dict[str, Any], message: str) -> None:
    given: Any = {"data": X, "labels": SCORES, **arguments}
    with pytest.raises(ValueError, match=message):
        make_problem(given.pop("data"), given.pop("labels"), **given)


def test_scores_are_labels_for_logistic_too(labelled: Any) -> None:
    """Scores go through a fitted curve; a few decided positions change next to nothing."""
    subject = labelled("chess", 400, 2)
    names = [name for name in ELEVEN if name in ("bishop", "knight")]
    problem = make_problem(subject, names, start=300)
    plain = list(tune(problem, "logistic", iterations=40))[-1].chosen
    values = subject.values.copy()
    top = np.argsort(-np.abs(values))[:8]
    values[top] = np.sign(values[top]) * 100_000
    decided = make_problem(label_positions(subject.positions, values), names, start=300)
    found = list(tune(decided, "logistic", iterations=40))[-1].chosen
    assert found == pytest.approx(plain, rel=0.05)
