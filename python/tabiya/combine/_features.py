"""Features of examples: those of the game's own evaluation by groups, or looked up in tables."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.combine._examples import GameExamples
from tabiya.combine._phases import Phase
from tabiya.combine._tables import Tables, make_tables
from tabiya.players import phases_by_men

# The game whose features are looked up in tables.
BY_TABLES = "othello"


@dataclass(frozen=True)
class Features:
    """How positions of a game become rows of numbers.

    Attributes
    ----------
    names : tuple of str
        What the features are called.
    phases : tuple of Phase
    tables : Tables, optional
        What they are looked up in.
    """

    names: tuple[str, ...]
    phases: tuple[Phase, ...]
    tables: Tables | None

    def measure(self, examples: GameExamples, phase: int | None = None) -> NDArray[np.float32]:
        """Return the features of examples, in their own phases or all in one.

        Returns
        -------
        ndarray of shape (n_examples, n_features)
        """
        by_men = phases_by_men([each.men for each in self.phases])
        numbers = by_men[examples.men] if phase is None else np.full(len(examples), phase, np.uint8)
        values = None if self.tables is None else self.tables.values
        return _core.packed_features(examples.game, examples.batch.packed, numbers, values)


def learn_features(examples: GameExamples, phases: Sequence[Phase]) -> Features:
    """Return the features of a game, with tables made from examples if it has such."""
    tables = make_tables(examples, phases) if examples.game == BY_TABLES else None
    return Features(tuple(_core.feature_names(examples.game)), tuple(phases), tables)


def measure_apart(examples: GameExamples, features: Features, phase: int) -> NDArray[np.float32]:
    """Return features for fitting, each looked up in tables that other games made.

    Tables know the results of the positions that they were made of; a model that is fitted to those
    very positions would trust them too much. So games are dealt into two halves, and the features
    of each half are looked up in the tables of the other.
    """
    if features.tables is None:
        return features.measure(examples, phase)
    rows = np.empty((len(examples), len(features.names)), dtype=np.float32)
    halves = examples.games % 2
    only = [features.phases[phase]]
    for half in (0, 1):
        apart = make_tables(examples.take(halves != half), only)
        looked = Features(features.names, tuple(only), apart)
        rows[halves == half] = looked.measure(examples.take(halves == half), 0)
    return rows
