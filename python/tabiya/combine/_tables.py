"""Tables of Othello: the worth of what a line or corner holds, from how often it was won."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.combine._examples import GameExamples
from tabiya.combine._phases import Phase

# What occurs so often is believed half: the rest of its worth is that of all positions.
SHRINKAGE = 20.0
LEAST_CHANCE = 0.01


@dataclass(frozen=True)
class Tables:
    """Values of all entries for every phase, and how often each occurred.

    Attributes
    ----------
    values : ndarray of shape (n_phases, n_entries)
        Logarithms of odds, less those of all positions of the phase.
    occurrences : ndarray of shape (n_phases, n_entries)
    """

    values: NDArray[np.float32]
    occurrences: NDArray[np.float64]


def make_tables(
    examples: GameExamples, phases: Sequence[Phase], *, shrinkage: float = SHRINKAGE
) -> Tables:
    """Estimate tables from the winning frequency of what lines and corners hold.

    An entry that was won w times in n has the odds (w + kp) / (n - w + k(1 - p)), where p is the
    frequency in the whole phase and k the shrinkage: rare entries are worth little.
    """
    _, _, mirrored = _core.othello_tables()
    values, occurrences = [], []
    for phase in phases:
        own = examples.take(phase.holds(examples.men))
        numbers = np.zeros(len(own), dtype=np.uint8)
        counts = _core.count_othello_tables(own.batch.packed, own.won, numbers, 1)[0]
        # A mirror image is the same thing; one that is its own image counts once all the same.
        counts = counts + np.where(
            (mirrored == np.arange(len(mirrored)))[:, None], 0, counts[mirrored]
        )
        won, n = counts.T
        # Half of the games may be won by one side, all of them.
        chance = float(np.clip(own.won.mean(), LEAST_CHANCE, 1 - LEAST_CHANCE)) if len(own) else 0.5
        odds = np.log((won + shrinkage * chance) / (n - won + shrinkage * (1 - chance)))
        values.append(odds - np.log(chance / (1 - chance)))
        occurrences.append(n)
    return Tables(np.array(values, dtype=np.float32), np.array(occurrences))
