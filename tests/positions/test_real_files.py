"""Files that people published, if they are here: how much is in them, and that nothing breaks."""

import os
from pathlib import Path

import polars as pl
import pytest

import tabiya
from tabiya import positions

DATA = Path(os.environ.get("TABIYA_DATA", "no data"))
FOLDERS = ("chess_texel", "chess_suites", "othello_endgame", "othello_openings", "loa_games")

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="TABIYA_DATA is not set")

# Lines, and different positions, as their publishers or independent counts have them.
COUNTS = {
    "chess_texel/wukongjs_positions.txt": (31_857, 27_284),
    "chess_texel/wukongjs_positions_selfplay.txt": (66_086, 40_132),
    "chess_texel/fabchess_fens.txt": (58_256, None),
    "chess_texel/elite2600_quiet_labeled.epd": (197_952, 197_952),
    "chess_suites/minimalchess/ECM.epd": (879, None),
    "chess_suites/arasan/wacnew.epd": (300, 300),
}


@pytest.mark.parametrize("name", COUNTS)
def test_as_many_positions_are_read_as_were_published(name: str) -> None:
    found = positions.read(DATA / name)
    n_lines, n_different = COUNTS[name]
    assert (found.report.n_read, found.report.faults) == (n_lines, ())
    assert n_different in (None, len(found))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_is_read_or_one_clear_error(folder: str) -> None:
    n_read = 0
    for path in sorted(path for path in (DATA / folder).rglob("*") if path.is_file()):
        if path.stat().st_size > 4_000_000:
            continue
        try:
            found = positions.read(path)
        except ValueError as error:
            assert str(error).startswith(str(path))  # noqa: PT017 (some are no positions)
            continue
        n_read += 1
        assert len(found.positions()) == len(found)
    assert n_read


def test_wthor_is_read_without_faults() -> None:
    paths = sorted((DATA / "othello_wthor").glob("*.wtb"))
    found = positions.read(*paths, kinds="theoretical")
    assert found.report.faults == ()
    assert found.report.n_read > 120_000
    assert found.table.filter(pl.col("position").str.count_matches("-") != 24).is_empty()


def test_published_othello_scores_are_exact() -> None:
    found = positions.read(DATA / "othello_endgame" / "flippy" / "eg_13_14.txt")
    for row in found.table.head(8).iter_rows(named=True):
        score = tabiya.solve(tabiya.game("othello").position(row["position"])).discs
        assert row["value"] == (score if row["side"] == "black" else -score)
