"""Memory that large inputs take: a PGN of 1 GB with results, ten million positions measured.

    python benchmarks/bench_memory.py [--megabytes 1000] [--millions 10]

The games are those of masters below ``$TABIYA_DATA``, again and again: each time under other names,
with other results, and cut after other moves, until the file is large enough.
"""

import argparse
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
MOST_MEASURE_MB = 2000
RESULTS = ("1-0", "0-1", "1/2-1/2")
COMMAND = [sys.executable, "-c", "from tabiya.cli import main; main()"]


def main() -> None:
    """Make large inputs, and say what commands need for them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--millions", type=int, default=10)
    wanted = parser.parse_args()
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
    process = os.posix_spawn(
        COMMAND[0], [*COMMAND, *map(str, arguments)], dict(os.environ),
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )  # fmt: skip
    _, status, usage = os.wait4(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0, arguments
    return usage.ru_maxrss / 1000, time.perf_counter() - started


if __name__ == "__main__":
    main()
