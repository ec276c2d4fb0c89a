"""Every sentence of the language against python-chess, through every mirror."""

from pathlib import Path

import chess
import pytest
from tests.chunks import brute
from tests.chunks.brute import on, on_file, squares_of

import tabiya
from tabiya import chunks

# Random games have few pins and outposts.
RARE = (
    "r4rk1/pp3ppp/3p4/3Np3/4P3/8/PP3PPP/R4RK1 w - - 0 20",
    "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
    "r2q1rk1/ppp1bppp/2np1n2/4p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1 w - - 4 8",
    "3q3k/8/8/8/3p4/8/8/3R3K w - - 0 40",
    "k3n2R/8/2n5/1B6/8/8/8/7K b - - 0 40",
)
BOARDS = [*map(chess.Board, RARE), *brute.random_boards(80, seed=1)]


def kind(name: str, test: object) -> brute.Test:
    return lambda board: any(test(board, s) for s in squares_of(board, name))  # type: ignore[operator] # a table of functions


def attacks(board: chess.Board, first: str, second: str) -> bool:
    targets = squares_of(board, second)
    return any(t in board.attacks(s) for s in squares_of(board, first) for t in targets)


SENTENCES: dict[str, brute.Test] = {
    "WP on E4": on("WP", "e4"),
    "WP on E4/D4/C4": on("WP", "e4", "d4", "c4"),
    "WP on E4 + D3": lambda b: on("WP", "e4")(b) and on("WP", "d3")(b),
    "WP on A2 B2": lambda b: on("WP", "a2")(b) and on("WP", "b2")(b),
    "WP noton C_FILE": lambda b: not on_file("WP", "c")(b),
    "WP on C_FILE": on_file("WP", "c"),
    # The grammar expands a list square by square, so this asks that one of the two is free.
    "WP noton A2/B2": lambda b: not (on("WP", "a2")(b) and on("WP", "b2")(b)),
    "WP noton A2 + B2": lambda b: not (on("WP", "a2")(b) or on("WP", "b2")(b)),
    "WP noton [A2 B2]": lambda b: not (on("WP", "a2")(b) or on("WP", "b2")(b)),
    "nothing on D4": lambda b: b.piece_at(chess.D4) is None,
    "nothing on D_FILE": lambda b: all(b.piece_at(chess.square(3, r)) is None for r in range(8)),
    "nothing on D4/E4": lambda b: b.piece_at(chess.D4) is None or b.piece_at(chess.E4) is None,
    "nothing noton D_FILE": lambda b: any(b.piece_at(chess.square(3, r)) for r in range(8)),
    "something on RANK_4": lambda b: any(b.piece_at(chess.square(f, 3)) for f in range(8)),
    "[WR WQ] on D_FILE": lambda b: on_file("WR", "d")(b) or on_file("WQ", "d")(b),
    "(WP on E4) & !(BP on E5)": lambda b: on("WP", "e4")(b) and not on("BP", "e5")(b),
    "WN on F3 | BN on F6 & BB on F8": lambda b: (
        on("WN", "f3")(b) or (on("BN", "f6")(b) and on("BB", "f8")(b))
    ),
    "WA on CENTRE": lambda b: any(
        b.color_at(s) is True for s in (chess.D4, chess.E4, chess.D5, chess.E5)
    ),
    "WN attacks BQ": lambda b: attacks(b, "WN", "BQ"),
    "WB attacks F7": lambda b: any(chess.F7 in b.attacks(s) for s in squares_of(b, "WB")),
    "BP attacked by WR": lambda b: attacks(b, "WR", "BP"),
    "WP defends WN": lambda b: attacks(b, "WP", "WN"),
    "WN defended by WP": lambda b: attacks(b, "WP", "WN"),
    "WB pins BN to BK": lambda b: brute.pins(b, "WB", "BN", "BK"),
    "WR pins BP to BQ": lambda b: brute.pins(b, "WR", "BP", "BQ"),
    "BN pinned": lambda b: any(b.is_pinned(chess.BLACK, s) for s in squares_of(b, "BN")),
    "passed WP": kind("WP", brute.is_passed),
    "isolated WP on D_FILE": lambda b: any(
        brute.is_isolated(b, s) and chess.square_file(s) == 3 for s in squares_of(b, "WP")
    ),
    "doubled BP": kind("BP", brute.is_doubled),
    "backward BP": kind("BP", brute.is_backward),
    "connected WP on RANK_4": lambda b: any(
        brute.is_connected(b, s) and chess.square_rank(s) == 3 for s in squares_of(b, "WP")
    ),
    "passed isolated BP": lambda b: any(
        brute.is_passed(b, s) and brute.is_isolated(b, s) for s in squares_of(b, "BP")
    ),
    "outpost WN": kind("WN", brute.is_outpost),
    "open E_FILE": lambda b: not on_file("WP", "e")(b) and not on_file("BP", "e")(b),
    "half_open E_FILE for white": lambda b: not on_file("WP", "e")(b) and on_file("BP", "e")(b),
    "white to move": lambda b: b.turn,
    "check": lambda b: b.is_check(),
    "material white > material black": lambda b: (
        brute.power(b, chess.WHITE) > brute.power(b, chess.BLACK)
    ),
    "material white - material black >= 3": lambda b: (
        brute.power(b, chess.WHITE) - brute.power(b, chess.BLACK) >= 3
    ),
    "at least 3 WP on KINGSIDE": lambda b: (
        sum(chess.square_file(s) > 3 for s in squares_of(b, "WP")) >= 3
    ),
    "at most 1 WN": lambda b: len(squares_of(b, "WN")) <= 1,
    "exactly 2 BB": lambda b: len(squares_of(b, "BB")) == 2,
    "count([WN WB]) + 1 = 4": lambda b: len(squares_of(b, "WN")) + len(squares_of(b, "WB")) == 3,
    "at least 2 WA attacks F7": lambda b: len(b.attackers(chess.WHITE, chess.F7)) >= 2,
    "at least 2 of (WP on E4, WP on D4, WN on F3)": lambda b: (
        on("WP", "e4")(b) + on("WP", "d4")(b) + on("WN", "f3")(b) >= 2
    ),
    "ply >= 30": lambda b: b.ply() >= 30,
    "movenumber < 12": lambda b: b.fullmove_number < 12,
    "WK on DARK": lambda b: any((chess.BB_DARK_SQUARES >> s) & 1 for s in squares_of(b, "WK")),
    # The same, as CQL spells it
    "Pe4": on("WP", "e4"),
    "[Rr]d1-8": lambda b: on_file("WR", "d")(b) or on_file("BR", "d")(b),
    "P[d4,e4]": on("WP", "d4", "e4"),
    "_d4": lambda b: b.piece_at(chess.D4) is None,
    "_[d4,e4]": lambda b: b.piece_at(chess.D4) is None or b.piece_at(chess.E4) is None,
    "N attacks q": lambda b: attacks(b, "WN", "BQ"),
    "N -> q": lambda b: attacks(b, "WN", "BQ"),
    "attack (N q)": lambda b: attacks(b, "WN", "BQ"),
    "q <- N": lambda b: attacks(b, "WN", "BQ"),
    "pin from B through n to k": lambda b: brute.pins(b, "WB", "BN", "BK"),
    "passedpawns": lambda b: kind("WP", brute.is_passed)(b) or kind("BP", brute.is_passed)(b),
    "isolatedpawns on a-d1-8": lambda b: any(
        brute.is_isolated(b, s) and chess.square_file(s) < 4
        for name in ("WP", "BP")
        for s in squares_of(b, name)
    ),
    "wtm": lambda b: b.turn,
    "not check and btm or Qd1": lambda b: (not b.is_check() and not b.turn) or on("WQ", "d1")(b),
    "#P >= 6": lambda b: len(squares_of(b, "WP")) >= 6,
    "#[NB] == 3": lambda b: len(squares_of(b, "WN")) + len(squares_of(b, "WB")) == 3,
    "power A > power a": lambda b: brute.power(b, chess.WHITE) > brute.power(b, chess.BLACK),
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentence_agrees_with_python_chess_in_every_mirror(sentence: str) -> None:
    lib = chunks.pattern(f"wrt white kingside; {sentence}")
    test = SENTENCES[sentence]
    found = 0
    for board in BOARDS:
        expected = {m for m in range(4) if test(brute.mirrored(board, m))}
        mirrors = {match.mirror for match in lib.match(board.fen())}
        # Mirrors in which a sentence says the same as in an earlier one are read once.
        assert mirrors <= expected
        assert bool(mirrors) == bool(expected), (board.fen(), sentence)
        if _reads_differ(lib):
            assert mirrors == expected, (board.fen(), sentence)
        found += len(expected)
    assert 0 < found < 4 * len(BOARDS), "the boards do not tell this sentence from its opposite"


def _reads_differ(lib: chunks.Library) -> bool:
    compiled = lib.chunks[0].compiled()
    return compiled[3] == 4


def test_castling_rights_are_swapped_with_colours_and_wings() -> None:
    kingside = chunks.pattern("wrt white kingside; white can castle kingside")
    either = chunks.pattern("wrt white; white can castle")
    for rights, mirrors, colours in (
        ("K", {0}, {0}),
        ("Q", {2}, {0}),
        ("k", {1}, {1}),
        ("q", {3}, {1}),
        ("KQkq", {0, 1, 2, 3}, {0, 1}),
        ("-", set(), set()),
    ):
        fen = f"r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1"
        assert {match.mirror for match in kingside.match(fen)} == mirrors
        assert {match.mirror for match in either.match(fen)} == colours


def test_results_are_told_by_the_caller_and_swapped_in_mirrors() -> None:
    lib = chunks.pattern("wrt white; result 1-0")
    fen = chess.STARTING_FEN
    assert [m.mirror for m in lib.match(fen, result="1-0")] == [0]
    assert [m.mirror for m in lib.match(fen, result="0-1")] == [1]
    assert lib.match(fen, result="1/2-1/2") == lib.match(fen) == []


def test_material_signature_counts_all_pieces_of_both_sides() -> None:
    lib = chunks.pattern("wrt white; material KRP*vKR")
    for fen, mirrors in (
        ("4k2r/8/8/8/8/8/4P3/R3K3 w - - 0 1", {0}),
        ("4k2r/4p3/8/8/8/8/8/R3K3 w - - 0 1", {1}),
        ("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", {0, 1}),
        ("4k1nr/8/8/8/8/8/4P3/R3K3 w - - 0 1", set()),
        ("4k2r/4p3/8/8/8/8/4P3/R3K3 w - - 0 1", set()),
    ):
        assert {match.mirror for match in lib.match(fen)} == mirrors, fen
    assert chunks.pattern("material KPPvK").match("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1")
    assert not chunks.pattern("material KPPvK").match("4k3/8/8/8/8/8/2PPP3/4K3 w - - 0 1")


def mach(board: chess.Board) -> dict[str, bool]:
    """Decide appendix A2 as the thesis prints it, in Python of our own."""
    a = {name: on_file(name[:2], name[2]) for name in ("WPc", "BPd", "BPe")}
    e2 = on("WP", "e2", "e3")(board)
    d4 = on("WP", "d4")(board)
    return {
        "ks1": all(
            t(board)
            for t in (
                on("WP", "g2"),
                on("WP", "h2", "h3"),
                on("WP", "f2"),
                on("WK", "g1", "h1"),
            )
        ),
        "lopez": all(
            t(board) for t in (on("WP", "e4"), on("WP", "d4"), on("BP", "e5"), on("BP", "d6"))
        ),
        "deferredlopez": all(
            t(board) for t in (on("WP", "e4"), on("WP", "d3"), on("BP", "e5"), on("BP", "d6"))
        ),
        "lopezqs": all(
            t(board)
            for t in (
                on("BP", "a6"),
                on("BP", "b5"),
                on("WP", "a2", "a3", "a4"),
                on("WP", "b2", "b3", "b4"),
            )
        ),
        "undevelopedq": all(t(board) for t in (on("WR", "a1"), on("WN", "b1"), on("WB", "c1"))),
        "undevelopedk": all(
            t(board)
            for t in (
                on("WK", "e1"),
                on("WR", "h1"),
                on("WP", "g2", "g3"),
                on("WP", "f2", "f3"),
                on("WP", "h2", "h3"),
            )
        ),
        "qgdcenter1": (
            d4
            and on("BP", "d5")(board)
            and on("WP", "c4")(board)
            and on("BP", "e6", "c6")(board)
            and e2
        ),
        "qgdcenter2": (
            d4 and on("BP", "c6")(board) and not a["WPc"](board) and not a["BPd"](board) and e2
        ),
        "qgdcenter3": (
            d4 and on("BP", "e6")(board) and not a["WPc"](board) and not a["BPd"](board) and e2
        ),
        "qgdcenter4": (
            d4 and on("BP", "d5")(board) and not a["WPc"](board) and not a["BPe"](board)
        ),
        "bn5pin": (
            (on("WB", "g5")(board) and on("BP", "h7")(board))
            or (on("WB", "h4")(board) and on("BP", "h6")(board))
        )
        and on("BN", "f6")(board),
    }


MACH_OPENINGS = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 d2d4",
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3 d7d6 c2c3 f8e7 e1g1 e8g8 b1d2 b7b5 a4c2",
    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8 g1f3 h7h6 g5h4 b7b6 c4d5 e6d5",
    "d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 d5c4 a2a4 c8f5 e2e3 e7e6 f1c4 f8b4 e1g1",
    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c4d5 e6d5 c1g5 c7c6 e2e3 f8e7 f1d3 b8d7",
)


