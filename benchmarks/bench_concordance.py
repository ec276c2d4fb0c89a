"""Kendall's tau of 649,698 positions with seven labels, beside scipy and plain NumPy.

As many positions as Gomboc 2004 had. (a) Float scores with 0.4 m distinct values, as in §4.4.3;
(b) whole centipawns. The time includes coding the labels; the runs of all take turns. Beside the
seconds on the wall, which other work on the machine lengthens, stand seconds of the processor.
"""

import time
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats

import tabiya
from _peers import figure, timed

M = 649_698
# Times as fast as scipy, with as many threads.
REQUIRED = {"float scores": (25, 2), "centipawns": (60, 1)}
ROUNDS = 7
MOST_BYTES = 40
LARGE, MOST_SECONDS = 10_000_000, 0.15

Work = Callable[[], object]


def take_turns(works: dict[str, Work], rounds: int) -> dict[str, tuple[float, float]]:
    """Run each of some works in turn; return the best seconds of each, on the wall and in use."""
    best = dict.fromkeys(works, (inf, inf))
    for _ in range(rounds):
        for name, work in works.items():
            busy = time.process_time()
            _, seconds = timed(work)
            busy = time.process_time() - busy
            best[name] = (min(best[name][0], seconds), min(best[name][1], busy))
    return best


def numpy_tau(x: NDArray[np.float64] | NDArray[np.int64], y: NDArray[np.int64]) -> tuple[int, int]:
    """Count concordant and discordant pairs with NumPy alone: a table of ranks and labels."""
    _, rank = np.unique(x, return_inverse=True)
    _, label = np.unique(y, return_inverse=True)
    shape = (rank.max() + 1, label.max() + 1)
    table = np.bincount(rank * shape[1] + label, minlength=shape[0] * shape[1]).reshape(shape)
    above = np.cumsum(table, axis=0) - table
    lower = np.cumsum(above, axis=1) - above
    higher = above.sum(axis=1, keepdims=True) - lower - above
    return int((table * lower).sum()), int((table * higher).sum())


def make_data() -> dict[str, tuple[NDArray[np.float64] | NDArray[np.int64], NDArray[np.int64]]]:
    """Return scores that agree with labels as a search does."""
    rng = np.random.default_rng(2004)
    y = rng.integers(-3, 4, M)
    pool = np.sort(rng.normal(0, 1.5, int(0.4 * M)))
    places = np.argsort(np.argsort(y + rng.normal(0, 2, M))) * len(pool) // M
    centipawns = np.round(100 * (y + rng.standard_t(4, M)))
    return {"float scores": (pool[places], y), "centipawns": (centipawns.astype(np.int64), y)}


def main() -> None:
    """Measure and print."""
    for name, data in make_data().items():
        found = tabiya.concordance(*data)
        assert (found.concordant, found.discordant) == numpy_tau(*data)
        assert tabiya.concordance(*data, threads=2) == found
        assert abs(found.tau_b - stats.kendalltau(*data).statistic) < 1e-12
        works: dict[str, Work] = {
            "one thread": partial(tabiya.concordance, *data),
            "two threads": partial(tabiya.concordance, *data, threads=2),
            "scipy.stats.kendalltau": partial(stats.kendalltau, *data),
            "NumPy": partial(numpy_tau, *data),
        }
        best = take_turns(works, ROUNDS)
        for who, (wall, busy) in best.items():
            figure(f"tau, {name}, {who}", f"{wall * 1e3:.2f} ms, processor {busy * 1e3:.2f} ms")
        required, threads = REQUIRED[name]
        wall, busy = best["scipy.stats.kendalltau"]
        one, two = best["one thread"], best["two threads"]
        verdict = met(wall / (one, two)[threads - 1][0] >= required)
        title = f"  scipy over ours, one / two threads ({required} with {threads})"
        figure(title, f"{wall / one[0]:.1f} / {wall / two[0]:.1f}, {verdict}")
        figure("  scipy over ours in processor time, one thread", f"{busy / one[1]:.1f}")
        ratio = best["NumPy"][0] / one[0]
        figure("  NumPy over ours (above 1)", f"{ratio:.1f}, {met(ratio > 1)}")
    measure_large()


def measure_large() -> None:
    """Measure ten million positions, and the memory they take beyond the arrays."""
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=LARGE), rng.integers(-3, 4, LARGE).astype(np.int8)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forget the highest so far
    before = memory("VmRSS")
    found = tabiya.concordance(x, y)
    each = (memory("VmHWM") - before) / LARGE
    assert found.n == LARGE * (LARGE - 1) // 2
    assert tabiya.concordance(x, y, threads=2) == found
    works: dict[str, Work] = {
        f"{n} thread{'s' * (n > 1)}": partial(tabiya.concordance, x, y, threads=n) for n in (1, 2)
    }
    best = take_turns(works, ROUNDS)
    for who, (wall, busy) in best.items():
        figure(f"tau, 10 million positions, {who}", f"{wall:.3f} s, processor {busy:.3f} s")
    fastest = min(wall for wall, _ in best.values())
    figure("  at most 0.15 s", met(fastest <= MOST_SECONDS))
    figure(
        "  bytes per position beyond the inputs (at most 40)",
        f"{each:.1f}, {met(each <= MOST_BYTES)}",
    )


def met(reached: object) -> str:
    """Say whether a figure is as required."""
    return "met" if reached else "MISSED"


def memory(name: str) -> int:
    """Return one of Linux's figures of this process, in bytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


if __name__ == "__main__":
    main()
