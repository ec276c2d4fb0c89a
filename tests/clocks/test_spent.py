"""Times in the comments of PGN, whoever wrote them."""

from pathlib import Path

import pytest

import tabiya
from tabiya.clocks import ClockCommentError, SpentGame, SpentMove, read_spent

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
    assert [move.seconds for move in game.moves] == [0.0, 7.0, 31.5, None]
    assert game.moves[1].score == -0.25
    assert game.moves[2].score == 20.0
    assert game.moves[2].share == pytest.approx(31.5 / 180)
    assert game.players == ("a", "b")
    with pytest.raises(ClockCommentError, match="expected times in the comments of game 2"):
        read_spent(file, game=2)
    with pytest.raises(ClockCommentError, match="game: expected a number from 1 on, found 0"):
        read_spent(file, game=0)
    with pytest.raises(ClockCommentError, match="expected game 3, found 2 games"):
        read_spent(file, game=3)


# As cutechess-cli and fastchess write: book moves, mates, and periods of moves.
RUNNERS = """[White "one"]
[Black "two"]
[TimeControl "2/10+0.5"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]
[SetUp "1"]

1... e5 {book} 2. Nf3 {+0.31/12 4.100s, n=40210, nps=98000} Nc6 {-0.28/11 0.25s}
3. Bb5 {+M7/20 0.500s} a6 {-M6/15 0.12s, White mates} 1-0
"""


def test_comments_of_match_runners_and_a_game_that_black_begins(tmp_path: Path) -> None:
    file = tmp_path / "runner.pgn"
    file.write_text(RUNNERS, encoding="utf-8")
    moves = read_spent(file).moves
    assert [move.side for move in moves] == [1, 0, 1, 0, 1]
    assert [move.seconds for move in moves] == [None, 4.1, 0.25, 0.5, 0.12]
    assert [move.depth for move in moves] == [None, 12, 11, 20, 15]
    assert [move.score for move in moves] == [None, 0.31, -0.28, 20.0, -20.0]
    # White's second move, its first in this file, ends a period of two: ten seconds more.
    assert moves[1].left == pytest.approx(10 - 4.1 + 0.5 + 10)
    assert moves[1].share == pytest.approx(0.41)


BROADCAST = """[White "A"]
[Black "B"]
[TimeControl "1800+3"]

1. e4 {d=25, sd=37, mt=12000, tl=1791000, s=99, wv=0.35, R50=50}
1... c5 {d=24, mt=9000, tl=1794000, wv=-0.10} *
"""


def test_comments_of_broadcasts(tmp_path: Path) -> None:
    file = tmp_path / "broadcast.pgn"
    file.write_text(BROADCAST, encoding="utf-8")
    one, two = read_spent(file).moves
    assert (one.seconds, one.left, one.depth, one.score) == (12.0, 1791.0, 25, 0.35)
    assert (two.seconds, two.left, two.depth, two.score) == (9.0, 1794.0, 24, 0.10)


@pytest.mark.parametrize("game", ["chess", "loa", "othello"])
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
    assert (spent.game, spent.players) == (game, (record.first, record.second))
    begins = tabiya.game(game).position(record.opening).side_to_move == tabiya.game(game).sides[1]
    assert [move.side for move in spent.moves[:2]] == [int(begins), int(not begins)]
    for move, thought in zip(spent.moves, record.thoughts, strict=True):
        assert move.seconds == pytest.approx(thought.seconds, abs=1e-3)
        assert move.depth == thought.depth
    left = 0.3
    for move in spent.moves[::2]:
        assert move.seconds is not None
        left = left - move.seconds + 0.003
        assert move.left == pytest.approx(left, abs=1e-6)
    picture = tabiya.report.plot_time(spent, tmp_path / "time.png")
    assert picture.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("game", "side", "score"), [("othello", "O", 48.0), ("loa", "w", 20.0), ("chess", "b", 20.0)]
)
def test_the_second_player_begins_where_the_opening_says_so(
    tmp_path: Path, game: str, side: str, score: float
) -> None:
    file = tmp_path / "game.pgn"
    tags = f'[White "w"]\n[Black "b"]\n[Game "{game}"]\n[FEN "text {side}"]\n\n'
    file.write_text(tags + "1... d3 {+48.00/9 1.0s} 2. d4 {-3.00/9 2.0s} *\n")
    spent = read_spent(file)
    assert [move.side for move in spent.moves] == [1, 0]
    assert spent.moves[0].score == score  # of discs there are 64
    assert spent.players == (("w", "b") if game == "chess" else ("b", "w"))


