"""The verdict: it collects what the single functions say."""

from typing import Any

import pytest

from tabiya import metrics
from tabiya.metrics import Sprt, verdict

PAIRS = [(1, 0.5), (0.5, 0.5), (1, 0), (1, 1), (0, 0.5), (0, 0)]


def test_pairs_are_counted_both_ways() -> None:
    found = verdict(PAIRS, sprt=Sprt(0, 10))
    assert found.pentanomial == (1, 1, 2, 1, 1)
    assert found.trinomial == (4, 4, 4)
    assert found.n_games == 12
    assert found.elo == metrics.elo(pentanomial=(1, 1, 2, 1, 1))
    assert found.normalised_elo == metrics.normalised_elo(pentanomial=(1, 1, 2, 1, 1))
    assert found.sprt == Sprt(0, 10).test(pentanomial=(1, 1, 2, 1, 1))


def test_single_games_are_counted() -> None:
    found = verdict([1, 0.5, 0, 1.0])
    assert (found.pentanomial, found.trinomial, found.n_games) == (None, (1, 1, 2), 4)
    assert found == verdict(trinomial=(1, 1, 2))


def test_counts_of_pairs_leave_games_unknown() -> None:
    found = verdict(pentanomial=(1, 1, 2, 1, 1))
    assert (found.trinomial, found.n_games) == (None, 12)
    assert found.score == verdict(PAIRS).score


def test_words_hold_the_numbers() -> None:
    text = str(verdict(PAIRS, sprt=Sprt(0, 10)))
    assert "12 (won 4, drawn 4, lost 4)" in text
    assert "superiority      50.00%" in text
    assert text.endswith("undecided")
    assert "Elo              +inf [" in str(verdict([1, 1, 1, 1]))


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ([], "at least one result"),
        ([0.7], "result 1: expected points"),
        ([1, (1, 0)], "result 2: expected a game or a pair"),
        ([(1, 0, 1)], "result 1"),
        (["1"], "result 1"),
    ],
)
def test_bad_results_are_said_with_their_number(results: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        verdict(results)


def test_results_and_counts_together_are_too_much() -> None:
    with pytest.raises(ValueError, match="found both"):
        verdict([1], trinomial=(1, 1, 1))
