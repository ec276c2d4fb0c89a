"""Maps of moves: small networks that say which moves to look at first."""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.files import read_arrays, save_arrays
from tabiya.games import Game, Position

FORMAT = "tabiya move map 1"
# A file of ours has these arrays; no other kind of object is ever read from it.
ARRAYS = (
    "format",
    "game",
    "inputs",
    "encoding",
    "hidden",
    "direct",
    "previous",
    "weights",
    "made_by",
)
# Those of them that are not texts or weights: the kinds of their types, and a word for them.
SINGLE = {
    "hidden": ("iu", "a whole number"),
    "direct": ("b", "true or false"),
    "previous": ("b", "true or false"),
}
FEATURES = "features"
WEIGHTED = "weighted"
# A smaller history weight is none, and its inverse no number, in the precision of the core.
LEAST_WEIGHT = 1e-30
# No search goes deeper.
MOST_PLIES = 1000
PRIOR = "prior"
DEFAULTS = Path(__file__).parent


class MapFileError(ValueError):
    """A file does not hold a map of moves."""


@dataclass(frozen=True)
class MapShape:
    """What a map sees and how moves are told to it (Kocsis 2003, §3.2.1).

    Attributes
    ----------
    game : str
        The game.
    inputs : {"board", "mover", "features"}
        ``"board"``, as in the thesis: for each kind of men and square +1 for one of the first
        player, -1 for one of the second; and whose turn it is. ``"mover"``: what is own and what is
        the other's, with inputs of their own, in chess from the mover's side of the board.
        ``"features"``: the same, and what the game's evaluation by named weights counts in the
        position, mobility and pawn structure for example, as the mover has it more than the other
        (Kocsis 2003, §6.4).
    encoding : {"meos", "meoc", "mei"}
        One output for every pair of squares; one for every square that moves come from and one for
        every square that they go to; or the move among the inputs.
    hidden : int
        Hidden units, 64 at most.
    direct : bool
        Whether inputs are connected with outputs directly.
    previous : bool
        Whether the square that the last move went to is an input.

    Examples
    --------
    >>> MapShape("othello", hidden=8, direct=False).n_weights
    1608
    >>> MapShape("loa", inputs="features").features[:3]
    ('concentration', 'centre_of_mass', 'centralisation')
    >>> MapShape("loa", encoding="mei", hidden=0).n_weights
    Traceback (most recent call last):
    ValueError: map: expected hidden units with the encoding mei, found none
    """

    game: str
    inputs: str = "mover"
    encoding: str = "meos"
    hidden: int = 0
    direct: bool = True
    previous: bool = False

    def __post_init__(self) -> None:
        Game(self.game)
        if self.hidden < 0:
            raise ValueError(f"hidden: expected 0 units or more, found {self.hidden}")

    @property
    def raw(self) -> tuple[str, str, int, bool, bool]:
        """Return the shape as the core takes it."""
        return self.inputs, self.encoding, self.hidden, self.direct, self.previous

    @property
    def n_weights(self) -> int:
        """Return how many weights a map of this shape has."""
        return _core.map_size(self.game, self.raw)

    @property
    def features(self) -> tuple[str, ...]:
        """Return what is seen beside the board: features of the evaluation, or none."""
        return tuple(_core.map_features(self.game)) if self.inputs == FEATURES else ()


