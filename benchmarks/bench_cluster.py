"""Labels by an engine on two workers, one of them killed twice, beside those of one worker alone.

python benchmarks/bench_cluster.py [--positions 100000]
"""

import argparse
import os
import signal
import sys
from pathlib import Path

import numpy as np
import polars as pl

import _peers
import tabiya
from tabiya.analysts import EngineAnalyst, label
from tabiya.cluster import DaskWorkers
from tabiya.engines import EngineSpec
from tabiya.positions import PositionSet

# It answers at once, with a score that follows from the position.
ENGINE = Path(__file__).parents[1] / "tests" / "play" / "engines" / "odd.py"


def main() -> None:
    """Label, kill, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    n = parser.parse_args().positions
    positions = random_set(n)
    analyst = EngineAnalyst(EngineSpec("judge", (sys.executable, str(ENGINE), "judge")), depth=1)
    with DaskWorkers("local", n_workers=1) as workers:
        alone, seconds = _peers.timed(lambda: label(positions, analyst, workers=workers))
    _peers.figure(f"{n:,} labels by an engine, one worker", f"{seconds:.0f} s")
    killed: list[int] = []
    with DaskWorkers("local", n_workers=2) as workers:

        def kill_twice(n_done: int, n_all: int) -> None:
            if len(killed) < 2 and n_done >= n_all // 3 * (len(killed) + 1):
                killed.append(workers.pids()[0])
                os.kill(killed[-1], signal.SIGKILL)

        shared, seconds = _peers.timed(
            lambda: label(positions, analyst, workers=workers, progress=kill_twice)
        )
    assert len(killed) == 2
    assert shared.table.equals(alone.table)
    _peers.figure(
        f"{n:,} labels by an engine, two workers, two kills", f"{seconds:.0f} s, the same set"
    )


def random_set(n: int) -> PositionSet:
    """Return different chess positions of random play."""
    rng = np.random.default_rng(1)
    found: dict[str, None] = {}
    while len(found) < n:
        position = tabiya.game("chess").initial()
        for _ in range(60):
            moves = position.legal_moves()
            if position.result is not None or not moves:
                break
            position = position.play(moves[int(rng.integers(len(moves)))])
            if position.result is None:
                found[str(position)] = None
    rows = {"position": list(found)[:n], "kind": ["score"] * n, "value": [0.0] * n}
    return PositionSet("chess", pl.DataFrame(rows))


if __name__ == "__main__":
    main()
