"""How long to think: from the clock of a game to the seconds of one search.

CITE: R. M. Hyatt (1984), Using time wisely, ICCA Journal 7(1): an equal share for every move up to
the next time control, and up to twice that share for the first ten moves out of the book, when the
plans are made and the table is still empty.
"""

import math
from dataclasses import dataclass
from typing import Literal

from tabiya import _core

# The least time that a search is given, even if the flag is about to fall.
LEAST_SECONDS = 0.001
# The longest that anyone will wait for; keeps absurd numbers out of the core.
MOST_SECONDS = 1e8
# The longest way to a time control that makes a difference.
MOST_MOVES = 10_000


@dataclass(frozen=True)
class Budget:
    """The seconds of one search.

    Attributes
    ----------
    soft : float or None
        After this no further iteration begins.
    hard : float or None
        After this the search is broken off.
    """

    soft: float | None = None
    hard: float | None = None


@dataclass(frozen=True)
class TimeLeft:
    """The clock of a game, as the player to move sees it.

    Attributes
    ----------
    remaining, increment : float
        What is left, and what is added after every move.
    unit : {"seconds", "nodes"}
        What it is counted in; with nodes a game is the same on every machine.
    moves_to_go : int, optional
        Moves up to the next time control; None if there is none.
    overhead : float
        What is lost on the way to the opponent's clock.
    n_searched : int
        Moves of this game that were searched before.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("loa").initial()
    >>> left = tabiya.players.TimeLeft(100_000, unit="nodes")
    >>> tabiya.Player("loa").search(start, clock=left).nodes < 20_000
    True
    """

    remaining: float
    increment: float = 0.0
    unit: Literal["seconds", "nodes"] = "seconds"
    moves_to_go: int | None = None
    overhead: float = 0.0
    n_searched: int = 0

    def __post_init__(self) -> None:
        if self.unit not in {"seconds", "nodes"}:
            raise ValueError(f"clock: expected seconds or nodes, found {self.unit!r}")
        if not (math.isfinite(self.remaining) and self.remaining > 0):
            raise ValueError(f"clock: expected a time above 0, found {self.remaining!r}")
        if not (math.isfinite(self.increment) and self.increment >= 0):
            raise ValueError(f"clock: expected an increment of 0 or more, found {self.increment!r}")
        if self.moves_to_go is not None and not 1 <= self.moves_to_go <= MOST_MOVES:
            raise ValueError(
                f"clock: expected 1 to {MOST_MOVES} moves to go, found {self.moves_to_go!r}"
            )
        if not (math.isfinite(self.overhead) and self.overhead >= 0):
            raise ValueError(f"clock: expected an overhead of 0 or more, found {self.overhead!r}")

    def raw(self) -> tuple[bool, float, float, int | None, float, int]:
        """Return the clock as the core takes it."""
        in_nodes = self.unit == "nodes"
        left = min(self.remaining, MOST_SECONDS) if not in_nodes else self.remaining
        return (
            in_nodes,
            left,
            self.increment,
            self.moves_to_go,
            self.overhead,
            self.n_searched,
        )

    def share(self) -> Budget:
        """Return an equal share of the clock, for those who do not watch the search.

        >>> TimeLeft(60, n_searched=10).share()
        Budget(soft=0.8999999999999999, hard=4.5)
        """
        soft, hard = _core.share_clock(self.raw())
        return Budget(soft=soft, hard=hard)


def share_clock(
    remaining: float,
    *,
    increment: float = 0.0,
    moves_to_go: int | None = None,
    overhead: float = 0.0,
    n_searched: int = 0,
) -> Budget:
    """Return what one move may take of the clock.

    Parameters
    ----------
    remaining, increment : float
        The clock of the side to move, in seconds.
    moves_to_go : int, optional
        Moves up to the next time control; None if there is none.
    overhead : float
        Seconds that are lost on the way to the opponent's clock.
    n_searched : int
        Moves of this game that were searched before.

    Returns
    -------
    Budget
        The hard limit never exceeds a part of what remains less the overhead, except that there is
        always a thousandth of a second.

    Examples
    --------
    >>> share_clock(60, n_searched=10)
    Budget(soft=0.8999999999999999, hard=4.5)
    >>> share_clock(60, moves_to_go=1, overhead=0.01).hard
    44.985
    """
    left = min(remaining, MOST_SECONDS)
    gained = min(max(increment, 0.0), MOST_SECONDS)
    n_moves = None if not moves_to_go else min(max(moves_to_go, 1), MOST_MOVES)
    soft, hard = _core.share_clock((False, left, gained, n_moves, overhead, n_searched))
    return Budget(soft=soft, hard=hard)


def fixed_time(seconds: float, *, overhead: float = 0.0) -> Budget:
    """Return the budget of a move that takes a fixed time.

    >>> fixed_time(0.1, overhead=0.01)
    Budget(soft=None, hard=0.09000000000000001)
    """
    return Budget(hard=max(LEAST_SECONDS, min(seconds, MOST_SECONDS) - overhead))
