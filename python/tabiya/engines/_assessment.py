"""What an engine thinks of a position."""

from dataclasses import dataclass

from tabiya._core import DECIDED_SCORE, WIN_SCORE


@dataclass(frozen=True)
class Assessment:
    """What an engine thinks of a position.

    Attributes
    ----------
    move : str
        The move it would play, as UCI writes it.
    score : float or None
        Score of the side to move in centipawns, on the scale of :class:`tabiya.SearchReport`:
        beyond 990,000 a mate was seen. None if the engine told none, as with moves from a book.
    depth, nodes : int
        What it searched, as far as it told.
    seconds : float
        Time until the answer, measured on our side.
    pv : tuple of str
        The expected line; empty if it was not asked for or not told.
    resigned : bool
        Whether the engine gave the game up.
    """

    move: str
    score: float | None
    depth: int
    nodes: int
    seconds: float
    pv: tuple[str, ...] = ()
    resigned: bool = False

    @property
    def win_in(self) -> int | None:
        """Plies to a forced win (positive) or loss (negative); None if no mate was seen.

        >>> Assessment("a1a8", mate_score(1), depth=3, nodes=90, seconds=0.0).win_in
        1
        """
        if self.score is None or abs(self.score) <= DECIDED_SCORE:
            return None
        plies = round(WIN_SCORE - abs(self.score))
        return plies if self.score > 0 else -plies


def mate_score(moves: int) -> float:
    """Return the score of a mate in so many moves of the side to move, negative if it is mated.

    >>> mate_score(2), mate_score(-1), mate_score(0)
    (999997.0, -999998.0, -1000000.0)
    """
    return WIN_SCORE - (2 * moves - 1) if moves > 0 else -WIN_SCORE - 2 * moves
