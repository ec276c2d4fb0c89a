"""``tabiya odds``."""

from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]


def test_odds_are_fitted(run: Run) -> None:
    done = run(
        "odds", "tabiya", "tabiya", "--game", "loa", "--nodes", "30", "--odds", "0.25,4",
        "--games", "8",
    )  # fmt: skip
    assert done.status == 0, done.err
    assert "tabiya against tabiya: even at" in done.out
    assert [line.split()[0] for line in done.out.splitlines()[1:3]] == ["0.25", "4"]


def test_bad_odds_are_one_line(run: Run) -> None:
    done = run("odds", "tabiya", "tabiya", "--nodes", "30", "--odds", "even")
    assert done.status == 2
    assert "odds: expected numbers above 0" in done.err
