"""Exact Othello endgames."""

from dataclasses import dataclass
from typing import Literal

from tabiya import _core
from tabiya.games import Position
from tabiya.players._hash import check_hash
from tabiya.players._patterns import PatternModel, default_patterns


@dataclass(frozen=True)
class Solution:
    """What perfect play leads to.

    Attributes
    ----------
    discs : int
        Final disc difference for the side to move, empty squares going to the winner; 1, 0 or -1 if
        only the winner was asked for.
    move : str or None
        A best move; None if the game is over.
    pv : tuple of str
        Best play of both sides to the end.
    nodes : int
        Positions that the search entered.
    """

    discs: int
    move: str | None
    pv: tuple[str, ...]
    nodes: int


def solve(
    position: Position,
    *,
    exact: bool = True,
    hash_mib: int | None = None,
    guide: PatternModel | Literal["default"] | None = "default",
) -> Solution:
    """Solve an Othello position to the end of the game, on one thread.

    Twenty empty squares take about a second; every two more take about five times as long.

    Parameters
    ----------
    position : Position
        A position of Othello.
    exact : bool
        Find the final disc difference; otherwise only who wins, which is faster.
    hash_mib : int, optional
        Size of the hash table in mebibytes.
    guide : PatternModel, "default" or None
        Patterns that say which moves to try first in large endgames; they change the nodes that it
        takes, never the solution.

    Examples
    --------
    >>> import tabiya
    >>> position = tabiya.game("othello").position("OXXXXXX-" + 56 * "X" + " O")
    >>> solve(position)
    Solution(discs=-48, move='h1', pv=('h1',), nodes=...)
    """
    check_hash(hash_mib)
    patterns = default_patterns("othello") if guide == "default" else guide
    weights = None if patterns is None else patterns.core
    found = _core.solve(position._core, exact, hash_mib, weights)
    discs, pv, nodes = found
    return Solution(discs=discs, move=pv[0] if pv else None, pv=tuple(pv), nodes=nodes)
