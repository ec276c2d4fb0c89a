"""Weights of patterns: dense arrays for every phase of the game, in one file."""

import hashlib
import os
import zipfile
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.files import read_arrays, save_arrays
from tabiya.games import Game

FORMAT = "tabiya patterns 1"
# A file of ours has these arrays; no other kind of object is ever read from it.
ARRAYS = ("format", "game", "tables", "sizes", "stages", "weights", "relations", "made_by")
N_RELATION = 6
DEFAULTS = Path(__file__).parent


@dataclass(frozen=True)
class Relation:
    """A deep score is ``slope`` times a shallow one plus ``offset``, give or take ``deviation``.

    Attributes
    ----------
    stage : int
        The first stage (in Othello the least number of empty squares) for which it holds.
    deep, shallow : int
        Plies.
    slope, offset, deviation : float
        Scores are in hundredths of a disc.
    """

    stage: int
    deep: int
    shallow: int
    slope: float
    offset: float
    deviation: float


class PatternFileError(ValueError):
    """A file does not hold weights of patterns."""


@dataclass(frozen=True)
class PatternTable:
    """A family of weights: a pattern with all its images on the board, or something counted.

    Attributes
    ----------
    name : str
        What it is called.
    squares : tuple of int
        Its squares, a1 = 0 to h8 = 63; empty if something is counted.
    start, size : int
        Its weights are those from ``start`` on.
    n_places : int
        How many features of a position are looked up in it.
    """

    name: str
    squares: tuple[int, ...]
    start: int
    size: int
    n_places: int


@dataclass(frozen=True)
class PatternLayout:
    """The patterns of a game, as the core knows them.

    Examples
    --------
    >>> layout = pattern_layout("othello")
    >>> [table.name for table in layout.tables][:3], layout.n_weights, len(layout.held)
    (['edge+2x', 'row 2', 'row 3'], 167395, 114007)
    """

    game: str
    tables: tuple[PatternTable, ...]
    features: tuple[int, ...]
    held: NDArray[np.uint32]
    n_stages: int

    @property
    def n_weights(self) -> int:
        """Return how many weights there are, those that share a value counted singly."""
        return self.tables[-1].start + self.tables[-1].size

    @property
    def sizes(self) -> list[int]:
        """Return how many weights each table has."""
        return [table.size for table in self.tables]


@cache
def pattern_layout(game: str) -> PatternLayout:
    """Return the patterns of a game.

    Raises
    ------
    ValueError
        If it has none.
    """
    tables, features, held, n_stages = _core.pattern_layout(game)
    found = (PatternTable(raw[0], tuple(raw[1]), *raw[2:]) for raw in tables)
    slots = np.array(held, dtype=np.uint32)
    return PatternLayout(game, tuple(found), tuple(features), slots, n_stages)


