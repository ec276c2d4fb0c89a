"""``tabiya chunks``: what a person sees, and every kind of bad input."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

import tabiya

Run = Callable[..., Any]

LOPEZ = "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/3PP3/1BP2N2/PP3PPP/RNBQR1K1 w - - 0 10"


def test_check_counts_what_is_shipped(run: Run) -> None:
    done = run("chunks", "check")
    assert (done.status, done.err) == (0, "")
    assert "mach: 11 chunks in 11 classes, 30 readings" in done.out


def test_check_shows_the_place_with_a_caret_and_goes_on(run: Run, tmp_path: Path) -> None:
    wrong, right = tmp_path / "wrong.chunks", tmp_path / "right.chunks"
    wrong.write_text("chunk one.\nrequire WP onn E4.\nend one.\n")
    right.write_text("chunk one.\nrequire WP noton A2/B2.\nend one.\n")
    done = run("chunks", "check", str(wrong), str(right), str(tmp_path / "none.chunks"))
    assert done.status == 2
    first, shown, caret, last = done.err.splitlines()
    assert first.startswith(f"tabiya: {wrong}:2:12: expected 'on' or 'noton'")
    assert shown.index("onn") == caret.index("^")
    assert last == f"tabiya: {tmp_path / 'none.chunks'}: No such file or directory"
    assert f"{right}: 1 chunk in 1 class" in done.out
    assert "'noton' with /" in done.out


def test_match_names_chunks_mirrors_pieces_and_what_is_left(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    done = run("chunks", "match", LOPEZ, "--library", "mach", "--svg", str(picture))
    assert (done.status, done.err) == (0, "")
    assert "ks1, white kingside [c1]: Re1 Kg1 Pf2 Pg2 Ph2 Nf3" in done.out
    assert "ks1, black kingside [c1]: nf6 pf7 pg7 ph7 rf8 kg8" in done.out
    assert "in chunks: 28 of 32 pieces" in done.out
    assert "in no chunk: Qd1 Bb3 pc7 be7" in done.out
    drawn = picture.read_text()
    assert drawn.count('class="chunk-0"') == 6
    assert "ks1, white kingside" in drawn


def test_match_takes_a_fen_without_quotes_and_gives_advice(run: Run) -> None:
    done = run("chunks", "match", *LOPEZ.split())
    assert done.status == 0
    assert "White keeps the tension" in done.out


def test_explain_says_what_a_chunk_means_and_what_is_missing(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "chunk.svg"
    done = run("chunks", "explain", "carlsbad", LOPEZ, "--svg", str(picture))
    assert (done.status, done.err) == (0, "")
    assert "required: WP on D4 + E3" in done.out
    assert "carlsbad, white: does not stand" in done.out
    assert "no  BP on D5 + C6" in done.out
    assert picture.read_text().startswith("<svg")


def test_explain_of_a_position_names_what_is_one_statement_short(run: Run) -> None:
    done = run("chunks", "explain", LOPEZ, "--library", "mach")
    assert done.status == 0
    assert "lopez, white: stands" in done.out
    assert "one statement short:" in done.out
    assert "deferredlopez, white: (WP on E4) & (WP on D3)" in done.out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["match", "8/8/8/8/8/8/8/8 w - - 0 1"], "at least the two kings"),
        (["match", "k6R/8/8/8/8/8/8/K7 w - - 0 1"], "the side that is in check to move"),
        (["match", "nonsense"], "eight ranks"),
        (["match", LOPEZ, "--result", "2-0"], "expected 1-0, 0-1, 1/2-1/2"),
        (["match", LOPEZ, "--library", "/no/such.chunks"], "No such file"),
        (["explain", "castle"], "chunk: expected one of castled"),
        (["explain", LOPEZ, "--svg", "x.svg"], "expected a chunk to draw"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run: Run, arguments: list[str], expected: str) -> None:
    done = run("chunks", *arguments)
    assert done.status == 2
    assert expected in done.err
    assert done.err.count("\n") == 1


def test_a_file_that_is_not_text_is_refused_with_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "binary.chunks"
    path.write_bytes(b"# good\n\xff\xfe\x00")
    done = run("chunks", "match", LOPEZ, "--library", str(path))
    assert (done.status, done.err) == (2, f"tabiya: {path}:2: expected UTF-8, found 0xff\n")


def scattered_games(count: int) -> str:
    """Return games of random moves, so long that there is something to look at."""
    rng = random.Random(5)
    texts = []
    for number in range(count):
        board = chess.Board()
        game = chess.pgn.Game()
        game.headers["White"] = f"Player {number}"
        game.headers["Result"] = rng.choice(("1-0", "0-1", "1/2-1/2"))
        node: chess.pgn.GameNode = game
        for _ in range(24):
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
            if board.is_game_over():
                break
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def test_lint_and_suggest_take_positions_of_a_database(run: Run, tmp_path: Path) -> None:
    games, database = tmp_path / "games.pgn", tmp_path / "games.db"
    games.write_text(scattered_games(80))
    assert run("games", "build", str(database), str(games)).status == 0
    arguments = ("chunks", "lint", "mach", "--games", str(database), "--positions", "500")
    done = run(*arguments)
    assert done.status == 0, done.err
    assert "500 positions of" in done.out
    assert "undevelopedk" in done.out
    n_plies = tabiya.chunks.open_games(database).n_plies
    assert f"bn5pin: never seen: stands in none of all {n_plies:,} positions" in done.out
    assert run(*arguments).out == done.out
    assert run(*arguments, "--seed", "1").out != done.out
    more = ("--games", str(database), "--positions", "1600", "--min-share", "0.02")
    done = run("chunks", "suggest", *more, "--first-ply", "2")
    assert done.status == 0, done.err
    assert "suggestion_1" in done.out or "nothing new in" in done.out


@pytest.mark.parametrize("command", ["lint", "suggest"])
def test_a_database_that_is_none_is_refused(run: Run, tmp_path: Path, command: str) -> None:
    missing, foreign = tmp_path / "none.db", tmp_path / "foreign.db"
    foreign.write_text("this is no database")
    for path, expected in ((missing, "expected a database of games, found none"), (foreign, "")):
        done = run("chunks", command, "--games", str(path))
        assert done.status == 2
        assert done.err.startswith("tabiya: ")
        assert expected in done.err
        assert done.err.count("\n") == 1
