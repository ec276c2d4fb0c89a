"""Several threads at one search: nodes per second beside one thread, and Elo at equal time.

Wants a machine whose processors are free: other work takes from the second thread first. Elo is
from games of the UCI engine, with ``Threads`` 2 and 1, one game at a time; ``--games 0`` leaves
them out.
"""

import argparse
import os
import statistics
import sys

import tabiya
from _peers import POSITIONS, figure, skip
from tabiya.engines import EngineSpec
from tabiya.play import match

SECONDS = 0.5
ROUNDS = 3
THREADS = 2
# In nodes, on two processors.
REQUIRED_SPEEDUP = 1.7
ENGINE = (sys.executable, "-c", "from tabiya.uci import run_engine; run_engine()")


def speed(player: tabiya.Player, texts: list[str], threads: int) -> float:
    """Return nodes per second over some positions."""
    positions = [player.game.position(text) for text in texts]
    reports = [player.search(p, seconds=SECONDS, threads=threads) for p in positions]
    for position, report in zip(positions, reports, strict=True):
        assert report.move in position.legal_moves()
    return sum(r.nodes for r in reports) / sum(r.seconds for r in reports)


def texts_of(name: str) -> list[str]:
    """Return positions of a game's own play; those of chess are the usual ones."""
    if name == "chess":
        return POSITIONS[:4]
    position, player = tabiya.game(name).initial(), tabiya.Player(name)
    texts = []
    for _ in range(4):
        position = position.play(player.search(position, depth=3).move)
        texts.append(str(position))
    return texts


def bench_speed() -> None:
    """Measure the speed-up in every game; turns are interleaved."""
    n_processors = len(os.sched_getaffinity(0))
    for name in tabiya.games():
        player, texts = tabiya.Player(name, hash_mib=64), texts_of(name)
        ratios = []
        for _ in range(ROUNDS):
            alone = speed(player, texts, 1)
            ratios.append(speed(player, texts, THREADS) / alone)
        found = statistics.median(ratios)
        busy = os.getloadavg()[0]
        figure(f"{name}: nodes of {THREADS} threads to those of 1", f"{found:.2f}, load {busy:.1f}")
        if n_processors >= THREADS and busy < THREADS:
            assert found >= REQUIRED_SPEEDUP, (
                f"expected {REQUIRED_SPEEDUP} times, found {found:.2f}"
            )


def bench_elo(n_games: int, seconds: float) -> None:
    """Play the engine with two threads against itself with one."""
    name = f"Elo of {THREADS} threads over 1, {n_games} games, {seconds:g} s per move"
    if len(os.sched_getaffinity(0)) < THREADS:
        skip(name, "a second processor")
        return
    two, one = (
        EngineSpec(f"{n} threads", ENGINE, options={"Threads": n, "Hash": 64}) for n in (THREADS, 1)
    )
    result = match(two, one, games=n_games, seconds=seconds, concurrency=1, seed=1, margin=1.0)
    assert result.verdict is not None
    elo, score = result.verdict.elo, result.verdict.score
    figure(name, f"{elo.value:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}], score {score.value:.1%}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1)
    chosen = parser.parse_args()
    bench_speed()
    if chosen.games:
        bench_elo(chosen.games, chosen.seconds)
