"""Positions per second from texts into a batch and back, on one core, beside python-chess."""

import random
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import chess

import tabiya
from _peers import figure
from tabiya.games import Batch

N_POSITIONS = 500_000
N_DIFFERENT = 10_000
N_THEIRS = 10_000
REQUIRED = 2e6
ROUNDS = 5


def walked(name: str) -> list[str]:
    """Return positions of random games, as texts."""
    rng, game = random.Random(1), tabiya.game(name)
    texts: list[str] = []
    position = game.initial()
    while len(texts) < N_DIFFERENT:
        moves = position.legal_moves()
        over = not moves or position.result is not None
        position = game.initial() if over else position.play(rng.choice(moves))
        texts.append(str(position))
    return texts * (N_POSITIONS // N_DIFFERENT)


T = TypeVar("T")


def quickest(act: Callable[[], T]) -> tuple[T, float]:
    """Return what is made and the least processor time it took: other programs may be running."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        made = act()
        best = min(best, time.process_time() - start)
    return made, best


def boards(texts: list[str]) -> list[chess.Board]:
    """Read positions with python-chess."""
    return [chess.Board(text) for text in texts]


def main() -> None:
    """Measure the three games, and python-chess on some of the same texts."""
    for name in tabiya.games():
        texts = walked(name)
        batch, seconds_in = quickest(partial(Batch.from_texts, name, texts))
        again, seconds_out = quickest(batch.texts)
        assert again == texts
        for way, seconds in (("from", seconds_in), ("to", seconds_out)):
            rate = len(texts) / seconds
            told = "" if rate >= REQUIRED else f", below {REQUIRED:,.0f}"
            figure(f"{name}: batch {way} texts, one core", f"{rate:,.0f} positions/s{told}")
        if name == "chess":
            _, theirs = quickest(partial(boards, texts[:N_THEIRS]))
            figure("chess: python-chess from texts", f"{N_THEIRS / theirs:,.0f} positions/s")


if __name__ == "__main__":
    main()
