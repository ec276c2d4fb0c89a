"""Kendall's tau of 649,698 positions with seven labels, beside scipy and plain NumPy.

As many positions as Gomboc 2004 had. (a) Float scores with 0.4 m distinct values, as in §4.4.3;
(b) whole centipawns. One thread each; the time includes coding the labels.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import stats

import tabiya
from _peers import figure, timed

M = 649_698
REQUIRED = {"float scores": 12, "centipawns": 60}
MOST_BYTES = 40
LARGE = 10_000_000


T = TypeVar("T")


def fastest(work: Callable[[], T], times: int) -> tuple[T, float]:
    """Run some work a few times; return its result and the best time."""
    runs = [timed(work) for _ in range(times)]
    return runs[0][0], min(seconds for _, seconds in runs)


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
        found, own = fastest(partial(tabiya.concordance, *data), 9)
        peer, scipy_seconds = fastest(partial(stats.kendalltau, *data), 3)
        counts, numpy_seconds = fastest(partial(numpy_tau, *data), 3)
        assert (found.concordant, found.discordant) == counts
        assert abs(found.tau_b - peer.statistic) < 1e-12
        figure(f"concordance, {name}", f"{own * 1e3:.2f} ms")
        figure("  scipy.stats.kendalltau in the same run", f"{scipy_seconds * 1e3:.1f} ms")
        figure("  NumPy in the same run", f"{numpy_seconds * 1e3:.1f} ms")
        ratio, required = scipy_seconds / own, REQUIRED[name]
        verdict = "met" if ratio >= required else "MISSED"
        figure(f"  ratio to scipy (at least {required})", f"{ratio:.1f}, {verdict}")
        verdict = "met" if numpy_seconds > own else "MISSED"
        figure("  ratio to NumPy (above 1)", f"{numpy_seconds / own:.1f}, {verdict}")
    measure_memory()


def measure_memory() -> None:
    """Measure ten million positions, and the memory they take beyond the arrays."""
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=LARGE), rng.integers(-3, 4, LARGE).astype(np.int8)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forget the highest so far
    before = memory("VmRSS")
    found, seconds = timed(lambda: tabiya.concordance(x, y))
    each = (memory("VmHWM") - before) / LARGE
    assert found.n == LARGE * (LARGE - 1) // 2
    verdict = "met" if each <= MOST_BYTES else "MISSED"
    figure("concordance, 10 million positions", f"{seconds:.2f} s")
    figure("  bytes per position beyond the inputs (at most 40)", f"{each:.1f}, {verdict}")


def memory(name: str) -> int:
    """Return one of Linux's figures of this process, in bytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


if __name__ == "__main__":
    main()
