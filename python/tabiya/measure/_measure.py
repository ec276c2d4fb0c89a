"""How well analysts order the positions of a set (Gomboc 2004, §7.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tabiya.analysts import Analyst, Progress, assess_all
from tabiya.cluster import Workers
from tabiya.metrics import (
    Concordance,
    Difference,
    Estimate,
    concordance,
    tau_difference,
    tau_interval,
)
from tabiya.positions import LabelledPositions

if TYPE_CHECKING:
    from tabiya.analysts import AssessmentCache


@dataclass(frozen=True)
class Measurement:
    """How well one analyst orders the positions.

    Attributes
    ----------
    analyst, effort : str
        Who, and how hard it looked.
    concordance : Concordance
        The pairs.
    tau : Estimate
        Tau with its interval, by game.
    scores : ndarray of shape (n_positions,)
        What it said, from the first player, in centipawns.
    """

    analyst: str
    effort: str
    concordance: Concordance
    tau: Estimate
    scores: NDArray[np.float64]


def measure(
    subject: LabelledPositions,
    analysts: Sequence[Analyst],
    *,
    cache: "AssessmentCache | None" = None,
    threads: int = 1,
    workers: Workers | None = None,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> list[Measurement]:
    """Measure analysts against the labels of positions.

    Parameters
    ----------
    subject : LabelledPositions
        Positions and labels.
    analysts : sequence of Analyst
        Whom to measure.
    cache, threads, workers, progress
        As in :func:`tabiya.analysts.assess`.
    confidence : float
        How often the intervals should hold the truth.

    Returns
    -------
    list of Measurement
        One per analyst, in order.

    Examples
    --------
    >>> import polars as pl, tabiya
    >>> from tabiya.analysts import SearchAnalyst
    >>> from tabiya.positions import PositionSet
    >>> start = tabiya.game("chess").initial()
    >>> texts = [str(start.play(m)) for m in ("e2e4", "f2f3", "d2d4", "g2g4")]
    >>> rows = {"position": texts, "side": ["black"] * 4, "label": ["⩲", "⩱", "⩲", "∓"]}
    >>> table = pl.DataFrame(rows | {"kind": ["symbol"] * 4, "value": [1.0, -1.0, 1.0, -2.0]})
    >>> subject = tabiya.positions.labelled_positions(PositionSet("chess", table))
    >>> player = tabiya.Player("chess")
    >>> found = tabiya.measure.measure(subject, [SearchAnalyst(player, depth=d) for d in (1, 6)])
    >>> [(row.effort, row.concordance.n) for row in found]
    [('depth 1', 6), ('depth 6', 6)]
    """
    rows = assess_all(
        analysts,
        subject.positions,
        cache=cache,
        threads=threads,
        workers=workers,
        progress=progress,
    )
    return [
        judge(subject, scores, analyst.name, analyst.effort, confidence=confidence)
        for analyst, scores in zip(analysts, rows, strict=True)
    ]


def judge(
    subject: LabelledPositions,
    scores: NDArray[np.float64],
    analyst: str,
    effort: str,
    *,
    confidence: float = 0.95,
) -> Measurement:
    """Hold scores against the labels."""
    counts = concordance(scores, subject.values, subject.weights)
    interval = tau_interval(
        scores, subject.values, subject.weights, groups=subject.groups, confidence=confidence
    )
    return Measurement(analyst, effort, counts, interval, scores)


def compare(
    subject: LabelledPositions, first: Measurement, second: Measurement, *, confidence: float = 0.95
) -> Difference:
    """Return by how much the first analyst orders the positions better than the second."""
    return tau_difference(
        first.scores,
        second.scores,
        subject.values,
        subject.weights,
        groups=subject.groups,
        confidence=confidence,
    )
