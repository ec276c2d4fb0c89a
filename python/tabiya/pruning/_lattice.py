"""Discrete decisions of class S as points of a lattice: the higher, the more is searched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, get_args

from tabiya.players import Pruning, Reductions, Widths
from tabiya.players._pruning import Counts, Index

Solution: TypeAlias = tuple[int, ...]

# The widths of Kocsis 2003, §4.4.2 and §4.4.4; None is all moves.
LOA_WIDTHS = (1, 2, 3, 4, 5, 6, 7, 10, 20, None)
CHESS_WIDTHS = (1, 2, 3, 4, 5, 10, 20, 30, 40, 50, None)
# Plies by which late moves are reduced, the narrowest search first.
REDUCTIONS = (4.0, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5, 0.0)
# Extensions of CRAFTY (§2.2.2), in plies.
EXTENSIONS = (
    "extend_check",
    "extend_recapture",
    "extend_one_reply",
    "extend_passed_pawn",
    "extend_mate_threat",
)
EXTENSION_STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Lattice:
    """A decision with a value at each of some places, chosen from a list that rises in width.

    Parameters
    ----------
    game : str
        The game.
    kind : {"widths", "reductions", "params"}
        What is decided: moves to search, plies to reduce, or numbers of the search.
    names : tuple of str
        What the places are called; for ``params`` the numbers themselves.
    values : tuple of tuples
        For each place its possible values, the narrowest search first.
    by : str
        What the places of widths and reductions are indexed by.
    counts : {"all", "quiet"}
        Which moves widths count.
    fixed : mapping of str to float
        Numbers of the search that go with it.

    Examples
    --------
    >>> lattice = widths_lattice("loa", 3, by="leaf")
    >>> lattice.upper((0, 9, 4))
    [(1, 9, 4), (0, 9, 5)]
    >>> str(lattice.pruning((0, 9, 4)).widths)
    '1 all 5'
    """

    game: str
    kind: str
    names: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    by: str = "depth"
    counts: str = "all"
    fixed: tuple[tuple[str, float], ...] = ()

    @property
    def least(self) -> Solution:
        """Return the minimal solution."""
        return (0,) * len(self.values)

    @property
    def greatest(self) -> Solution:
        """Return the maximal solution, where nothing is skipped."""
        return tuple(len(values) - 1 for values in self.values)

    def upper(self, solution: Solution) -> list[Solution]:
        """Return the upper neighbours (equation 4.4): one place is a step wider."""
        return [
            _moved(solution, place, 1)
            for place, values in enumerate(self.values)
            if solution[place] + 1 < len(values)
        ]

    def lower(self, solution: Solution) -> list[Solution]:
        """Return the lower neighbours (equation 4.5): one place is a step narrower."""
        return [_moved(solution, place, -1) for place, step in enumerate(solution) if step > 0]

    def pruning(self, solution: Sequence[float], made_by: str = "by hand") -> Pruning:
        """Return what a solution stands for."""
        chosen = [values[int(i)] for values, i in zip(self.values, solution, strict=True)]
        params = dict(self.fixed)
        match self.kind:
            case "widths":
                widths = tuple(None if width is None else int(width) for width in chosen)
                vector = Widths(widths, _index(self.by), _counts(self.counts))
                return Pruning(self.game, widths=vector, params=params, made_by=made_by)
            case "reductions":
                rows = tuple((float(plies or 0.0),) for plies in chosen)
                table = Reductions(rows, _index(self.by))
                return Pruning(self.game, reductions=table, params=params, made_by=made_by)
            case _:
                numbers = {n: float(v or 0.0) for n, v in zip(self.names, chosen, strict=True)}
                return Pruning(self.game, params={**params, **numbers}, made_by=made_by)

    def words(self, solution: Sequence[float]) -> str:
        """Return a solution as it stands in tables.

        >>> widths_lattice("loa", 2).words((9, 3))
        'all 4'
        """
        chosen = (values[int(i)] for values, i in zip(self.values, solution, strict=True))
        return " ".join("all" if value is None else f"{value:g}" for value in chosen)


def widths_lattice(
    game: str,
    length: int,
    *,
    by: str = "depth",
    counts: str | None = None,
    widths: Sequence[int | None] | None = None,
) -> Lattice:
    """Return the forward-pruning vectors of a length (for cells: of so many iterations).

    Widths and what they count are those of the paper: all moves of Lines of Action and Othello,
    quiet moves of chess.
    """
    if length < 1:
        raise ValueError(f"length: expected 1 or more, found {length}")
    _index(by)
    usual = CHESS_WIDTHS if game == "chess" else LOA_WIDTHS
    n_places = length * (length + 1) // 2 if by == "cell" else length
    names = tuple(f"{by} {place + 1}" for place in range(n_places))
    chosen = tuple(usual if widths is None else widths)
    counts = counts or ("quiet" if game == "chess" else "all")
    return Lattice(game, "widths", names, (chosen,) * n_places, by, _counts(counts))


def reductions_lattice(game: str, length: int, *, by: str = "remaining") -> Lattice:
    """Return tables of reductions with one number for each of so many places.

    >>> reductions_lattice("chess", 4).pruning((0, 3, 5, 7)).reductions.rows
    ((4.0,), (2.0,), (1.0,), (0.0,))
    """
    names = tuple(f"{by} {place + 1}" for place in range(length))
    return Lattice(
        game, "reductions", names, (REDUCTIONS,) * length, by, fixed=(("late_move_reduction", 1.0),)
    )


def params_lattice(game: str, values: Mapping[str, Sequence[float]]) -> Lattice:
    """Return numbers of the search with their possible values, the narrowest search first.

    >>> params_lattice("loa", {"late_move_base": (1, 3, 8)}).pruning((2,)).params
    {'late_move_base': 8.0}
    """
    if not values or not all(values.values()):
        raise ValueError("values: expected name=number,number,..., found none")
    return Lattice(
        game, "params", tuple(values), tuple(tuple(map(float, each)) for each in values.values())
    )


def extensions_lattice(game: str) -> Lattice:
    """Return the extensions of CRAFTY, each from nothing to a ply."""
    return params_lattice(game, dict.fromkeys(EXTENSIONS, EXTENSION_STEPS))


def _moved(solution: Solution, place: int, step: int) -> Solution:
    return (*solution[:place], solution[place] + step, *solution[place + 1 :])


def _index(word: str) -> Index:
    for known in get_args(Index):
        if known == word:
            return known  # type: ignore[no-any-return] # the words are those of the type
    raise ValueError(f"by: expected one of {', '.join(get_args(Index))}, found {word!r}")


def _counts(word: str) -> Counts:
    for known in get_args(Counts):
        if known == word:
            return known  # type: ignore[no-any-return] # the words are those of the type
    raise ValueError(f"counts: expected one of {', '.join(get_args(Counts))}, found {word!r}")
