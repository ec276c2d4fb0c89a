"""How well single annotators agree with an analyst (Gomboc 2004, §8.2)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.metrics import Estimate, tau_interval
from tabiya.positions import LabelledPositions

# Of fewer positions nothing can be said.
LEAST_POSITIONS = 20
UNKNOWN = "(not named)"


@dataclass(frozen=True)
class AnnotatorTau:
    """Who wrote labels, how many, and how well an analyst orders them."""

    annotator: str
    n_positions: int
    tau: Estimate


def measure_annotators(
    subject: LabelledPositions, scores: NDArray[np.float64], *, confidence: float = 0.95
) -> list[AnnotatorTau]:
    """Return tau for every annotator with enough labels, the best first."""
    names = subject.table["annotator"].fill_null(UNKNOWN).to_numpy()
    found = []
    for name in np.unique(names):
        chosen = names == name
        if chosen.sum() < LEAST_POSITIONS or np.ptp(subject.values[chosen]) == 0:
            continue
        estimate = tau_interval(
            scores[chosen],
            subject.values[chosen],
            None if subject.weights is None else subject.weights[chosen],
            groups=subject.groups[chosen],
            confidence=confidence,
        )
        found.append(AnnotatorTau(str(name), int(chosen.sum()), estimate))
    return sorted(found, key=lambda row: -row.tau.value)
