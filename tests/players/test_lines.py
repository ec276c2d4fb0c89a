"""Several lines of one search, in all games and with the exact solver."""

import pytest

import tabiya
from tabiya.players import end_score

ENDING = "-XXXXXX--OXXXXO-OOXXXOOXOOXOOXXXOOXXXXXXOOOXXXX--OOOXX----OOOOO- X"


@pytest.mark.parametrize("name", tabiya.games())
def test_lines_are_sorted_and_can_be_played(name: str) -> None:
    start = tabiya.game(name).initial()
    found = tabiya.Player(name).search(start, lines=3, depth=3).lines
    assert len({line.pv[0] for line in found}) == 3
    assert [line.score for line in found] == sorted((r.score for r in found), reverse=True)
    for line in found:
        start.play_all(line.pv)


def test_endings_of_othello_have_the_exact_score_of_every_move() -> None:
    end = tabiya.game("othello").position(ENDING)
    n = len(end.legal_moves())
    found = tabiya.Player("othello").search(end, lines=n, depth=20).lines
    assert len(found) == n
    for line in found:
        exact = -tabiya.solve(end.play(line.pv[0])).discs
        report = tabiya.SearchReport.of_score("othello", line.score)
        assert (report.discs or line.score) == exact  # a draw has no distance


def test_ends_are_worth_what_searches_say() -> None:
    mated = tabiya.game("chess").position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert tabiya.SearchReport.of_score("chess", end_score(mated, "white")).win_in == 1
    assert end_score(mated, "black") == -end_score(mated, "white")
    full = tabiya.game("othello").position(40 * "X" + 24 * "O" + " X")
    assert tabiya.SearchReport.of_score("othello", end_score(full, "black")).discs == 16
    assert tabiya.SearchReport.of_score("othello", end_score(full, "white")).discs == -16


def test_a_line_that_came_out_better_stands_first() -> None:
    # The second line is searched after the first, and in this position it has the higher score.
    start = tabiya.game("loa").initial()
    for depth in (4, 5, 6):
        report = tabiya.Player("loa").search(start, lines=4, depth=depth)
        scores = [line.score for line in report.lines]
        assert scores == sorted(scores, reverse=True)
        assert (report.move, report.score) == (report.lines[0].pv[0], scores[0])


@pytest.mark.parametrize("depth", [4, 6, 8])
def test_every_line_is_searched_as_deep_as_the_first(depth: int) -> None:
    start = tabiya.game("othello").initial()  # its four moves are mirror images of each other
    full = tabiya.Decisions(preset="crafty")  # what is skipped depends on what came before
    found = tabiya.Player("othello", decisions=full).search(start, lines=4, depth=depth).lines
    assert len({line.score for line in found}) == 1
    assert {len(line.pv) for line in found} == {depth}


def test_a_win_does_not_end_the_search_of_other_lines() -> None:
    mate = tabiya.game("chess").position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    report = tabiya.Player("chess").search(mate, lines=3, depth=6)
    assert (report.win_in, report.depth) == (1, 6)
    assert len(report.lines[1].pv) > 3
    assert tabiya.Player("chess").search(mate, depth=6).depth == 1
