"""Sets made of sets: samples, strata, weights, splits, categories."""

import random
from collections import Counter
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabiya
from tabiya import positions
from tabiya.positions import PositionSet

quick = settings(deadline=None, max_examples=25)
seeds = st.integers(0, 2**32)


def make(n: int, seed: int = 0, *, share_black: float = 0.8) -> PositionSet:
    """Make a set of different chess positions with symbols, most of them with Black to move."""
    generator = random.Random(seed)
    rows: dict[str, dict[str, object]] = {}
    while len(rows) < n:
        board = tabiya.game("chess").initial()
        for _ in range(generator.randrange(1, 12)):
            board = board.play(generator.choice(board.legal_moves()))
        if (board.side_to_move == "black") != (generator.random() < share_black):
            continue
        value = generator.choice([-3, 0, 0, 0, 2])
        row: dict[str, object] = {"side": board.side_to_move, "label": positions.SYMBOLS[value + 3]}
        row |= {"position": str(board), "kind": "symbol", "value": float(value)}
        row |= {"file": generator.choice(["a.pgn", "b.pgn"]), "game": generator.randrange(9)}
        rows.setdefault(" ".join(str(board).split()[:4]), row)
    return PositionSet("chess", pl.DataFrame(list(rows.values())))


FOUND = make(400)


def shuffled(found: PositionSet, seed: int) -> PositionSet:
    return found.with_table(found.table.sample(fraction=1.0, shuffle=True, seed=seed))


def same_rows(one: PositionSet, other: PositionSet) -> bool:
    return one.table.sort("position").equals(other.table.sort("position"))


@quick
@given(n=st.integers(0, 400), seed=seeds)
def test_a_sample_does_not_depend_on_the_order(n: int, seed: int) -> None:
    chosen = positions.sample(FOUND, n, seed)
    assert len(chosen) == n
    assert same_rows(chosen, positions.sample(shuffled(FOUND, seed), n, seed))
    assert set(chosen.table["position"]) <= set(FOUND.table["position"])


def test_samples_differ_by_seed_and_too_large_ones_are_errors() -> None:
    assert not same_rows(positions.sample(FOUND, 50, 1), positions.sample(FOUND, 50, 2))
    with pytest.raises(ValueError, match="n: expected 0 to 400 positions, found 401"):
        positions.sample(FOUND, 401)


@quick
@given(seed=seeds, fraction=st.floats(0, 1))
def test_a_game_is_on_one_side_of_a_split(seed: int, fraction: float) -> None:
    try:
        train, control = positions.split(FOUND, fraction, seed)
    except ValueError:
        return  # all games fell on one side
    games = [set(part.table.select("file", "game").rows()) for part in (train, control)]
    assert not games[0] & games[1]
    assert same_rows(FOUND, FOUND.with_table(pl.concat([train.table, control.table])))
    again = positions.split(shuffled(FOUND, seed), fraction, seed)
    assert same_rows(train, again[0])


def test_a_split_is_about_as_large_as_asked_for() -> None:
    alone = FOUND.with_table(FOUND.table.with_columns(pl.lit(None, pl.Int64).alias("game")))
    train, control = positions.split(alone, 0.25)
    assert 70 <= len(control) <= 130
    assert [len(part) for part in positions.split(alone, 0.0)] == [400, 0]
    assert [len(part) for part in positions.split(alone, 1.0)] == [0, 400]
    # Whatever else is in the set, a position stays where it is.
    half, _ = positions.split(positions.sample(alone, 200), 0.25)
    assert set(half.table["position"]) <= set(train.table["position"])
    with pytest.raises(ValueError, match="fraction: expected a number from 0 to 1"):
        positions.split(alone, 1.5)


def test_weights_are_inverse_frequencies_with_mean_one() -> None:
    weighed = positions.weigh(FOUND).table
    assert weighed["weight"].mean() == pytest.approx(1.0)
    totals = weighed.group_by("label").agg(pl.col("weight").sum())["weight"].to_list()
    assert totals == pytest.approx([400 / 3] * 3)


def first_moves(boards: list[tabiya.Position]) -> list[str]:
    return [board.legal_moves()[0] for board in boards]


