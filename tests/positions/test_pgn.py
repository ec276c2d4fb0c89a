"""Labelled positions from PGN: every source of labels, files of all kinds, and what is at fault."""

import bz2
import gzip
import math
from collections.abc import Callable
from pathlib import Path

import chess
import polars as pl
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

import tabiya
from tabiya import _core
from tabiya.positions import PGN_SCHEMA, Fault, PgnBlock, read_pgn

ALL = ["symbol", "score", "result"]

Compress = Callable[[bytes], bytes]
COMPRESSIONS: list[Compress] = [gzip.compress, bz2.compress, zstandard.compress]


def read(
    folder: Path,
    text: str | bytes,
    sources: list[str] = ALL,
    threads: int | None = None,
    block_bytes: int = 1 << 22,
) -> PgnBlock:
    """Write a file, read it, and put its blocks together."""
    path = folder / "games.pgn"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    blocks = [*read_pgn(path, sources=sources, threads=threads, block_bytes=block_bytes)]
    return PgnBlock(
        pl.concat([block.table for block in blocks]),
        [fault for block in blocks for fault in block.faults],
        sum(block.n_games for block in blocks),
        sum(block.n_positions for block in blocks),
    )


def labels(block: PgnBlock) -> list[tuple[int, str]]:
    return block.table.select("ply", "label").rows()


@pytest.mark.parametrize(
    ("nag", "label", "kind", "value"),
    [
        (10, "=", "symbol", 0),
        (11, "=", "symbol", 0),
        (12, "=", "symbol", 0),
        (13, "∞", "unclear", None),
        (14, "⩲", "symbol", 1),
        (15, "⩱", "symbol", -1),
        (16, "±", "symbol", 2),
        (17, "∓", "symbol", -2),
        (18, "+-", "symbol", 3),
        (19, "-+", "symbol", -3),
        (44, "=/∞ white", "compensation", None),
        (45, "=/∞ black", "compensation", None),
        (46, "=/∞+ white", "compensation", None),
        (47, "=/∞+ black", "compensation", None),
    ],
)
def test_nag_labels_the_position_after_the_move(
    tmp_path: Path, nag: int, label: str, kind: str, value: float | None
) -> None:
    block = read(tmp_path, f"1. e4 e5 2. Nf3 $1 ${nag} Nc6 *", ["symbol"])
    board = chess.Board()
    for move in ["e4", "e5", "Nf3"]:
        board.push_san(move)
    file = str(tmp_path / "games.pgn")
    row = (board.fen(), "black", label, kind, value, file, 1, 3, 1, False, None)
    assert block.table.drop("opening").rows() == [row]
    assert block.table.schema == PGN_SCHEMA
    assert block.n_positions == 5


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("3. Bb5 +-", "+-"),
        ("3. Bb5+-", "+-"),
        ("3. Bb5!?±", "±"),
        ("3. Bb5\N{MINUS SIGN}+", "-+"),
        ("3. Bb5 N +/=", "⩲"),
        ("3. Bb5=", "="),
        ("3. Bb5=+", "⩱"),
        ("3. Bb5 {-/+}", "∓"),
        ("3. Bb5 {White is better, +/-}", "±"),
        ("3. Bb5 ; =", "="),
        ("3.Bf1-b5 ∞", "∞"),
        ("3. bb5 $14", "⩲"),
    ],
)
def test_symbol_in_the_text_counts(tmp_path: Path, text: str, label: str) -> None:
    block = read(tmp_path, f"1. e4 e5 2. Nf3 Nc6 {text}\n*", ["symbol"])
    assert labels(block) == [(5, label)]
    assert block.faults == []


@pytest.mark.parametrize(
    "text",
    [
        "3. Bb5!",
        "3. Bb5 {a = b}",
        "3. Bb5 {3. Bc4 Nf6 =}",
        "3. Bb5 $1 $146",
        "3. Bb5 {+ 1}",
        "3. Bb5N",
    ],
)
def test_no_symbol_where_none_is_meant(tmp_path: Path, text: str) -> None:
    block = read(tmp_path, f"1. e4 e5 2. Nf3 Nc6 {text} *", ["symbol"])
    assert (labels(block), block.faults) == ([], [])


@pytest.mark.parametrize(
    ("move", "label"),
    [("Qe7+", None), ("Qe7+-", "+-"), ("Qe7++-", "+-"), ("Qe7+=", "="), ("Qe7+ +=", "⩲")],
)
def test_check_and_symbol_are_told_apart(tmp_path: Path, move: str, label: str | None) -> None:
    start = '[FEN "3k4/8/8/8/8/8/4Q3/4K3 w - - 0 1"]\n\n'
    found = labels(read(tmp_path, f"{start}1. {move} *", ["symbol"]))
    assert found == ([] if label is None else [(1, label)])


