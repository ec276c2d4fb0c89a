"""Quiet positions and leaves, held against python-chess and the search itself."""

from typing import Any

import chess
import numpy as np
import polars as pl
import pytest

import tabiya
from tabiya.positions import Filters, PositionSet, mix, quiet

HANGING = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
QUIET = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"
CHECKED = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"


def made(fens: list[str], game: str = "chess", **columns: Any) -> PositionSet:
    sides = [tabiya.game(game).position(fen).side_to_move for fen in fens]
    rows: dict[str, Any] = {"position": fens, "side": sides, "kind": "result", "value": 1.0}
    return PositionSet(game, pl.DataFrame(rows | columns))


def played(game: str, n: int, seed: int) -> list[tabiya.Position]:
    rng = np.random.default_rng(seed)
    found: list[tabiya.Position] = []
    while len(found) < n:
        position = tabiya.game(game).initial()
        for _ in range(int(rng.integers(6, 60))):
            if position.result is None:
                position = position.play(str(rng.choice(position.legal_moves())))
        if position.result is None:
            found.append(position)
    return found


def test_only_quiet_positions_stay() -> None:
    kept = quiet(made([HANGING, QUIET, CHECKED]))
    assert kept.table["position"].to_list() == [QUIET]
    assert kept.report.notes[-1] == "quiet: left out 1 in check, 1 not quiet"


def test_labels_travel_to_the_leaf_and_the_origin_is_kept() -> None:
    found = quiet(made([HANGING, QUIET], value=[1.0, 0.5]), leaves=True)
    assert found.table["position"].to_list() == ["4k3/8/8/3P4/8/8/8/4K3 b - - 0 1", QUIET]
    assert found.table["side"].to_list() == ["black", "white"]
    assert found.table["origin"].to_list() == [HANGING, QUIET]
    assert found.table["value"].to_list() == [1.0, 0.5]


def test_leaves_are_reached_by_captures_and_promotions_or_out_of_check() -> None:
    """Leaves are reached by what python-chess calls captures, promotions or evasions."""
    positions = played("chess", 60, 3)
    found = quiet(made([str(p) for p in positions]), leaves=True, filters=Filters(duplicates=True))
    n_moved = 0
    for origin, leaf in found.table.select("origin", "position").iter_rows():
        start, end = chess.Board(origin), chess.Board(leaf)
        n_taken = len(start.piece_map()) - len(end.piece_map())
        if n_taken <= 2:  # further ones have too many ways
            assert reaches(start, " ".join(leaf.split()[:4]), n_taken + 2)
            n_moved += origin != leaf
    assert n_moved > 3


def reaches(board: chess.Board, wanted: str, depth: int) -> bool:
    if " ".join(board.fen().split()[:4]) == wanted:
        return True
    if depth == 0 or len(board.piece_map()) < wanted.split(maxsplit=1)[0].count("k"):
        return False
    for move in board.legal_moves:
        if board.is_capture(move) or move.promotion or board.is_check():
            board.push(move)
            found = reaches(board, wanted, depth - 1)
            board.pop()
            if found:
                return True
    return False


@pytest.mark.parametrize("game", ["chess", "loa", "othello"])
def test_threads_and_pieces_change_nothing(game: str) -> None:
    positions = made([str(p) for p in played(game, 40, 5)], game)
    tables = [quiet(positions, leaves=True, threads=n).table for n in (1, 3)]
    assert tables[0].equals(tables[1])


def test_score_of_a_quiet_position_is_its_evaluation() -> None:
    kept = quiet(made([str(p) for p in played("chess", 80, 9)]))
    again = quiet(kept, leaves=True)
    assert again.table["position"].to_list() == kept.table["position"].to_list()


@pytest.mark.parametrize(
    ("filters", "n"),
    [
        (Filters(least_ply=2), 3),
        (Filters(most_ply=2), 2),
        (Filters(per_game=2), 2),
        (Filters(duplicates=True), 5),
        (Filters(least_men=11), 0),
        (Filters(most_score=150), 2),
    ],
)
def test_filters(filters: Filters, n: int) -> None:
    fens = [QUIET.replace("PPPP4", f"PPP{k}P{4 - k}") for k in range(1, 5)]
    fens = [fen.replace("P0", "P") for fen in fens]
    rows = made(
        [fens[0], *fens],
        kind="score",
        value=[10.0, 20.0, 400.0, 30.0, -500.0],
        ply=[0, 1, 2, 3, 4],
        file="a.pgn",
    )
    rows = rows.with_table(rows.table.with_columns(game=pl.lit(1, pl.Int64)))
    assert len(quiet(rows, filters=filters)) == n


def test_scores_and_results_mix() -> None:
    rng = np.random.default_rng(1)
    scores = rng.normal(0, 300, 2000)
    results = (rng.random(2000) < 1 / (1 + np.exp(-scores / 180))).astype(float)
    names = [f"p{k}" for k in range(2000)]
    rows = pl.concat(
        [
            pl.DataFrame({"position": names, "kind": "score", "value": scores}),
            pl.DataFrame({"position": names, "kind": "result", "value": results}),
        ]
    )
    both = PositionSet("chess", rows)
    expected = 0.75 / (1 + np.exp(-scores / 180)) + 0.25 * results
    assert mix(both, 0.75).table["value"].to_numpy() == pytest.approx(expected, abs=0.03)
    assert mix(both, 0).table["value"].to_list() == results.tolist()
    decided = both.with_table(rows.with_columns(value=pl.col("value").clip(-1e5, 1e5)))
    assert mix(decided, 1).table["value"].to_numpy().max() <= 1
    with pytest.raises(ValueError, match="mix: expected a share from 0 to 1"):
        mix(both, 1.5)
    with pytest.raises(ValueError, match="none with both"):
        mix(both.with_table(rows.head(2000)), 0.5)


def test_announced_mates_do_not_widen_the_scale() -> None:
    rng = np.random.default_rng(5)
    scores = rng.normal(0, 300, 4000)
    results = (rng.random(4000) < 1 / (1 + np.exp(-scores / 250))).astype(float)
    # One in ten is a mate that was seen, and one in ten of these was not given.
    scores[:400] = np.where(rng.random(400) < 0.5, 99_990.0, -99_990.0)
    results[:400] = np.where(np.arange(400) < 40, scores[:400] < 0, scores[:400] > 0)
    places = [str(n) for n in range(4000)]
    table = pl.DataFrame(
        {
            "position": places * 2,
            "kind": ["score"] * 4000 + ["result"] * 4000,
            "value": np.concatenate([scores, results]),
        }
    )
    mixed = mix(PositionSet("chess", table), 1.0).table["value"].to_numpy()
    expected = 1 / (1 + np.exp(-scores[400:] / 250))
    assert mixed[400:] == pytest.approx(expected, abs=0.1)
