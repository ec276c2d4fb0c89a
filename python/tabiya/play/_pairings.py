"""Who meets whom: round robin, gauntlet and swiss."""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

Pairing: TypeAlias = tuple[str, str]


def round_robin(players: Sequence[str]) -> list[Pairing]:
    """Return every pair of players once.

    >>> round_robin(["a", "b", "c"])
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    return list(combinations(players, 2))


def gauntlet(players: Sequence[str]) -> list[Pairing]:
    """Return the first player against each of the others.

    >>> gauntlet(["a", "b", "c"])
    [('a', 'b'), ('a', 'c')]
    """
    return [(players[0], other) for other in players[1:]]


def swiss_order(players: Sequence[str], seed: int) -> list[str]:
    """Return the players in the order by which equals are paired: a random one."""
    order = list(players)
    random.Random(seed).shuffle(order)  # noqa: S311 (nothing is secret)
    return order


def swiss_round(
    order: Sequence[str],
    points: Mapping[str, float],
    met: set[frozenset[str]],
    byes: set[str],
) -> tuple[list[Pairing], str | None]:
    """Pair players of about the same points who have not met.

    CITE: Kocsis 2003, appendix B: in every round players meet opponents with approximately the
    same amount of points obtained so far.

    Parameters
    ----------
    order : sequence of str
        The players; those of equal points are paired in this order.
    points : mapping of str to float
        Points so far.
    met : set of frozenset
        Pairs that have met. They meet again only if it cannot be helped.
    byes : set of str
        Those who have had a bye.

    Returns
    -------
    list of pairs, and str or None
        The pairings, and who has a bye if the number of players is odd.

    Examples
    --------
    >>> points = {"a": 2.0, "b": 2.0, "c": 0.0, "d": 0.0}
    >>> swiss_round("abcd", points, {frozenset("ac"), frozenset("bd")}, set())
    ([('a', 'b'), ('c', 'd')], None)
    """
    place = {player: number for number, player in enumerate(order)}
    left = sorted(order, key=lambda player: (-points[player], place[player]))
    bye = None
    if len(left) % 2:
        candidates = [player for player in left if player not in byes] or left
        bye = candidates[-1]
        left.remove(bye)
    pairs: list[Pairing] = []
    while left:
        player = left.pop(0)
        fresh = (other for other in left if frozenset((player, other)) not in met)
        other = next(fresh, left[0])
        left.remove(other)
        pairs.append((player, other))
    return [*_exchange(pairs, met)], bye


def _exchange(pairs: list[Pairing], met: set[frozenset[str]]) -> Iterator[Pairing]:
    """Undo pairs who have met already by exchanging opponents with the nearest pair above."""
    for number in reversed(range(len(pairs))):
        a, b = pairs[number]
        if frozenset((a, b)) not in met:
            continue
        for earlier in reversed(range(number)):
            c, d = pairs[earlier]
            for one, two in (((c, a), (d, b)), ((c, b), (d, a))):
                if frozenset(one) not in met and frozenset(two) not in met:
                    pairs[earlier], pairs[number] = one, two
                    break
            else:
                continue
            break
    yield from pairs