def test_promotion_is_no_symbol(tmp_path: Path) -> None:
    start = '[FEN "8/P1k5/8/8/8/8/8/4K3 w - - 0 1"]\n\n'
    found = read(tmp_path, f"{start}1. a8=Q+- Kd7 2. Kd2= *", ["symbol"])
    assert labels(found) == [(1, "+-"), (3, "=")]
    assert found.table["position"][0] == "Q7/2k5/8/8/8/8/8/4K3 b - - 0 1"


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [
        ("0.35", "0.35", 35),
        ("-1.2,18", "-1.20", -120),
        ("#3", "#3", 99_997),
        ("#-3", "#-3", -99_997),
        ("-#3", "#-3", -99_997),
        ("-83,22", "-0.83", -83),
    ],
)
def test_score_is_in_centipawns_of_white(
    tmp_path: Path, text: str, label: str, value: float
) -> None:
    block = read(tmp_path, f"1. e4 {{ [%clk 0:01] [%eval {text}] }} *", ["score"])
    assert block.table.select("label", "kind", "value").rows() == [(label, "score", value)]


@pytest.mark.parametrize("sign", [1, -1])
def test_scores_that_change_sign_with_every_move_are_of_the_mover(
    tmp_path: Path, sign: int
) -> None:
    moves = {"e4": 80, "e5": 11 * sign, "Nf3": 75, "Nc6": 69 * sign, "Bb5": 59}
    text = " ".join(f"{move} {{[%eval {score},9]}}" for move, score in moves.items())
    assert read(tmp_path, text, ["score"]).table["value"].to_list() == [80, 11, 75, 69, 59]


def test_result_labels_the_main_line_only(tmp_path: Path) -> None:
    block = read(tmp_path, "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 1/2", ["result"])
    assert labels(block) == [(ply, "1/2-1/2") for ply in range(4)]
    assert block.table["value"].to_list() == [0.5] * 4
    assert block.table["position"][0] == chess.STARTING_FEN
    assert labels(read(tmp_path, "1. e4 e5 *", ["result"])) == []


def test_annotator_and_places_are_told(tmp_path: Path) -> None:
    text = (
        '[Annotator "A"]\n\n1. e4 *\n\n[Event "x"]\n[Annotator "Bro\\"n"]\n\n1. d4\n(1. c4 $10) *'
    )
    table = read(tmp_path, text, ["symbol"]).table
    columns = table.select("game", "line", "ply", "variation", "annotator")
    assert columns.rows() == [(2, 9, 1, True, 'Bro"n')]


def test_null_move_passes(tmp_path: Path) -> None:
    block = read(tmp_path, "1. e4 (1. d4 -- 2. e4 Z0 3. c4 $14) e5 *", ["symbol"])
    board = chess.Board()
    for move in ["d4", "--", "e4", "--", "c4"]:
        board.push_san(move)
    assert block.table["position"].to_list() == [board.fen(en_passant="legal")]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("1. e4 e5\n2. Nxe5 $18", 2, "Nxe5 is not legal here"),
        ("1. e4\n(1. d4 Qh4 $18) $14", 2, "Qh4 is not legal here"),
        ("1. e4 {never\nends", 1, "expected the end of this comment, found the end of the game"),
        ('[Variant "Chess960"]\n\n1. e4 $14', 1, "expected a game of chess, found variant"),
        ('[Site "?"]\n[FEN "8/8 w"]\n\n1. e4 $14', 2, "chess position, board: expected"),
    ],
)
def test_fault_is_told_and_the_rest_is_kept(
    tmp_path: Path, text: str, line: int, reason: str
) -> None:
    before, after = "1. c4 $10 *\n\n", '\n\n[Event "?"]\n\n1. Nf3 $11 *\n'
    block = read(tmp_path, before + text + after, ["symbol"])
    [fault] = block.faults
    assert (fault.file, fault.line, fault.game) == (str(tmp_path / "games.pgn"), line + 2, 2)
    assert fault.reason.startswith(reason)
    assert str(fault).startswith(f"{fault.file}:{line + 2}: game 2: ")
    games = block.table["game"].to_list()
    assert games == ([1, 2, 3] if "$14" in text and "Qh4" in text else [1, 3])
    assert block.n_games == 3


def test_encodings_mix(tmp_path: Path) -> None:
    latin = "1. e4 ± {été} *".encode("latin-1")
    utf = '\N{ZERO WIDTH NO-BREAK SPACE}[Annotator "Réti"]\r\n\r\n1.Nf3 ⩲ *\r\n'.encode()
    table = read(tmp_path, utf + b"\r\n" + latin, ["symbol"]).table
    assert table.select("label", "annotator").rows() == [("⩲", "Réti"), ("±", None)]


