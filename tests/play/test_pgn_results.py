"""Results and pairs from PGN: tags, comments, packed files, broken games."""

import bz2
import gzip
import io
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
import zstandard

from tabiya.play import BrokenGame, PgnResult, pair_games, parse_results, read_results

FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


def text_of(*tags: str, moves: str = "1. e4 e5 1-0") -> str:
    head = "".join(f'[{tag.partition("=")[0]} "{tag.partition("=")[2]}"]\n' for tag in tags)
    return f"{head}\n{moves}\n\n"


def parse(text: str) -> list[PgnResult | BrokenGame]:
    return list(parse_results(io.StringIO(text)))


def only(text: str) -> PgnResult:
    (game,) = parse(text)
    assert isinstance(game, PgnResult), game
    return game


def test_tags_are_read_in_any_order_and_with_escapes() -> None:
    game = only(
        text_of("Result=1-0", 'Black=b \\"x\\" \\\\', "White= a ", "Round=3.1", f"FEN={FEN}")
    )
    assert (game.first, game.second) == ("a", 'b "x" \\')
    assert (game.points, game.round, game.opening) == (1.0, "3.1", FEN)


@pytest.mark.parametrize("game", ["othello", "loa"])
def test_results_of_other_games_are_those_of_white(game: str) -> None:
    tags = ("White=w", "Black=b", f"Game={game}", "Result=1-0")
    found = only(text_of(*tags, moves="1. d3 c3 1-0"))
    assert (found.first, found.second, found.points) == ("b", "w", 0.0)


def test_first_and_second_say_whose_result_it_is() -> None:
    tags = ("White=w", "Black=b", "First=b", "Second=w", "Game=othello", "Result=1-0")
    game = only(text_of(*tags, moves="1. d3 c3 1-0"))
    assert (game.first, game.second, game.points) == ("b", "w", 1.0)


def test_brackets_inside_comments_are_no_tags() -> None:
    moves = '1. e4 {a long\n[White "z"]\n[%eval 0.1] comment} e5 1/2-1/2'
    games = parse(text_of("White=a", "Black=b", "Result=1/2-1/2", moves=moves) * 2)
    assert [game.first for game in games if isinstance(game, PgnResult)] == ["a", "a"]


def test_beginning_is_the_book_or_the_first_moves() -> None:
    tags = ("White=a", "Black=b", "Result=1-0")
    plain = only(text_of(*tags, moves="1.e4 $1 {good} e5 2. Nf3 Nc6 3. Bb5 a6 1-0"))
    assert plain.beginning == "e4 e5 Nf3 Nc6"
    marked = only(text_of(*tags, moves="1. d4 {book} d5 {book} 2. c4 {+0.1/8 1s} 1-0"))
    assert marked.beginning == "d4 d5"
    assert not only(text_of(*tags, moves="1-0")).beginning


def test_python_chess_agrees_on_what_it_writes(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    expected = []
    with path.open("w") as file:
        for number, result in enumerate(["1-0", "0-1", "1/2-1/2", "*"]):
            game = chess.pgn.Game()
            game.headers.update({"White": f"w{number}", "Black": "b", "Result": result})
            game.headers["Round"] = str(number)
            node = game.add_variation(chess.Move.from_uci("e2e4"), comment="[%clk 0:01:02]")
            node.add_variation(chess.Move.from_uci("c7c5"))
            print(game, end="\n\n", file=file)
            expected.append((f"w{number}", None if result == "*" else result))
    found = list(read_results(path))
    assert [(g.first, g.result) for g in found if isinstance(g, PgnResult)] == expected


@pytest.mark.parametrize("packed", ["gz", "bz2", "zst"])
def test_packed_files_are_unpacked(tmp_path: Path, packed: str) -> None:
    text = text_of("White=a", "Black=b", "Result=0-1", moves="1. e4 0-1").encode() * 3
    packers: dict[str, Any] = {
        "gz": gzip.compress,
        "bz2": bz2.compress,
        "zst": zstandard.compress,
    }
    path = tmp_path / f"games.pgn.{packed}"
    path.write_bytes(packers[packed](text))
    assert [game.points for game in read_results(path) if isinstance(game, PgnResult)] == [0.0] * 3


@pytest.mark.parametrize("packed", ["gz", "bz2", "zst"])
def test_packed_files_that_are_none_are_said(tmp_path: Path, packed: str) -> None:
    path = tmp_path / f"games.pgn.{packed}"
    path.write_bytes(b"this is not packed at all, is it? " * 10)
    with pytest.raises((ValueError, OSError), match=r"games\.pgn"):
        list(read_results(path))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (text_of("White=a", "Result=1-0"), "expected two players, found 'a' and ''"),
        (text_of("White=a", "Black=a", "Result=1-0"), "expected two players"),
        (text_of("White=a", "Black=b"), "found ''"),
        (text_of("White=a", "Black=b", "Result=2-0"), "found '2-0'"),
        (text_of("White=a", "Black=b", "Result=0-1"), "found '1-0'"),
        ('[White "a"\n[Black "b"]\n[Result "1-0"]\n\n1. e4 1-0\n', "in line 1"),
        ("1. e4 e5 1-0\n", "expected two players"),
        (text_of("White=a", "Black=b", "Result=1-0", moves="1. e4 {never"), "end of a comment"),
    ],
)
def test_broken_games_say_why_and_where(text: str, words: str) -> None:
    good = text_of("White=a", "Black=b", "Result=1-0")
    before, broken = parse(good + text)
    assert isinstance(before, PgnResult)
    assert isinstance(broken, BrokenGame)
    assert words.replace("line 1", f"line {good.count(chr(10)) + 1}") in broken.reason
    assert broken.line == good.count("\n") + 1


def game(first: str, second: str, line: int, **more: str) -> PgnResult:
    fields = {"opening": "", "beginning": "", "round": "", "event": "", **more}
    return PgnResult(first=first, second=second, result="1-0", line=line, **fields)


def lines_of(*games: PgnResult) -> tuple[list[tuple[int, int]], list[int]]:
    paired = pair_games(games)
    return [(a.line, b.line) for a, b in paired.pairs], [g.line for g in paired.singles]


def test_rounds_with_legs_pair_first() -> None:
    games = [
        game("a", "b", 1, round="1.1", opening="x"),
        game("a", "b", 2, round="2.1", opening="x"),
        game("b", "a", 3, round="2.2", opening="x"),
        game("b", "a", 4, round="1.2", opening="x"),
    ]
    assert lines_of(*games) == ([(1, 4), (2, 3)], [])


def test_same_opening_pairs_whatever_the_round() -> None:
    games = [
        game("a", "b", 1, round="1", opening="x"),
        game("b", "a", 2, round="2", opening="x"),
        game("a", "b", 3, round="3", opening="y"),
        game("a", "b", 4, round="4", opening="y"),
    ]
    assert lines_of(*games) == ([(1, 2)], [3, 4])


def test_same_moves_pair_only_without_a_position() -> None:
    games = [
        game("a", "b", 1, beginning="e4 e5"),
        game("b", "a", 2, beginning="d4 d5"),
        game("b", "a", 3, beginning="e4 e5"),
        game("b", "a", 4, beginning="d4 d5", opening="x"),
    ]
    assert lines_of(*games) == ([(1, 3)], [2, 4])


def test_players_of_a_pool_are_not_mixed() -> None:
    games = [
        game("a", "b", 1, round="1.1"),
        game("a", "c", 2, round="1.1"),
        game("c", "a", 3, round="1.2"),
        game("c", "b", 4, round="1.2"),
    ]
    assert lines_of(*games) == ([(2, 3)], [1, 4])
