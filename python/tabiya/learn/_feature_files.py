"""Features in files: tables, NumPy archives, and the trace that an engine prints.

The trace is text, made for ``printf``::

    tabiya-trace 1
    phase 24
    pair pawn 90 110
    weight tempo 10
    position 0.5 17 24 0:1 1:-2 ; rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

``phase`` is the phase of the opening. ``weight NAME START`` and ``pair NAME OPENING ENDING``
declare the evaluation in order. A ``position`` line is its label (the first player's), its game,
its phase, and for every feature that counts ``number:count``, from the first player; behind a
semicolon may stand the position itself. Lines that begin with ``#`` say nothing.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import scipy.sparse
from numpy.typing import NDArray

from tabiya.files import beside, parse_json, read_arrays
from tabiya.learn._examples import Floats
from tabiya.learn._problem import Problem
from tabiya.learn._trace_text import PAIR, Declared, FeatureFileError, Parsed, parse_rows

HEADER = "tabiya-trace 1"
# Columns of a table that are no features.
LABEL_COLUMNS = ("label", "result", "y")
OTHER_COLUMNS = ("game", "phase", "weight", "fen", "position")
TABLES = (".csv", ".parquet")
# What Polars raises for a file that is none of its own, or a damaged one.
DAMAGE = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
# What the Parquet file of a trace says of itself.
WEIGHTS_KEY, PHASE_KEY = "tabiya.trace.weights", "tabiya.trace.phase"


@dataclass(frozen=True)
class Features:
    """A matrix of features with labels, as :func:`tabiya.learn.make_problem` takes them.

    Attributes
    ----------
    matrix : sparse array of shape (n_positions, n_weights)
        The features, from the first player.
    labels : ndarray of shape (n_positions,)
        The first player's.
    names : tuple of str
        The weights.
    start : tuple of float
        Their values, 0 where a file does not tell.
    groups : ndarray of shape (n_positions,), optional
        The game of each row.
    phase : ndarray of shape (n_positions,), optional
        From 0 to 1, where the columns are not split into opening and ending yet.
    weights : ndarray of shape (n_positions,), optional
        How much each row counts.
    """

    matrix: scipy.sparse.csr_array
    labels: Floats
    names: tuple[str, ...]
    start: tuple[float, ...] | None = None
    groups: NDArray[Any] | None = None
    phase: Floats | None = None
    weights: Floats | None = None

    def problem(self, **settings: Any) -> Problem:
        """Return the problem; the settings are those of :func:`tabiya.learn.make_problem`."""
        from tabiya.learn._make import make_problem  # noqa: PLC0415 (it loads positions too)

        own: dict[str, Any] = {"groups": self.groups, "weights": self.weights}
        if self.phase is not None:
            own["phase"] = self.phase
        if self.start is not None:
            own["start"] = self.start
        return make_problem(self.matrix, self.labels, names=self.names, **{**own, **settings})


def read_features(path: Path | str) -> Features:
    r"""Read features from a file: ``.parquet``, ``.csv``, ``.npz`` or a trace in text.

    Tables have a column ``label`` (or ``result``, ``y``), perhaps ``game``, ``phase`` and
    ``weight``; all other columns are features. A Parquet trace has ``indices`` and ``counts``
    instead of them, as :func:`write_trace` writes it. An archive of NumPy holds ``X``, or the parts
    of a sparse matrix as SciPy saves it, ``y``, and perhaps ``names``, ``groups``, ``phase``,
    ``start`` and ``weights``.

    Raises
    ------
    FeatureFileError
        If the file is not of that form.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "engine.trace")
    >>> lines = ["tabiya-trace 1", "phase 24", "pair pawn 90 110", "weight tempo 10"]
    >>> lines += ["position 1 1 24 0:1 1:1", "position 0.5 2 0 0:-1"]
    >>> _ = path.write_text("\n".join(lines))
    >>> found = read_features(path)
    >>> found.names, found.matrix.toarray().tolist()
    (('pawn_opening', 'pawn_ending', 'tempo'), [[1.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix == ".npz":
        return _read_archive(path)
    if suffix not in TABLES:
        return _read_trace(path)
    try:
        read = pl.read_csv if suffix == ".csv" else pl.read_parquet
        table = read(path, glob=False)
    except DAMAGE as error:
        words = " ".join(str(error).split())
        raise FeatureFileError(f"{path}: expected a table, found {words}") from None
    if suffix == ".parquet" and {"indices", "counts"} <= set(table.columns):
        return _read_parquet_trace(path, table)
    return _of_table(path, table)


def write_trace(path: Path | str, features: Features) -> None:
    """Write features as a Parquet trace: ``label``, ``game``, ``indices`` and ``counts``."""
    matrix = scipy.sparse.csr_array(features.matrix)
    bounds = list(zip(matrix.indptr[:-1], matrix.indptr[1:], strict=True))
    table = pl.DataFrame(
        {
            "label": features.labels,
            "game": np.arange(len(features.labels)) if features.groups is None else features.groups,
            "indices": [matrix.indices[a:b].tolist() for a, b in bounds],
            "counts": [matrix.data[a:b].tolist() for a, b in bounds],
        },
        schema_overrides={"indices": pl.List(pl.UInt32), "counts": pl.List(pl.Float64)},
    )
    start = features.start or (0.0,) * len(features.names)
    known = [[name, value] for name, value in zip(features.names, start, strict=True)]
    with beside(path) as part:
        table.write_parquet(part, metadata={WEIGHTS_KEY: json.dumps(known), PHASE_KEY: "1"})


def _read_trace(path: Path) -> Features:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise FeatureFileError(f"{path}: expected text, found {error}") from None
    if not lines or lines[0].strip() != HEADER:
        found = lines[0][:60] if lines else ""
        raise FeatureFileError(f"{path}:1: expected {HEADER!r}, found {found!r}")
    said: list[str] = []
    numbers: list[int] = []
    rows: list[str] = []
    for number, line in enumerate(lines[1:], 2):
        if line.startswith("position "):
            rows.append(line)
            numbers.append(number)
        elif line.strip() and not line.startswith("#"):
            said.append(line)
    declared = Declared.read(said, str(path))
    parsed = parse_rows(rows, lambda index: f"{path}:{numbers[index]}", n_head=3)
    if not rows:
        raise FeatureFileError(f"{path}: expected lines of positions, found none")
    labels, games, phase = parsed.heads.T

    def where(row: int) -> str:
        return f"{path}:{numbers[row]}"

    for what, values in (("label", labels), ("game", games)):
        bad = np.flatnonzero(~np.isfinite(values))
        if len(bad):
            raise FeatureFileError(
                f"{where(int(bad[0]))}: expected a {what} that is a number, found {values[bad[0]]}"
            )
    matrix = declared.matrix(parsed, phase, where)
    return Features(matrix, labels, declared.names, declared.start, games)


def _numbers(where: str, values: NDArray[Any], n: int | None = None) -> Floats:
    """Return numbers in a row, one per position, or refuse what is none."""
    if values.dtype.kind not in "biuf":
        raise FeatureFileError(f"{where}: expected numbers, found {values.dtype}")
    if values.ndim != 1 or (n is not None and len(values) != n):
        rows = "a row of numbers" if n is None else f"{n} numbers, one per position"
        raise FeatureFileError(f"{where}: expected {rows}, found shape {values.shape}")
    found = values.astype(np.float64)
    bad = np.flatnonzero(~np.isfinite(found))
    if len(bad):
        raise FeatureFileError(f"{where}: expected finite numbers, found {found[bad[0]]}")
    return found


def _phase(where: str, values: NDArray[Any], n: int) -> Floats:
    """Return phases from 0 to 1: what is counted in larger numbers begins with the greatest."""
    phase = _numbers(where, values, n)
    if n and phase.min() < 0:
        raise FeatureFileError(f"{where}: expected a phase of 0 or more, found {phase.min():g}")
    return phase / max(1.0, float(phase.max(initial=1.0)))


def _column(path: Path, table: pl.DataFrame, name: str) -> Floats:
    column = table[name]
    if not (column.dtype.is_numeric() or column.dtype == pl.Boolean) or column.null_count():
        missing = f" with {column.null_count()} missing" if column.null_count() else ""
        raise FeatureFileError(
            f"{path}: expected numbers in column {name!r}, found {column.dtype}{missing}"
        )
    return _numbers(f"{path}: column {name!r}", column.cast(pl.Float64).to_numpy())


def _games(path: Path, table: pl.DataFrame) -> NDArray[Any] | None:
    """Return the game of each row; one that has none is a game by itself."""
    if "game" not in table.columns:
        return None
    column = table["game"]
    if column.dtype.is_nested():
        raise FeatureFileError(f"{path}: expected a game per row, found {column.dtype}")
    if not column.null_count():
        return column.to_numpy()
    alone = pl.format("row {}", pl.int_range(pl.len()))
    return table.select(pl.col("game").cast(pl.String).fill_null(alone)).to_series().to_numpy()


def _of_table(path: Path, table: pl.DataFrame) -> Features:
    label = next((name for name in LABEL_COLUMNS if name in table.columns), None)
    if label is None:
        raise FeatureFileError(
            f"{path}: expected a column {', '.join(LABEL_COLUMNS)}, found "
            f"{', '.join(table.columns[:8])}"
        )
    names = [name for name in table.columns if name not in (label, *OTHER_COLUMNS)]
    if not names:
        raise FeatureFileError(f"{path}: expected columns of features, found none")
    labels = _column(path, table, label)
    matrix = np.column_stack([_column(path, table, name) for name in names])
    phase = _column(path, table, "phase") if "phase" in table.columns else None
    return Features(
        scipy.sparse.csr_array(matrix),
        labels,
        tuple(names),
        None,
        _games(path, table),
        None if phase is None else _phase(f"{path}: column 'phase'", phase, len(labels)),
        _column(path, table, "weight") if "weight" in table.columns else None,
    )


def _read_parquet_trace(path: Path, table: pl.DataFrame) -> Features:
    said = pl.read_parquet_metadata(path)
    if WEIGHTS_KEY not in said or "label" not in table.columns:
        raise FeatureFileError(f"{path}: expected a column label and {WEIGHTS_KEY} in its metadata")
    known = parse_json(said[WEIGHTS_KEY], f"{path}: {WEIGHTS_KEY}", FeatureFileError)
    if not isinstance(known, list) or not all(isinstance(each, list) for each in known):
        raise FeatureFileError(f"{path}: expected a list of weights in {WEIGHTS_KEY}")
    lines = [f"{'pair' if len(each) == PAIR + 1 else 'weight'} {_words(each)}" for each in known]
    declared = Declared.read([f"phase {said.get(PHASE_KEY, '1')}", *lines], str(path))
    for name in ("indices", "counts"):
        dtype = table[name].dtype
        if not isinstance(dtype, pl.List) or not dtype.inner.is_numeric():
            raise FeatureFileError(
                f"{path}: expected lists of numbers in column {name!r}, found {dtype}"
            )
    lengths = table.select(pl.col("indices", "counts").list.len().fill_null(0))
    sizes = lengths["indices"].to_numpy()
    rows = np.repeat(np.arange(table.height), sizes)
    features, counts = (
        table[name].explode().drop_nulls().cast(pl.Float64).to_numpy()
        for name in ("indices", "counts")
    )
    uneven = np.flatnonzero(sizes != lengths["counts"].to_numpy())
    if len(uneven) or len(features) != len(rows) or len(counts) != len(rows):
        at = f", row {uneven[0] + 1}" if len(uneven) else ""
        raise FeatureFileError(f"{path}{at}: expected as many counts as indices, found others")
    phase = (
        _column(path, table, "phase")
        if "phase" in table.columns
        else np.full(table.height, declared.full_phase)
    )
    parsed = Parsed(np.empty((0, 0)), rows, features, counts)
    matrix = declared.matrix(parsed, phase, lambda row: f"{path}, row {row + 1}")
    labels = _column(path, table, "label")
    return Features(matrix, labels, declared.names, declared.start, _games(path, table))


def _words(each: Sequence[Any]) -> str:
    return " ".join(str(part).replace(" ", "_") for part in each)


def _read_archive(path: Path) -> Features:
    data = read_arrays(path, None, "arrays", FeatureFileError)
    if "y" not in data:
        raise FeatureFileError(f"{path}: expected an array y of labels, found {', '.join(data)}")
    matrix = _matrix_of(path, data)
    n, n_features = matrix.shape
    names = data.get("names", np.array([f"feature_{k}" for k in range(n_features)]))
    groups, start, weights = (data.get(name) for name in ("groups", "start", "weights"))
    if groups is not None and groups.ndim != 1:
        raise FeatureFileError(f"{path}: groups: expected a row, found shape {groups.shape}")
    return Features(
        matrix,
        _numbers(f"{path}: y", data["y"].ravel() if data["y"].shape == (n, 1) else data["y"], n),
        tuple(str(name) for name in names.ravel().tolist()),
        None if start is None else tuple(_numbers(f"{path}: start", start).tolist()),
        groups,
        _phase(f"{path}: phase", data["phase"], n) if "phase" in data else None,
        None if weights is None else _numbers(f"{path}: weights", weights, n),
    )


def _matrix_of(path: Path, data: dict[str, NDArray[Any]]) -> scipy.sparse.csr_array:
    """Return the matrix of an archive: one array, or the parts of a sparse one."""
    if "X" in data:
        if data["X"].ndim != PAIR or data["X"].dtype.kind not in "biuf":
            raise FeatureFileError(
                f"{path}: X: expected a matrix of numbers with a row per position, found "
                f"{data['X'].dtype} of shape {data['X'].shape}"
            )
        return scipy.sparse.csr_array(data["X"].astype(np.float64))
    if not {"data", "indices", "indptr", "shape"} <= data.keys():
        raise FeatureFileError(
            f"{path}: expected X, or data, indices, indptr and shape, found {', '.join(data)}"
        )
    parts = (_numbers(f"{path}: data", data["data"]), data["indices"], data["indptr"])
    try:
        found = scipy.sparse.csr_array(parts, shape=tuple(data["shape"].tolist()))
        # What points beyond its rows and columns would be read as memory of somebody else.
        found.check_format(full_check=True)
    except (TypeError, ValueError) as error:
        raise FeatureFileError(
            f"{path}: expected a sparse matrix in rows as SciPy saves it, found {error}"
        ) from None
    return found
