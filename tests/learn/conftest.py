"""Problems whose answer is known: labels made by weights on positions of random play."""

import random
from collections.abc import Callable, Mapping

import numpy as np
import pytest

import tabiya
from tabiya.learn import label_positions
from tabiya.positions import LabelledPositions


def random_positions(game: str, n: int, seed: int) -> list[tabiya.Position]:
    """Positions of random play, one or two from each game."""
    generator = random.Random(seed)
    positions: list[tabiya.Position] = []
    while len(positions) < n:
        position = tabiya.game(game).initial()
        for _ in range(generator.randrange(8, 70)):
            if position.result is None:
                position = position.play(generator.choice(position.legal_moves()))
        if position.result is None:
            positions.append(position)
    return positions


def make_labelled(
    game: str, n: int, seed: int, weights: Mapping[str, float] | None = None
) -> LabelledPositions:
    """Positions labelled by the evaluation with these weights, from the first player."""
    positions = random_positions(game, n, seed)
    player = tabiya.Player(game, weights=weights, resolution=0.001)
    analyst = tabiya.analysts.StaticAnalyst(player)
    return label_positions(positions, tabiya.analysts.assess(analyst, positions))


@pytest.fixture(scope="session")
def labelled() -> Callable[..., LabelledPositions]:
    known: dict[object, LabelledPositions] = {}

    def make(game: str = "loa", n: int = 300, seed: int = 1) -> LabelledPositions:
        key = (game, n, seed)
        if key not in known:
            known[key] = make_labelled(game, n, seed)
        return known[key]

    return make


@pytest.fixture
def results() -> Callable[[LabelledPositions, int], LabelledPositions]:
    """Games of which the scores foretell the results."""

    def make(subject: LabelledPositions, seed: int) -> LabelledPositions:
        chances = 1 / (1 + np.exp(-subject.values / 100))
        drawn = np.random.default_rng(seed).random(len(subject)) < chances
        return label_positions(subject.positions, drawn.astype(float))

    return make
