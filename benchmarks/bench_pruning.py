"""How many forward-pruning vectors are estimated per minute, and what asking one costs.

Kocsis 2003, §4.4: TS-FPV needs the size of the tree and a quick estimate of the performance of very
many vectors. Here they are estimated in Lines of Action at depth 3, on random positions. The plain
search is held against one that asks a vector that skips nothing; both visit the same nodes.
"""

import resource
import time

import numpy as np

import tabiya
from tabiya.cluster import Threads
from tabiya.learn import PieceOfWork, Portion
from tabiya.players import Decisions, Pruning, Widths
from tabiya.pruning import Candidates, Examination, Setting, find_truth, widths_lattice
from tabiya.pruning._learn import ESTIMATE, NODES

N_POSITIONS = 20
N_VECTORS = 400
N_ROUNDS = 12
FLOOR_PER_MINUTE = 1000


def random_positions(n: int) -> list[tabiya.Position]:
    """Return positions some plies into random games."""
    rng = np.random.default_rng(1)
    found: list[tabiya.Position] = []
    while len(found) < n:
        position = tabiya.game("loa").initial()
        for _ in range(int(rng.integers(8, 18))):
            if position.result is None:
                position = position.play(str(rng.choice(position.legal_moves())))
        if position.result is None:
            found.append(position)
    return found


def vectors_per_minute() -> tuple[float, float]:
    """Return vectors estimated per minute of the clock and of one processor."""
    setting = Setting("loa", preset="crafty", params=(("null_move", 0.0),))
    truth = find_truth(tabiya.Batch.of(random_positions(N_POSITIONS)), setting.player(), depth=3)
    lattice = widths_lattice("loa", 3)
    candidates = Candidates(lattice, Examination(setting, truth, 2, 3), quick=N_POSITIONS)
    rng = np.random.default_rng(2)
    vectors = [tuple(map(float, rng.integers(0, 10, 3))) for _ in range(N_VECTORS)]
    full = candidates(PieceOfWork(tuple(map(float, lattice.greatest)), Portion(part=NODES)))
    before, used = time.perf_counter(), processor_seconds()
    with Threads(2) as workers:
        items = [PieceOfWork(v, Portion(part=part)) for v in vectors for part in (NODES, ESTIMATE)]
        found = dict(workers.run(candidates, items))
    assert all(found[2 * i] <= full for i in range(N_VECTORS)), "no vector is wider than all"
    seconds, used = time.perf_counter() - before, processor_seconds() - used
    return 60 * N_VECTORS / seconds, 60 * N_VECTORS / used


def plain_against_asked() -> float:
    """Return the processor time of a search that asks a vector for nothing, as a part of plain."""
    decisions = Decisions(preset="crafty")
    plain = tabiya.Player("loa", decisions=decisions, pruning="none", hash_mib=4)
    asked = tabiya.Player(
        "loa", decisions=decisions, pruning=Pruning("loa", widths=Widths((None,) * 8)), hash_mib=4
    )
    position = tabiya.game("loa").initial()
    times: dict[int, list[float]] = {0: [], 1: []}
    nodes = set()
    for _ in range(N_ROUNDS):
        for number, player in enumerate((plain, asked)):
            before = processor_seconds()
            nodes.add(player.search(position, depth=6).nodes)
            times[number].append(processor_seconds() - before)
    assert len(nodes) == 1, "both search the same tree"
    return min(times[1]) / min(times[0])


def processor_seconds() -> float:
    """Return the seconds that this process has had of the processors."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    by_clock, by_processor = vectors_per_minute()
    print(f"vectors estimated per minute: {by_clock:,.0f} (of one processor: {by_processor:,.0f})")
    assert by_processor >= FLOOR_PER_MINUTE
    print(f"a vector that skips nothing: {plain_against_asked():.3f} of the plain search's time")
