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
import warnings
from collections.abc import Iterable, Sequence
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

HEADER = "tabiya-trace 1"
# Columns of a table that are no features.
LABEL_COLUMNS = ("label", "result", "y")
OTHER_COLUMNS = ("game", "phase", "weight", "fen", "position")
# What the Parquet file of a trace says of itself.
WEIGHTS_KEY, PHASE_KEY = "tabiya.trace.weights", "tabiya.trace.phase"
PAIR = 2


class FeatureFileError(ValueError):
    """A file holds no features of this form; the message names it and the line or column."""


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
    if suffix == ".parquet":
        table = pl.read_parquet(path, glob=False)
        if "indices" in table.columns and "counts" in table.columns:
            return _read_parquet_trace(path, table)
        return _of_table(path, table)
    if suffix == ".csv":
        return _of_table(path, pl.read_csv(path, glob=False))
    return _read_trace(path)


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


@dataclass(frozen=True)
class Declared:
    """The weights that a trace declares, and the phase of the opening."""

    names: tuple[str, ...]
    start: tuple[float, ...]
    # For each feature, its first weight and whether it has two.
    places: tuple[tuple[int, bool], ...]
    full_phase: float

    @staticmethod
    def read(lines: Iterable[str], where: str) -> "Declared":
        """Read the lines ``phase``, ``weight`` and ``pair``."""
        names: list[str] = []
        start: list[float] = []
        places: list[tuple[int, bool]] = []
        full_phase = 1.0
        for line in lines:
            word, *rest = line.split()
            values = _numbers(" ".join(rest[1:])) if word != "phase" else _numbers(" ".join(rest))
            sizes = {"phase": 1, "weight": 1, "pair": PAIR}
            if values is None or len(values) != sizes.get(word):
                raise FeatureFileError(
                    f"{where}: expected 'phase N', 'weight NAME START' or 'pair NAME OPENING "
                    f"ENDING', found {line!r}"
                )
            if word == "phase":
                full_phase = float(values[0])
                continue
            places.append((len(names), word == "pair"))
            ends = ("_opening", "_ending") if word == "pair" else ("",)
            names += [f"{rest[0]}{end}" for end in ends]
            start += values.tolist()
        if not names:
            raise FeatureFileError(f"{where}: expected weights, found none")
        return Declared(tuple(names), tuple(start), tuple(places), full_phase)

    def matrix(
        self, rows: NDArray[np.int64], features: NDArray[np.int64], counts: Floats, phase: Floats
    ) -> scipy.sparse.csr_array:
        """Return the matrix of counts, each pair as its two weights in proportion to the phase."""
        first = np.array([place for place, _ in self.places])[features]
        is_pair = np.array([pair for _, pair in self.places])[features]
        share = np.where(is_pair, phase[rows], 1.0)
        pairs = np.flatnonzero(is_pair)
        values = np.concatenate([counts * share, counts[pairs] * (1 - phase[rows[pairs]])])
        at = np.concatenate([rows, rows[pairs]])
        columns = np.concatenate([first, first[pairs] + 1])
        shape = (len(phase), len(self.names))
        found = scipy.sparse.csr_array((values, (at, columns)), shape=shape)
        found.eliminate_zeros()
        return found


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
    labels, games, phase = parsed.heads.T
    return Features(
        _checked_matrix(path, declared, parsed, phase, numbers),
        labels,
        declared.names,
        declared.start,
        games.astype(np.int64),
    )


def _checked_matrix(
    path: Path, declared: Declared, parsed: "Parsed", phase: Floats, numbers: Sequence[int]
) -> scipy.sparse.csr_array:
    share = phase / declared.full_phase
    bad = np.flatnonzero((share < 0) | (share > 1))
    if len(bad):
        raise FeatureFileError(
            f"{path}:{numbers[bad[0]]}: expected a phase from 0 to {declared.full_phase:g}, found "
            f"{phase[bad[0]]:g}"
        )
    stray = np.flatnonzero((parsed.features < 0) | (parsed.features >= len(declared.places)))
    if len(stray):
        raise FeatureFileError(
            f"{path}:{numbers[parsed.rows[stray[0]]]}: expected features from 0 to "
            f"{len(declared.places) - 1}, found {parsed.features[stray[0]]}"
        )
    return declared.matrix(parsed.rows, parsed.features, parsed.counts, share)


@dataclass(frozen=True)
class Parsed:
    """Lines of numbers: those in front of each, and its features."""

    heads: Floats
    rows: NDArray[np.int64]
    features: NDArray[np.int64]
    counts: Floats


