"""How score and likelihood ratio of a match moved while it was played."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.metrics import Sprt, score_path, sprt_path
from tabiya.play import GameRecord, MatchRecord, SprtPlan, complete_pairs
from tabiya.report._chart import Level, line_chart

# More points than the eye can tell apart are thinned out.
N_POINTS = 300


@dataclass(frozen=True)
class Progress:
    """Counts of results after each pair (or game) of the first player, some of them.

    Attributes
    ----------
    numbers : ndarray of shape (n_points,)
        After how many pairs or games.
    tables : ndarray of shape (n_points, 5) or (n_points, 3)
        Counts up to there.
    unit : str
        ``"pairs"`` or ``"games"``.
    """

    numbers: NDArray[np.int64]
    tables: NDArray[np.int64]
    unit: str


def follow(match: MatchRecord) -> Progress | None:
    """Return how a match of two players went, or None if nothing was finished."""
    player = match.players[0]
    units: list[tuple[GameRecord, ...]] = list(complete_pairs(match.games))
    n_outcomes, unit = 5, "pairs"
    if not units:
        units = [(game,) for game in match.games if game.result is not None]
        n_outcomes, unit = 3, "games"
    points = [round(2 * sum(game.points_of(player) or 0.0 for game in games)) for games in units]
    if not points:
        return None
    tables = np.cumsum(np.eye(n_outcomes, dtype=np.int64)[points], axis=0)
    numbers = np.unique(np.linspace(1, len(points), min(N_POINTS, len(points))).round().astype(int))
    return Progress(numbers, tables[numbers - 1], unit)


def score_chart(progress: Progress) -> str:
    """Draw the score with its interval."""
    value, low, high = score_path(progress.tables).T
    settled = slice(len(value) // 5, None)
    reach = max(0.06, *np.abs(value[settled] - 0.5), *np.abs(high[settled] - 0.5) * 0.8)
    reach = float(min(reach * 1.15, 0.5))
    words = [
        f"{number} {progress.unit}: {v:.1%} [{a:.1%}, {b:.1%}]"
        for number, v, a, b in zip(progress.numbers, value, low, high, strict=True)
    ]
    return line_chart(
        progress.numbers.tolist(),
        value.tolist(),
        low=low.tolist(),
        high=high.tolist(),
        lines=[Level(0.5, "level", "even")],
        limits=(0.5 - reach, 0.5 + reach),
        words=words,
        x_label=progress.unit,
        percent=True,
    )


def ratio_chart(progress: Progress, plan: SprtPlan) -> str:
    """Draw the log-likelihood ratio between its bounds."""
    test = Sprt(plan.elo0, plan.elo1, plan.alpha, plan.beta, plan.normalised)
    ratios = sprt_path(progress.tables, elo0=plan.elo0, elo1=plan.elo1, normalised=plan.normalised)
    lower, upper = test.bounds
    words = [
        f"{number} {progress.unit}: {ratio:+.2f}"
        for number, ratio in zip(progress.numbers, ratios, strict=True)
    ]
    return line_chart(
        progress.numbers.tolist(),
        ratios.tolist(),
        lines=[
            Level(upper, "bound", f"accept {plan.elo1:g}"),
            Level(0, "level"),
            Level(lower, "bound", f"reject, {plan.elo0:g} holds"),
        ],
        limits=(min(lower * 1.2, float(ratios.min())), max(upper * 1.2, float(ratios.max()))),
        words=words,
        x_label=progress.unit,
    )
