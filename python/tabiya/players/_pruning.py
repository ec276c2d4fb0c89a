"""What a search has learned to skip: vectors, functions and reductions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabiya import _core

Index: TypeAlias = Literal["depth", "iteration", "leaf", "cell", "remaining"]
Counts: TypeAlias = Literal["all", "quiet"]

# The core counts depth in sixteenths of a ply.
PLY = 16
INDICES = ("depth", "iteration", "leaf", "cell")
ROW_INDICES = ("depth", "iteration", "leaf", "remaining")
COUNTS = ("all", "quiet")
CHECKPOINTS = tuple(_core.CHECKPOINTS)
# No node has more moves.
MOST_WIDTH = 512


@dataclass(frozen=True)
class Widths:
    """A forward-pruning vector: how many moves are searched where (Kocsis 2003, §4.2).

    Parameters
    ----------
    widths : sequence of int or None
        Moves at index 1, 2, …; None is all of them. Beyond the end everything is searched. For
        cells of the triangle of iterations and depths (Fig. 4.3a): iteration 1, both depths of
        iteration 2, the three of iteration 3, and so on.
    by : {"depth", "iteration", "leaf", "cell"}
        What the index is: FPV-d, FPV-it, FPV-l, or every cell.
    counts : {"all", "quiet"}
        Which moves count. Where quiet ones do, all others and killers are searched in any case.
    """

    widths: tuple[int | None, ...]
    by: Index = "depth"
    counts: Counts = "all"

    def __post_init__(self) -> None:
        object.__setattr__(self, "widths", tuple(self.widths))
        _check_word("by", self.by, INDICES)
        _check_word("counts", self.counts, COUNTS)
        for width in self.widths:
            if width is not None and not _is_whole(width, 1, MOST_WIDTH):
                raise ValueError(
                    f'widths: expected numbers from 1 to {MOST_WIDTH} or "all", found {width!r}'
                )
        n_cells = len(self.widths)
        if not n_cells:
            raise ValueError("widths: expected at least one, found none")
        side = side_of(n_cells)
        if self.by == "cell" and side * (side + 1) // 2 != n_cells:
            raise ValueError(f"widths: expected 1, 3, 6, 10 … for a triangle, found {n_cells}")

    def __str__(self) -> str:
        """Return the widths as they are written in tables."""
        return " ".join("all" if width is None else str(width) for width in self.widths)

    def raw(self) -> tuple[str, bool, list[int]]:
        """Return it for the core."""
        return self.by, self.counts == "quiet", [width or 0 for width in self.widths]


def side_of(n_cells: int) -> int:
    """Return the side of a triangle of so many cells.

    >>> [side_of(n) for n in (1, 3, 6, 10)]
    [1, 2, 3, 4]
    """
    return int(((8 * n_cells + 1) ** 0.5 - 1) / 2)


@dataclass(frozen=True, eq=False)
class SearchFunction:
    """A linear network over search parameters (Kocsis 2003, §4.5.1): the greater, the wider.

    Parameters
    ----------
    game : str
        The game, on which the units of the input BOARD depend.
    inputs : sequence of str
        Search parameters: IT, SD, D2L, ED, NCOUNT, SVC, MOSCORE, NVC, HASH, BOARD; ED, NCOUNT, SVC
        and MOSCORE with ``/1`` are single units instead of digits.
    weights : ndarray of shape (n_checkpoints, n_units)
        A row for each checkpoint; unit 0 is always on. :meth:`units` names them.
    checkpoints : sequence of int
        After how many moves it is asked, ascending.
    counts : {"all", "quiet"}
        Which moves these are.
    """

    game: str
    inputs: tuple[str, ...]
    weights: NDArray[np.float64]
    checkpoints: tuple[int, ...] = CHECKPOINTS
    counts: Counts = "quiet"

    def __post_init__(self) -> None:
        object.__setattr__(self, "inputs", tuple(self.inputs))
        object.__setattr__(self, "checkpoints", tuple(self.checkpoints))
        object.__setattr__(self, "weights", np.array(self.weights, dtype=np.float64))
        _check_word("counts", self.counts, COUNTS)
        rising = sorted(set(self.checkpoints)) == list(self.checkpoints)
        if not rising or not all(_is_whole(n, 1, MOST_WIDTH) for n in self.checkpoints):
            raise ValueError(
                f"checkpoints: expected ascending numbers of 1 or more, found {self.checkpoints}"
            )
        shape = (len(self.checkpoints), len(self.units))
        if self.weights.shape != shape or not np.isfinite(self.weights).all():
            raise ValueError(
                f"weights: expected {shape[0]} rows of {shape[1]} numbers, found "
                f"{self.weights.shape}"
            )

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Return what each unit stands for.

        >>> start_function("loa", ["NVC"]).units[:3]
        ('bias', 'NVC 0', 'NVC 1')
        """
        return tuple(_core.search_units(self.game, list(self.inputs)))

    def replace(self, weights: NDArray[np.float64]) -> "SearchFunction":
        """Return the function with other weights, of any shape."""
        shaped = weights.reshape(self.weights.shape)
        return SearchFunction(self.game, self.inputs, shaped, self.checkpoints, self.counts)

    def raw(self) -> tuple[list[str], list[int], bool, list[float]]:
        """Return it for the core."""
        is_quiet = self.counts == "quiet"
        return list(self.inputs), list(self.checkpoints), is_quiet, self.weights.ravel().tolist()


