"""The verdict: all that the results of a match say, in one value."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from numbers import Real

from tabiya.metrics._counts import N_GAME_RESULTS, N_PAIR_RESULTS, Counts, read_counts
from tabiya.metrics._estimate import (
    Estimate,
    elo,
    likelihood_of_superiority,
    normalised_elo,
    score,
)
from tabiya.metrics._sprt import Sprt, SprtState
from tabiya.metrics._stopped import after_test

POINTS = (0.0, 0.5, 1.0)
PAIR = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the results of a match say of its first player.

    Attributes
    ----------
    n_games : int
        Games that count.
    trinomial : tuple of int, optional
        Losses, draws and wins; None if only the results of pairs are known.
    pentanomial : tuple of int, optional
        Pairs with 0, 1/2, 1, 3/2 and 2 points; None if the games are not in pairs.
    score, elo, normalised_elo : Estimate
        With intervals, from the pairs if there are some. After a sequential test that has ended
        the match, both kinds of Elo allow for that (see :func:`after_test`); the score is as
        counted.
    superiority : float
        The likelihood of superiority.
    is_after_test : bool
        Whether Elo and superiority allow for the end of a sequential test.
    sprt : SprtState, optional
        The sequential test, if one was asked for.
    confidence : float
        Of the intervals.
    """

    n_games: int
    trinomial: tuple[int, ...] | None
    pentanomial: tuple[int, ...] | None
    score: Estimate
    elo: Estimate
    normalised_elo: Estimate
    superiority: float
    sprt: SprtState | None
    confidence: float
    is_after_test: bool = False

    def __str__(self) -> str:
        lines = [f"games            {self.n_games}{self._outcomes()}"]
        if self.pentanomial is not None:
            names = ("0", "½", "1", "1½", "2")
            counts = "  ".join(
                f"{name}: {count}" for name, count in zip(names, self.pentanomial, strict=True)
            )
            lines.append(f"pairs by points  {counts}")
        points = self.score
        lines += [
            f"score            {points.value:.2%} [{points.low:.2%}, {points.high:.2%}]",
            f"Elo              {_signed(self.elo)}",
            f"normalised Elo   {_signed(self.normalised_elo)}",
            f"superiority      {self.superiority:.2%}",
        ]
        if self.sprt is not None:
            lines.append(f"likelihood ratio {self.sprt}")
        if self.is_after_test:
            lines.append("Elo and superiority allow for the end that the test has chosen.")
        return "\n".join(lines)

    def _outcomes(self) -> str:
        if self.trinomial is None:
            return ""
        losses, draws, wins = self.trinomial
        return f" (won {wins}, drawn {draws}, lost {losses})"


def verdict(
    results: Iterable[float | Sequence[float]] | None = None,
    *,
    pentanomial: Counts | None = None,
    trinomial: Counts | None = None,
    sprt: Sprt | None = None,
    confidence: float = 0.95,
) -> Verdict:
    """Say what results mean: score, Elo, likelihood of superiority and a sequential test.

    Parameters
    ----------
    results : iterable, optional
        Points of the player in single games (1, 0.5 or 0), or for each opening the points in its
        two games.
    pentanomial, trinomial : sequence of numbers, optional
        The same already counted, as in :func:`score`.
    sprt : Sprt, optional
        A sequential test to add.
    confidence : float
        Of the intervals.

    Examples
    --------
    >>> print(verdict([(1, 0.5), (0.5, 0.5), (1, 0), (1, 1)], sprt=Sprt(0, 50)))
    games            8 (won 4, drawn 3, lost 1)
    pairs by points  0: 0  ½: 0  1: 2  1½: 1  2: 1
    score            68.75% [25.05%, 94.52%]
    Elo              +137.0 [-190.4, +494.8]
    normalised Elo   +222.2 [-189.7, +795.8]
    superiority      89.31%
    likelihood ratio 0.43 [-2.94, 2.94], undecided
    """
    if results is not None:
        if pentanomial is not None or trinomial is not None:
            raise ValueError("verdict: expected results or counts, found both")
        pentanomial, trinomial = _count(results)
    games = trinomial
    if pentanomial is not None and results is not None:
        trinomial = None
    counts = read_counts(pentanomial, trinomial)
    ended = (
        None
        if sprt is None
        else after_test(sprt, pentanomial=pentanomial, trinomial=trinomial, confidence=confidence)
    )
    found = Verdict(
        n_games=round(float(counts.sum()) * (PAIR if pentanomial is not None else 1)),
        trinomial=None if games is None else tuple(round(float(n)) for n in games),
        pentanomial=None if pentanomial is None else tuple(round(float(n)) for n in counts),
        score=score(pentanomial=pentanomial, trinomial=trinomial, confidence=confidence),
        elo=elo(pentanomial=pentanomial, trinomial=trinomial, confidence=confidence),
        normalised_elo=normalised_elo(
            pentanomial=pentanomial, trinomial=trinomial, confidence=confidence
        ),
        superiority=likelihood_of_superiority(pentanomial=pentanomial, trinomial=trinomial),
        sprt=None if sprt is None else sprt.test(pentanomial=pentanomial, trinomial=trinomial),
        confidence=confidence,
    )
    if ended is None:
        return found
    return replace(
        found,
        elo=ended.elo,
        normalised_elo=ended.normalised_elo,
        superiority=ended.superiority,
        is_after_test=True,
    )


def _count(
    results: Iterable[float | Sequence[float]],
) -> tuple[list[int] | None, list[int]]:
    """Return pentanomial counts, if the results are pairs, and trinomial counts."""
    pairs: Counter[float] = Counter()
    games: Counter[float] = Counter()
    sizes = set()
    for number, result in enumerate(results, start=1):
        both = list(result) if isinstance(result, Sequence) else [result]
        sizes.add(len(both))
        if any(not isinstance(points, Real) or points not in POINTS for points in both):
            raise ValueError(
                f"verdict, result {number}: expected points of 1, 0.5 or 0, found {result!r}"
            )
        if len(both) not in (1, PAIR) or len(sizes) != 1:
            raise ValueError(
                f"verdict, result {number}: expected a game or a pair of games like those before "
                f"it, found {result!r}"
            )
        games.update(float(points) for points in both)
        pairs[float(sum(both))] += 1
    trinomial = [games[half / 2] for half in range(N_GAME_RESULTS)]
    if sizes != {PAIR}:
        return None, trinomial
    return [pairs[half / 2] for half in range(N_PAIR_RESULTS)], trinomial


def _signed(estimate: Estimate) -> str:
    return f"{estimate.value:+.1f} [{estimate.low:+.1f}, {estimate.high:+.1f}]"
