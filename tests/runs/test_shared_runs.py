"""Two processes with one run, and fewer iterations than a run has."""

import subprocess
from pathlib import Path

import pytest
from tests.runs.test_killed import command, write_set

import tabiya
from tabiya.store import StoreError, open_database


def start(words: list[str], folder: Path, **replaced: str) -> subprocess.Popen[str]:
    chosen = list(words)
    for option, value in replaced.items():
        chosen[chosen.index(f"--{option}") + 1] = value
    return subprocess.Popen(  # noqa: S603 (our own command)
        chosen, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder
    )


def test_the_second_coordinator_is_told_and_waits(tmp_path: Path, place: str) -> None:
    data = tmp_path / "set.parquet"
    write_set(data)
    words = command(data, tmp_path / "shared", place)
    both = [start(words, tmp_path, iterations="6") for _ in range(2)]
    said = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert sum("is at it; waiting until it is done" in errors for _, errors in said) == 1
    assert sum("going on after 6 iterations" in errors for _, errors in said) == 1
    less = start(words, tmp_path, iterations="2")
    out, errors = less.communicate()
    assert less.returncode == 0, errors
    assert "6 iterations are there, 2 asked for; the result is that of the first 2" in out


def test_an_iteration_that_was_changed_is_said(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    write_set(tmp_path / "set.parquet")
    found = tabiya.positions.read(tmp_path / "set.parquet")
    task = tabiya.runs.TuningTask(train=found, names=("mobility_opening",), start=50.0)
    with open_database(path) as database:
        list(tabiya.runs.run_tuning(task, database, iterations=2))
        with database.step() as step:
            step.exec_driver_sql("UPDATE tuning_history SET state = '{}' WHERE iteration = 1")
    with open_database(path) as database, pytest.raises(StoreError, match="iteration 1 as it was"):
        list(tabiya.runs.run_tuning(task, database, iterations=4))
