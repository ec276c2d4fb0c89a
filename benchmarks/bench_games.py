"""A database of games beside pgn-extract, Scid and Scoutfish: the same games found, and how fast.

    python benchmarks/bench_games.py [GAMES.pgn...]

Without files those of ``TABIYA_DATA/chess_master`` are taken. Peers are looked for on the
path (``pgn-extract``, ``tkscid``, ``scoutfish``); one that is missing is skipped and told.
Seconds are those of processors, so that what else the machine does counts little.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import chess
import numpy as np

import tabiya
from tabiya import _core
from tabiya.chunks import Games, open_games, sample_positions

PATTERN = "WN on E5; WP on D4 E3 F4; BP on D5 E6 F5"
WITH_MIRRORS = f"wrt white kingside; {PATTERN}"
FEN_PATTERN = "*/*/????p???/???pNp??/???P?P??/????P???/*/*"
SUB_FEN = "8/8/4p3/3pNp2/3P1P2/4P3/8/8"
MEN = [("wn", "e", 5), ("wp", "d", 4), ("wp", "e", 3), ("wp", "f", 4)]
MEN += [("bp", "d", 5), ("bp", "e", 6), ("bp", "f", 5)]

T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return what work gives, and the seconds of processors that it and its children took."""

    def clock() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + children.ru_utime + children.ru_stime

    started = clock()
    result = work()
    return result, clock() - started


def bench_build(folder: Path, files: list[Path]) -> Games:
    """Build a database, and say what it takes on the disk."""
    db = open_games(folder / "games.db")
    added, seconds = timed(lambda: db.add(*files))
    size = db.path.stat().st_size / db.n_plies
    print(f"build: {added.n_read / seconds:,.0f} games a processor second, {added.n_read:,} games")
    print(f"size: {size:.1f} bytes a ply, {db.n_games:,} games, {db.n_plies:,} plies")
    assert size <= 24
    return db


def bench_index(db: Games) -> None:
    """Look for the chunks that come with tabiya, and for one more."""
    library = tabiya.chunks.library()
    _, seconds = timed(lambda: db.index(library))
    rate = db.n_plies / seconds
    print(f"index: {rate:,.0f} positions a processor second for {len(library)} chunks")
    assert rate * len(library) >= 300_000 * 60
    more = library + tabiya.chunks.parse("chunk one wrt white kingside. require WN on E5. end one.")
    n_new, seconds = timed(lambda: db.index(more))
    assert n_new == 1
    print(f"one chunk more: {seconds:.2f} s")
    assert seconds < 1
    db.index(library)


def bench_queries(db: Games) -> None:
    """Ask for positions, the same and similar ones."""
    asked = list(sample_positions(db, 60, seed=4))
    _, ready = timed(lambda: db.similar(asked[0].fen))
    print(f"boards of {db.n_positions:,} positions made ready for similar ones: {ready:.2f} s")
    db.advise(asked[0].fen)
    for name, work, most in (
        ("exact lookup", db.exact, 1),
        ("similar, learned", db.similar, 20),
        ("similar, mach", lambda fen: db.similar(fen, similarity="mach"), 20),
        ("similar, overlap", lambda fen: db.similar(fen, similarity="overlap"), 20),
        ("advice", db.advise, np.inf),
    ):
        seconds, waits = [], []
        for question in asked:
            started = time.perf_counter()
            seconds.append(timed(lambda w=work, q=question: w(q.fen))[1])  # type: ignore[misc] # bound at once, in a loop
            waits.append(time.perf_counter() - started)
        print(
            f"{name}: {1000 * np.median(seconds):.1f} ms at the median, "
            f"{1000 * np.quantile(seconds, 0.95):.1f} ms for 95 of 100; waited "
            f"{1000 * np.median(waits):.1f} ms, {1000 * np.quantile(waits, 0.95):.1f} ms"
        )
        assert 1000 * np.median(seconds) <= most, name
    core = db._core
    seconds = [timed(lambda q=q: core.statistics(q.fen))[1] for q in asked]  # type: ignore[misc] # bound at once, in a loop
    print(f"exact lookup in the core: {1000 * np.median(seconds):.2f} ms at the median")
    _, start = timed(lambda: core.statistics(chess.STARTING_FEN))
    print(f"exact lookup of the initial position: {1000 * start:.1f} ms")


