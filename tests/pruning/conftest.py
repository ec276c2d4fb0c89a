"""Positions to learn on: some plies into random games, so small that every search is."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tabiya
from tabiya.positions import PositionSet
from tabiya.pruning import Examination, Setting, find_truth


def random_positions(
    game: str, n: int, plies: tuple[int, int], seed: int = 1
) -> list[tabiya.Position]:
    rng = np.random.default_rng(seed)
    found: list[tabiya.Position] = []
    while len(found) < n:
        position = tabiya.game(game).initial()
        for _ in range(int(rng.integers(*plies))):
            if position.result is None:
                position = position.play(str(rng.choice(position.legal_moves())))
        if position.result is None:
            found.append(position)
    return found


@pytest.fixture(scope="session")
def exam() -> Examination:
    """Return an examination of Othello positions, full width, from 2 plies to 3."""
    setting = Setting("othello", preset="crafty")
    positions = tabiya.Batch.of(random_positions("othello", 24, (8, 24)))
    truth = find_truth(positions, setting.player(), depth=5)
    return Examination(setting, truth, reference=2, depth=3)


@pytest.fixture(scope="session")
def othello_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of labelled positions, a game each."""
    path = tmp_path_factory.mktemp("sets") / "othello.parquet"
    positions = random_positions("othello", 60, (8, 24), seed=2)
    rows = {
        "position": [str(p) for p in positions],
        "kind": "score",
        "value": 0.0,
        "file": "a",
        "game": list(range(60)),
    }
    PositionSet("othello", pl.DataFrame(rows)).write(path)
    return path
