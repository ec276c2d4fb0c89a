"""Chunks that nobody has described yet: pieces that stand together far more often than chance.

A group is grown piece by piece (`_grow.py`) on one half of the games. It is offered if, in the
other half, each of its pieces is still drawn there by the rest, and if results or the moves played
where it stands differ from those elsewhere. A person names what is worth a name.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.chunks._grow import Group, Items, grow
from tabiya.chunks._library import Library
from tabiya.chunks._sample import Sample
from tabiya.chunks._told_apart import (
    Difference,
    frequent_moves,
    move_difference,
    result_difference,
)

MIN_SHARE = 0.005
LEAST_ODDS = 4.0
# What two groups, or a group and a known chunk, may share before they are the same idea.
MOST_SHARED = 0.5
CERTAIN = 0.01


@dataclass(frozen=True)
class Suggestion:
    """A group of pieces offered as a chunk.

    Attributes
    ----------
    text : str
        The chunk, with what was seen as comments above it.
    pieces : tuple of str
        Its pieces, such as ``"WP on E4"``, for the side of the chunk as White.
    n_seen : int
        In how many positions of the held-out half it stands, for either side.
    share : float
        In which share of the positions.
    odds : float
        How many times the odds of its loosest piece rise with the rest of the group.
    result, moves : Difference
        How results and next moves differ from those of other positions.
    """

    text: str
    pieces: tuple[str, ...]
    n_seen: int
    share: float
    odds: float
    result: Difference
    moves: Difference


def suggest(
    sample: Sample,
    library: Library | None = None,
    *,
    limit: int = 10,
    min_share: float = MIN_SHARE,
    largest: int = 7,
) -> list[Suggestion]:
    """Return groups of pieces worth a name, the most telling first.

    Parameters
    ----------
    sample : Sample
        Positions of games, best one of each game.
    library : Library, optional
        What is known already, and not offered again.
    limit : int
        The most suggestions.
    min_share : float
        The least share of the positions in which a group stands, for either side.
    largest : int
        The most pieces in a group.

    Notes
    -----
    Positions are looked at from both sides, so a group of Black counts with its mirror image. The
    two halves are games with an even and an odd number; the same sample gives the same suggestions.
    """
    if len(sample) < 2 * LEAST_ODDS / min_share:
        n_least = int(2 * LEAST_ODDS / min_share)
        raise ValueError(f"suggest: expected at least {n_least} positions, found {len(sample)}")
    items = Items.of(sample)
    learning, held_out = items.split(sample.games)
    groups = grow(learning, min_share=min_share, largest=largest, least_odds=LEAST_ODDS)
    known = _known(library, sample, held_out)
    n_tests = 2 * max(len(groups), 1)
    found: list[Suggestion] = []
    for group in groups:
        standing = held_out.standing(group.members)
        turned = np.roll(standing, len(standing) // 2)
        if any(max(_shared(standing, k), _shared(turned, k)) > MOST_SHARED for k in known):
            continue
        frequent = frequent_moves(learning.moves, learning.standing(group.members))
        moves = move_difference(held_out.moves, standing, frequent)
        suggestion = _suggestion(group, held_out, standing, moves, len(found) + 1)
        certain = min(suggestion.result.p_value, suggestion.moves.p_value) * n_tests < CERTAIN
        if suggestion.share < min_share / 2 or suggestion.odds < LEAST_ODDS or not certain:
            continue
        known.append(standing)
        found.append(suggestion)
        if len(found) == limit:
            break
    return found


def _suggestion(
    group: Group, items: Items, standing: NDArray[np.bool_], moves: Difference, number: int
) -> Suggestion:
    result = result_difference(items.points, standing)
    pieces = items.names(group.members)
    n_seen = int(standing.sum())
    odds = min(items.odds(group.members))
    share = n_seen / (len(standing) / 2)
    name = f"suggestion_{number}"
    lines = [
        f"# Stands in {n_seen:,} positions for one side or the other ({share:.1%}); given the",
        f"# others, its loosest piece stands there with {odds:.0f} times the odds of chance.",
        f"# {result.text}",
        f"# {moves.text}",
        f"chunk {name} wrt white.",
        "classification suggested.",
        *_statements(pieces),
        f"end {name}.",
    ]
    return Suggestion("\n".join(lines), pieces, n_seen, share, odds, result, moves)


def _statements(pieces: Iterable[str]) -> list[str]:
    squares: dict[str, list[str]] = {}
    for text in pieces:
        piece, _, square = text.split()
        squares.setdefault(piece, []).append(square)
    return [f"require {piece} on {' + '.join(found)}." for piece, found in squares.items()]


def _known(library: Library | None, sample: Sample, items: Items) -> list[NDArray[np.bool_]]:
    """Return where each known chunk stands in the held-out half, seen from either side.

    Chunks that stand nearly everywhere are ideas of another sort, and hide nothing.
    """
    if library is None or not len(library):
        return []
    mirrors = library.matches(sample.batch)
    first, second = (mirrors & 0b0101) > 0, (mirrors & 0b1010) > 0
    columns = np.concatenate([first[items.rows], second[items.rows]]).T
    return [column for column in columns if 0 < column.mean() < MOST_SHARED]


def _shared(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> float:
    both = int((a & b).sum())
    return both / max(1, int(a.sum()) + int(b.sum()) - both)
