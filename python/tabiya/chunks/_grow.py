"""Growing groups of pieces that stand together, by counting bits.

CITE: self-sufficient itemsets, Webb 2010: a group is more than its parts only if every part
is drawn by the rest. CITE: that the pieces of a chunk stand near each other: Simon and
Gilmartin 1973, by way of George 1989, §5.6.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.chunks._sample import Sample
from tabiya.chunks._squares import FILES

PIECES = ("WP", "WN", "WB", "WR", "WQ", "WK", "BP", "BN", "BB", "BR", "BQ", "BK")
N_ITEMS = 12 * 64
NEAR = 2
# A piece joins a group if it stands there in at least this share of the positions with the group.
DRAWN = 0.5
# What joins must at least double its odds; the whole group is asked for more in the end.
JOINING_ODDS = 2.0
MOST_STARTS = 1000
# Two pieces are no structure.
PAIR = 2
TURNED = 56


@dataclass(frozen=True)
class Group:
    """Pieces that stand together: their numbers, and how many bits naming them saves."""

    members: tuple[int, ...]
    bits_saved: float


@dataclass(frozen=True)
class Items:
    """Which piece stands on which square of many positions, each seen from both sides.

    Item ``64 * piece + square`` is a piece of `PIECES` on a square; the side that looks is White.
    The first half of the views is White's, the second Black's.

    Attributes
    ----------
    bits : ndarray of uint8, of shape (768, n_bytes)
        For each item, the views in which it stands.
    n_views : int
        Twice the number of positions.
    rows : ndarray
        The rows of the sample.
    points : ndarray of float64
        What the looking side got in each view; NaN if nobody knows.
    moves : ndarray of int64
        The move of the looking side, ``item * 64 + to``; -1 if the other side moves.
    """

    bits: NDArray[np.uint8]
    n_views: int
    rows: NDArray[np.intp]
    points: NDArray[np.float64]
    moves: NDArray[np.int64]

    @classmethod
    def of(cls, sample: Sample) -> "Items":
        """Look at all positions of a sample."""
        return cls._of_rows(sample, np.arange(len(sample)))

    @classmethod
    def _of_rows(cls, sample: Sample, rows: NDArray[np.intp]) -> "Items":
        pieces = _core.packed_pieces(sample.batch.packed)[rows]
        turned = np.concatenate([pieces[:, 6:], pieces[:, :6]], axis=1).byteswap()
        both = np.concatenate([pieces, turned])
        cells = np.unpackbits(both.view(np.uint8), axis=1, bitorder="little")
        points = sample.results[rows]
        moves = _moves_of(cells[: len(rows)], cells[len(rows) :], sample, rows)
        return cls(
            np.packbits(cells.T, axis=1),
            len(both),
            rows,
            np.concatenate([points, 1 - points]),
            moves,
        )

    def split(self, games: NDArray[np.uint32]) -> tuple["Items", "Items"]:
        """Return the views of games with even numbers, and those of odd ones."""
        even = games[self.rows] % 2 == 0
        return self._take(even), self._take(~even)

    def _take(self, positions: NDArray[np.bool_]) -> "Items":
        views = np.concatenate([positions, positions])
        cells = np.unpackbits(self.bits, axis=1, count=self.n_views)[:, views]
        return Items(
            np.packbits(cells, axis=1),
            int(views.sum()),
            self.rows[positions],
            self.points[views],
            self.moves[views],
        )

    def counts(self, within: NDArray[np.uint8] | None = None) -> NDArray[np.int64]:
        """Count the views of each item, or those among some."""
        bits = self.bits if within is None else self.bits & within
        found: NDArray[np.int64] = np.bitwise_count(bits).sum(axis=1, dtype=np.int64)
        return found

    def together(self, members: Sequence[int]) -> NDArray[np.uint8]:
        """Return the views in which all members stand, as bits."""
        found: NDArray[np.uint8] = np.bitwise_and.reduce(self.bits[list(members)], axis=0)
        return found

    def standing(self, members: Sequence[int]) -> NDArray[np.bool_]:
        """Return the views in which all members stand."""
        return np.unpackbits(self.together(members), count=self.n_views).astype(bool)

    def odds(self, members: Sequence[int]) -> list[float]:
        """Return how many times the odds of each member rise with the rest."""
        n_all = int(np.bitwise_count(self.together(members)).sum())
        ratios = []
        for member in members:
            rest = [other for other in members if other != member]
            n_rest = int(np.bitwise_count(self.together(rest)).sum())
            n_member = int(np.bitwise_count(self.bits[member]).sum())
            odds = odds_ratio(np.array(n_all), np.array(n_rest), np.array(n_member), self.n_views)
            ratios.append(float(odds))
        return ratios

    @staticmethod
    def names(members: Sequence[int]) -> tuple[str, ...]:
        """Return the members as the chunk language says them.

        >>> Items.names([28])
        ('WP on E4',)
        """
        return tuple(
            f"{PIECES[item // 64]} on {FILES[item % 8].upper()}{item % 64 // 8 + 1}"
            for item in members
        )


def _moves_of(
    white: NDArray[np.uint8], black: NDArray[np.uint8], sample: Sample, rows: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Return the moves as item and target, in the views of both sides; -1 for the other side's."""
    moves = sample.moves[rows].astype(np.int64)
    from_square, to_square = moves & 63, moves >> 6 & 63
    is_black = sample.batch.turns[rows] == 1
    found = []
    for cells, turned, mine in ((white, 0, ~is_black), (black, TURNED, is_black)):
        square = from_square ^ turned
        boards = cells.reshape(len(cells), 12, 64)
        piece = boards[np.arange(len(cells)), :, square].argmax(axis=1)
        code = (64 * piece + square) * 64 + (to_square ^ turned)
        found.append(np.where(mine & (moves != 0), code, -1))
    return np.concatenate(found)


