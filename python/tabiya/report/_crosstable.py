"""The crosstable of a tournament."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tabiya.play import GameRecord
from tabiya.report._page import fill

if TYPE_CHECKING:
    from markupsafe import Markup

# Beyond so many players only the best are shown against each other.
MOST_PLAYERS = 40


def crosstable(games: Iterable[GameRecord], order: Sequence[str]) -> "Markup":
    """Return points and games of each player against each other, as an HTML table.

    >>> games = [GameRecord("a", "b", "1-0", ""), GameRecord("b", "a", "1/2-1/2", "", leg=1)]
    >>> "1.5 / 2" in crosstable(games, ["a", "b"])
    True
    """
    points: dict[tuple[str, str], float] = defaultdict(float)
    n_games: dict[tuple[str, str], int] = defaultdict(int)
    for game in games:
        if game.points is None:
            continue
        for one, two in ((game.first, game.second), (game.second, game.first)):
            points[one, two] += game.points_of(one) or 0.0
            n_games[one, two] += 1
    shown = order[:MOST_PLAYERS]
    rows = [
        (
            player,
            [
                None if player == other else (points[player, other], n_games[player, other])
                for other in shown
            ],
        )
        for player in shown
    ]
    return fill("crosstable.html", rows=rows, more=len(order) - len(shown))
