"""A process that is killed in the middle of a tuning, and one that goes on with its run."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import polars as pl
from sqlalchemy import func, select

import tabiya
from tabiya.positions import PositionSet
from tabiya.runs import HISTORY
from tabiya.store import open_database

ITERATIONS = "25"
LEAST_ITERATIONS = 3
PATIENCE_SECONDS = 60


def write_set(path: Path) -> None:
    rng = np.random.default_rng(5)
    game = tabiya.game("othello")
    positions: list[tabiya.Position] = []
    while len(positions) < 300:
        position = game.initial()
        for _ in range(int(rng.integers(10, 40))):
            if position.result is None:
                position = position.play(str(rng.choice(position.legal_moves())))
        if position.result is None:
            positions.append(position)
    values = tabiya.analysts.assess(
        tabiya.analysts.StaticAnalyst(tabiya.Player("othello")), positions
    )
    rows = {"position": [str(p) for p in positions], "kind": "score", "value": values}
    PositionSet("othello", pl.DataFrame(rows)).write(path)


def command(data: Path, folder: Path, store: str) -> list[str]:
    return [
        sys.executable, "-c", "from tabiya.cli import main; main()", "tune", str(data),
        "--weights", "mobility_opening,mobility_ending", "--from", "50", "--mode", "search",
        "--nodes", "60", "--iterations", ITERATIONS, "--threads", "1", "--store", store,
        "-o", str(folder),
    ]  # fmt: skip


def n_iterations(store: str) -> int:
    with open_database(store) as database, database.step() as step:
        return int(step.execute(select(func.count()).select_from(HISTORY)).scalar_one())


def test_a_killed_process_loses_nothing(tmp_path: Path, place: str) -> None:
    data = tmp_path / "set.parquet"
    write_set(data)
    before = n_iterations(place)
    process = subprocess.Popen(  # noqa: S603 (our own command)
        command(data, tmp_path / "killed", place),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + PATIENCE_SECONDS
    while n_iterations(place) < before + LEAST_ITERATIONS and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    killed_at = n_iterations(place) - before
    assert LEAST_ITERATIONS <= killed_at < int(ITERATIONS)
    again = subprocess.run(  # noqa: S603 (our own command)
        command(data, tmp_path / "killed", place), capture_output=True, text=True, check=False
    )
    assert again.returncode == 0, again.stderr
    assert f"going on after {killed_at} iterations" in again.stderr
    whole = subprocess.run(  # noqa: S603 (our own command)
        command(data, tmp_path / "whole", str(tmp_path / "whole.db")),
        capture_output=True,
        text=True,
        check=False,
    )
    assert whole.returncode == 0, whole.stderr
    found = [dict(tabiya.load_weights(tmp_path / n / "weights.toml")) for n in ("killed", "whole")]
    assert found[0] == found[1]
