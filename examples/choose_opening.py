"""A second decision that only games can judge: which of several equal openings to play.

    python examples/choose_opening.py --openings 6 --seeds 5

The middle network of the population of Lines of Action thinks some first moves about equal. What
they bring against all hundred networks is played out, with one game each; then the
Meta-Actor-Critic and SANE learn the choice from other games, drawn by lot, several times with
different seeds. Printed are the openings, what each brings, and how often each learner chose it.
"""

import argparse
from collections import Counter

from tabiya.clocks import ActorCritic, OpeningTask, SaneTa, Setting, equal_openings
from tabiya.metrics import score
from tabiya.population import SaneOptions


def learners(seed: int) -> dict[str, ActorCritic | SaneTa]:
    """Return both ways to learn, with about as many games."""
    small = SaneOptions(neurons=30, networks=12, spread=0.3)
    return {
        "mac": ActorCritic(batches=50, games=40, explore=0.6, seed=seed),
        "sane": SaneTa(generations=5, games=32, options=small, seed=seed),
    }


def main() -> None:
    """Play, learn and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openings", type=int, default=6)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--depth", type=int, default=2, help="plies of everybody")
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    plain = Setting.of("loa", 1, depth=asked.depth, population="population", threads=asked.threads)
    moves = equal_openings(plain, asked.openings)
    chosen: dict[str, Counter[str]] = {}
    for seed in range(asked.seeds):
        setting = Setting.of(
            "loa", 1, depth=asked.depth, population="population", threads=asked.threads, seed=seed
        )
        task = OpeningTask(setting, moves)
        for name, learner in learners(seed).items():
            chosen.setdefault(name, Counter())[task.choose(learner.fit(task))] += 1
    print(f"{'opening':<10}{'score':>8}{'interval':>20}{'mac':>6}{'sane':>6}")
    for move in moves:
        points = OpeningTask(plain, moves).whole(move)
        found = score(trinomial=[points.count(each) for each in (0.0, 0.5, 1.0)])
        bounds = f"{found.low:.1%} to {found.high:.1%}"
        counts = "".join(f"{chosen[name][move]:>6}" for name in ("mac", "sane"))
        print(f"{move:<10}{found.value:>8.1%}{bounds:>20}{counts}")


if __name__ == "__main__":
    main()
