"""Several lines of one search, against searches of what follows each move."""

import pytest

import tabiya

SCORES = "-XXXXXX--OXXXXO-OOXXXOOXOOXOOXXXOOXXXXXXOOOXXXX--OOOXX----OOOOO- X"


@pytest.mark.parametrize("name", tabiya.games())
def test_lines_are_sorted_and_of_one_depth(name: str) -> None:
    start, player = tabiya.game(name).initial(), tabiya.Player(name)
    heard: list[int] = []
    found = player.search_lines(
        start, lines=3, depth=3, on_lines=lambda reports: heard.append(len(reports))
    )
    assert len(found) == 3
    assert heard == [3, 3, 3]
    assert [r.score for r in found] == sorted((r.score for r in found), reverse=True)
    assert {r.depth for r in found} == {3}
    for report in found:
        assert report.move == report.pv[0]
        start.play_all(report.pv)


def test_the_first_line_is_the_best_move() -> None:
    position = tabiya.game("chess").position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    best, second = tabiya.Player("chess").search_lines(position, lines=2, depth=3)
    assert (best.move, best.win_in) == ("a1a8", 1)
    assert second.win_in is None


def test_a_mate_two_moves_away_keeps_its_distance() -> None:
    position = tabiya.game("chess").position("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
    player = tabiya.Player("chess")
    report = player.search(position, depth=5)
    assert report.win_in == 3
    assert player.search_lines(position, lines=1, depth=5)[0].win_in == 3


def test_endings_of_othello_have_the_exact_score_of_every_move() -> None:
    end = tabiya.game("othello").position(SCORES)
    for report in tabiya.Player("othello").search_lines(end, depth=20):
        exact = -tabiya.solve(end.play(report.move)).discs
        assert (report.discs or report.score) == exact  # a draw has no distance


def test_only_the_named_moves_are_searched() -> None:
    start = tabiya.game("chess").initial()
    found = tabiya.Player("chess").search_lines(start, moves=["a2a3", "h2h4"], depth=2)
    assert {report.move for report in found} == {"a2a3", "h2h4"}


def test_bad_requests_are_errors() -> None:
    start, player = tabiya.game("chess").initial(), tabiya.Player("chess")
    with pytest.raises(ValueError, match="lines: expected 1 or more"):
        player.search_lines(start, lines=0, depth=1)
    with pytest.raises(tabiya.IllegalMoveError, match="e2e5"):
        player.search_lines(start, moves=["e2e5"], depth=1)
    with pytest.raises(ValueError, match="expected a limit"):
        player.search_lines(start)
    mated = start.play_all(["f2f3", "e7e5", "g2g4", "d8h4"])
    with pytest.raises(tabiya.GameOverError):
        player.search_lines(mated, depth=1)
