"""What foretells play: games and measures are kept, and the ranking is that of scipy."""

import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import scipy

import tabiya
from tabiya.learn import label_positions
from tabiya.predict import (
    LabelledSet,
    Measure,
    Played,
    Terms,
    file_candidates,
    perturbed_candidates,
    play_candidates,
    rank_measures,
)
from tabiya.predict._measures import _digest
from tabiya.store import open_database


def test_candidates_are_the_same_for_the_same_seed_and_within_bounds() -> None:
    first, again = (perturbed_candidates("loa", 9, seed=2) for _ in range(2))
    assert [each.contestant.identity for each in first] == [
        each.contestant.identity for each in again
    ]
    assert len({each.contestant.identity for each in first}) >= 8  # one may be the defaults
    assert len({each.name for each in first}) == 9
    many = perturbed_candidates("loa", 40)
    assert len({each.contestant.identity for each in many}) == 40
    other = perturbed_candidates("loa", 9, seed=3)
    assert other[0].contestant.identity != first[0].contestant.identity
    with pytest.raises(ValueError, match="perturbed: expected at most 10,000, found 1e\\+30"):
        perturbed_candidates("loa", 10**30)


def test_files_come_with_the_points_on_the_way(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    default = tabiya.weights("loa")["mobility"]
    tabiya.weights("loa", {"mobility": default + 8}).save(path)
    found = file_candidates([path], "loa")
    values = [each.player.weights["mobility"] for each in found if each.player is not None]
    assert values == pytest.approx([default + 2, default + 4, default + 6, default + 8])
    assert found[-1].name == "mine"


def test_no_match_is_played_twice(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player = tabiya.Player("loa", weights=tabiya.weights("loa"))
    terms = Terms(tabiya.play.Contestant("defaults", player=player), games=4, nodes=20)
    found = perturbed_candidates("loa", 2)
    with open_database(place) as database:
        first = play_candidates(found, "loa", terms, database)
        monkeypatch.setattr("tabiya.predict._played.match", None)
        assert play_candidates(found, "loa", terms, database) == first
    assert all(each.n_games == 4 for each in first)


def test_ranking_is_kendalls_tau_of_scipy() -> None:
    rng = np.random.default_rng(1)
    played = [Played(tuple(rng.integers(1, 20, 5).tolist())) for _ in range(30)]
    elos = np.array([each.elo.value for each in played])
    good, bad = Measure("a", "static", "tau"), Measure("b", "static", "tau")
    noise = rng.standard_normal(30)
    measured = [{good: e + 20 * x, bad: x} for e, x in zip(elos, noise, strict=True)]
    ranked = rank_measures(played, measured)
    assert [each.measure for each in ranked] == [good, bad]
    for each in ranked:
        values = [row[each.measure] for row in measured]
        assert each.tau.value == pytest.approx(scipy.stats.kendalltau(values, elos).statistic)
        assert each.tau.low < each.tau.value < each.tau.high


def test_games_that_rank_nobody_are_told() -> None:
    played = [Played((0, 0, 4, 0, 0))] * 3
    measured = [{Measure("a", "static", "tau"): float(k)} for k in range(3)]
    with pytest.raises(ValueError, match="expected players that differ in Elo, found 3 with the"):
        rank_measures(played, measured)


def test_command_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tabiya.cli import main  # noqa: PLC0415 (slow to load)

    game, rows = tabiya.game("loa"), []
    rng = np.random.default_rng(3)
    for number in range(40):
        position = game.initial()
        for _ in range(12):
            position = position.play(str(rng.choice(position.legal_moves())))
        rows.append(
            (str(position), position.side_to_move, "result", float(number % 2), "x", number)
        )
    names = ["position", "side", "kind", "value", "file", "game"]
    labelled = tabiya.positions.PositionSet("loa", pl.DataFrame(rows, schema=names, orient="row"))
    labelled.write(tmp_path / "set.parquet")
    page = tmp_path / "page.md"
    command = [
        "tabiya", "predict", "--game", "loa", "--perturbed", "5", "--games", "2", "--nodes", "20",
        "--labels", f"results={tmp_path / 'set.parquet'}", "--efforts", "32", "--deep", "64",
        "--store", str(tmp_path / "p.db"), "-o", str(page),
    ]  # fmt: skip
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code in (0, None), capsys.readouterr().err
    text = page.read_text()
    assert "5 vectors, 10 games" in text
    assert "| log-loss | static | results |" in text
    assert "| same move | 32 nodes | deep search |" in text
    assert "captures played out" in text


def test_weights_of_positions_are_part_of_what_is_kept() -> None:
    """Measures with other weights of the same positions are other measures."""
    game = tabiya.game("loa")
    positions = [game.initial().play(move) for move in game.initial().legal_moves()]
    values = np.arange(len(positions), dtype=float)
    plain, heavy = (
        LabelledSet("a", label_positions(positions, values, weights=weights))
        for weights in (None, values + 1)
    )
    assert _digest(plain) != _digest(heavy)