def test_correspondence_and_comments_that_only_look_like_times(tmp_path: Path) -> None:
    file = tmp_path / "slow.pgn"
    file.write_text(
        '[TimeControl "1/86400"]\n\n1. e4 {[%clk 23:00:00]} e5 {[%clk 20:30:00]} '
        "2. Nf3 {[%clk 22:00:00]} Nc6 {d=M2, mt=x, wv=1} 3. Bb5 {d=M2, mt=500, tl=M, wv=+M9} *\n",
        encoding="utf-8",
    )
    moves = read_spent(file).moves
    assert [move.seconds for move in moves] == [3600, 12600, 7200, None, 0.5]
    assert [move.depth for move in moves] == [None] * 5
    assert moves[4].score == 20.0


# As broadcasts of tournaments have it: two periods, and clocks without hours.
OVER_THE_BOARD = """[White "A"]
[Black "B"]
[TimeControl "2/5400+30:1800+30"]

1. d4 {[%clk 1:30:10]} Nf6 {[%clk 1:29:30]} 2. c4 {[%clk 1:50:00]} e6 {[%clk 1:58:00]}
3. Nc3 {[%clk 59:30]} Bb4 {(book 1/2-1/2)} 1/2-1/2
"""


def test_periods_of_moves_bring_the_time_of_the_next_one(tmp_path: Path) -> None:
    file = tmp_path / "board.pgn"
    file.write_text(OVER_THE_BOARD, encoding="utf-8")
    moves = read_spent(file).moves
    assert [move.seconds for move in moves[:4]] == [20, 60, 5410 + 1830 - 6600, 5370 + 1830 - 7080]
    assert moves[4].seconds == 6600 + 30 - 3570, "the second period goes on to the end"
    assert (moves[5].depth, moves[5].score) == (None, None), "half a point is no score"


# As WinBoard and its kin write: minutes where a move takes some.
INTERFACES = """[TimeControl "40/300"]

1. e4 {+0.31/13 1:02} e5 {-0.20/14 2.1} 2. Nf3 {M5/20 3s} Nc6 {0.00/9 15} *
"""


def test_files_with_a_byte_order_mark_centipawns_and_no_time_control(tmp_path: Path) -> None:
    file = tmp_path / "marked.pgn"
    text = (
        '[White "A"]\n\n1. e4 {[%eval 35,14] [%clk 0:10:00]} e5 {[%eval -20,12] [%clk 0:09:00]} '
        "2. Nf3 {[%eval 0.5,9] [%clk 0:09:30]} Nc6 {[%clk 0:09:10]} *\n"
    )
    file.write_text(text, encoding="utf-8-sig")
    spent = read_spent(file)
    assert spent.players[0] == "A"
    assert [move.text for move in spent.moves] == ["e4", "e5", "Nf3", "Nc6"]
    assert [move.score for move in spent.moves[:3]] == [0.35, 0.2, 0.5]
    assert [move.seconds for move in spent.moves] == [None, None, 30, None], "ten were added"


def test_comments_of_interfaces(tmp_path: Path) -> None:
    file = tmp_path / "interface.pgn"
    file.write_text(INTERFACES, encoding="utf-8")
    moves = read_spent(file).moves
    assert [move.seconds for move in moves] == [62, 2.1, 3, 15]
    assert [move.depth for move in moves] == [13, 14, 20, 9]
    assert [move.score for move in moves] == [0.31, -0.2, 20, 0]
    assert moves[2].left == 300 - 62 - 3


def test_a_single_clock_of_each_side_tells_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} *\n", encoding="utf-8")
    with pytest.raises(
        ClockCommentError, match=r"game\.pgn: expected a TimeControl, or two clocks"
    ):
        read_spent(file)


def test_names_of_players_are_no_formulas(tmp_path: Path) -> None:
    tags = {"White": r"$\frac$", "Black": "b", "TimeControl": "60+$1$"}
    moves = (SpentMove(1, "e4", 0, 1.5, 60.0, 0.02), SpentMove(2, "e5", 1, 2.0, 58.0, 0.03))
    picture = tabiya.report.plot_time(SpentGame(tags, moves), tmp_path / "time.svg")
    assert picture.exists()