def start_function(
    game: str,
    inputs: Sequence[str],
    *,
    bias: float = 0.5,
    checkpoints: Sequence[int] = CHECKPOINTS,
    counts: Counts = "quiet",
) -> SearchFunction:
    """Return a function with no weights but those of the unit that is always on.

    >>> start_function("chess", ["IT", "HASH"]).weights.shape
    (10, 19)
    """
    units = _core.search_units(game, list(inputs))
    weights = np.zeros((len(checkpoints), len(units)))
    weights[:, 0] = bias
    return SearchFunction(game, tuple(inputs), weights, tuple(checkpoints), counts)


@dataclass(frozen=True)
class Reductions:
    """By how many plies late moves are first searched less.

    What the numbers of the search take off or add (in the principal variation, for killers, by
    history) stays, and so does whether a move is reduced at all.

    Parameters
    ----------
    rows : sequence of sequence of float
        Plies: a row for each place in the tree, a column for each number of moves searched before.
        What lies beyond the last row or column is taken for the last.
    by : {"remaining", "depth", "iteration", "leaf"}
        What a row is chosen by.
    """

    rows: tuple[tuple[float, ...], ...]
    by: Index = "remaining"

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(tuple(row) for row in self.rows))
        _check_word("by", self.by, ROW_INDICES)
        if not self.rows or not all(self.rows):
            raise ValueError("rows: expected rows of numbers, found an empty one")
        for value in (value for row in self.rows for value in row):
            if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > PLY:
                raise ValueError(f"rows: expected plies from -{PLY} to {PLY}, found {value!r}")

    def raw(self) -> tuple[str, list[list[int]]]:
        """Return it for the core."""
        return self.by, [[round(value * PLY) for value in row] for row in self.rows]


def preset_reductions(preset: str = "modern") -> Reductions:
    """Return the reductions of a preset, which are one point of the space.

    >>> table = preset_reductions()
    >>> len(table.rows), table.rows[4][9]
    (63, 2.125)
    """
    rows = _core.preset_reductions(preset)
    return Reductions(tuple(tuple(value / PLY for value in row) for row in rows))


@dataclass(frozen=True, eq=False)
class Pruning:
    """What a player has learned to skip; what is missing is decided by the search's numbers.

    Parameters
    ----------
    game : str
        For which it was learned.
    widths : Widths, optional
        How many moves are searched where.
    function : SearchFunction, optional
        Where the rest of a node is skipped: at a checkpoint where it is below 0.
    reductions : Reductions, optional
        By how much late moves are reduced.
    reduction_function : SearchFunction, optional
        By how many plies less they are.
    null_move_function : SearchFunction, optional
        By how many plies deeper the search after a null move is.
    params : mapping of str to float
        Numbers of the search that go with it.
    made_by : str
        What made it.

    Examples
    --------
    >>> import tabiya
    >>> narrow = Pruning("loa", widths=Widths((None, 20, 7, 7, 3)))
    >>> start = tabiya.game("loa").initial()
    >>> full = tabiya.Player("loa", pruning="none").search(start, depth=5)
    >>> tabiya.Player("loa", pruning=narrow).search(start, depth=5).nodes < full.nodes
    True
    """

    game: str
    widths: Widths | None = None
    function: SearchFunction | None = None
    reductions: Reductions | None = None
    reduction_function: SearchFunction | None = None
    null_move_function: SearchFunction | None = None
    params: Mapping[str, float] = field(default_factory=dict)
    made_by: str = "by hand"

    def __post_init__(self) -> None:
        if self.widths is not None and self.function is not None:
            raise ValueError("prune: expected widths or a function, found both")

    def core(self) -> _core.Pruning:
        """Return the core's half of it."""
        return _core.Pruning(
            self.game,
            None if self.widths is None else self.widths.raw(),
            None if self.function is None else self.function.raw(),
            None if self.reductions is None else self.reductions.raw(),
            None if self.reduction_function is None else self.reduction_function.raw(),
            None if self.null_move_function is None else self.null_move_function.raw(),
        )


def _check_word(what: str, word: object, known: Sequence[str]) -> None:
    if word not in known:
        raise ValueError(f"{what}: expected one of {', '.join(known)}, found {word!r}")


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
