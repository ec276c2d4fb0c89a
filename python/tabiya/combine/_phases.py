"""Phases of the game by the men on the board, with their neighbours to smooth."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

# Of each class a phase has at least so many examples, or it goes to its neighbour.
LEAST = 200


@dataclass(frozen=True)
class Phase:
    """Positions with so many men, and what their model is fitted to.

    Attributes
    ----------
    men : tuple of int
        The least and the greatest number of men.
    fitted : tuple of int
        The same with the neighbouring phases, whose examples are used too.
    """

    men: tuple[int, int]
    fitted: tuple[int, int]

    def holds(self, men: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return which positions the model is fitted to."""
        return (men >= self.fitted[0]) & (men <= self.fitted[1])

    def owns(self, men: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return which positions the model is for."""
        return (men >= self.men[0]) & (men <= self.men[1])

    def __str__(self) -> str:
        return f"{self.men[0]} to {self.men[1]} men"


def make_phases(
    men: NDArray[np.uint8], won: NDArray[np.float64], width: int | None
) -> tuple[list[Phase], list[str]]:
    """Divide positions into phases of so many numbers of men each; into one without a width.

    A model is fitted to its phase and to those before and after it. A phase with too few wins or
    losses is joined to the next one that has enough.

    CITE: Buro 1995 §4: grouped by discs, adjacent groups used together.

    Returns
    -------
    phases : list of Phase
    notes : list of str
        Which phases were joined to others, and why.

    Examples
    --------
    >>> men = np.repeat(np.arange(4, 12, dtype=np.uint8), 1000)
    >>> won = np.arange(8000) % 2.0
    >>> [str(phase) for phase in make_phases(men, won, 4)[0]]
    ['4 to 7 men', '8 to 11 men']
    >>> won[men < 8] = 1
    >>> make_phases(men, won, 4)[1]
    ['4 to 7 men: expected 200 won and lost at least, found 4,000 and 0; joined to the next phase']
    """
    least, most = int(men.min()), int(men.max())
    if min(won.sum(), (1 - won).sum()) < LEAST:
        raise ValueError(
            f"expected won and lost positions, {LEAST} of each at least, found {won.sum():,.0f} "
            f"and {(1 - won).sum():,.0f}"
        )
    if width is None:
        return [Phase((least, most), (least, most))], []
    if width < 1:
        raise ValueError(f"phases: expected a width of 1 or more, found {width}")
    first = least - least % width
    edges, notes = [least], []
    for start in range(first, most + 1, width):
        end = min(start + width - 1, most)
        inside = (men >= edges[-1]) & (men <= end)
        n_won, n_lost = won[inside].sum(), (1 - won[inside]).sum()
        if min(n_won, n_lost) >= LEAST:
            edges.append(end + 1)
            continue
        # The last phase has none after it.
        where = "the next phase" if end < most else "the phase before"
        notes.append(
            f"{edges[-1]} to {end} men: expected {LEAST} won and lost at least, found "
            f"{n_won:,.0f} and {n_lost:,.0f}; joined to {where}"
        )
    # All together have enough, so that there is one phase at least.
    edges[-1] = most + 1
    ranges = [(low, high - 1) for low, high in pairwise(edges)]
    padded = [ranges[0], *ranges, ranges[-1]]
    return [
        Phase(own, (before[0], after[1]))
        for before, own, after in zip(padded, ranges, padded[2:], strict=False)
    ], notes
