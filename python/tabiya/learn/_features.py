"""Problems from a matrix of features: another program's evaluation, position by position."""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import ArrayLike, NDArray

from tabiya.learn._examples import Floats
from tabiya.learn._matrix import MatrixExamples
from tabiya.learn._problem import Bounds, Problem, Values, vector_of

# What the two weights of a feature are called where it has one for each end of the game.
ENDS = ("opening", "ending")
# A pair needs two.
LEAST = 2


def make_feature_problem(
    features: Any,
    labels: ArrayLike,
    *,
    names: Sequence[str] | None = None,
    groups: ArrayLike | None = None,
    start: Values | None = None,
    phase: ArrayLike | None = None,
    full_phase: float = 1.0,
    weights: ArrayLike | None = None,
    control: float = 0.0,
    bounds: Bounds | None = None,
    resolution: Values = 0.0,
    threads: int = 1,
    seed: int = 0,
) -> Problem:
    """Make a tuning problem of features and labels; see :func:`make_problem`."""
    matrix = _as_matrix(features)
    n, n_features = matrix.shape
    values = _column("labels", labels, n)
    if n < LEAST:
        raise ValueError(f"features: expected at least {LEAST} positions, found {n}")
    known = (
        [f"feature_{index}" for index in range(n_features)]
        if names is None
        else [str(name) for name in names]
    )
    if len(known) != n_features:
        raise ValueError(f"names: expected {n_features}, one per feature, found {len(known)}")
    if phase is not None:
        if not full_phase > 0:
            raise ValueError(f"full_phase: expected a number above 0, found {full_phase!r}")
        share = _column("phase", phase, n) / full_phase
        if share.min() < 0 or share.max() > 1:
            raise ValueError(
                f"phase: expected numbers from 0 (ending) to {full_phase:g} (opening), found "
                f"{(share.min() if share.min() < 0 else share.max()) * full_phase:g}"
            )
        matrix = _with_ends(matrix, share)
        known = [f"{name}_{end}" for name in known for end in ENDS]
    if not np.isfinite(matrix.data).all():
        raise ValueError(f"features: expected finite numbers, found {_first_bad(matrix.data)!r}")
    vector = np.nan_to_num(vector_of("start", start, known))
    together = np.arange(n) if groups is None else _codes(groups, n)
    importance = None if weights is None else _column("weights", weights, n)
    if importance is not None and ((importance < 0).any() or np.count_nonzero(importance) < LEAST):
        raise ValueError("weights: expected numbers of 0 or more, and at least two above")
    if threads < 1:
        raise ValueError(f"threads: expected 1 or more, found {threads}")
    spread = float(np.std(matrix @ vector))
    unit = spread if spread > 0 else float(np.std(matrix.sum(axis=1))) or 1.0
    examples = MatrixExamples(matrix, values, importance, together, unit, threads)
    train, held = _hold_back(examples, groups, control, seed)
    limits = [(bounds or {}).get(name, (-np.inf, np.inf)) for name in known]
    return Problem(
        names=tuple(known),
        start=tuple(vector.tolist()),
        least=tuple(float(least) for least, _ in limits),
        most=tuple(float(most) for _, most in limits),
        resolution=tuple(np.nan_to_num(vector_of("resolution", resolution, known)).tolist()),
        train=train,
        control=held,
        seed=seed,
    )


def _as_matrix(features: Any) -> scipy.sparse.csr_array:
    """Return sparse rows of NumPy, SciPy or anything that becomes an array."""
    if scipy.sparse.issparse(features):
        return scipy.sparse.csr_array(features, dtype=np.float64)
    dense = np.asarray(features, dtype=np.float64)
    if dense.ndim != 2:  # noqa: PLR2004 (a matrix)
        raise ValueError(
            f"features: expected a matrix with a row per position, found shape {dense.shape}"
        )
    return scipy.sparse.csr_array(dense)


def _with_ends(matrix: scipy.sparse.csr_array, share: Floats) -> scipy.sparse.csr_array:
    """Return two columns for each: times the share of the opening, and times the rest."""
    opening = scipy.sparse.csc_array(scipy.sparse.diags_array(share) @ matrix)
    ending = scipy.sparse.csc_array(scipy.sparse.diags_array(1 - share) @ matrix)
    order = np.arange(2 * matrix.shape[1]).reshape(2, -1).T.ravel()
    both = scipy.sparse.hstack([opening, ending], format="csc")
    return scipy.sparse.csr_array(both[:, order])


def _hold_back(
    examples: MatrixExamples, groups: ArrayLike | None, control: float, seed: int
) -> tuple[MatrixExamples, MatrixExamples | None]:
    """Return what to learn from and what to be examined on, never of the same game."""
    if not 0.0 <= control < 1.0:
        raise ValueError(f"control: expected a share of the games from 0 to 1, found {control!r}")
    if control == 0:
        return examples, None
    names = np.asarray(np.arange(len(examples)) if groups is None else groups).astype(str).tolist()
    shares = {name: _share(name, seed) for name in set(names)}
    is_held = np.array([shares[name] < control for name in names])
    if not is_held.any() or is_held.all():
        raise ValueError(
            f"control: expected games on both sides of a share of {control:g}, found "
            f"{len(shares)} games, all on one"
        )
    held = examples.take(np.flatnonzero(is_held))
    return examples.take(np.flatnonzero(~is_held)), held


def _share(name: str, seed: int) -> float:
    """Return a number from 0 to 1 that is as good as random, and the same for the same game."""
    digest = hashlib.blake2b(f"features\0{seed}\0{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") / 2**64


def _codes(groups: ArrayLike, n: int) -> NDArray[np.int64]:
    texts = np.asarray(groups).astype(str)
    _check_shape("groups", texts, n)
    return np.unique(texts, return_inverse=True)[1].astype(np.int64)


def _column(what: str, given: ArrayLike, n: int) -> Floats:
    """Return finite numbers, one per row of features."""
    values = np.asarray(given, dtype=np.float64)
    if values.shape == (n, 1):
        values = values.ravel()
    _check_shape(what, values, n)
    if not np.isfinite(values).all():
        raise ValueError(f"{what}: expected finite numbers, found {_first_bad(values)!r}")
    return values


def _check_shape(what: str, values: NDArray[Any], n: int) -> None:
    if values.shape != (n,):
        found = len(values) if values.ndim == 1 else f"shape {values.shape}"
        raise ValueError(f"{what}: expected {n}, one per row of features, found {found}")


def _first_bad(numbers: Floats) -> float:
    return float(numbers[int(np.argmin(np.isfinite(numbers)))])
