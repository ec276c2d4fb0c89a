"""Positions on lines: every dialect of EPD and FEN, Othello and Lines of Action."""

from pathlib import Path

import chess
import pytest

import tabiya
from tabiya import positions

WHITE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
BLACK = "8/8/3bk3/1R4P1/5P2/r3PK2/8/8 b - -"
OTHELLO = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- "
LOA = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"


def read(folder: Path, text: str | bytes, name: str = "positions.epd") -> positions.PositionSet:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return positions.read(path)


def labels(found: positions.PositionSet) -> list[tuple[str, str, float | None]]:
    return found.table.select("label", "kind", "value").rows()


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ('c9 "1-0";', [("1-0", "result", 1.0)]),
        ('0 1 c9 "1/2-1/2"', [("1/2-1/2", "result", 0.5)]),
        ("3 17 [0.0]", [("0-1", "result", 0.0)]),
        ("0 1; [0.5]", [("1/2-1/2", "result", 0.5)]),
        ("0 1 [0.25]", [("0.250", "result", 0.25)]),
        ("0 1 [1]", [("1-0", "result", 1.0)]),
        ("; 1-0", [("1-0", "result", 1.0)]),
        ("35 0-1", [("0-1", "result", 0.0), ("0.35", "score", 35.0)]),
        ("| 0.5", [("1/2-1/2", "result", 0.5)]),
        ("0 1 |White", [("1-0", "result", 1.0)]),
        ("0 1 |Draw", [("1/2-1/2", "result", 0.5)]),
        ("0 1 | 35 | 0.0", [("0.35", "score", 35.0), ("0-1", "result", 0.0)]),
        ("0 1\t-1158\t0.0", [("-11.58", "score", -1158.0), ("0-1", "result", 0.0)]),
        ("0 1 [0.5] -20", [("1/2-1/2", "result", 0.5), ("-0.20", "score", -20.0)]),
        ("-57", [("-0.57", "score", -57.0)]),
        ("0 1 -57", [("-0.57", "score", -57.0)]),
        ("0 1 -1.25", [("-1.25", "score", -125.0)]),
        ("0 1 #-3", [("#-3", "score", -99997.0)]),
        ("0 1 1-0", [("1-0", "result", 1.0)]),
        ("0 1 +/-", [("±", "symbol", 2.0)]),
        ('c0 "+-"; c1 "$18"; c3 "a.pgn";', [("+-", "symbol", 3.0)]),
        ('c1 "$15";', [("⩱", "symbol", -1.0)]),
        ('c0 "\u2212/+";', [("∓", "symbol", -2.0)]),
        ('c0 "$13";', [("∞", "unclear", None)]),
        ('c0 "$44";', [("=/∞ white", "compensation", None)]),
        ('bm Nd5 a4; id "BK.05";', [("Nd5 a4", "best move", None)]),
        ("; bm Qd1 + ; id BK.01", [("Qd1+", "best move", None)]),
        ("acd 5; bm g6; ce 1935; pv g6;", [("19.35", "score", 1935.0), ("g6", "best move", None)]),
        ("ce 32764; dm 2;", [("#2", "score", 99998.0)]),
        ("ce -32764;", [("#-2", "score", -99998.0)]),
        ('id "Nunn2.01";', [("", "unlabelled", None)]),
        ("", [("", "unlabelled", None)]),
    ],
)
def test_dialects_of_chess_lines_are_read(
    tmp_path: Path, rest: str, expected: list[tuple[str, str, float | None]]
) -> None:
    found = read(tmp_path, f"{WHITE} {rest}\n")
    assert found.report.faults == ()
    assert labels(found) == expected
    assert found.table["side"].to_list() == ["white"] * len(expected)
    board = chess.Board(found.table["position"][0])
    assert board.epd() == chess.Board(f"{WHITE} 0 1").epd()


def test_scores_of_operations_are_turned_to_the_first_player(tmp_path: Path) -> None:
    found = read(tmp_path, f"{BLACK} ce 35;\n{WHITE} ce 35;\n")
    assert found.table.select("side", "value").rows() == [("black", -35.0), ("white", 35.0)]
    assert read(tmp_path, f"{BLACK} dm 3;\n").table["label"].to_list() == ["#-3"]


def test_operations_are_those_that_python_chess_reads(tmp_path: Path) -> None:
    line = f'{WHITE} ce -12; bm Qxf6; id "bm Qf3; of WAC"; c9 "0-1";'
    _, operations = chess.Board.from_epd(line)
    found = read(tmp_path, line)
    assert found.table.filter(found.table["kind"] == "score")["value"].item() == operations["ce"]
    assert found.table.filter(found.table["kind"] == "result")["label"].item() == operations["c9"]
    assert found.table.filter(found.table["kind"] == "best move")["label"].item() == "Qxf6"


