"""Libraries held against positions, and chunks suggested by them, where the truth is planted."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import chess
import numpy as np
import pytest
from tests.chunks import brute
from tests.chunks.conftest import GAMES

from tabiya import chunks
from tabiya.chunks._lint import lint
from tabiya.chunks._sample import Sample
from tabiya.chunks._suggest import suggest
from tabiya.games import Batch

PLANTED = (("N", "e5"), ("P", "d4"), ("P", "f4"))


def planted_boards(count: int, share: float, seed: int) -> list[tuple[chess.Board, bool | None]]:
    """Return boards of scattered pieces, some with a knight between two pawns for one side."""
    rng = random.Random(seed)
    found: list[tuple[chess.Board, bool | None]] = []
    while len(found) < count:
        board = chess.Board(None)
        squares = rng.sample(range(64), 14)
        for square, symbol in zip(squares, "KkPPPPppppNnBb", strict=True):
            if symbol in "Pp" and chess.square_rank(square) in {0, 7}:
                continue
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        side = rng.choice((chess.WHITE, chess.BLACK)) if rng.random() < share else None
        if side is not None:
            for symbol, name in PLANTED:
                square = chess.parse_square(name)
                piece = chess.Piece.from_symbol(symbol if side else symbol.lower())
                board.set_piece_at(square if side else chess.square_mirror(square), piece)
        if board.king(chess.WHITE) is None or board.king(chess.BLACK) is None:
            continue
        board.turn = rng.choice((chess.WHITE, chess.BLACK))
        if board.is_valid():
            found.append((board, side))
    return found


@cache
def planted_sample(seed: int = 1) -> Sample:
    rng = random.Random(seed)
    boards = planted_boards(2400, 0.12, seed)
    results = []
    for _, side in boards:
        good = rng.random() < (0.9 if side is not None else 0.5)
        results.append(float(good if side is not chess.BLACK else not good))
    numbers = np.arange(len(boards), dtype=np.uint32)
    moves = np.array([rng.randrange(1, 4096) for _ in boards], dtype=np.uint16)
    batch = Batch.from_texts("chess", [board.fen() for board, _ in boards])
    return Sample(batch, numbers, numbers, moves, np.array(results))


def test_suggest_finds_what_was_planted_for_both_sides_at_once() -> None:
    found = suggest(planted_sample(), min_share=0.02)
    assert [set(s.pieces) for s in found] == [{"WN on E5", "WP on D4", "WP on F4"}]
    (suggestion,) = found
    assert 0.09 < suggestion.share < 0.16
    assert suggestion.result.p_value < 1e-6
    assert suggestion.moves.p_value == 1
    lib = chunks.parse(suggestion.text)
    (chunk,) = lib.chunks
    planted = chunks.pattern("wrt white; WN on E5; WP on D4 F4").chunks[0]
    assert chunk.hash == planted.hash


def test_suggest_does_not_offer_what_is_known_or_tells_nothing() -> None:
    sample = planted_sample()
    known = chunks.parse("chunk outpost wrt white. require WN on E5 & WP on D4 + F4. end outpost.")
    assert suggest(sample, known, min_share=0.02) == []
    shuffled = np.random.default_rng(1).permutation(sample.results)
    assert suggest(replace(sample, results=shuffled), min_share=0.02) == []


def test_suggest_is_the_same_every_time_and_refuses_too_little() -> None:
    sample = planted_sample()
    assert suggest(sample, min_share=0.02) == suggest(sample, min_share=0.02)
    few = Sample(
        sample.batch[:50],
        sample.games[:50],
        sample.plies[:50],
        sample.moves[:50],
        sample.results[:50],
    )
    with pytest.raises(ValueError, match="expected at least 1600 positions, found 50"):
        suggest(few)


def test_next_moves_tell_a_group_apart_too() -> None:
    sample = planted_sample()
    mine = chunks.pattern("wrt white; WN on E5; WP on D4 F4").matches(sample.batch)[:, 0]
    turns = sample.batch.turns
    jump = chess.E5 | chess.G6 << 6
    moves = sample.moves.copy()
    moves[(mine & 1 > 0) & (turns == 0)] = jump
    moves[(mine & 2 > 0) & (turns == 1)] = chess.E4 | chess.G3 << 6
    even = replace(sample, moves=moves, results=np.full(len(sample), 0.5))
    (suggestion,) = suggest(even, min_share=0.02)
    assert "It plays Ne5-g6 in 100.0 %" in suggestion.moves.text
    assert suggestion.moves.p_value < 1e-6
    assert suggestion.result.p_value > 0.9


def test_lint_looks_everywhere_for_what_the_sample_has_not(tmp_path: Path) -> None:
    games = chunks.open_games(tmp_path / "m.db")
    games.add(GAMES)
    rare = chunks.parse(
        "chunk promoted wrt white. require WQ on A8. end promoted.\n"
        "chunk nowhere. require WK on E8. end nowhere.\n"
    )
    sample = chunks.sample_games(games, 1, where="player ~ karpov")
    assert {each.kind for each in lint(rare, sample).findings} == {"never seen"}
    told = {each.chunk: each for each in lint(rare, sample, games=games).findings}
    assert str(told["nowhere"]) == "nowhere: never seen: stands in none of all 51 positions"
    assert str(told["promoted"]) == (
        "promoted: too specific: stands in none of 1 positions, but in 2 of all 51"
    )


def test_lint_counts_as_single_matches_do() -> None:
    boards = [board for board, _ in planted_boards(300, 0.3, seed=4)]
    boards += brute.random_boards(60, seed=5)
    zeros = np.zeros(len(boards), np.uint32)
    sample = Sample(
        Batch.from_texts("chess", [board.fen() for board in boards]),
        zeros,
        zeros,
        zeros.astype(np.uint16),
        np.full(len(boards), np.nan),
    )
    lib = chunks.parse(
        "chunk kings. require WK & BK. end kings.\n"
        "chunk planted wrt white. require WN on E5 & WP on D4 + F4. end planted.\n"
        "chunk again wrt black. require BN on E4. require BP on D5. require BP on F5. end again.\n"
        "chunk nowhere. require exactly 3 WK. end nowhere.\n"
        "chunk rare. require WP on E4/D4 & BP on E5 & WN on F3. end rare.\n"
    )
    report = lint(lib, sample, too_specific=0.02)
    matches = [lib.cover(board.fen()) for board in boards]
    for chunk in lib:
        count = sum(any(m.chunk is chunk for m in cover.matches) for cover in matches)
        assert report.shares[chunk.name] == count / len(boards)
    assert report.with_chunk == 1
    assert report.chunks_per_position == sum(len(c.matches) for c in matches) / len(boards)
    n_pieces = sum(len(board.piece_map()) for board in boards)
    assert report.pieces_covered == sum(len(c.covered) for c in matches) / n_pieces
    kinds = {(finding.chunk, finding.kind) for finding in report.findings}
    assert {("kings", "too general"), ("nowhere", "never seen"), ("again", "duplicate")} <= kinds
    assert ("planted", "duplicate") not in kinds
    with pytest.raises(ValueError, match="expected positions and chunks"):
        lint(chunks.Library([]), sample)