def test_chunks_of_the_thesis_match_as_printed() -> None:
    lib = chunks.library("mach")
    n_mirrors = {chunk.name: len(chunk.mirrors) for chunk in lib}
    boards = list(BOARDS)
    for line in MACH_OPENINGS:
        board = chess.Board()
        for move in line.split():
            board.push_uci(move)
            boards.append(board.copy(stack=False))
    seen = set()
    for board in boards:
        for flipped in (board, board.mirror()):
            found = {(m.chunk.name, m.mirror) for m in lib.match(flipped.fen())}
            expected = {
                (name, mirror)
                for mirror in range(4)
                for name, stands in mach(brute.mirrored(flipped, mirror)).items()
                if stands and mirror < n_mirrors[name]
            }
            assert found == expected, flipped.fen()
            seen |= {name for name, _ in found}
    assert seen == set(n_mirrors)


def test_library_match_takes_positions_and_texts() -> None:
    position = tabiya.game("chess").initial()
    lib = chunks.library("mach")
    names = [(m.chunk.name, m.mirror) for m in lib.match(position)]
    assert names == [(m.chunk.name, m.mirror) for m in lib.match(str(position))]
    assert ("undevelopedk", 0) in names
    with pytest.raises(ValueError, match="expected a position of chess, found one of othello"):
        lib.match(tabiya.game("othello").initial())


def test_files_are_read_from_disk(tmp_path: Path) -> None:
    path = tmp_path / "my.chunks"
    path.write_text("chunk pair wrt white. require at least 2 WB. end pair.")
    assert len(chunks.Library.load(path)) == 1
