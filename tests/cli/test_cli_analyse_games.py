"""``tabiya analyse`` on whole games: marks, annotated PGN that python-chess reads, a page."""

import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess.engine
import chess.pgn
import pytest

import tabiya
from tabiya.positions import RecordedGame

Run = Callable[..., Any]

FOOL = """[Event "A trap"]
[White "A \\"quick\\" one"]
[Black "B"]
[Date "1901.02.03"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Broken"]

1. e4 e5 2. Ke4 *

[Event "Odds"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]

30... Kd7 31. e4 *
"""
SGF = "(;GM[9]PB[me]PW[you];B[b1-b3];W[a3-c1])"
NODES = ("--nodes", "500")


def test_mistakes_are_marked_and_said(run: Run, tmp_path: Path) -> None:
    path, pgn, page = tmp_path / "in.pgn", tmp_path / "out.pgn", tmp_path / "out.html"
    path.write_text(FOOL)
    done = run("analyse", str(path), *NODES, "--pgn", str(pgn), "--report", str(page))
    assert done.status == 0, done.err
    assert re.search(r"^3 +g4 \?\? ", done.out, re.MULTILINE)
    assert "marks from a loss of winning probability of ?! 5%, ? 10%, ?? 20%" in done.out
    assert re.search(r"left out: .*in\.pgn:9.*'Ke4'", done.err)
    text = io.StringIO(pgn.read_text())
    first, second = chess.pgn.read_game(text), chess.pgn.read_game(text)
    assert first is not None
    assert second is not None
    assert first.errors == second.errors == []
    assert first.headers["White"].replace("\\", "") == 'A "quick" one'
    assert pgn.read_text().count("\\") == 2
    assert first.headers["Date"] == "1901.02.03"
    assert second.headers["FEN"].startswith("4k3")
    node = first.next()
    assert node is not None
    found = node.eval()
    assert found is not None
    assert abs(found.white().score() or 0) < 200
    blunder = [*first.mainline()][2]
    assert 4 in blunder.nags
    assert len(blunder.parent.variations) == 2
    before = blunder.eval()
    assert before is not None
    assert before.white() == chess.engine.Mate(-1)
    assert [*first.mainline()][-1].eval() is None
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text())
    assert data is not None
    games = json.loads(data[1])["games"]
    assert games[0]["texts"][2] == "g4??"
    assert games[0]["better"][2]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.sgf", SGF, "a3xc1"),
        ("a.txt", "f5d6c3d3c4 : 33-31", "f5"),
        ("b.txt", "1. b1-b3 a3xc1\n2. c8-c6 h6xf8 1-0\n", "a3xc1"),
    ],
)
def test_games_of_other_kinds(
    run: Run, tmp_path: Path, name: str, text: str, expected: str
) -> None:
    path, pgn = tmp_path / name, tmp_path / "out.pgn"
    path.write_text(text)
    done = run("analyse", str(path), *NODES, "--pgn", str(pgn))
    assert done.status == 0, done.err
    assert expected in done.out
    assert "pawns" not in done.out
    assert "[%eval" in pgn.read_text()
    assert "[Game " in pgn.read_text()


def test_the_end_of_an_othello_game_has_its_discs(run: Run, tmp_path: Path) -> None:
    position, moves = tabiya.game("othello").initial(), ""
    while position.result is None:
        move = position.legal_moves()[0]
        moves += "" if move == "pass" else move
        position = position.play(move)
    margin = position.cells.count("X") - position.cells.count("O")
    empty = position.cells.count(".")
    margin += empty if margin > 0 else -empty
    path = tmp_path / "game.txt"
    path.write_text(moves)
    done = run("analyse", str(path), "--depth", "1")
    rows = [line for line in done.out.splitlines() if line[:1].isdigit() and "exact" in line]
    assert f" {margin:+d} exact" in rows[-1]


def test_thresholds_can_be_set(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "in.pgn"
    path.write_text(FOOL)
    tame = run("analyse", str(path), *NODES, "--marks", "0.99,0.995,1")
    assert "g4 ??" not in tame.out
    for bad in ("0.3,0.2,0.1", "1,2", "a,b,c", "0,0.1,0.2"):
        done = run("analyse", str(path), "--marks", bad)
        assert (done.status, done.err.count("\n")) == (2, 1), bad
    no_game = run("analyse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--pgn", "x.pgn")
    assert no_game.status == 2
    assert not Path("x.pgn").exists()
    empty = tmp_path / "empty.pgn"
    empty.write_text('[Event "x"]\n\n*\n')
    assert run("analyse", str(empty)).status == 2


def test_games_are_analysed_as_they_are_read(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = []

    def make(game: str, **_: object) -> tabiya.Player:
        made.append(game)
        return tabiya.Player(game)

    def two_games(_: Path) -> Iterator[RecordedGame]:
        yield RecordedGame("loa", tabiya.game("loa").initial(), ("b1b3",))
        yield RecordedGame("loa", tabiya.game("loa").initial(), ("b1h1",))
        raise KeyboardInterrupt

    monkeypatch.setattr("tabiya.cli._analyse.make_player", make)
    monkeypatch.setattr("tabiya.cli._analyse_games.read_games", two_games)
    path = tmp_path / "games.sgf"
    path.write_text("(;GM[9];B[b1-b3])")
    done = run("analyse", str(path), "--nodes", "9")
    assert "2 games are done; --skip 2 goes on" in done.err
    assert made == ["loa"]  # one player for all games, for it may be large
