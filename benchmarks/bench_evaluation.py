"""Static evaluations and traces per second, scores of many weight vectors, the cost of fineness."""

import random
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np

import tabiya
from _peers import POSITIONS, figure, timed

T = TypeVar("T")

N_POSITIONS = 200_000
# Millions per second in chess: static evaluations on one thread, traces on two.
REQUIRED = {"static evaluation, one thread": 5, "trace, two threads": 5}
N_VECTORS = 20
ROUNDS = 6


def random_positions(name: str, n: int, seed: int = 3) -> list[tabiya.Position]:
    """Return positions of random play."""
    generator = random.Random(seed)
    positions: list[tabiya.Position] = []
    while len(positions) < n:
        position = tabiya.game(name).initial()
        while position.result is None and len(positions) < n:
            position = position.play(generator.choice(position.legal_moves()))
            positions.append(position)
    return positions


def best_of(work: Callable[[], T]) -> tuple[T, float]:
    """Run something several times; return its last result and the shortest time."""
    turns = [timed(work) for _ in range(ROUNDS)]
    return turns[-1][0], min(seconds for _, seconds in turns)


def say(name: str, what: str, speed: float) -> None:
    """Print millions per second, beside the bar if there is one."""
    figure(f"{name}: {what}", f"{speed:.2f} M/s")
    if name == "chess":
        least = REQUIRED[what]
        verdict = "met" if speed >= least else "MISSED"
        figure(f"{name}: {what} (at least {least} M/s)", f"{speed:.2f}, {verdict}")


def main() -> None:
    """Measure and print."""
    for name in tabiya.games():
        positions = random_positions(name, N_POSITIONS // 10) * 10
        # The named weights, which a trace is of; Othello plays with patterns unless told otherwise.
        player = tabiya.Player(name, weights=tabiya.weights(name), resolution=0.001)
        scores, seconds = best_of(partial(player.evaluate_many, positions))
        say(name, "static evaluation, one thread", len(scores) / seconds / 1e6)
        trace, seconds = best_of(partial(player.trace, positions))
        say(name, "trace, two threads", len(scores) / seconds / 1e6)
        vectors = np.tile(tabiya.weights(name).array(), (N_VECTORS, 1))
        rows, seconds = timed(partial(trace.scores, vectors))
        np.testing.assert_allclose(rows[0], scores, atol=0.0005001)
        speed = N_VECTORS * trace.n_entries / seconds / 1e6
        figure(f"{name}: scores of {N_VECTORS} weight vectors", f"{speed:.0f} M non-zeros/s")
    cost_of_fineness()


def cost_of_fineness() -> None:
    """Compare scores of a thousandth of a centipawn with rounded ones, best of several turns."""
    positions = [tabiya.game("chess").position(text) for text in POSITIONS]
    players = [tabiya.Player("chess", resolution=resolution) for resolution in (1.0, 0.001)]
    best = [float("inf")] * len(players)
    for _ in range(ROUNDS):
        for which, player in enumerate(players):
            reports = [player.search(position, nodes=100_000) for position in positions]
            per_node = sum(r.seconds for r in reports) / sum(r.nodes for r in reports)
            best[which] = min(best[which], per_node)
    ratio = best[1] / best[0]
    figure("chess: time per node, fine over rounded (at most 1.10)", f"{ratio:.3f}")


if __name__ == "__main__":
    main()
