"""Static evaluations and traces per second, scores of many weight vectors, the cost of fineness."""

import random
from functools import partial

import numpy as np

import tabiya
from _peers import POSITIONS, figure, timed

N_POSITIONS = 200_000
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


def main() -> None:
    """Measure and print."""
    for name in tabiya.games():
        positions = random_positions(name, N_POSITIONS // 10) * 10
        player = tabiya.Player(name, resolution=0.001)
        scores, seconds = timed(partial(player.evaluate_many, positions))
        figure(f"{name}: static evaluation, one thread", f"{len(scores) / seconds / 1e6:.2f} M/s")
        trace, seconds = timed(partial(player.trace, positions))
        figure(f"{name}: trace, two threads", f"{len(scores) / seconds / 1e6:.2f} M/s")
        vectors = np.tile(tabiya.weights(name).array(), (N_VECTORS, 1))
        rows, seconds = timed(partial(trace.scores, vectors))
        np.testing.assert_allclose(rows[0], scores, atol=0.1)
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
