"""The crosstable of a tournament."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape

from tabiya.play import GameRecord

# Beyond so many players only the best are shown against each other.
MOST_PLAYERS = 40


def crosstable(games: Iterable[GameRecord], order: Sequence[str]) -> str:
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
    head = "".join(f"<th>{number + 1}</th>" for number in range(len(shown)))
    rows = []
    for number, player in enumerate(shown):
        cells = "".join(
            _cell(points[player, other], n_games[player, other], is_self=player == other)
            for other in shown
        )
        rows.append(f"<tr><td>{number + 1}</td><td>{escape(player)}</td>{cells}</tr>")
    more = len(order) - len(shown)
    rest = f'<p class="note">and {more} more players</p>' if more > 0 else ""
    return (
        '<div class="scroll"><table class="cross"><thead><tr><th></th><th>player</th>'
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>{rest}"
    )


def _cell(points: float, n_games: int, *, is_self: bool) -> str:
    if is_self:
        return '<td class="self"></td>'
    if not n_games:
        return "<td></td>"
    share = round(100 * points / n_games)
    return f'<td style="--share:{share}%" class="share">{points:g} / {n_games}</td>'
