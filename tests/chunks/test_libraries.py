"""Libraries: those that are shipped, definitions by other chunks, parameters, advice, coverage."""

import re

import chess
import pytest
from tests.chunks import brute

import tabiya
from tabiya import chunks
from tabiya.chunks._library import shipped_text
from tabiya.chunks._marked import MarkedBoard
from tabiya.games import Batch

LOPEZ = "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/3PP3/1BP2N2/PP3PPP/RNBQR1K1 w - - 0 10"


def test_starter_library_has_sixty_chunks_with_a_sentence_of_advice_each() -> None:
    lib = chunks.library()
    assert len(lib) >= 60
    for chunk in lib:
        assert chunk.advice is not None, chunk.name
        assert re.fullmatch(r"[^.]+\.", chunk.advice), chunk.name
    named = {
        "castled",
        "isolated_queen_pawn",
        "hanging_pawns",
        "minority_attack",
        "carlsbad",
        "maroczy",
        "stonewall",
        "ruy_lopez_centre",
        "queens_gambit_centre",
        "fianchetto",
        "knight_outpost",
        "rook_ending",
    }
    assert named <= {chunk.name for chunk in lib}
    assert chunks.warnings(lib) == []


def test_chunks_of_the_thesis_are_eleven_in_eleven_classes() -> None:
    lib = chunks.library("mach")
    assert [chunk.c_class for chunk in lib] == list(range(1, 12))
    assert [len(chunk.mirrors) for chunk in lib] == [4, 2, 2, 2, 4, 4, 2, 2, 2, 2, 4]
    assert chunks.warnings(lib) == []


# One position where each structure stands, set up by hand from what the books call it.
STANDING = {
    "isolated_queen_pawn": "r1bq1rk1/pp2bppp/2n1pn2/8/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10",
    "hanging_pawns": "r2q1rk1/p4ppp/1p2pn2/8/2PP4/5N2/P4PPP/R2Q1RK1 w - - 0 18",
    "carlsbad": "r1bqrnk1/pp2bppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 w - - 0 11",
    "minority_attack": "r1bqrnk1/pp2bppp/2p2n2/3p2B1/1P1P4/2NBPN2/P1Q2PPP/1R3RK1 b - - 0 12",
    "maroczy": "r1bq1rk1/pp2ppbp/2np1np1/8/2PNP3/2N1B3/PP2BPPP/R2Q1RK1 b - - 0 9",
    "stonewall": "rnbq1rk1/ppp2ppp/4pn2/3p4/3P1P2/2PBP3/PP1N2PP/R1BQK1NR w KQ - 0 7",
    "stonewall_both": "4k3/8/4p3/3pNp2/3P1P2/4P3/8/4K3 w - - 0 1",
    "ruy_lopez_centre": LOPEZ,
    "queens_gambit_centre": "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "fianchetto": "rnbqkb1r/pppp1ppp/4pn2/8/2P5/6P1/PP1PPPBP/RNBQK1NR b KQkq - 1 3",
    "knight_outpost": "r4rk1/pp3ppp/3p4/3Np3/4P3/8/PP3PPP/R4RK1 w - - 0 20",
    "castled": LOPEZ,
    "french_chain": "rnbqkbnr/pp3ppp/4p3/2ppP3/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4",
    "hedgehog": "rnbq1rk1/3nbppp/pp1pp3/8/2P1P3/2N2N2/PP3PPP/R1BQKB1R w KQ - 0 10",
    "bishop_pair": "r2q1rk1/pp3ppp/2n1pn2/8/8/2PB4/PP3PPP/R1BQ1RK1 w - - 0 18",
    "passed_pawn": "4k3/8/8/3P4/8/8/p7/4K3 w - - 0 40",
    "advanced_passer": "4k3/8/3P4/8/8/8/p7/4K3 w - - 0 40",
    "rook_behind_passer": "6k1/r4ppp/8/1P6/8/8/5PPP/1R4K1 w - - 0 40",
    "rook_ending": "8/5pk1/8/8/1P6/8/5PP1/R3r1K1 w - - 0 40",
    "lucena": "3K4/3P2k1/8/8/8/8/2r5/5R2 w - - 0 60",
    "philidor": "4k3/8/1r6/3KP3/8/8/8/7R w - - 0 60",
    "pawn_ending": "8/5pk1/8/8/1P6/8/5PP1/6K1 w - - 0 40",
    "pinned_knight": "rnbqk2r/ppp2ppp/4pn2/3p2B1/1bPP4/2N5/PP2PPPP/R2QKBNR w KQkq - 4 5",
    "opposite_bishops": "6k1/5p2/4b3/8/8/4B3/5P2/6K1 w - - 0 40",
    "open_file": "6k1/5p2/4b3/8/8/4B3/5P2/6K1 w - - 0 40",
    "file_control": "3r2k1/p4ppp/8/8/8/8/P4PPP/2R3K1 w - - 0 30",
    "rook_on_seventh": "6k1/pR3ppp/8/8/8/8/P4PPP/6K1 w - - 0 30",
}


