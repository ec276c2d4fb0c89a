"""How much more effort the weaker player needs: matches at several odds.

CITE: Buro 1995, §4, who states an improvement as the time that the old program needs to catch up.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tabiya.games import Game
from tabiya.metrics import TimeFactor, time_factor
from tabiya.play._choose import OpeningSource
from tabiya.play._contestant import Entrant
from tabiya.play._match import match
from tabiya.play._result import MatchResult
from tabiya.store import is_url, without_passwords

# The opponent gets half, as much and twice as much.
ODDS = (0.5, 1.0, 2.0)


@dataclass(frozen=True)
class OddsResult:
    """Matches of `a` against `b`, who had more or less effort, and where they would be even.

    Attributes
    ----------
    odds : tuple of float
        The effort of `b` over that of `a`.
    matches : tuple of MatchResult
        One for each.
    factor : TimeFactor
        The odds at which `b` would score one half.
    """

    odds: tuple[float, ...]
    matches: tuple[MatchResult, ...]
    factor: TimeFactor


def play_odds(
    a: Entrant,
    b: Entrant,
    *,
    odds: Sequence[float] = ODDS,
    nodes: int | None = None,
    seconds: float | None = None,
    game: str | Game = "chess",
    openings: OpeningSource = None,
    games: int = 100,
    concurrency: int = 2,
    seed: int = 0,
    store: str | Path | None = None,
    confidence: float = 0.95,
    on_match: Callable[[float, MatchResult], object] | None = None,
) -> OddsResult:
    """Play a match at each of several odds, and fit where both would score one half.

    Parameters
    ----------
    a, b : str, Player, EngineSpec or Contestant
        The players.
    odds : sequence of float
        By how much the limit of `b` is multiplied, at least two different numbers.
    nodes, seconds : int, float, optional
        The limit of `a` for each move; one of the two.
    game, openings, concurrency, seed
        As in :func:`match`; all matches have the same openings.
    games : int
        Games of each match.
    store : str or Path, optional
        A file that keeps the games; the odds are added to its name, for each match has its own.
    confidence : float
        Of the interval.
    on_match : callable, optional
        Called with the odds and the result of every match.

    Examples
    --------
    >>> result = play_odds("tabiya", "tabiya", odds=(0.25, 1, 4), nodes=40, games=20, game="loa")
    >>> result.factor.slope.value > 0, len(result.matches)
    (True, 3)
    """
    if (nodes is None) == (seconds is None):
        raise ValueError("odds: expected nodes or seconds, one of the two")
    if len(set(odds)) < 2 or not all(factor > 0 for factor in odds):  # noqa: PLR2004 (a line)
        raise ValueError(f"odds: expected two different numbers above 0 or more, found {odds!r}")
    if store is not None and is_url(store):
        raise ValueError(
            f"store: expected a file, for every match has one of its own, found "
            f"{without_passwords(str(store))}"
        )
    results = []
    for factor in odds:
        results.append(
            match(
                a,
                b,
                game=game,
                openings=openings,
                games=games,
                nodes=nodes,
                seconds=seconds,
                nodes_b=None if nodes is None else max(1, round(nodes * factor)),
                seconds_b=None if seconds is None else seconds * factor,
                concurrency=concurrency,
                seed=seed,
                store=None if store is None else _store_of(Path(store), factor),
            )
        )
        if on_match:
            on_match(factor, results[-1])
    tables = [_counts_of_b(result) for result in results]
    return OddsResult(
        tuple(odds), tuple(results), time_factor(list(odds), tables, confidence=confidence)
    )


def _store_of(store: Path, factor: float) -> Path:
    return store.with_name(f"{store.stem}-{factor:g}{store.suffix}")


def _counts_of_b(result: MatchResult) -> tuple[int, ...]:
    found = result.verdict
    if found is None or found.pentanomial is None:
        raise ValueError("odds: expected complete pairs of games, found none")
    return tuple(reversed(found.pentanomial))
