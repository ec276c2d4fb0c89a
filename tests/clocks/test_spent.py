"""Times in the comments of PGN, whoever wrote them."""

from pathlib import Path

import pytest

import tabiya
from tabiya.clocks import ClockCommentError, read_spent

LICHESS = """[White "a"]
[Black "b"]
[TimeControl "180+2"]

1. e4 { [%eval 0.3] [%clk 0:03:00] } 1... c5 { [%eval 0.25] [%clk 0:02:55] }
2. Nf3 $1 { [%eval #3] [%clk 0:02:30.5] } (2. d4 {[%clk 0:00:01]} cxd4) 2... d6 1-0

[White "c"]
[Black "d"]

1. d4 {no time} d5 *
"""


def test_clocks_scores_and_variations_of_other_people(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(LICHESS, encoding="utf-8")
    game = read_spent(file)
    assert [move.text for move in game.moves] == ["e4", "c5", "Nf3", "d6"]
    assert [move.seconds for move in game.moves] == [2.0, 7.0, 31.5, None]
    assert game.moves[1].pawns == -0.25
    assert game.moves[2].pawns == 20.0
    assert game.moves[2].share == pytest.approx(31.5 / 180)
    assert game.players == ("a", "b")
    with pytest.raises(ClockCommentError, match="expected times in the comments of game 2"):
        read_spent(file, game=2)
    with pytest.raises(ClockCommentError, match="expected game 3, found 2 games"):
        read_spent(file, game=3)


@pytest.mark.parametrize("game", ["chess", "loa"])
def test_our_own_games_are_read_back(tmp_path: Path, game: str) -> None:
    file = tmp_path / "own.pgn"
    result = tabiya.play.match(
        "tabiya",
        "tabiya?clock=crafty",
        games=2,
        game=game,
        time="0.3+0.003",
        openings="random:4",
        pgn=file,
        concurrency=1,
    )
    record = result.games[0]
    spent = read_spent(file)
    assert len(spent.moves) == len(record.moves)
    for move, thought in zip(spent.moves, record.thoughts, strict=True):
        assert move.seconds == pytest.approx(thought.seconds, abs=1e-3)
        assert move.depth == thought.depth
    left = 0.3
    for move in spent.moves[::2]:
        assert move.seconds is not None
        left = max(0.0, left - move.seconds) + 0.003
        assert move.left == pytest.approx(left, abs=1e-6)
    picture = tabiya.report.plot_time(spent, tmp_path / "time.png")
    assert picture.stat().st_size > 10_000
