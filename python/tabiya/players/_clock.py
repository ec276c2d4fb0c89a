"""How long to think: from the clock of a game to the seconds of one search.

CITE: R. M. Hyatt (1984), Using time wisely, ICCA Journal 7(1): an equal share for every move up to
the next time control, and up to twice that share for the first ten moves out of the book, when the
plans are made and the table is still empty.
"""

from dataclasses import dataclass

# The least time that a search is given, even if the flag is about to fall.
LEAST_SECONDS = 0.001
# The longest that anyone will wait for; keeps absurd numbers out of the core.
MOST_SECONDS = 1e8

# Moves that a game without a time control is still expected to last.
EXPECTED_MOVES = 40
# Moves over which the extra share of the first moves melts away.
EARLY_MOVES = 10
# Part of the increment that is spent; the rest flows back to the clock.
INCREMENT_PART = 0.75
# An iteration takes as long as all before it, so none begins after this part of the share.
SOFT_PART = 0.6
# An iteration that has begun may go on for so many shares.
HARD_SHARES = 3.0
# Part of the clock that one move may use, unless it is the last one before the time control.
CLOCK_PART = 0.5


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
        The hard limit never exceeds what remains less the overhead, except that there is always a
        thousandth of a second.

    Examples
    --------
    >>> share_clock(60, n_searched=10)
    Budget(soft=0.8999999999999999, hard=4.5)
    >>> share_clock(60, moves_to_go=1, overhead=0.01).hard
    59.99
    """
    available = max(LEAST_SECONDS, min(remaining, MOST_SECONDS) - overhead)
    n_moves = max(moves_to_go or EXPECTED_MOVES, 1)
    early = 2 - min(n_searched, EARLY_MOVES) / EARLY_MOVES
    share = early * available / n_moves + INCREMENT_PART * max(increment, 0) - overhead
    share = max(share, LEAST_SECONDS)
    most = available if n_moves == 1 else available * CLOCK_PART
    hard = max(LEAST_SECONDS, min(HARD_SHARES * share, most))
    return Budget(soft=min(SOFT_PART * share, hard), hard=hard)


def fixed_time(seconds: float, *, overhead: float = 0.0) -> Budget:
    """Return the budget of a move that takes a fixed time.

    >>> fixed_time(0.1, overhead=0.01)
    Budget(soft=None, hard=0.09000000000000001)
    """
    return Budget(hard=max(LEAST_SECONDS, min(seconds, MOST_SECONDS) - overhead))