@quick
@given(seed=seeds, n=st.integers(1, 60))
def test_no_position_stands_beside_its_successor(seed: int, n: int) -> None:
    parents: dict[str, str] = {}

    def advance(boards: list[tabiya.Position]) -> list[str]:
        for board, move in zip(boards, first_moves(boards), strict=True):
            parents[str(board.play(move))] = str(board)
        return first_moves(boards)

    chosen = positions.stratify(FOUND, n, seed, advance)
    texts = chosen.table["position"].to_list()
    known = set(FOUND.table["position"])
    new = [text for text in texts if text not in known]
    assert len(set(texts)) == len(texts)
    assert not {parents[text] for text in new} & set(texts)
    cells = Counter(chosen.table.select("label", "side").rows())
    available = Counter(FOUND.table.select("label", "side").rows())
    for cell, count in cells.items():
        assert min(n, available[cell]) <= count <= n
    for row in chosen.table.iter_rows(named=True):
        if row["position"] in new:
            parent = FOUND.table.filter(pl.col("position") == parents[row["position"]])
            assert parent["label"].item() == row["label"]
            assert parent["side"].item() != row["side"]
            board = tabiya.game("chess").position(row["position"])
            assert board.side_to_move == row["side"]


def test_scarce_cells_are_filled_and_reported() -> None:
    plain = positions.stratify(FOUND, 25, seed=3)
    filled = positions.stratify(FOUND, 25, seed=3, advance=first_moves)
    assert len(plain) < len(filled) == 6 * 25
    assert [note for note in filled.report.notes if "25 of 25" in note]
    assert all("0 of them successors" in note for note in plain.report.notes)
    n_new = sum(int(note.split(", ")[1].split()[0]) for note in filled.report.notes)
    assert n_new == len(filled) - len(plain)


def test_notes_stay_with_the_set(tmp_path: Path) -> None:
    filled = positions.stratify(FOUND, 25, advance=first_moves)
    positions.weigh(filled).write(tmp_path / "set.parquet")
    again = positions.sample(positions.read(tmp_path / "set.parquet"), 10)
    assert again.report.notes == filled.report.notes != ()


def test_a_search_can_fill_scarce_cells() -> None:
    player = tabiya.Player("chess")

    def advance(boards: list[tabiya.Position]) -> list[str]:
        return [report.move for report in player.search_many(boards, nodes=200)]

    assert len(positions.stratify(FOUND, 20, advance=advance)) == 120


def test_moves_that_lead_nowhere_are_left_out() -> None:
    chosen = positions.stratify(FOUND, 25, advance=lambda boards: [None] * len(boards))
    assert len(chosen) == len(positions.stratify(FOUND, 25))
    with pytest.raises(ValueError, match="advance: expected"):
        positions.stratify(FOUND, 25, advance=lambda _: [])
    with pytest.raises(ValueError, match="n_per_cell: expected a number above 0"):
        positions.stratify(FOUND, 0)


def test_mixed_kinds_and_too_many_labels_are_errors() -> None:
    mixed = FOUND.with_table(
        pl.concat([FOUND.table, FOUND.table.with_columns(pl.lit("result").alias("kind"))])
    )
    many = FOUND.with_table(FOUND.table.with_columns(pl.arange(400).cast(pl.String).alias("label")))
    for act in (positions.weigh, lambda found: positions.stratify(found, 1)):
        with pytest.raises(ValueError, match="expected labels of one kind, found symbol, result"):
            act(mixed)
        with pytest.raises(ValueError, match="expected at most 64 different labels, found 400"):
            act(many)
    with pytest.raises(ValueError, match="expected labels of one kind"):
        positions.categorise(mixed, 3)


def scored(values: list[float]) -> PositionSet:
    rows = {"position": [str(n) for n in range(len(values))], "value": values}
    return PositionSet("chess", pl.DataFrame(rows).with_columns(pl.lit("score").alias("kind")))


@quick
@given(st.lists(st.floats(-1000, 1000), min_size=1), st.sets(st.integers(-500, 500), max_size=9))
def test_categories_keep_the_order(values: list[float], edges: set[int]) -> None:
    borders = sorted(edges)
    made = positions.categorise(scored(values), borders)
    found = made.table["value"].to_list()
    expected = [sum(value >= border for border in borders) for value in values]
    shift = 3 if len(borders) == 6 else 0
    assert [value + shift for value in found] == expected
    assert made.table["kind"].unique().to_list() == ["symbol" if shift else "category"]


def test_quantiles_make_categories_of_equal_size() -> None:
    made = positions.categorise(scored([float(n) for n in range(70)]), 7)
    assert made.table["label"].to_list() == [s for s in positions.SYMBOLS for _ in range(10)]
    with pytest.raises(ValueError, match="edges: expected numbers that rise"):
        positions.categorise(scored([1.0] * 10), 3)
    with pytest.raises(ValueError, match="edges: expected numbers that rise"):
        positions.categorise(scored([1.0]), [2.0, 1.0])
    with pytest.raises(ValueError, match="categories: expected a number above 0"):
        positions.categorise(scored([1.0]), 0)