def odds_ratio(
    n_both: NDArray[np.int64], n_with: NDArray[np.int64], n_item: NDArray[np.int64], n_views: int
) -> NDArray[np.float64]:
    """Return how many times the odds of an item among some views are those among all.

    Odds, unlike shares, can rise by much for a pawn that stands on its square in every third
    position already. Half a view is added to each count, so that none of them is zero.

    >>> odds_ratio(np.array([90]), np.array([100]), np.array([500]), 1000).round(1).tolist()
    [8.6]
    """
    inside = (n_both + 0.5) / (n_with - n_both + 0.5)
    everywhere = (n_item + 0.5) / (n_views - n_item + 0.5)
    ratio: NDArray[np.float64] = inside / everywhere
    return ratio


def is_at_home(item: int) -> bool:
    """Return whether a piece stands where it stood before the first move.

    >>> is_at_home(64 * 5 + 4), is_at_home(64 * 0 + 28)
    (True, False)
    """
    piece, square = divmod(item, 64)
    rank = square // 8 if piece < len(PIECES) // 2 else 7 - square // 8
    back = "RNBQKBNR"[square % 8]
    return rank == 1 if PIECES[piece][1] == "P" else rank == 0 and PIECES[piece][1] == back


def grow(items: Items, *, min_share: float, largest: int, least_odds: float) -> list[Group]:
    """Return groups, those first that save the most bits: often, and far from chance.

    A group grows by the piece that is most often there with it; in the end what hangs on it too
    loosely falls off again.
    """
    n_least = min_share * items.n_views / 2
    counts = items.counts()
    near = _near()

    def grown(start: tuple[int, int]) -> tuple[int, ...]:
        members = list(start)
        together = items.together(members)
        while len(members) < largest:
            with_each = items.counts(together)
            n_now = np.bitwise_count(together).sum()
            drawn = with_each / n_now
            fits = near[members].any(axis=0) & (drawn >= DRAWN) & (with_each >= n_least)
            fits &= odds_ratio(with_each, n_now, counts, items.n_views) >= JOINING_ODDS
            fits[members] = False
            if not fits.any():
                break
            best = int(np.argmax(np.where(fits, drawn, -1)))
            members.append(best)
            together &= items.bits[best]
        return tuple(sorted(_without_loose(items, members, least_odds)))

    keys = {grown(start) for start in _pairs(items, counts, near, n_least)}
    groups = [Group(key, _bits_saved(items, counts, key)) for key in keys if _is_structure(key)]
    return sorted(groups, key=lambda group: (-group.bits_saved, group.members))


def _without_loose(items: Items, members: Sequence[int], least_odds: float) -> list[int]:
    kept = list(members)
    while len(kept) > PAIR:
        odds = items.odds(kept)
        if min(odds) >= least_odds:
            break
        kept.pop(int(np.argmin(odds)))
    return kept


def _is_structure(members: Sequence[int]) -> bool:
    """Return whether a group is more than a pair, and more than what has not moved yet."""
    return len(members) > PAIR and 2 * sum(map(is_at_home, members)) <= len(members)


def _near() -> NDArray[np.bool_]:
    """Return which items stand near each other."""
    squares = np.arange(N_ITEMS) % 64
    files, ranks = squares % 8, squares // 8
    apart = np.maximum(
        np.abs(files[:, None] - files[None, :]), np.abs(ranks[:, None] - ranks[None, :])
    )
    near: NDArray[np.bool_] = (apart <= NEAR) & (apart > 0)
    return near


def _pairs(
    items: Items,
    counts: NDArray[np.int64],
    near: NDArray[np.bool_],
    n_least: float,
) -> list[tuple[int, int]]:
    frequent = np.flatnonzero(counts >= n_least)
    at_home = np.array([is_at_home(item) for item in range(N_ITEMS)])
    found: list[tuple[float, int, int]] = []
    for first in frequent.tolist():
        others = frequent[(frequent > first) & near[first][frequent]]
        others = others[~(at_home[others] & at_home[first])]
        both = np.bitwise_count(items.bits[others] & items.bits[first]).sum(axis=1, dtype=np.int64)
        odds = odds_ratio(both, counts[first], counts[others], items.n_views)
        expected = np.maximum(counts[others] * counts[first] / items.n_views, 1e-9)
        for i in np.flatnonzero((both >= n_least) & (odds >= JOINING_ODDS)).tolist():
            saved = float(both[i] * np.log2(both[i] / expected[i]))
            found.append((-saved, first, int(others[i])))
    return [(first, second) for _, first, second in sorted(found)[:MOST_STARTS]]


def _bits_saved(items: Items, counts: NDArray[np.int64], members: Sequence[int]) -> float:
    n_all = int(np.bitwise_count(items.together(members)).sum())
    chance = float(np.log2(counts[list(members)] / items.n_views).sum())
    return float(n_all * (np.log2(n_all / items.n_views) - chance))
