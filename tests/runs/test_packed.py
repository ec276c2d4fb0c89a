"""Sets without their texts: a tuning of them is the same tuning."""

import pickle
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

import tabiya
from tabiya.positions import PositionSet, labelled_positions
from tabiya.runs import (
    PackedSet,
    TuningResult,
    TuningTask,
    arrays_of,
    past_iterations,
    run_tuning,
    settled,
)
from tabiya.store import open_database


def some_set(first: int) -> PositionSet:
    """Positions after two plies, labelled by how many moves there are."""
    start = tabiya.game("loa").initial()
    after = [start.play(move) for move in start.legal_moves()[first : first + 4]]
    positions = [position.play(move) for position in after for move in position.legal_moves()[:9]]
    rows = {
        "position": [str(position) for position in positions],
        "label": [f"label {number % 5}" for number in range(len(positions))],
        "kind": ["score"] * len(positions),
        "value": [float(len(position.legal_moves())) for position in positions],
        "file": [f"games {number % 2}.txt" for number in range(len(positions))],
        "game": [number // 3 for number in range(len(positions))],
    }
    return PositionSet("loa", pl.DataFrame(rows))


@pytest.fixture
def task() -> TuningTask:
    return TuningTask(
        train=some_set(0), control=some_set(9), names=("mobility", "quads", "walls"), seed=3
    )


def packed(task: TuningTask) -> TuningTask:
    assert isinstance(task.train, PositionSet)
    assert isinstance(task.control, PositionSet)
    return replace(task, train=PackedSet.of(task.train), control=PackedSet.of(task.control))


def test_a_packed_task_is_the_same_task(task: TuningTask) -> None:
    other = pickle.loads(pickle.dumps(packed(task)))  # noqa: S301 (our own)
    assert other.settings() == task.settings()
    assert other.key == task.key
    assert len(other.train) == len(task.train or ())
    assert other._make().fingerprint == task._make().fingerprint


def test_a_run_goes_on_with_packed_sets(task: TuningTask, tmp_path: Path) -> None:
    with open_database(tmp_path / "whole.db") as database:
        whole = list(run_tuning(task, database, iterations=6))
    with open_database(tmp_path / "run.db") as database:
        list(run_tuning(task, database, iterations=2))
        list(run_tuning(packed(task), database, iterations=6))
        found = past_iterations(database, task)
    assert [each.base for each in found] == [each.base for each in whole]
    assert [each.control for each in found] == [each.control for each in whole]


def test_a_report_tells_the_same_of_them(task: TuningTask, tmp_path: Path) -> None:
    with open_database(tmp_path / "run.db") as database:
        steps = tuple(run_tuning(task, database, iterations=2))
    usual, other = (TuningResult(each, "ascent", steps).record() for each in (task, packed(task)))
    assert other.settings == usual.settings
    assert str(other.disagreements) == str(usual.disagreements)
    assert "games 0.txt, game 0" in str(usual.disagreements)


def test_rows_of_a_packed_set_are_those_of_the_set(task: TuningTask) -> None:
    assert isinstance(task.train, PositionSet)
    found, usual = arrays_of(PackedSet.of(task.train)), labelled_positions(task.train)
    assert (found.values == usual.values).all()
    assert (found.groups == usual.groups).all()
    assert found.positions.texts() == usual.positions.texts()
    assert set(found.table["label"]) == set(usual.table["label"])


def test_leaves_are_not_looked_for_in_packed_sets(task: TuningTask) -> None:
    with pytest.raises(ValueError, match="leaves: expected a set, found a packed one"):
        settled(packed(task), {})