def parse_rows(lines: Sequence[str], where: Any, *, n_head: int) -> Parsed:
    """Read ``word A B C i:n i:n … ; rest`` with so many numbers in front, all lines at once.

    >>> found = parse_rows(["position 1 2 3 0:4 1:-5 ; fen"], str, n_head=3)
    >>> found.heads.tolist(), found.features.tolist(), found.counts.tolist()
    ([[1.0, 2.0, 3.0]], [0, 1], [4.0, -5.0])
    """
    bodies = [line.partition(";")[0].partition(" ")[2] for line in lines]
    n_pairs = np.fromiter((body.count(":") for body in bodies), np.int64, len(bodies))
    numbers = _numbers(" ".join(bodies))
    n_numbers = n_head + 2 * n_pairs
    if numbers is None or len(numbers) != n_numbers.sum():
        for index, body in enumerate(bodies):
            found = _numbers(body)
            if found is None or len(found) != n_numbers[index]:
                raise FeatureFileError(
                    f"{where(index)}: expected {n_head} numbers and then number:count, found "
                    f"{lines[index][:80]!r}"
                )
    assert numbers is not None, "every line was looked at"
    starts = np.concatenate([[0], np.cumsum(n_numbers)[:-1]]).astype(np.int64)
    heads = numbers[starts[:, None] + np.arange(n_head)] if len(lines) else np.empty((0, n_head))
    is_head = np.zeros(len(numbers), dtype=bool)
    is_head[(starts[:, None] + np.arange(n_head)).ravel()] = True
    pairs = numbers[~is_head].reshape(-1, 2)
    rows = np.repeat(np.arange(len(lines)), n_pairs)
    return Parsed(heads, rows, pairs[:, 0].astype(np.int64), pairs[:, 1].copy())


def _numbers(text: str) -> Floats | None:
    """Return the numbers of a text with spaces and colons between them; None if it has others."""
    with warnings.catch_warnings():
        # What is no number ends the reading with a warning.
        warnings.simplefilter("error")
        try:
            return np.fromstring(text.replace(":", " "), sep=" ")
        except (ValueError, DeprecationWarning):
            return None


def _of_table(path: Path, table: pl.DataFrame) -> Features:
    label = next((name for name in LABEL_COLUMNS if name in table.columns), None)
    if label is None:
        raise FeatureFileError(
            f"{path}: expected a column {', '.join(LABEL_COLUMNS)}, found "
            f"{', '.join(table.columns[:8])}"
        )
    names = [name for name in table.columns if name not in (label, *OTHER_COLUMNS)]
    for name in (label, *names):
        if not table[name].dtype.is_numeric() or table[name].null_count():
            raise FeatureFileError(
                f"{path}: expected numbers in column {name!r}, found {table[name].dtype}"
                + (f" with {table[name].null_count()} missing" if table[name].null_count() else "")
            )
    if not names:
        raise FeatureFileError(f"{path}: expected columns of features, found none")

    def column(name: str) -> NDArray[Any] | None:
        return table[name].to_numpy() if name in table.columns else None

    matrix = scipy.sparse.csr_array(table.select(names).cast(pl.Float64).to_numpy())
    labels = table[label].cast(pl.Float64).to_numpy()
    phase, weights = column("phase"), column("weight")
    return Features(
        matrix,
        labels,
        tuple(names),
        None,
        column("game"),
        None if phase is None else phase / max(1.0, float(phase.max())),
        weights,
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
    sizes = table["indices"].list.len().to_numpy()
    rows = np.repeat(np.arange(table.height), sizes)
    parsed = Parsed(
        np.empty((0, 0)),
        rows,
        table["indices"].explode().drop_nulls().cast(pl.Int64).to_numpy(),
        table["counts"].explode().drop_nulls().cast(pl.Float64).to_numpy(),
    )
    if len(parsed.features) != len(rows) or len(parsed.counts) != len(rows):
        raise FeatureFileError(f"{path}: expected as many counts as indices, found others")
    phase = (
        table["phase"].cast(pl.Float64).to_numpy()
        if "phase" in table.columns
        else np.full(table.height, declared.full_phase)
    )
    matrix = _checked_matrix(path, declared, parsed, phase, range(1, table.height + 1))
    games = table["game"].to_numpy() if "game" in table.columns else None
    labels = table["label"].cast(pl.Float64).to_numpy()
    return Features(matrix, labels, declared.names, declared.start, games)


def _words(each: Sequence[Any]) -> str:
    return " ".join(str(part).replace(" ", "_") for part in each)


def _read_archive(path: Path) -> Features:
    data = read_arrays(path, None, "arrays", FeatureFileError)
    if "y" not in data:
        raise FeatureFileError(f"{path}: expected an array y of labels, found {', '.join(data)}")
    if "X" in data:
        matrix = scipy.sparse.csr_array(np.asarray(data["X"], dtype=np.float64))
    elif {"data", "indices", "indptr", "shape"} <= data.keys():
        parts = (data["data"], data["indices"], data["indptr"])
        matrix = scipy.sparse.csr_array(parts, shape=tuple(data["shape"].tolist()))
    else:
        raise FeatureFileError(
            f"{path}: expected X, or data, indices, indptr and shape, found {', '.join(data)}"
        )
    names = data.get("names", np.array([f"feature_{k}" for k in range(matrix.shape[1])]))
    phase = data.get("phase")
    return Features(
        matrix,
        np.asarray(data["y"], dtype=np.float64),
        tuple(str(name) for name in names.tolist()),
        tuple(data["start"].astype(float).tolist()) if "start" in data else None,
        data.get("groups"),
        None if phase is None else phase / max(1.0, float(phase.max())),
        data.get("weights"),
    )
