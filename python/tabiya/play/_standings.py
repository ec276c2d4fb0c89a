"""Tables of a tournament."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tabiya.metrics import Estimate, rate
from tabiya.play._record import GameFault, GameRecord, MatchRecord

# Wider tables are for machines.
WIDEST_CROSSTABLE = 24


@dataclass(frozen=True)
class Standing:
    """A line of the table.

    Attributes
    ----------
    player : str
        Who.
    points : float
        Points, those of byes included.
    games, wins, draws, losses : int
        Games that were played, and how they ended.
    tie_break : float
        Points of the opponents, each as often as it was met (Buchholz).
    rating : Estimate
        Elo against the average of all, by maximum likelihood.
    """

    player: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    tie_break: float
    rating: Estimate | None


@dataclass(frozen=True)
class TournamentResult:
    """A tournament that was played.

    Attributes
    ----------
    record : MatchRecord
        All games, in the order of their numbers.
    byes : mapping of str to float
        Points for rounds without an opponent.
    """

    record: MatchRecord
    byes: Mapping[str, float]

    @property
    def games(self) -> tuple[GameRecord, ...]:
        """Return the games."""
        return self.record.games

    @property
    def faults(self) -> tuple[GameFault, ...]:
        """Return all that players did wrong, in the order of the games."""
        return tuple(fault for game in self.games for fault in game.faults)

    @cached_property
    def standings(self) -> list[Standing]:
        """Return the table, the best first."""
        return make_standings(self.record.players, self.games, self.byes)

    def crosstable(self) -> dict[tuple[str, str], tuple[float, int]]:
        """Return points and games of each player against each other."""
        table: dict[tuple[str, str], tuple[float, int]] = {}
        for game in self.games:
            if game.points is None:
                continue
            one, two = (game.first, game.second), (game.second, game.first)
            for pair, points in ((one, game.points), (two, 1 - game.points)):
                before, n = table.get(pair, (0.0, 0))
                table[pair] = (before + points, n + 1)
        return table

    def __str__(self) -> str:
        rows = self.standings
        width = max(6, *(len(row.player) for row in rows))
        table = self.crosstable() if len(rows) <= WIDEST_CROSSTABLE else {}
        cells = [_cell(table, a.player, b.player) for a in rows for b in rows]
        room = max(4, *(len(cell) for cell in cells)) + 2
        heads = "".join(f"{place:>{room}}" for place in range(1, len(rows) + 1)) if table else ""
        head = f"{'':4}{'player':{width}} {'points':>8} {'games':>6} {'Elo':>7} {'+/-':>6}"
        lines = [f"{head} {'tie-break':>10}{heads}"]
        for place, row in enumerate(rows, start=1):
            elo = error = ""
            if row.rating is not None:
                elo, error = f"{row.rating.value:.0f}", f"{row.rating.high - row.rating.value:.0f}"
            against = "".join(f"{_cell(table, row.player, other.player):>{room}}" for other in rows)
            lines.append(
                f"{place:3} {row.player:{width}} {row.points:8.1f} {row.games:6} {elo:>7} "
                f"{error:>6} {row.tie_break:10.1f}{against if table else ''}"
            )
        return "\n".join(lines)


def make_standings(
    players: Iterable[str], games: Iterable[GameRecord], byes: Mapping[str, float] | None = None
) -> list[Standing]:
    """Return the table of some games, the best first.

    >>> rows = make_standings("ab", [GameRecord("b", "a", "1-0", "")])
    >>> [(row.player, row.points) for row in rows]
    [('b', 1.0), ('a', 0.0)]
    """
    names = list(players)
    over = [game for game in games if game.points is not None]
    points = dict.fromkeys(names, 0.0) | dict(byes or {})
    results: dict[str, list[float]] = {name: [] for name in names}
    for game in over:
        for name in (game.first, game.second):
            won = game.points_of(name) or 0.0
            points[name] += won
            results[name].append(won)
    tie_breaks = dict.fromkeys(names, 0.0)
    for game in over:
        tie_breaks[game.first] += points[game.second]
        tie_breaks[game.second] += points[game.first]
    rated = rate([(game.first, game.second, game.points or 0.0) for game in over]) if over else None
    known = set(rated.players) if rated is not None else set()
    rows = [
        Standing(
            player=name,
            points=points[name],
            games=len(results[name]),
            wins=results[name].count(1.0),
            draws=results[name].count(0.5),
            losses=results[name].count(0.0),
            tie_break=tie_breaks[name],
            rating=rated.rating(name) if rated is not None and name in known else None,
        )
        for name in names
    ]
    return sorted(rows, key=lambda row: (-row.points, -row.tie_break))


def _cell(table: Mapping[tuple[str, str], tuple[float, int]], one: str, two: str) -> str:
    if one == two:
        return "*"
    points, n = table.get((one, two), (0.0, 0))
    return f"{points:g}/{n}" if n else "-"
