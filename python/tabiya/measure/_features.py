"""How well single features order positions (Gomboc 2004, §8.2)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.analysts import first_view
from tabiya.metrics import concordance_many
from tabiya.players import Player, Trace, weights
from tabiya.positions import LabelledPositions

# So many columns are made whole at once.
BLOCK = 32
# Values that are not this far apart are equal. A power of two, for many values are such fractions
# and none of these lies between two steps.
STEP = 2.0**-30


@dataclass(frozen=True)
class FeatureTau:
    """One weight of an evaluation, and how well its feature alone orders the positions.

    Attributes
    ----------
    weight : str
        Its name.
    tau : float
        Tau of the feature's values; negative if more of it goes with worse labels.
    n_positions : int
        In how many positions the feature is not zero.
    """

    weight: str
    tau: float
    n_positions: int


def measure_features(subject: LabelledPositions, player: Player) -> list[FeatureTau]:
    """Return tau for every feature of a player's evaluation, the strongest first.

    A feature's value is what the score changes by when its weight grows by one, so that a weight
    that scales others counts with what they are now.
    """
    names = list(weights(player.game.name))
    columns = Trace(player.game.name, subject.positions).jacobian(player.weights).tocsc()
    sign = first_view(subject.positions, np.ones(len(subject)))
    found = []
    for start in range(0, len(names), BLOCK):
        # Equal values are computed in different ways; noise must not put them in an order.
        block = (columns[:, start : start + BLOCK].toarray().T * (sign / STEP)).round()
        counts = concordance_many(block, subject.values, subject.weights)
        found += [
            FeatureTau(name, count.tau, _n_present(row))
            for name, count, row in zip(names[start:], counts, block, strict=False)
        ]
    return sorted(found, key=lambda feature: -abs(feature.tau))


def _n_present(values: NDArray[np.float64]) -> int:
    return int(np.count_nonzero(values))
