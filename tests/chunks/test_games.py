"""The database of games, with python-chess as the authority."""

import bz2
import gzip
import io
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot
import polars as pl
import pytest
import zstandard
from tests.chunks.conftest import GAMES

import tabiya
from tabiya.chunks import DatabaseError, WhereError, open_games


def read_all(text: str) -> list[chess.pgn.Game]:
    stream = io.StringIO(text)
    games = []
    while (game := chess.pgn.read_game(stream)) is not None:
        games.append(game)
    return games


def boards(game: chess.pgn.Game) -> list[chess.Board]:
    board = game.board()
    found = [board.copy(stack=False)]
    for move in game.mainline_moves():
        board.push(move)
        found.append(board.copy(stack=False))
    return found


def key(board: chess.Board) -> str:
    return board.epd()


def test_counts_are_those_of_python_chess(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    added = db.add(pgn)
    assert (added.n_read, added.n_added, added.n_duplicates, added.faults) == (4, 4, 0, [])
    games = read_all(GAMES)
    assert db.n_games == len(games)
    assert db.n_plies == sum(len(boards(game)) for game in games)
    assert db.n_positions == len({key(board) for game in games for board in boards(game)})


def test_positions_are_made_again(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    db.add(pgn)
    for number, game in enumerate(read_all(GAMES)):
        for ply, board in enumerate(boards(game)):
            assert chess.Board(db.position(number, ply)) == board
    with pytest.raises(ValueError, match="expected a game and a ply"):
        db.position(0, 1000)


def test_statistics_count_a_game_once_for_each_move(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    db.add(pgn)
    table = db.exact(chess.Board())
    expected = Counter(
        move.uci()
        for game in read_all(GAMES)
        for move in {
            node.move
            for node in game.mainline()
            if node.parent is not None and key(node.parent.board()) == key(chess.Board())
        }
    )
    assert dict(zip(table["move"], table["games"], strict=True)) == dict(expected)
    e4 = table.row(by_predicate=pl.col("move") == "e2e4", named=True)
    assert (e4["games"], e4["white"], e4["draws"], e4["black"]) == (3, 1, 1, 1)
    assert e4["rating"] == (2725 + 2665) / 2
    assert e4["last"] == "1994.01.02"
    # One win against 2685 and a draw against 2805: 75 % against 2745.
    assert e4["performance"] == pytest.approx(2745 + 190.85, abs=0.1)


def test_black_moves_are_scored_for_black(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    db.add(pgn)
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(san)
    table = db.exact(board)
    scores = dict(zip(table["san"], table["score"], strict=True))
    assert scores == {"a6": 0.0, "Nf6": 0.5}


def test_positions_are_found_by_every_spelling(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    db.add(pgn)
    position = tabiya.game("chess").initial()
    assert db.exact(position).equals(db.exact(chess.Board()))
    assert db.exact(str(position)).equals(db.exact(chess.Board()))
    with pytest.raises(tabiya.ParsePositionError, match="a king for each side"):
        db.exact("8/8/8/8/8/8/8/K7 w - - 0 1")


def test_games_of_a_position_are_told(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    db.add(pgn)
    table = db.played("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    assert table["game"].to_list() == [0, 1, 2]
    assert table["ply"].to_list() == [2, 2, 10]
    assert table["move"].to_list() == ["g1f3", "g1f3", None]


def test_unknown_positions_have_no_moves(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    assert db.exact(chess.Board()).height == 0
    db.add(pgn)
    assert db.exact("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1").height == 0


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, zstandard.compress])
def test_packed_files_are_read(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "games.packed"
    path.write_bytes(pack(GAMES.encode()))
    db = open_games(tmp_path / "m.db")
    assert db.add(path).n_added == 4


def test_duplicates_are_recognised_in_other_spellings(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    db.add(pgn)
    other = tmp_path / "other.pgn"
    text = GAMES.replace("Karpov,Anatoly", "Anatoly Karpov").replace("Baden-Baden", "Germany")
    other.write_text(text.replace("1992.05.10", "1992.05.11"), encoding="utf-8")
    assert db.add(other).n_duplicates == 4
    different = GAMES.replace("Karpov", "Anand")
    added = db.add(different)
    assert (added.n_added, added.n_duplicates) == (1, 3)
    assert db.n_games == 5


def test_broken_games_are_told_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.pgn"
    path.write_text(GAMES.replace("5. O-O Be7", "5. O-O Bd2"), encoding="utf-8")
    db = open_games(tmp_path / "m.db")
    added = db.add(path)
    assert added.n_added == 3
    assert [str(fault) for fault in added.faults] == [f"{path}:12: game 1: Bd2 is not legal here"]


def test_adding_later_gives_the_same_as_at_once(pgn: Path, tmp_path: Path) -> None:
    at_once, later = open_games(tmp_path / "a.db"), open_games(tmp_path / "b.db")
    at_once.add(pgn)
    for game in read_all(GAMES):
        later.add(str(game) + "\n")
    assert later.n_positions == at_once.n_positions
    assert later.games().equals(at_once.games())
    for board in boards(read_all(GAMES)[2]):
        assert later.exact(board).equals(at_once.exact(board))
    assert open_games(tmp_path / "b.db").n_positions == at_once.n_positions


def test_export_gives_the_games_back(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    db.add(pgn)
    back = read_all("".join(db.export()))
    for one, two in zip(read_all(GAMES), back, strict=True):
        assert dict(one.headers) == dict(two.headers)
        assert list(one.mainline_moves()) == list(two.mainline_moves())
    exported = "".join(db.export())
    assert max(len(line) for line in exported.splitlines()) <= 80


def test_conditions_choose_games(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    db.add(pgn)

    def chosen(where: str) -> list[int]:
        return db.games(where)["game"].to_list()

    assert chosen('white ~ "karpov" and eco >= "B90"') == [0]
    assert chosen("player ~ short") == [0, 1]
    assert chosen("not player ~ short") == [2, 3]
    assert chosen("player !~ short") == [2, 3]
    assert chosen("elo >= 2680") == [0]
    assert chosen("year = 1993 or (result = 1-0 and plies < 10)") == [1, 3]
    assert chosen("date < 1994.01.02") == [0, 1]
    assert chosen("white_elo != 2725") == [1]
    for bad, reason in [
        ("white ~", "expected a value"),
        ("weight = 3", "expected a field"),
        ("elo ~ 3", "comparison of numbers"),
        ("year = soon", "expected a number for year"),
        (f"plies > {'9' * 30}", "expected a number for plies"),
        (f"elo > {'9' * 5000}", "expected a number for elo"),
        ("white = a black = b", "expected"),
        ("", "expected"),
    ]:
        with pytest.raises(WhereError, match=reason):
            db.games(bad)


def test_book_is_read_by_python_chess(pgn: Path, tmp_path: Path) -> None:
    db = open_games(tmp_path / "m.db")
    db.add(pgn)
    book = tmp_path / "book.bin"
    book.write_bytes(db.book(min_games=1, max_ply=20))
    with chess.polyglot.open_reader(book) as reader:
        board = chess.Board()
        weights = {entry.move.uci(): entry.weight for entry in reader.find_all(board)}
        # Two points for a win, one for a draw; Nf3 lost its only game.
        assert weights == {"e2e4": 3}
        for san in ("e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6"):
            board.push_san(san)
        assert [entry.move.uci() for entry in reader.find_all(board)] == ["e1g1"]
        ending = chess.Board("8/P6k/8/8/8/8/6K1/8 w - - 0 1")
        assert [entry.move.uci() for entry in reader.find_all(ending)] == ["a7a8q"]
        keys = [entry.key for entry in reader]
        assert keys == sorted(keys)


def test_foreign_files_are_refused(pgn: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("this is no database\n" * 1000, encoding="utf-8")
    with pytest.raises(DatabaseError, match=r"text\.db: expected a database of games"):
        open_games(text)
    assert text.read_text(encoding="utf-8").startswith("this is no database")
    with pytest.raises(DatabaseError, match="expected a database of games"):
        open_games(pgn)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_truncated_files_are_refused(share: float, pgn: Path, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    open_games(path).add(pgn)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(DatabaseError, match=r"m\.db: expected a database of games"):
        open_games(path)


def test_a_second_writer_is_refused(pgn: Path, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    one, two = open_games(path), open_games(path)
    one._core.begin_writing()
    with pytest.raises(DatabaseError, match="nobody else has open"):
        two.add(pgn)
    with pytest.raises(DatabaseError, match="nobody else has open"):
        open_games(path)
    one._core.end_writing()
    assert one.add(pgn).n_added == 4


def test_readers_keep_a_writer_out_and_say_so(pgn: Path, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    db = open_games(path)
    db.add(pgn)
    reader = open_games(path)
    with pytest.raises(DatabaseError, match="found one in use"):
        db.add(GAMES.replace("Karpov", "Anand"))
    assert (db.n_games, reader.n_games) == (4, 4)
    del reader
    assert db.add(GAMES.replace("Karpov", "Anand")).n_added == 1
