"""Sets that are measured without being read whole."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tabiya
from tabiya.analysts import StaticAnalyst
from tabiya.games import Batch
from tabiya.learn import label_positions
from tabiya.measure import disagreements, measure
from tabiya.positions import PositionSet, labelled_positions, read_labelled_positions

SYMBOLS = ["+-", "=", "∓", "∞"]


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    start = tabiya.game("chess").initial()
    texts = [str(start.play(m).play(r)) for m in start.legal_moves() for r in ("e7e5", "c7c5")]
    values = {"+-": 3.0, "=": 0.0, "∓": -2.0, "∞": None}
    rows = [
        {
            "position": text,
            "side": "white",
            "label": SYMBOLS[i % 4],
            "kind": "unclear" if SYMBOLS[i % 4] == "∞" else "symbol",
            "value": values[SYMBOLS[i % 4]],
            "file": f"{'ab'[i % 2]}.pgn" if i % 5 else None,
            "game": i // 4 if i % 7 else None,
            "line": i,
            "annotator": "N. N." if i % 3 else None,
            "weight": 1.0 + i % 2,
        }
        for i, text in enumerate(texts)
    ]
    path = tmp_path / "set.parquet"
    PositionSet("chess", pl.DataFrame(rows)).write(path)
    return path


def test_subject_read_lean_is_the_subject_read_whole(labelled: Path) -> None:
    whole = labelled_positions(tabiya.positions.read(labelled), kind="symbol")
    lean = read_labelled_positions(labelled, kind="symbol")
    assert lean.positions == whole.positions
    np.testing.assert_array_equal(lean.values, whole.values)
    assert lean.weights is not None
    assert whole.weights is not None
    np.testing.assert_array_equal(lean.weights, whole.weights)
    np.testing.assert_array_equal(lean.groups, whole.groups)
    keys = whole.table.select("file", "game").rows()
    for i, j in zip(*np.triu_indices(len(whole), 1), strict=True):
        together = keys[i] == keys[j] and keys[i][1] is not None
        assert (whole.groups[i] == whole.groups[j]) == together
    analyst = StaticAnalyst(tabiya.Player("chess"))
    [one], [other] = measure(lean, [analyst]), measure(whole, [analyst])
    assert one.tau == other.tau
    assert disagreements(lean, one.scores, 9) == disagreements(whole, other.scores, 9)
    assert "position" not in lean.table.columns


def test_other_files_are_not_read_as_sets(labelled: Path, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text("1. e4 *")
    pl.DataFrame({"fen": [1]}).write_parquet(tmp_path / "other.parquet")
    for name in ("games.pgn", "other.parquet"):
        with pytest.raises(ValueError, match=f"{name}: expected a set of positions"):
            read_labelled_positions(tmp_path / name)
    with pytest.raises(ValueError, match="at least two positions of kind 'score', found 0"):
        read_labelled_positions(labelled, kind="score")


def test_disagreements_of_positions_without_a_file() -> None:
    start = tabiya.game("chess").initial()
    positions = [start.play(move) for move in start.legal_moves()]
    scores = tabiya.Player("chess").evaluate_many(Batch.of(positions))
    found = disagreements(label_positions(positions, scores), -scores, 3)
    assert [d.source for d in found] == ["", "", ""]
    assert [d.share for d in found] == sorted(d.share for d in found)


def test_set_with_a_text_that_is_no_position_names_the_row() -> None:
    rows = pl.DataFrame({"position": [str(tabiya.game("loa").initial()), "nothing"]})
    with pytest.raises(tabiya.ParsePositionError, match="row 2: loa position"):
        PositionSet("loa", rows).positions()