@dataclass(frozen=True, eq=False)
class PatternModel:
    """Weights of a game's patterns.

    The score of a position, for the side to move, is the sum of one weight for each of its
    features, in hundredths (of a disc in Othello).

    Attributes
    ----------
    game : str
        The game.
    stages : tuple of int
        The first stage of every phase, rising from 0; in Othello a stage is a number of empty
        squares.
    weights : ndarray of shape (n_phases, n_held), int16
        The weights that hold a value: of two ways to read a pattern that mirror each other, the
        first.
    made_by : str
        What made it.
    relations : tuple of Relation
        How deep scores follow from shallow ones with this evaluation, for ProbCut; none if that
        was not measured.

    Examples
    --------
    >>> n_held = len(pattern_layout("othello").held)
    >>> model = PatternModel("othello", (0, 30), np.zeros((2, n_held), np.int16))
    >>> model.n_phases
    2
    """

    game: str
    stages: tuple[int, ...]
    weights: NDArray[np.int16]
    made_by: str = ""
    relations: tuple[Relation, ...] = ()

    def __post_init__(self) -> None:
        self.core  # noqa: B018 (the core refuses what does not fit)

    @property
    def n_phases(self) -> int:
        """Return the number of phases."""
        return len(self.stages)

    @cached_property
    def core(self) -> _core.PatternModel:
        """Return the core's half of it."""
        weights = np.ascontiguousarray(self.weights, dtype=np.int16)
        return _core.PatternModel(self.game, list(self.stages), weights)

    @cached_property
    def digest(self) -> str:
        """Return a text that is the same for the same weights."""
        shape = (self.stages, tuple(astuple(relation) for relation in self.relations))
        parts = (self.game.encode(), repr(shape).encode(), self.weights.tobytes())
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    def __reduce__(self) -> tuple[object, ...]:
        return PatternModel, (
            self.game,
            self.stages,
            self.weights,
            self.made_by,
            self.relations,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a compressed ``.npz`` file; it is complete or not there at all.

        Its arrays are ``format``, ``game``, ``tables`` (names), ``sizes`` (weights of each table),
        ``stages``, ``weights``, ``relations`` (a row for each) and ``made_by``.

        >>> import pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "patterns.npz")
        >>> default_patterns("othello").save(path)
        >>> load_patterns(path).digest == default_patterns("othello").digest
        True
        """
        path = Path(path)
        layout = pattern_layout(self.game)
        save_arrays(
            path,
            format=np.array(FORMAT),
            game=np.array(self.game),
            tables=np.array([table.name for table in layout.tables]),
            sizes=np.array(layout.sizes, dtype=np.int32),
            stages=np.array(self.stages, dtype=np.int32),
            weights=self.weights,
            relations=np.array(
                [astuple(relation) for relation in self.relations], dtype=np.float64
            ).reshape(-1, N_RELATION),
            made_by=np.array(self.made_by),
        )


def load_patterns(path: str | os.PathLike[str]) -> PatternModel:
    """Read what :meth:`PatternModel.save` has written.

    Raises
    ------
    PatternFileError
        If the file is not of that form, or its patterns are not those of this version.
    """
    arrays = read_arrays(path, ARRAYS, "a file of patterns", PatternFileError)
    try:
        return _read_model(arrays)
    except ValueError as error:
        raise PatternFileError(f"{path}: {error}") from None


def is_pattern_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file may hold patterns: whether it is an archive.

    >>> is_pattern_file(DEFAULTS / "othello.npz"), is_pattern_file(DEFAULTS / "_player.py")
    (True, False)
    """
    return zipfile.is_zipfile(path)


@cache
def default_patterns(game: str) -> PatternModel | None:
    """Return the patterns that a game is played with unless something else is said.

    >>> default_patterns("chess") is None
    True
    """
    path = DEFAULTS / f"{game}.npz"
    return load_patterns(path) if path.exists() else None


def _read_model(arrays: Mapping[str, NDArray[Any]]) -> PatternModel:
    if str(arrays["format"]) != FORMAT:
        raise ValueError(f"expected {FORMAT!r}, found {str(arrays['format'])!r}")
    game = str(arrays["game"])
    layout = pattern_layout(Game(game).name)
    names, sizes = [str(name) for name in arrays["tables"]], arrays["sizes"].tolist()
    expected = [table.name for table in layout.tables]
    if (names, sizes) != (expected, layout.sizes):
        raise ValueError(f"expected the patterns {', '.join(expected)}, found {', '.join(names)}")
    weights, stages = arrays["weights"], arrays["stages"]
    if weights.dtype != np.int16 or weights.ndim != 2:  # noqa: PLR2004 (phases and weights)
        found = f"{weights.dtype} of shape {weights.shape}"
        raise ValueError(f"expected int16 weights of each phase, found {found}")
    relations = _read_relations(arrays["relations"])
    made_by = str(arrays["made_by"])
    return PatternModel(game, tuple(stages.tolist()), weights, made_by, relations)


def _read_relations(table: NDArray[Any]) -> tuple[Relation, ...]:
    if table.ndim != 2 or table.shape[1] != N_RELATION:  # noqa: PLR2004 (rows and columns)
        raise ValueError(f"expected relations of {N_RELATION} numbers, found {table.shape}")
    return tuple(Relation(*(int(x) for x in row[:3]), *row[3:]) for row in table.tolist())
