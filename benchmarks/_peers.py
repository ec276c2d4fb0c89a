"""Where the peers and the real data are, and how a figure is printed."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pp3ppp/2np1n2/4p1B1/3NP3/2N5/PPP2PPP/R2QKB1R w KQkq - 0 7",
    "2r3k1/pp2bppp/4p3/3pP3/3P4/2r2N2/P4PPP/R2R2K1 w - - 0 20",
]


def find_engine(name: str) -> str | None:
    """Find an engine on the PATH or where Debian puts games."""
    return shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")


def data(*parts: str) -> Path | None:
    """Return a path below $TABIYA_DATA, or None if it is not there."""
    root = os.environ.get("TABIYA_DATA")
    path = Path(root, *parts) if root else None
    return path if path and path.exists() else None


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Run something once and take the time."""
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def figure(name: str, value: str) -> None:
    """Print one figure on one line."""
    print(f"{name:<58} {value}", flush=True)


def skip(name: str, missing: str) -> None:
    """Say which figure is missing, and why."""
    figure(name, f"skipped: {missing} is not here")