def bench_peers(db: Games, folder: Path) -> None:
    """Find one pattern with everybody, without mirrors."""
    pgn = folder / "all.pgn"
    with pgn.open("w", encoding="utf-8") as file:
        file.writelines(db.export())
    compiled = tabiya.chunks.pattern(PATTERN).core
    core = db._core
    (games, _, _), seconds = timed(lambda: core.scan(compiled, 0))
    ours = len(np.unique(games))
    rate = db.n_plies / seconds / 1e6
    print(f"pattern: tabiya {ours} games in {seconds:.2f} s, {rate:.1f} M plies/s")
    mirrored = tabiya.chunks.pattern(WITH_MIRRORS).core
    _, seconds = timed(lambda: core.scan(mirrored, 0))
    rate = db.n_plies / seconds / 1e6
    print(f"pattern with its four mirrors: {seconds:.2f} s, {rate:.1f} M plies/s")
    assert rate >= 30
    for name, peer in (
        ("pgn-extract", with_pgn_extract),
        ("tkscid", with_scid),
        ("scoutfish", with_scoutfish),
    ):
        if shutil.which(name) is None:
            print(f"pattern: {name} skipped, it is not installed")
            continue
        n_games, seconds = peer(pgn, folder)
        rate = db.n_plies / max(seconds, 1e-3) / 1e6
        print(f"pattern: {name} {n_games} games in {seconds:.2f} s, {rate:.1f} M plies/s")
        assert n_games == ours, (name, n_games, ours)


def run(command: list[str], folder: Path) -> str:
    """Run a program and return what it says."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def with_pgn_extract(pgn: Path, folder: Path) -> tuple[int, float]:
    """Ask pgn-extract, which reads the games as text."""
    tags = folder / "pattern.txt"
    tags.write_text(f'FENPattern "{FEN_PATTERN}"\n', encoding="utf-8")
    found, seconds = timed(
        lambda: run(["pgn-extract", "-s", "--quiet", "-t", str(tags), str(pgn)], folder)
    )
    return found.count("[Event "), seconds


def with_scid(pgn: Path, folder: Path) -> tuple[int, float]:
    """Ask Scid, which has the games in a database of its own."""
    patterns = " ".join(f"-pattern {{Yes {man} {file} {rank}}}" for man, file, rank in MEN)
    most = {"q": 9, "r": 10, "b": 10, "n": 10, "p": 8, "m": 9}
    counts = " ".join(f"-{side}{man} {{0 {n}}}" for man, n in most.items() for side in "wb")
    importing = folder / "import.tcl"
    importing.write_text(
        "proc ::progressCallBack {args} {}\n"
        f"set base [sc_base create {folder / 'scid'}]\nsc_base import $base {pgn}\nexit\n",
        encoding="utf-8",
    )
    asking = folder / "ask.tcl"
    asking.write_text(
        "proc ::progressCallBack {args} {}\n"
        f"sc_base open {folder / 'scid'}\n"
        f"puts [sc_search material {counts} -filter 2 {patterns}]\nexit\n",
        encoding="utf-8",
    )
    run(["tkscid", str(importing)], folder)
    found, seconds = timed(lambda: run(["tkscid", str(asking)], folder))
    return int(found.split()[0]), seconds


def with_scoutfish(pgn: Path, folder: Path) -> tuple[int, float]:
    """Ask Scoutfish, which has the moves in a file of its own."""
    run(["scoutfish", "make", str(pgn)], folder)
    question = f'{{ "sub-fen": "{SUB_FEN}" }}'
    command = ["scoutfish", "scout", str(pgn.with_suffix(".scout")), *question.split()]
    found, seconds = timed(lambda: run(command, folder))
    line = next(line for line in found.splitlines() if "match count" in line)
    return int(line.split(":")[1].strip(" ,")), seconds


def main() -> None:
    """Run all of it."""
    files = [Path(name) for name in sys.argv[1:]]
    if not files:
        data = Path(os.environ.get("TABIYA_DATA", ""), "chess_master")
        files = [*sorted(data.glob("*.pgn")), *sorted(data.glob("champions/*.pgn"))]
    if not files:
        print("skipped: no games; set TABIYA_DATA or name files")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        db = bench_build(folder, files)
        bench_index(db)
        bench_queries(db)
        bench_peers(db, folder)
    print(f"tabiya {_core.VERSION}")


if __name__ == "__main__":
    main()
