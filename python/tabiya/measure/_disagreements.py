"""Where an analyst and the labels disagree most (Gomboc 2004, §8.2)."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.games import Position
from tabiya.positions import LabelledPositions


@dataclass(frozen=True)
class Disagreement:
    """A position of which two analysts think differently.

    Attributes
    ----------
    position : Position
        The position.
    label : str
        What was said of it.
    score : float
        What the analyst says: centipawns of the first player.
    share : float
        The position's own tau: how many other positions it is in the right order with, less those
        it is in the wrong order with, as a share of all. Nothing is worse than -1.
    source : str
        Where the label is from.
    best, line : str
        The analyst's move and the line that it expects, as people write them, if they are known.
    """

    position: Position
    label: str
    score: float
    share: float
    source: str
    best: str = ""
    line: str = ""


def disagreements(
    subject: LabelledPositions, scores: NDArray[np.float64], n: int = 20
) -> list[Disagreement]:
    """Return the positions that are out of order with the most others, the worst first."""
    weights = np.ones(len(subject)) if subject.weights is None else subject.weights
    labels = _core.Labels(subject.values)
    shares = _core.contributions(np.ascontiguousarray(scores), labels, weights)
    shares /= np.maximum(weights.sum() - weights, np.finfo(np.float64).tiny)
    worst = np.argsort(shares, kind="stable")[:n]
    return [
        Disagreement(
            subject.positions[i],
            row.get("label") or f"{subject.values[i]:g}",
            float(scores[i]),
            float(shares[i]),
            _source(row),
        )
        for i, row in zip(worst.tolist(), subject.rows(worst), strict=True)
    ]


def _source(row: dict[str, object]) -> str:
    parts = [Path(str(row.get("file") or "")).name]
    known = [name for name in ("game", "ply", "line") if row.get(name) is not None]
    parts += [f"{name} {row[name]}" for name in known]
    return ", ".join(part for part in parts if part)
