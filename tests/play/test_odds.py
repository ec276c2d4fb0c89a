"""Matches at several odds."""

from pathlib import Path
from typing import Any

import pytest

from tabiya.play import play_odds


def test_equal_players_are_even_near_equal_effort() -> None:
    result = play_odds("tabiya", "tabiya", odds=(0.2, 1, 5), nodes=60, games=40, game="othello")
    assert result.factor.factor.low < 1 < result.factor.factor.high
    assert result.factor.slope.low > 0
    scores = [1 - m.verdict.score.value for m in result.matches if m.verdict]
    assert scores == sorted(scores)


def test_matches_are_kept_apart_and_gone_on_with(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"odds": (0.5, 2), "nodes": 30, "games": 4, "game": "loa"}
    first = play_odds("tabiya", "tabiya", store=tmp_path / "odds.db", **settings)
    assert {path.name for path in tmp_path.glob("*.db")} == {"odds-0.5.db", "odds-2.db"}
    seen: list[float] = []
    again = play_odds(
        "tabiya",
        "tabiya",
        store=tmp_path / "odds.db",
        on_match=lambda factor, _: seen.append(factor),
        **settings,
    )
    assert [m.games for m in again.matches] == [m.games for m in first.matches]
    assert seen == [0.5, 2]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"nodes": 10, "store": "postgresql://ann:secret@host/x"}, r"a file, .*ann:\*\*\*@host"),
        ({}, "expected nodes or seconds"),
        ({"nodes": 10, "seconds": 1.0}, "expected nodes or seconds"),
        ({"nodes": 10, "odds": (1, 1)}, "expected two different numbers"),
        ({"nodes": 10, "odds": (1, -1)}, "expected two different numbers"),
    ],
)
def test_bad_odds_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play_odds("tabiya", "tabiya", game="loa", **settings)
