"""What the openings of a match did: which of them told the players apart, and which never could."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tabiya.play import GameRecord, complete_pairs


@dataclass
class OpeningTally:
    """The pairs of games on one opening."""

    position: str
    name: str
    n_pairs: int = 0
    n_drawn: int = 0
    n_one_sided: int = 0
    n_split: int = 0
    points_of_first: float = 0.0
    games: list[int] = field(default_factory=list)

    @property
    def is_always_balanced(self) -> bool:
        """Return whether every pair ended 1 : 1, so that the opening said nothing."""
        return self.n_pairs > 0 and self.n_split == 0

    @property
    def share_of_first(self) -> float:
        """Return the score of the side that moves first by the rules."""
        return self.points_of_first / (2 * self.n_pairs)


def tally_openings(games: Iterable[GameRecord]) -> list[OpeningTally]:
    """Count pairs by opening: drawn twice, won twice by the same side, or won by a player.

    >>> games = [GameRecord("a", "b", "1-0", "x"), GameRecord("b", "a", "1-0", "x", leg=1)]
    >>> tally_openings(games)[0].is_always_balanced
    True
    """
    games = list(games)
    place = {id(game): number for number, game in enumerate(games)}
    names = {game.opening: game.opening_name for game in games}
    tallies: dict[str, OpeningTally] = defaultdict(lambda: OpeningTally("", ""))
    for one, two in complete_pairs(games):
        tally = tallies[one.opening]
        tally.position, tally.name = one.opening, names[one.opening]
        tally.n_pairs += 1
        tally.games += [place[id(one)], place[id(two)]]
        first, second = one.points or 0.0, two.points or 0.0
        tally.points_of_first += first + second
        if first != second:
            tally.n_split += 1
        elif first == 0.5:  # noqa: PLR2004 (a draw)
            tally.n_drawn += 1
        else:
            tally.n_one_sided += 1
    return sorted(tallies.values(), key=lambda tally: (-tally.n_pairs, tally.games[0]))
