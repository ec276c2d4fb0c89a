"""Ratings of a whole pool of players by maximum likelihood."""

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from tabiya.metrics._counts import read_confidence
from tabiya.metrics._davidson import ELO, POINTS, Floats, Pool, climb, count_games
from tabiya.metrics._estimate import Estimate


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings of a pool, and how far they can be trusted.

    Attributes
    ----------
    players : tuple
        The best first.
    ratings : ndarray of shape (n_players,)
        Elo, zero on average.
    errors : ndarray of shape (n_players,)
        Standard errors of the ratings, against the average of the pool.
    covariance : ndarray of shape (n_players, n_players)
        Of the ratings.
    games : ndarray of shape (n_players,)
        Games that each one played.
    points : ndarray of shape (n_players,)
        Points that each one made.
    advantage : Estimate
        Elo that the first move is worth.
    draws : Estimate
        Share of draws between equals.
    n_pools : int
        Parts of the pool that never met; only the prior compares players of different parts.
    confidence : float
        Of all intervals.
    """

    players: tuple[Hashable, ...]
    ratings: Floats
    errors: Floats
    covariance: Floats
    games: NDArray[np.int64]
    points: Floats
    advantage: Estimate
    draws: Estimate
    n_pools: int
    confidence: float

    def rating(self, player: Hashable) -> Estimate:
        """Return a player's rating against the average of the pool."""
        place = self._place(player)
        return self._estimate(self.ratings[place], self.errors[place])

    def difference(self, player: Hashable, other: Hashable) -> Estimate:
        """Return how much better a player is than another; narrower than their own intervals say.

        >>> ratings = rate([("a", "b", 1.0), ("b", "a", 0.5), ("a", "b", 0.0), ("b", "a", 0.0)])
        >>> ratings.difference("a", "b").value == -ratings.difference("b", "a").value
        True
        """
        first, second = self._place(player), self._place(other)
        return self._estimate(
            self.ratings[first] - self.ratings[second], self._error(first, second)
        )

    def superiority(self, player: Hashable, other: Hashable) -> float:
        """Return how sure the games make us that a player is better than another."""
        first, second = self._place(player), self._place(other)
        if first == second:
            return 0.5
        ahead = self.ratings[first] - self.ratings[second]
        return float(scipy.special.ndtr(ahead / self._error(first, second)))

    def __str__(self) -> str:
        width = max(6, *(len(str(player)) for player in self.players))
        half = float(scipy.special.ndtri((1 + self.confidence) / 2))
        lines = [f"{'':>4}  {'player':{width}}  {'Elo':>7}  {'+/-':>6}  {'games':>6}  {'score':>6}"]
        for place, player in enumerate(self.players):
            score = self.points[place] / self.games[place]
            lines.append(
                f"{place + 1:4}  {player!s:{width}}  {self.ratings[place]:7.1f}  "
                f"{half * self.errors[place]:6.1f}  {self.games[place]:6}  {score:6.1%}"
            )
        return "\n".join(lines)

    def _place(self, player: Hashable) -> int:
        try:
            return self.players.index(player)
        except ValueError:
            raise ValueError(f"ratings: expected a player of the pool, found {player!r}") from None

    def _error(self, first: int, second: int) -> float:
        table = self.covariance
        variance = table[first, first] + table[second, second] - 2 * table[first, second]
        return math.sqrt(max(float(variance), 0.0))

    def _estimate(self, value: float, error: float) -> Estimate:
        half = float(scipy.special.ndtri((1 + self.confidence) / 2)) * float(error)
        return Estimate(float(value), float(value) - half, float(value) + half)


def rate(games: Iterable[tuple[Hashable, Hashable, float]], *, confidence: float = 0.95) -> Ratings:
    """Rate all players of a pool at once.

    Parameters
    ----------
    games : iterable of (first, second, points)
        Who moved first, who moved second, and the points of the first: 1, 0.5 or 0.
    confidence : float
        Of the intervals.

    Returns
    -------
    Ratings
        The scale is that of Elo between players of nearly equal strength, whatever the share of
        draws. Players who won or lost everything, and pools that fall apart, get ratings with very
        large errors: a weak prior (normal, 1000 Elo) says that no rating is infinite. Games count
        as independent. For pairs of games from one opening that errs on the safe side where the
        opening suits a colour, for then one game makes up for the other; but where openings suit a
        player, both games of a pair tend to go the same way, and the errors are too small. Two
        players are compared by :func:`verdict`, whose pairs allow for either.

    Raises
    ------
    ValueError
        If there are no games, if a player meets itself, or if points are not 1, 0.5 or 0.

    Examples
    --------
    >>> games = [("a", "b", 1.0), ("b", "a", 0.5), ("b", "c", 1.0), ("c", "b", 0.0)]
    >>> ratings = rate(games)
    >>> ratings.players
    ('a', 'b', 'c')
    >>> ratings.superiority("a", "c") > 0.9
    True
    """
    read_confidence(confidence)
    pool = count_games(games)
    solution, information = climb(pool)
    return _conclude(pool, solution, scipy.linalg.inv(information), confidence)


def _conclude(pool: Pool, solution: Floats, spread: Floats, confidence: float) -> Ratings:
    """Turn the summit into Elo: centred, scaled, sorted, with errors carried along."""
    n_players = len(pool.names)
    constant = math.exp(solution[-1])
    # The slope of the expected score between equals is that of Elo's curve (as in BayesElo).
    scale = 2 * ELO / (2 + constant)
    centre = np.eye(n_players + 1, n_players + 2)
    centre[:n_players, :n_players] -= 1 / n_players
    natural = centre @ solution
    # The scale depends on the draws, and so shares their error.
    jacobian = scale * centre
    jacobian[:, -1] -= natural * scale * constant / (2 + constant)
    elo = scale * natural
    covariance = jacobian @ spread @ jacobian.T
    order = np.argsort(-elo[:n_players], kind="stable")
    half = float(scipy.special.ndtri((1 + confidence) / 2))
    worth, doubt = float(elo[-1]), half * math.sqrt(covariance[-1, -1])
    n_games, points = _totals(pool)
    return Ratings(
        players=tuple(pool.names[place] for place in order),
        ratings=elo[order],
        errors=np.sqrt(np.diag(covariance)[order]),
        covariance=covariance[np.ix_(order, order)],
        games=n_games[order],
        points=points[order],
        advantage=Estimate(worth, worth - doubt, worth + doubt),
        draws=_draw_share(float(solution[-1]), half * math.sqrt(spread[-1, -1])),
        n_pools=_n_pools(pool),
        confidence=float(confidence),
    )


def _draw_share(drawing: float, doubt: float) -> Estimate:
    shares = (1 / (1 + 2 * math.exp(-end)) for end in (drawing, drawing - doubt, drawing + doubt))
    return Estimate(*shares)


def _totals(pool: Pool) -> tuple[NDArray[np.int64], Floats]:
    n_games, points = np.zeros(len(pool.names), dtype=np.int64), np.zeros(len(pool.names))
    together = pool.counts.sum(axis=1)
    made = pool.counts @ np.array(POINTS)
    for players, theirs in ((pool.first, made), (pool.second, together - made)):
        np.add.at(n_games, players, together.astype(np.int64))
        np.add.at(points, players, theirs)
    return n_games, points


def _n_pools(pool: Pool) -> int:
    n_players = len(pool.names)
    links = scipy.sparse.coo_array(
        (np.ones(len(pool.first)), (pool.first, pool.second)), shape=(n_players, n_players)
    )
    return int(scipy.sparse.csgraph.connected_components(links, directed=False)[0])