@dataclass(frozen=True, eq=False)
class MoveMap:
    """A map of moves: the shape of a network and its weights.

    Attributes
    ----------
    shape : MapShape
        What it sees.
    weights : ndarray of shape (n_weights,), float32
        Biases of the hidden units; for each input the weights to all of them; biases of the
        outputs; for each output the weights from all hidden units, and those from all inputs; where
        features are inputs, what each of them is divided by.
    made_by : str
        What made it.

    Examples
    --------
    >>> import tabiya
    >>> shape = MapShape("othello", hidden=8)
    >>> same = MoveMap(shape, np.zeros(shape.n_weights, np.float32))
    >>> same.scores(tabiya.game("othello").initial())
    {'d3': 0.0, 'c4': 0.0, 'f5': 0.0, 'e6': 0.0}
    """

    shape: MapShape
    weights: NDArray[np.float32]
    made_by: str = ""

    def __post_init__(self) -> None:
        self.core  # noqa: B018 (the core refuses what does not fit)

    @property
    def game(self) -> str:
        """Return the game."""
        return self.shape.game

    @cached_property
    def core(self) -> _core.MoveMap:
        """Return the core's half of it."""
        weights = np.ascontiguousarray(self.weights, dtype=np.float32)
        return _core.MoveMap(self.shape.game, self.shape.raw, weights)

    @cached_property
    def digest(self) -> str:
        """Return a text that is the same for the same map."""
        parts = (repr(self.shape).encode(), np.asarray(self.weights, np.float32).tobytes())
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    def scores(self, position: Position) -> dict[str, float]:
        """Return the score of every legal move; the larger, the likelier it is the best."""
        return {m: score for m, _, _, score in self.squares(position)}

    def squares(
        self, position: Position, previous: int | None = None
    ) -> list[tuple[str, int, int, float]]:
        """Return the legal moves with the squares they come from and go to, and their scores.

        Parameters
        ----------
        position : Position
            The position.
        previous : int, optional
            The square, a1 = 0 to h8 = 63, that the last move went to.

        Raises
        ------
        ValueError
            If it is a position of another game.
        """
        if position.game.name != self.game:
            raise ValueError(
                f"position: expected one of {self.game}, found one of {position.game.name}"
            )
        return self.core.scores(position._core, previous)

    def __reduce__(self) -> tuple[object, ...]:
        return MoveMap, (self.shape, self.weights, self.made_by)

    def rounded(self, step: float) -> "MoveMap":
        """Return the map with weights that are multiples of a step, which takes a smaller file.

        >>> shape = MapShape("loa", encoding="meoc")
        >>> set(MoveMap(shape, np.full(shape.n_weights, 0.3, np.float32)).rounded(0.25).weights)
        {np.float32(0.25)}
        """
        # Adding 0 leaves one kind of zero.
        weights = np.round(self.weights / np.float32(step)) * np.float32(step) + np.float32(0)
        n_sizes = len(self.shape.features)
        if n_sizes:  # what features are divided by is no weight
            weights[-n_sizes:] = self.weights[-n_sizes:]
        return MoveMap(self.shape, weights, self.made_by)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a compressed ``.npz`` file without pickles; it is complete or not there at all.

        >>> import tempfile
        >>> shape = MapShape("loa", encoding="meoc", hidden=2, direct=False)
        >>> path = Path(tempfile.mkdtemp(), "map.npz")
        >>> MoveMap(shape, np.zeros(shape.n_weights, np.float32)).save(path)
        >>> load_map(path).shape == shape
        True
        """
        save_arrays(
            path,
            format=np.array(FORMAT),
            game=np.array(self.shape.game),
            inputs=np.array(self.shape.inputs),
            encoding=np.array(self.shape.encoding),
            hidden=np.array(self.shape.hidden),
            direct=np.array(self.shape.direct),
            previous=np.array(self.shape.previous),
            features=np.array(self.shape.features, dtype=np.str_),
            weights=np.asarray(self.weights),
            made_by=np.array(self.made_by),
        )


def load_map(path: str | os.PathLike[str]) -> MoveMap:
    """Read what :meth:`MoveMap.save` has written.

    Raises
    ------
    MapFileError
        If the file is not of that form; the message names it and what was expected.
    """
    try:
        return _read_map(read_arrays(path, None, "a file of a map of moves", MapFileError))
    except ValueError as error:
        if isinstance(error, MapFileError):
            raise
        raise MapFileError(f"{path}: {error}") from None


def _read_map(arrays: Mapping[str, NDArray[Any]]) -> MoveMap:
    missing = [name for name in ARRAYS if name not in arrays]
    if missing:
        raise ValueError(f"expected an array {missing[0]!r}, found none")
    if str(arrays["format"]) != FORMAT:
        raise ValueError(f"expected {FORMAT!r}, found {str(arrays['format'])!r}")
    weights = arrays["weights"]
    if weights.dtype.kind != "f" or weights.ndim != 1:
        raise ValueError(f"expected a row of weights, found {weights.dtype} {weights.shape}")
    for name, (kinds, what) in SINGLE.items():
        found = arrays[name]
        if found.ndim or found.dtype.kind not in kinds:
            raise ValueError(f"{name}: expected {what}, found {found.dtype} {found.shape}")
    shape = MapShape(
        str(arrays["game"]),
        inputs=str(arrays["inputs"]),
        encoding=str(arrays["encoding"]),
        hidden=int(arrays["hidden"]),
        direct=bool(arrays["direct"]),
        previous=bool(arrays["previous"]),
    )
    shape.n_weights  # noqa: B018 (the core refuses words that stand for nothing)
    # Maps of the board alone need not say that they have none.
    seen = tuple(str(name) for name in arrays.get("features", np.array([])).ravel())
    if seen != shape.features:
        raise ValueError(
            f"expected the {len(shape.features)} features of the evaluation of {shape.game}, "
            f"found {_difference(seen, shape.features)}"
        )
    with np.errstate(over="ignore"):  # the core refuses what is too large
        narrow = weights.astype(np.float32)
    return MoveMap(shape, narrow, str(arrays["made_by"]))


def _difference(found: tuple[str, ...], expected: tuple[str, ...]) -> str:
    if len(found) != len(expected):
        return str(len(found))
    other = next(a for a, b in zip(found, expected, strict=True) if a != b)
    return f"{other!r} among them"


@dataclass(frozen=True)
class MapOrdering:
    """How a player uses a map of moves (Kocsis 2003, §3.2.3).

    Attributes
    ----------
    map : MoveMap
        The map.
    combine : {"weighted", "pure", "first", "added", "prior"}
        ``"pure"``: by the map alone. ``"first"``: the map's best move, then by history.
        ``"weighted"``: by ``nnscore + hhscore / (n_hhupdate * hhweight)``; this history only grows.
        ``"added"``: the map's score on top of all that the search goes by without one.
        ``"prior"``: by history, which begins with what the map says of all moves at the root.
    history_weight : float, optional
        The ``hhweight`` of ``"weighted"``, or for ``"added"`` and ``"prior"`` how many steps of the
        map's score a full history is worth. Without one, ``"weighted"`` adapts it in the search:
        0.1 more where the map had seen a late cutoff and history had not, 0.1 less the other way
        round.
    plies : int
        The least plies that remain where the map is asked; nearer to the leaves history orders.
    online : float
        How fast the map goes on learning from late cutoffs during the search; ``clear`` makes it
        forget. 0 is off.

    Examples
    --------
    >>> shape = MapShape("loa", hidden=2)
    >>> zeros = MoveMap(shape, np.zeros(shape.n_weights, np.float32))
    >>> MapOrdering(zeros, combine="best")
    Traceback (most recent call last):
    ValueError: combine: expected one of pure, first, weighted, added, prior, found 'best'
    """

    map: MoveMap
    combine: str = WEIGHTED
    history_weight: float | None = None
    plies: int = 1
    online: float = 0.0

    def __post_init__(self) -> None:
        known = _core.MAP_COMBINATIONS
        if self.combine not in known:
            raise ValueError(f"combine: expected one of {', '.join(known)}, found {self.combine!r}")
        weight = self.history_weight
        if weight is not None and not (LEAST_WEIGHT <= weight <= 1 / LEAST_WEIGHT):
            raise ValueError(f"history_weight: expected a number above 0, found {weight!r}")
        if not 1 <= self.plies <= MOST_PLIES:
            raise ValueError(f"ordering_plies: expected 1 to {MOST_PLIES}, found {self.plies!r}")
        if not 0 <= self.online <= 1:
            raise ValueError(f"online: expected a number from 0 to 1, found {self.online!r}")
        if self.combine == PRIOR and (self.plies, self.online) != (1, 0):
            raise ValueError(
                f"combine: expected another than {PRIOR!r}, which asks at the root alone, with "
                "ordering_plies or online"
            )

    @property
    def raw(self) -> tuple[_core.MoveMap, tuple[str, float | None, int, float]]:
        """Return it as the core takes it."""
        return self.map.core, (self.combine, self.history_weight, self.plies, self.online)


# What a player is told instead of a map to go without one.
NONE = "none"

OrderingSource: TypeAlias = MapOrdering | MoveMap | str | Path | None


def default_ordering(game: str, preset: str | None = None) -> MapOrdering | None:
    """Return the map that a game is played with unless something else is said; a preset has none.

    >>> default_ordering("loa") is None, default_ordering("chess", "crafty") is None
    (True, True)
    """
    return _shipped(game) if preset is None else None


@cache
def _shipped(game: str) -> MapOrdering | None:
    path = DEFAULTS / f"{game}-ordering.npz"
    return MapOrdering(load_map(path), combine=PRIOR) if path.exists() else None


def read_ordering(
    source: OrderingSource, combine: str | None = None, game: str | None = None
) -> MapOrdering | None:
    """Return how a map is used: a file, a map or all of it, and perhaps another combination.

    Raises
    ------
    ValueError
        If the file is none, or of another game, or a combination comes without a map.
    """
    if source is None or (isinstance(source, str | Path) and str(source) == NONE):
        if combine is not None:
            raise ValueError(f"combine: expected an ordering to combine, found {combine!r} alone")
        return None
    if isinstance(source, MapOrdering):
        if combine is not None and combine != source.combine:
            raise ValueError(f"combine: expected {source.combine!r} as before, found {combine!r}")
        return source
    if not isinstance(source, MoveMap):
        found = load_map(source)
        if game not in (None, found.game):
            raise MapFileError(f"{source}: expected a map of {game}, found one of {found.game}")
        source = found
    return MapOrdering(source, combine=combine or WEIGHTED)