def test_lone_zeros_and_ones_are_results_if_there_is_nothing_else(tmp_path: Path) -> None:
    lines = [f"{WHITE} 0 1 1", f"{BLACK} 0 1 0"]
    found = read(tmp_path, "\n".join(lines))
    assert found.table["kind"].unique().to_list() == ["result"]
    found = read(tmp_path, "\n".join([*lines, f"{BLACK} 0 1 17"]))
    assert found.table["kind"].unique().to_list() == ["score"]


def test_games_are_numbered_by_name_and_by_separator(tmp_path: Path) -> None:
    text = f'{WHITE} c9 "1-0"; c8 "t012";\n{BLACK} c9 "1-0"; c8 "u012";\n'
    games = read(tmp_path, text).table["game"].to_list()
    assert games[0] == 12
    assert games[1] not in (None, 12)
    found = read(tmp_path, f"New Game:\n{WHITE} |White\nNew Game:\n{BLACK} |Black\n", "a.txt")
    assert found.table["game"].to_list() == [1, 2]
    # Where c8 is something else, it is no name of a game.
    assert read(tmp_path, f'{WHITE} bm c5; c8 "100 63";').table["game"].to_list() == [None]


def test_bad_lines_are_faults_and_the_rest_is_read(tmp_path: Path) -> None:
    lines = [
        "# a comment",
        f"{WHITE} [1.0]",
        "nonsense",
        f"{WHITE} hello",
        "8/8/8/1R4P1/5P2/r3PK2/8/8 b - - [0.5]",
        f"{WHITE} [2.0]",
        f"{WHITE} 1 2 3 4 5",
        f"{BLACK} [0.5]",
    ]
    found = read(tmp_path, "\n".join(lines).encode() + b"\r\n\0\n")
    assert [fault.line for fault in found.report.faults] == [3, 4, 5, 6, 7]
    assert "expected a king for each side" in found.report.faults[2].reason
    assert found.table["line"].to_list() == [2, 8]


def test_lines_of_old_encodings_are_read(tmp_path: Path) -> None:
    text = f'{WHITE} c0 "±"; id "Gómez";\n'
    for encoding in ("utf-8", "latin-1", "utf-8-sig"):
        assert labels(read(tmp_path, text.encode(encoding))) == [("±", "symbol", 2.0)]


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("X; G8:+18; H1:+12;", [("+18", "theoretical", 18.0), ("g8", "best move", None)]),
        ("O; A1:+4; B2:+4;", [("-4", "theoretical", -4.0), ("a1 b2", "best move", None)]),
        ("Black 32 -34", [("-34", "theoretical", -34.0)]),
        ("White 57 14", [("+14", "theoretical", 14.0)]),
        ("O -6", [("-6", "theoretical", -6.0)]),
        ("X; 1-0", [("1-0", "result", 1.0)]),
        ("X [0.5]", [("1/2-1/2", "result", 0.5)]),
        ("X black", [("1-0", "result", 1.0)]),
    ],
)
def test_dialects_of_othello_lines_are_read(
    tmp_path: Path, rest: str, expected: list[tuple[str, str, float | None]]
) -> None:
    found = read(tmp_path, OTHELLO + rest, "ends.txt")
    assert (found.game, labels(found)) == ("othello", expected)
    side = "black" if rest.startswith(("X", "B")) else "white"
    assert found.table["side"].unique().to_list() == [side]


def test_othello_scores_beyond_the_board_are_faults(tmp_path: Path) -> None:
    found = read(tmp_path, f"{OTHELLO}X 70\n{OTHELLO}X 2\n", "ends.txt")
    assert [fault.line for fault in found.report.faults] == [1]


def test_lines_of_action_are_read(tmp_path: Path) -> None:
    found = read(tmp_path, f"{LOA} 35\n{LOA} [0.5]\n", "loa.txt")
    assert found.game == "loa"
    assert labels(found) == [("0.35", "score", 35.0), ("1/2-1/2", "result", 0.5)]
    assert found.positions()[0] == tabiya.game("loa").initial()


def test_large_files_are_read_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f'{BLACK} 0 {n} c9 "1-0"; c8 "t{n}";' for n in range(1, 300)]
    boards = (chess.Board.from_chess960_pos(n).board_fen() for n in range(300))
    lines += [f"{board} w - - |White" for board in boards]
    text = "New Game:\n" + "\n".join([*lines, "bad", "New Game:", *lines])
    whole = read(tmp_path, text)
    monkeypatch.setattr("tabiya.positions._text.BLOCK", 1)
    monkeypatch.setattr("tabiya.files._stream.PIECE", 1000)
    parts = read(tmp_path, text)
    assert parts.table.equals(whole.table)
    assert parts.report == whole.report
    assert [fault.line for fault in whole.report.faults] == [len(lines) + 2]
