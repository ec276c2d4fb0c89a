"""Memory that large inputs take: a large PGN imported, a large set measured and tuned on.

    python benchmarks/bench_memory.py [--megabytes 1000] [--millions 10] [--labels 645464]

The games of the first two are those of masters below ``$TABIYA_DATA``, again and again: each time
under other names, with other results, and cut after other moves, until the file is large enough.
What is tuned on are so many of the quiet positions of Texel's method there; 0 leaves a row out.
"""

import argparse
import itertools
import multiprocessing
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl

import _peers
import tabiya

MOST_IMPORT_MB = 1000
MOST_MEASURE_MB = 1500
# Of eleven weights and of all, the second of which is only told.
MOST_TUNE_MB = {"eleven": 500, "all": None}
N_LABELS = 645_464
RESULTS = ("1-0", "0-1", "1/2-1/2")
COMMAND = [sys.executable, "-c", "from tabiya.cli import main; main()"]


def main() -> None:
    """Make large inputs, and say what commands need for them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--millions", type=int, default=10)
    parser.add_argument("--labels", type=int, default=N_LABELS)
    wanted = parser.parse_args()
    if wanted.labels:
        with tempfile.TemporaryDirectory() as name:
            tune(Path(name), wanted.labels)
    masters = _peers.data("chess_master", "elite2600.pgn")
    if masters is None:
        _peers.skip("import of a large PGN, measurement of a large set", "TABIYA_DATA")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if wanted.megabytes:
            pgn = folder / "games.pgn"
            elsewhere(write_games, masters, pgn, wanted.megabytes * 10**6)
            size, seconds = peak_of("positions", "import", pgn, "-o", folder / "games.parquet")
            _peers.figure(
                f"import with results, PGN of {pgn.stat().st_size / 1e6:,.0f} MB",
                f"{size:,.0f} MB at most, {seconds:,.0f} s",
            )
            assert size < MOST_IMPORT_MB
        if wanted.millions:
            made = folder / "set.parquet"
            n = wanted.millions * 10**6
            elsewhere(write_set, masters, made, n, folder)
            size, seconds = peak_of("measure", made, "--static", "--no-cache")
            _peers.figure(
                f"measure --static, {n:,} positions", f"{size:,.0f} MB at most, {seconds:,.0f} s"
            )
            assert size < MOST_MEASURE_MB


def tune(folder: Path, n: int) -> None:
    """Tune weights of chess on a large set, and say what that needs."""
    texel = _peers.data("chess_texel")
    if texel is None:
        _peers.skip("tuning on a large set", "TABIYA_DATA")
        return
    made = folder / "set.parquet"
    elsewhere(write_labels, texel, made, n, folder)
    for weights, most in MOST_TUNE_MB.items():
        size, seconds = peak_of(
            "tune", made, "--weights", weights, "--iterations", 3, "--bootstrap", 0,
            "--output", folder / weights,
        )  # fmt: skip
        verdict = "" if most is None else f", {'met' if size <= most else 'MISSED'}"
        bar = "" if most is None else f" (at most {most} MB)"
        _peers.figure(
            f"tune {weights}, {n:,} labels{bar}", f"{size:,.0f} MB, {seconds:,.0f} s{verdict}"
        )
        assert most is None or size <= most


def write_labels(texel: Path, path: Path, n: int, folder: Path) -> None:
    """Make a set of the first so many lines of the files of quiet positions with results."""
    files = []
    for source in sorted(texel.glob("*quiet_labeled.epd")):
        with source.open(encoding="utf-8") as lines:
            chosen = list(itertools.islice(lines, n))
        n -= len(chosen)
        files.append(folder / source.name)
        files[-1].write_text("".join(chosen), encoding="utf-8")
    tabiya.positions.import_files(*[file for file in files if file.stat().st_size], output=path)


def elsewhere(work: Callable[..., None], *arguments: object) -> None:
    """Do something in a process of its own.

    What this process takes at its most would count for every command that it starts.
    """
    process = multiprocessing.get_context("spawn").Process(target=work, args=arguments)
    process.start()
    process.join()
    assert process.exitcode == 0, work.__name__


def write_games(masters: Path, path: Path, size: int) -> None:
    """Write games of masters under other names, with other results, cut after other moves."""
    dice = random.Random(1)
    games = [
        (re.sub(r'\[(White|Black) "', r'[\1 "%(name)s ', _result_tag(tags)), moves)
        for tags, moves in split_games(masters.read_text(encoding="utf-8", errors="replace"))
        if "%" not in tags
    ]
    n_written = 0
    with path.open("w", encoding="utf-8") as file:
        while n_written < size:
            for tags, moves in games:
                result = dice.choice(RESULTS)
                head = tags % {"name": dice.randrange(10**6), "result": result}
                cut = moves.rfind(" ", 0, dice.randint(len(moves) // 2, len(moves)))
                n_written += file.write(f"{head}\n\n{moves[:cut]} {result}\n\n")
                if n_written >= size:
                    return


def _result_tag(tags: str) -> str:
    return re.sub(r'\[Result "[^"]*"\]', '[Result "%(result)s"]', tags)


def split_games(text: str) -> Iterator[tuple[str, str]]:
    """Yield the tags and the moves of every game."""
    parts = re.split(r"\n\s*\n", text.strip())
    for tags, moves in zip(parts[::2], parts[1::2], strict=False):
        if tags.startswith("["):
            yield tags, moves


def write_set(masters: Path, path: Path, n: int, folder: Path) -> None:
    """Write a set of so many rows: the positions of the games of masters, as often as it takes."""
    once = folder / "once.parquet"
    tabiya.positions.import_files(masters, output=once)
    found = tabiya.positions.read(once)
    copies = -(-n // len(found))
    tables = [
        found.table.with_columns(file=pl.lit(f"copy {number}.pgn")) for number in range(copies)
    ]
    found.with_table(pl.concat(tables).head(n)).write(path)


def peak_of(*arguments: object) -> tuple[float, float]:
    """Run a command; return the most memory that it had, in megabytes, and its seconds."""
    started = time.perf_counter()
    # What polars here has told its own memory, the command would take for the user's wish.
    environment = {k: v for k, v in os.environ.items() if k != "_RJEM_MALLOC_CONF"}
    process = os.posix_spawn(
        COMMAND[0], [*COMMAND, *map(str, arguments)], environment,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )  # fmt: skip
    _, status, usage = os.wait4(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0, arguments
    return usage.ru_maxrss / 1000, time.perf_counter() - started


if __name__ == "__main__":
    main()