@pytest.mark.parametrize("name", STANDING)
def test_starter_chunk_stands_where_the_books_say_in_every_mirror(name: str) -> None:
    lib = chunks.library()
    board = chess.Board(STANDING[name])
    found = {match.mirror for match in lib.match(board.fen()) if match.chunk.name == name}
    assert 0 in found
    if 1 in lib[name].mirrors:
        turned = {m.mirror for m in lib.match(board.mirror().fen()) if m.chunk.name == name}
        assert {mirror ^ 1 for mirror in found} == turned
    assert "castled" not in {m.chunk.name for m in lib.match(chess.STARTING_FEN)}


def test_a_parameter_takes_every_value_and_is_mirrored_in_the_advice() -> None:
    lib = chunks.parse(
        "chunk lone(f: FILE) wrt white kingside. require isolated WP on f. "
        'advice "{us} blocks the {f} before {e4}; {them} waits." end lone.'
    )
    white = lib.match("4k3/8/8/8/2P5/8/8/4K3 w - - 0 1")
    assert [(m.name, m.mirror_name) for m in white] == [("lone(C_FILE)", "white kingside")]
    assert white[0].advice == "White blocks the c-file before e4; Black waits."
    (black,) = lib.match("4k3/8/8/2p5/8/8/8/4K3 w - - 0 1")
    assert black.arguments == {"f": "C_FILE"}
    assert black.advice == "Black blocks the c-file before e5; White waits."


def test_every_choice_of_parameters_is_one_reading() -> None:
    lib = chunks.parse("chunk a(f: FILE) wrt white kingside. require open f. end a.")
    # Mirrors of an open file are open files, which are read once.
    assert lib["a"].n_readings == 8
    lib = chunks.parse("chunk a(f: [C_FILE D_FILE], x: [WR WQ]) wrt white. require x on f. end a.")
    assert lib["a"].n_readings == 8
    (match,) = lib.match("3qk3/8/8/8/8/8/8/4K3 b - - 0 1")
    assert match.arguments == {"f": "D_FILE", "x": "BQ"}
    literal = chunks.parse("chunk a(f: D_FILE). require open f. end a.")
    assert literal["a"].n_readings == 1


def test_chunks_are_defined_by_other_chunks() -> None:
    lib = chunks.parse(
        "chunk control(f: FILE) wrt white. require open_file(f) & [WR WQ] on f. end control.\n"
        "chunk open_file(f: FILE). require [WP BP] noton f. end open_file.\n"
        "chunk home wrt white kingside. require WK on G1. WR on F1. end home.\n"
        "chunk race. require home & home for black queenside. end race.\n"
        "chunk any_open. require open_file. end any_open.\n"
        "chunk none_open. require !open_file. end none_open.\n"
    )
    fen = "2r1k3/8/8/8/8/8/8/3RK3 w - - 0 1"
    names = {m.name for m in lib.match(fen)}
    assert {"control(D_FILE)", "control(C_FILE)", "any_open"} <= names
    assert "none_open" not in names
    (race,) = [m for m in lib.match("1k6/8/8/8/8/8/8/5RK1 w - - 0 1") if m.chunk.name == "race"]
    assert race.squares == ("f1", "g1", "b8")
    assert not [m for m in lib.match("6k1/8/8/8/8/8/8/5RK1 w - - 0 1") if m.chunk.name == "race"]
    start = {m.chunk.name for m in lib.match(chess.STARTING_FEN)}
    assert "none_open" in start
    assert "any_open" not in start


def test_the_thesis_may_be_typed_as_it_is_printed() -> None:
    # §4.2 writes capitals, §4.4.2 names its classes, A1 says "c-class" and advises in bare words.
    lib = chunks.parse(
        "classification kings, openings.\n"
        "chunk castle wrt white kingside.\n"
        "classification kings c-class 1.\n"
        "REQUIRE WP ON F2 / F3 / G3 / G4.\n"
        "REQUIRE (WP ON F2 / G3) | (WB ON G2).\n"
        "advice Put major pieces on this file.\n"
        "end castle.\n"
    )
    assert lib["castle"].advice == "Put major pieces on this file."
    assert lib.match("4k3/8/8/8/8/5P2/6B1/4K3 w - - 0 1")[0].squares == ("g2", "f3")
    assert not lib.match("4k3/8/8/8/8/5P2/8/4K3 w - - 0 1")


def test_optional_pieces_join_the_chunk_and_decide_nothing() -> None:
    lib = chunks.parse("chunk a. require WK on G1/H1. WN on F3. optional WR on F1 + E1. end a.")
    assert lib.match("4k3/8/8/8/8/8/8/6K1 w - - 0 1")[0].squares == ("g1",)
    assert lib.match("4k3/8/8/8/8/5N2/8/5RK1 w - - 0 1")[0].squares == ("g1", "f3")
    assert lib.match("3k4/8/8/8/8/8/8/4RRK1 w - - 0 1")[0].squares == ("e1", "f1", "g1")


