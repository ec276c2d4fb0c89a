"""Real Syzygy tables: what they know, and games that they end."""

import os
from pathlib import Path

import chess
import chess.syzygy
import pytest

import tabiya
from tabiya.play import Adjudication, match
from tabiya.play._adjudication import Tablebase

TABLES = Path(os.environ.get("TABIYA_DATA", "nowhere")) / "chess_syzygy"
pytestmark = pytest.mark.skipif(not TABLES.exists(), reason="TABIYA_DATA has no Syzygy tables")


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("8/8/8/8/8/4k3/8/R3K3 w - - 0 1", "1-0"),
        ("8/8/8/8/8/4k3/8/R3K3 b - - 0 1", "1-0"),
        ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", "1/2-1/2"),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", "1/2-1/2"),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", "1-0"),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
    ],
)
def test_results_of_best_play(fen: str, result: str | None) -> None:
    tables = Tablebase(str(TABLES))
    board = chess.Board(fen)
    if not board.is_game_over():
        assert tables.result(board) == result
    tables.close()


def test_every_kind_of_table_is_probed() -> None:
    tables = Tablebase(str(TABLES))
    with chess.syzygy.open_tablebase(str(TABLES)) as peer:
        names = sorted(path.stem for path in TABLES.glob("*.rtbw"))
        assert len(names) > 30
        for name in names:
            white, black = name.split("v")
            board = chess.Board(None)
            for square, letter in zip((chess.A1, chess.C4, chess.F6), white, strict=False):
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
            for square, letter in zip((chess.H8, chess.H3), black.lower(), strict=False):
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
            if not board.is_valid():
                continue
            wdl = peer.probe_wdl(board)
            expected = {2: "1-0", -2: "0-1"}.get(wdl, "1/2-1/2")
            assert tables.result(board) == expected, name
    tables.close()


def test_games_end_where_the_tables_know() -> None:
    won = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"
    drawn = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"
    found = match(
        "tabiya",
        "tabiya?preset=crafty",
        openings=[won, drawn],
        games=4,
        nodes=50,
        adjudication=Adjudication(tablebase=str(TABLES)),
    )
    results = {game.opening: (game.result, game.termination) for game in found.games}
    assert results[won] == ("1-0", "adjudicated by tablebase")
    assert results[drawn][1] == "adjudicated by tablebase"
    assert all(len(game.moves) <= 2 for game in found.games)


def test_the_command_takes_a_folder(tmp_path: Path) -> None:
    openings = tmp_path / "rook.epd"
    openings.write_text("8/8/8/4k3/8/8/8/R3K3 w - - 0 1\n")
    start = tabiya.game("chess").position(openings.read_text().strip())
    found = match(
        "tabiya",
        "tabiya?preset=crafty",
        openings=str(openings),
        games=2,
        depth=1,
        adjudication=Adjudication(tablebase=str(TABLES)),
        pgn=tmp_path / "games.pgn",
    )
    assert found.verdict is not None
    text = (tmp_path / "games.pgn").read_text()
    assert text.count('[Termination "adjudication"]') == 2
    assert str(start) in text
