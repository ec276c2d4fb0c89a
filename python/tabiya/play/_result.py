"""What came out of a match or a tournament."""

from dataclasses import dataclass

from tabiya.metrics import Sprt, Verdict, verdict
from tabiya.play._record import GameFault, GameRecord, MatchRecord, SprtPlan, complete_pairs


@dataclass(frozen=True)
class MatchResult:
    """A match that was played.

    Attributes
    ----------
    record : MatchRecord
        All games, in the order of their numbers.
    """

    record: MatchRecord

    @property
    def games(self) -> tuple[GameRecord, ...]:
        """Return the games."""
        return self.record.games

    @property
    def faults(self) -> tuple[GameFault, ...]:
        """Return all that players did wrong, in the order of the games."""
        return (*self.record.faults, *(fault for game in self.games for fault in game.faults))

    @property
    def verdict(self) -> Verdict | None:
        """Return what the games say of the first player; None if there is no game.

        It is that of complete pairs of games from the same opening, if there are some.
        """
        return verdict_of(self.record)

    def __str__(self) -> str:
        found = self.verdict
        return f"{self.record.name}\n{found or 'no games'}"


def verdict_of(record: MatchRecord) -> Verdict | None:
    """Return the verdict of a record on its first player, or None without games.

    >>> from tabiya.play import GameRecord
    >>> games = (GameRecord("a", "b", "1-0", ""), GameRecord("b", "a", "1/2-1/2", "", leg=1))
    >>> verdict_of(MatchRecord("chess", ("a", "b"), games)).pentanomial
    (0, 0, 0, 1, 0)
    """
    player = record.players[0]
    sprt = None if record.sprt is None else make_sprt(record.sprt)
    pairs = complete_pairs(record.games)
    if pairs:
        points = [(_points(one, player), _points(two, player)) for one, two in pairs]
        return verdict(points, sprt=sprt)
    single = [_points(game, player) for game in record.games if game.result is not None]
    return verdict(single, sprt=sprt) if single else None


def make_sprt(plan: SprtPlan) -> Sprt:
    """Return the test that a plan describes."""
    return Sprt(plan.elo0, plan.elo1, alpha=plan.alpha, beta=plan.beta, normalised=plan.normalised)


def _points(game: GameRecord, player: str) -> float:
    points = game.points_of(player)
    assert points is not None, "finished games have points"
    return points
