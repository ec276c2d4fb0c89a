"""Static evaluations and traces per second, scores of many weight vectors, the cost of fineness."""

import random
from functools import partial

import numpy as np

import tabiya
from _peers import POSITIONS, figure, timed

N_POSITIONS = 200_000
N_VECTORS = 20


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
    speeds = {}
    for resolution in (1.0, 0.001):
        player = tabiya.Player("chess", resolution=resolution)
        games = [tabiya.game("chess").position(text) for text in POSITIONS]
        reports = [player.search(p, nodes=300_000) for p in games for _ in range(3)]
        speeds[resolution] = sum(r.nodes for r in reports) / sum(r.seconds for r in reports)
    ratio = speeds[1.0] / speeds[0.001]
    figure("chess: time per node, fine over rounded (at most 1.10)", f"{ratio:.3f}")


if __name__ == "__main__":
    main()
