"""Processes that are forked from one that has worked already, as multiprocessing may."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")

SCRIPT = """
import os
import numpy as np
import tabiya
from tabiya.metrics import concordance

game = tabiya.game("loa")
positions = [game.initial().play(move) for move in game.initial().legal_moves()] * 50
batch = tabiya.Batch.of(positions)
player = tabiya.Player("loa")
rng = np.random.default_rng(1)
x, y = rng.random(50_000), rng.random(50_000)


def work():
    trace = player.trace(batch)
    scores = trace.scores(tabiya.weights("loa").array()[None])
    reports = player.search_many(batch[:4], depth=2, threads=2)
    return scores.sum(), concordance(x, y, threads=2).tau, [r.score for r in reports]


before = work()
child = os.fork()
if child == 0:
    os._exit(0 if work() == before else 3)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_process_works_on_with_threads_of_its_own() -> None:
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT]
    done = subprocess.run(  # noqa: S603 (our own)
        command, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("0", "")