def test_pieces_of_relations_belong_to_the_chunk() -> None:
    fen = "3qk3/8/5n2/6B1/8/8/8/4K3 w - - 0 1"
    (pin,) = chunks.pattern("WB on G5 pins BN on F6 to BQ").match(fen)
    assert pin.squares == ("g5", "f6", "d8")
    (attack,) = chunks.pattern("WB attacks BN").match(fen)
    assert attack.squares == ("g5", "f6")


def test_coverage_splits_the_pieces() -> None:
    coverage = chunks.library("mach").cover(LOPEZ)
    assert coverage.uncovered == ("d1", "b3", "c7", "e7")
    assert len(coverage.covered) == 28
    assert not set(coverage.covered) & set(coverage.uncovered)


def test_hash_changes_with_the_meaning_and_not_with_the_words() -> None:
    first = chunks.parse('chunk a. require WP on E4 & BP on E5. advice "Go." end a.')["a"]
    other = chunks.parse("chunk b.\nrequire BP on E5.\nrequire (WP on E4).\nend b.")["b"]
    changed = chunks.parse("chunk a. require WP on E4 & BP on E6. end a.")["a"]
    assert first.hash == other.hash != changed.hash


def test_importance_is_a_number_or_to_be_learned() -> None:
    lib = chunks.parse(
        "chunk a. importance 2.5. require WK. end a.\n"
        "chunk b. importance learned. require BK. end b."
    )
    assert (lib["a"].importance, lib["b"].importance) == (2.5, None)
    assert lib.with_importance({"b": 0.5})["b"].importance == 0.5
    with pytest.raises(ValueError, match="importance: expected a chunk and a number"):
        lib.with_importance({"c": 1.0})


@pytest.mark.parametrize("name", ["starter", "mach"])
def test_chunk_to_marked_board_and_back_keeps_the_meaning(name: str) -> None:
    lib = chunks.library(name)
    boards = [MarkedBoard.of(chunk) for chunk in lib]
    again = chunks.parse("\n".join(board.text() for board in boards))
    assert [chunk.hash for chunk in again] == [chunk.hash for chunk in lib]
    assert [chunk.advice for chunk in again] == [chunk.advice for chunk in lib]
    assert [chunk.importance for chunk in again] == [chunk.importance for chunk in lib]
    assert [MarkedBoard.of(chunk) for chunk in again] == boards
    assert all("</svg>" in board.svg() for board in boards)


def test_marked_board_becomes_a_chunk() -> None:
    board = MarkedBoard.from_board(
        LOPEZ, required=["e4", "d4", "e5"], optional=["f3"], empty=["d5"], colour="white"
    )
    assert board.text() == (
        "chunk marked wrt white.\n"
        "require WP on D4 + E4.\n"
        "require BP on E5.\n"
        "    WN on F3.\n"
        "require nothing on D5.\n"
        "end marked."
    )
    (match,) = board.library().match(LOPEZ)
    assert match.squares == ("f3", "d4", "e4", "e5")
    with pytest.raises(ValueError, match="expected a piece on d5, found none"):
        MarkedBoard.from_board(LOPEZ, required=["d5"])
    for wrong in ("", "8/8", "9/8/8/8/8/8/8/8", "7x/8/8/8/8/8/8/8", "ppppppppp/8/8/8/8/8/8/8"):
        with pytest.raises(ValueError, match="marked board: expected"):
            MarkedBoard.from_board(wrong, required=[])


def test_explanations_agree_with_matches() -> None:
    lib = chunks.library()
    for board in (chess.Board(LOPEZ), *brute.random_boards(3, seed=2)):
        position = tabiya.game("chess").position(board.fen())
        standing = {(m.chunk.name, m.mirror) for m in lib.match(position)}
        for chunk in lib:
            for why in chunks.explain(lib, chunk.name, position):
                mirror = why.reading.mirror
                # A reading that says the same as an earlier one is not matched again.
                if (chunk.name, mirror) in standing:
                    assert why.stands, (chunk.name, mirror)
                elif chunk.n_readings == len(chunk.mirrors) * len(chunk.bindings):
                    assert not why.stands, (chunk.name, mirror)


def test_batches_are_matched_as_positions_are() -> None:
    lib = chunks.library()
    boards = [*brute.random_boards(40, seed=3), chess.Board(LOPEZ), chess.Board()]
    batch = Batch.from_texts("chess", [board.fen() for board in boards])
    mirrors = lib.matches(batch)
    assert mirrors.shape == (len(boards), len(lib))
    for row, board in zip(mirrors, boards, strict=True):
        expected = dict.fromkeys(range(len(lib)), 0)
        for match in lib.match(board.fen()):
            expected[lib.chunks.index(match.chunk)] |= 1 << match.mirror
        assert list(row) == list(expected.values())
    with pytest.raises(ValueError, match="expected a batch of chess, found one of othello"):
        lib.matches(Batch.of([tabiya.game("othello").initial()]))


def test_shipped_texts_say_whose_they_are() -> None:
    assert "George" in shipped_text("mach")
    with pytest.raises(ValueError, match="expected one of starter, mach"):
        chunks.library("other")
