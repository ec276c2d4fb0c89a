"""How many positions a second go through the pipe of the line protocol, and out of a trace file.

The program is ``examples/trace_engine.c``, compiled here. The answers are held against features
that are counted in Python. The rate is that of both processes by the processor's time, which
others on the machine do not change.
"""

import resource
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import tabiya
from _peers import figure, skip
from tabiya.learn import LineEvaluator, read_features

SOURCE = Path(__file__).parents[1] / "examples" / "trace_engine.c"
N_POSITIONS = 200_000
LEAST_PER_SECOND = 100_000
N_RUNS = 3


def positions() -> list[str]:
    """Return many positions: those after two plies, again and again."""
    start = tabiya.game("chess").initial()
    after = [start.play(move) for move in start.legal_moves()]
    texts = [str(p.play(move)) for p in after for move in p.legal_moves()]
    return (texts * (N_POSITIONS // len(texts) + 1))[:N_POSITIONS]


def processor_seconds() -> float:
    """Return what this process and its ended children have used."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def main() -> None:
    """Ask, check and print."""
    compiler = shutil.which("cc")
    if compiler is None:
        skip("line protocol, features through a pipe", "a C compiler")
        return
    texts = positions()
    batch = tabiya.Batch.of([tabiya.game("chess").position(text) for text in texts[:400]])
    packed = tabiya.Batch(batch.game, np.resize(batch.packed, (N_POSITIONS, batch.packed.shape[1])))
    labels = np.zeros(N_POSITIONS)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "trace_engine")
        subprocess.run([compiler, "-O2", "-o", str(program), str(SOURCE)], check=True)
        best = float("inf")
        for _ in range(N_RUNS):
            started = processor_seconds()
            with LineEvaluator(str(program)) as evaluator:
                found = evaluator.features(packed, labels, None)
            best = min(best, processor_seconds() - started)
        rows = found.matrix[:400].toarray()
        pawns = [t.split()[0].count("P") - t.split()[0].count("p") for t in batch.texts()]
        assert (rows[:, 0] + rows[:, 1]).tolist() == pawns, "the program counts as Python does"
        figure("line protocol, features through a pipe", f"{N_POSITIONS / best:,.0f} positions/s")
        assert N_POSITIONS / best > LEAST_PER_SECOND, "more than 100,000 a second"
        text = "".join(f"0.5 {k // 50} {fen}\n" for k, fen in enumerate(texts))
        done = subprocess.run(
            [str(program), "trace"], input=text, capture_output=True, text=True, check=True
        )
        trace = Path(folder, "engine.trace")
        trace.write_text(done.stdout)
        started = processor_seconds()
        read = read_features(trace)
        seconds = processor_seconds() - started
        assert read.matrix.shape == (N_POSITIONS, len(read.names)), "every line is read"
        figure("trace file, read", f"{N_POSITIONS / seconds:,.0f} positions/s")


if __name__ == "__main__":
    main()
