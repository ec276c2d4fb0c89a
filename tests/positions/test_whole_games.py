"""Whole games from files of every kind."""

import os
from pathlib import Path

import pytest

import tabiya
from tabiya.positions import Fault, RecordedGame, has_games, read_games

DATA = Path(os.environ.get("TABIYA_DATA", "nowhere"))


def games_of(path: Path) -> list[RecordedGame]:
    return [each for each in read_games(path) if isinstance(each, RecordedGame)]


def test_chess960_is_known_by_its_tag(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(
        '[Variant "Chess960"]\n[FEN "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1"]\n\n'
        "1. O-O O-O *\n"
    )
    (game,) = games_of(path)
    assert game.moves == ("f1g1", "f8h8")
    assert game.start.play_all(game.moves).result is None


def test_passes_that_nobody_wrote_are_moves(tmp_path: Path) -> None:
    position, moves, full = tabiya.game("othello").initial(), "", list[str]()
    for step in range(60):
        if position.result is not None:
            break
        move = position.legal_moves()[step % len(position.legal_moves())]
        full.append(move)
        moves += "" if move == "pass" else move
        position = position.play(move)
    path = tmp_path / "a.txt"
    path.write_text(moves + "\n")
    (game,) = games_of(path)
    assert list(game.moves) == full


def test_an_sgf_without_a_result_is_a_game(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text('(;GM[9]PB[id "x"]DT[2001-02-03];B[b1-b3];W[a3-c1])')
    (game,) = games_of(path)
    assert (game.first, game.result, game.tags["Date"]) == ("x", None, "2001-02-03")
    assert game.moves == ("b1b3", "a3c1")


def test_what_is_no_game_is_a_fault_and_positions_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("f5d6c3d3c4\nf5f5f5f5\n")
    good, bad = read_games(path)
    assert isinstance(good, RecordedGame)
    assert isinstance(bad, Fault)
    assert bad.line == 2
    epd = tmp_path / "a.epd"
    epd.write_text("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert not has_games(epd)
    with pytest.raises(ValueError, match="expected games, found positions"):
        list(read_games(epd))


@pytest.mark.skipif(not DATA.exists(), reason="TABIYA_DATA is not set")
@pytest.mark.parametrize(
    ("file", "n"), [("othello_wthor/WTH_1977.wtb", 12), ("loa_games/boardspace_games.txt", 20)]
)
def test_real_files(file: str, n: int) -> None:
    found = []
    for each in read_games(DATA / file):
        if isinstance(each, RecordedGame):
            found.append(each)
            assert each.start.play_all(each.moves).result in (None, each.result)
        if len(found) == n:
            break
    assert len(found) == n
    if "wthor" in file:
        assert all(not game.first.startswith("player ") for game in found)


@pytest.mark.parametrize("name", ["othello", "loa"])
def test_games_of_our_own_matches_are_read_whole(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.pgn"
    tabiya.play.match(
        "tabiya", "tabiya", game=name, nodes=20, games=4, openings="random:5", pgn=file
    )
    found = list(read_games(file))
    assert len(found) == 4
    for game, text in zip(found, file.read_text().split("[Event ")[1:], strict=True):
        assert isinstance(game, RecordedGame)
        assert game.game == name
        assert f'[FEN "{game.start}"]' in text
        assert game.start.play_all(game.moves).result == game.result
        # In PGN the result is White's, and Black moves first in these games.
        assert f'[Black "{game.first}"]' in text
        white = {"1-0": "0-1", "0-1": "1-0"}.get(game.result or "", game.result)
        assert f'[Result "{white}"]' in text
    assert capfd.readouterr().err == ""


def test_a_game_whose_first_tag_is_broken_is_the_one_that_is_left_out(tmp_path: Path) -> None:
    text = "".join(
        f'[Event "{number}"]\n[Game "othello"]\n[Result "0-1"]\n\n1. d3 {{as\n[sic]}} c3 0-1\n\n'
        for number in range(1, 6)
    )
    path = tmp_path / "a.pgn"
    path.write_text(text.replace('[Event "4"]', '[Event "4'))
    found = list(read_games(path))
    assert [isinstance(each, RecordedGame) for each in found] == [True, True, True, False, True]
    fault = found[3]
    assert isinstance(fault, Fault)
    assert (fault.game, fault.line) == (4, 22)
    assert "line 22, found '[Event \"4'" in fault.reason
    known = tabiya.positions.read(path)
    assert [(each.game, each.line) for each in known.report.faults] == [(4, 22)]