@pytest.mark.parametrize("compress", COMPRESSIONS)
def test_compressed_file_is_read_whatever_its_name(tmp_path: Path, compress: Compress) -> None:
    text = b"1. e4 $14 *\n\n" * 3
    # Two streams one after the other are one text.
    block = read(tmp_path, compress(text) + compress(text), ["symbol"])
    assert (block.n_games, block.faults) == (6, [])


@pytest.mark.parametrize("compress", COMPRESSIONS)
def test_truncated_file_keeps_what_was_readable(tmp_path: Path, compress: Compress) -> None:
    games = [f'[Event "{n * n}"]\n\n1. e4 e5 2. Nf3 Nc6 $14 *\n\n' for n in range(60_000)]
    whole = compress("".join(games).encode())
    block = read(tmp_path, whole[: len(whole) * 2 // 3], ["symbol"])
    assert 1000 < block.n_games < 60_000
    assert block.n_games - 1 <= len(block.table) <= block.n_games
    damage = block.faults[-1]
    assert damage.line is None
    assert damage.reason.endswith("found the end of the file")


def test_damaged_file_keeps_what_was_readable(tmp_path: Path) -> None:
    whole = gzip.compress(b"1. e4 $14 *\n\n" * 3)
    block = read(tmp_path, whole + b"\0\0rubbish", ["symbol"])
    assert block.n_games == 3
    assert "expected the end of the gzip data" in block.faults[0].reason


@pytest.mark.parametrize("text", [b"", b"\n\n", b"no games, just words", bytes(range(256)) * 50])
def test_file_without_games_is_refused(tmp_path: Path, text: bytes) -> None:
    with pytest.raises(ValueError, match=r"games\.pgn: expected chess games in PGN, found none"):
        read(tmp_path, text)


def test_bad_options_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="sources: expected some of symbol, score, result"):
        read(tmp_path, "1. e4 *", ["nags"])
    with pytest.raises(ValueError, match="threads: expected a number above 0, found 0"):
        read(tmp_path, "1. e4 *", threads=0)
    with pytest.raises(FileNotFoundError):
        [*read_pgn(tmp_path / "missing.pgn")]


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 *\n\n" * 50_000)
    seen: list[tuple[int, int]] = []
    for _ in read_pgn(path, progress=lambda done, total: seen.append((done, total))):
        pass
    assert seen == sorted(seen)
    assert len(seen) > 2
    assert seen[-1] == (path.stat().st_size, path.stat().st_size)


def test_blocks_and_threads_do_not_matter(tmp_path: Path) -> None:
    games = [
        f'[Event "{n}"]\n[Annotator "A{n % 7}"]\n\n1. e4 $1{n % 10} e5 {{[%eval {n}]}} Qxx9 {n}\n\n'
        for n in range(20_000)
    ]
    text = "".join(games)
    whole = read(tmp_path, text, threads=1, block_bytes=1 << 30)
    for threads, block_bytes in [(2, 1 << 30), (1, 1 << 16), (3, 1 << 17)]:
        other = read(tmp_path, text, threads=threads, block_bytes=block_bytes)
        assert other.table.equals(whole.table, null_equal=True)
        assert other.faults == whole.faults
        assert other.n_games == whole.n_games == 20_000
    assert len(whole.faults) == 20_000


def test_positions_are_written_as_the_game_writes_them(tmp_path: Path) -> None:
    start = '[FEN "r3k2r/8/8/8/3p4/8/4P3/R3K2R w KQkq - 0 1"]\n\n'
    text = f"{start}1. e4 dxe3 2. O-O-O Ke7 3. Rh7+ Kf8 1-0"
    game = tabiya.game("chess")
    positions = read(tmp_path, text, ["result"]).table["position"].to_list()
    assert positions == [str(game.position(position)) for position in positions]
    assert " e3 " in positions[1]


FRAGMENTS = [
    b'[Event "x"]\n', b'[FEN "', b"[%eval ", b"{", b"}", b"(", b")", b";", b"%", b"$18", b"1. ",
    b"e4 ", b"Nf3", b"+-", b"\xb1", b"1-0", b"\n", b"\xff\xfe", b"--", b"#", b'"]',
]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.binary(max_size=8)), max_size=60))
def test_no_bytes_are_too_odd(parts: list[bytes]) -> None:
    data = b"".join(parts)
    found = _core.read_pgn(data, 1, 1, ALL, 1, last=True)
    assert found["n_bytes"] == len(data)
    n_rows = len(found["value"])
    assert len(found["position"].split("\n")) == max(1, n_rows)
    assert all(math.isfinite(value) or math.isnan(value) for value in found["value"])
    for line, game, reason in found["faults"]:
        fault = Fault("x", line, game, reason)
        assert "\n" not in str(fault)
        assert 1 <= line <= data.count(b"\n") + 1
    for position in found["position"].split("\n")[:n_rows]:
        assert str(tabiya.game("chess").position(position)) == position
