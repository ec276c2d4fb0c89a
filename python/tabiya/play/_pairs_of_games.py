"""Which games belong together: the same players on the same opening with the sides exchanged."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from tabiya.play._pgn_results import PgnResult

Key = Callable[[PgnResult], Hashable | None]


@dataclass(frozen=True)
class Paired:
    """Finished games in pairs, and those for which no partner was found."""

    pairs: tuple[tuple[PgnResult, PgnResult], ...]
    singles: tuple[PgnResult, ...]


def pair_games(games: Iterable[PgnResult]) -> Paired:
    """Find the pairs among finished games.

    Partners have the same two players with the sides exchanged. The surest sign comes first: the
    same round ``n.1`` and ``n.2``, then the same round and opening, the same opening position, the
    same first moves. Among several the one that comes next in the file is taken.

    Examples
    --------
    >>> one = PgnResult("a", "b", "1-0", "", "e4 e5", "1.1", "", 1)
    >>> two = PgnResult("b", "a", "1-0", "", "e4 e5", "1.2", "", 9)
    >>> len(pair_games([one, two]).pairs)
    1
    """
    single = [game for game in games if game.result is not None]
    pairs: list[tuple[PgnResult, PgnResult]] = []
    for key in (_by_leg, _by_round, _by_opening, _by_moves):
        found, single = _match(single, key)
        pairs += found
    pairs.sort(key=lambda pair: pair[0].line)
    return Paired(tuple(pairs), tuple(single))


def _match(
    games: list[PgnResult], key: Key
) -> tuple[list[tuple[PgnResult, PgnResult]], list[PgnResult]]:
    """Match games whose keys are equal; those without a key stay alone."""
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    partner: dict[int, int] = {}
    for number, game in enumerate(games):
        opening = key(game)
        if opening is None:
            continue
        others = waiting.get((game.second, game.first, opening))
        if others:
            partner[others.pop(0)] = number
        else:
            waiting[game.first, game.second, opening].append(number)
    taken = {*partner, *partner.values()}
    pairs = [(games[one], games[two]) for one, two in partner.items()]
    return pairs, [game for number, game in enumerate(games) if number not in taken]


def _by_leg(game: PgnResult) -> Hashable | None:
    number, dot, _ = game.round.rpartition(".")
    return (game.event, number, game.opening) if dot else None


def _by_round(game: PgnResult) -> Hashable | None:
    return (game.event, game.round, game.opening, game.beginning) if game.round else None


def _by_opening(game: PgnResult) -> Hashable | None:
    return game.opening or None


def _by_moves(game: PgnResult) -> Hashable | None:
    return game.beginning or None if not game.opening else None
