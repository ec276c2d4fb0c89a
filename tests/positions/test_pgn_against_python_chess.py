"""Labelled positions from PGN against python-chess, game by game."""

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import chess
import chess.engine
import chess.pgn
import polars as pl
import pytest

from tabiya.positions import read_pgn

N_GAMES = 80

STARTS = [
    chess.STARTING_FEN,
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 41",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
]

LABELS = {
    10: "=",
    11: "=",
    12: "=",
    13: "∞",
    14: "⩲",
    15: "⩱",
    16: "±",
    17: "∓",
    18: "+-",
    19: "-+",
}
LABELS |= {44: "=/∞ white", 45: "=/∞ black", 46: "=/∞+ white", 47: "=/∞+ black"}

Row = tuple[str, str, float | None]


def random_game(seed: int) -> chess.pgn.Game:
    """Return a game with variations in variations, passes, symbols, scores and prose."""
    generator = random.Random(seed)
    game = chess.pgn.Game()
    start = generator.choice(STARTS)
    if start != chess.STARTING_FEN:
        game.setup(start)
    game.headers["Result"] = generator.choice(["1-0", "0-1", "1/2-1/2", "*"])
    grow(game, generator, generator.randrange(2, 90), depth=0)
    return game


def grow(node: chess.pgn.GameNode, generator: random.Random, length: int, depth: int) -> None:
    for _ in range(length):
        board = node.board()
        moves = [*board.legal_moves]
        if not moves:
            return
        if depth and not board.is_check() and generator.random() < 0.1:
            moves = [chess.Move.null()]
        generator.shuffle(moves)
        n_moves = 1 if depth > 3 or generator.random() < 0.85 else generator.randrange(1, 4)
        children = [node.add_variation(move) for move in moves[:n_moves]]
        for child in children:
            annotate(child, generator)
        for child in children[1:]:
            if generator.random() < 0.3:
                child.starting_comment = "better is ="
            grow(child, generator, generator.randrange(0, 8), depth + 1)
        node = children[0]


def annotate(node: chess.pgn.ChildNode, generator: random.Random) -> None:
    if generator.random() < 0.3:
        node.nags.add(generator.choice([*LABELS, 1, 2, 3, 4, 5, 6, 7, 20, 36, 146]))
    if generator.random() < 0.3:
        node.comment = generator.choice(["a move = a move", "(and\nso on)", "12. Nf3 +-", "x { y"])
    if generator.random() < 0.3:
        mate = chess.engine.Mate(generator.choice([-7, -1, 1, 12]))
        score = generator.choice([chess.engine.Cp(generator.randrange(-900, 900)), mate])
        node.set_eval(chess.engine.PovScore(score, chess.WHITE), generator.choice([None, 18]))


def nodes(node: chess.pgn.GameNode) -> Iterator[chess.pgn.GameNode]:
    """Walk through a tree without recursion."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.variations)


def expected_rows(game: chess.pgn.Game) -> Iterator[tuple[str, Row]]:
    """Yield what python-chess says: kind of source, position, label and value."""
    result = game.headers.get("Result", "*")
    points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(result)
    for node in nodes(game):
        fen = node.board().fen(en_passant="legal")
        for nag in node.nags & LABELS.keys():
            yield "symbol", (fen, LABELS[nag], None)
        evaluation = node.eval()
        if evaluation is not None:
            score = evaluation.white()
            text = f"#{score.mate()}" if score.is_mate() else f"{(score.score() or 0) / 100:.2f}"
            yield "score", (fen, text, float(score.score(mate_score=100_000)))
        if points is not None and node.is_mainline():
            yield "result", (fen, result, points)


def found_rows(path: Path, source: str) -> Counter[Row]:
    tables = [block.table for block in read_pgn(path, sources=[source], threads=1)]
    rows = pl.concat(tables).select("position", "label", "value").rows()
    return Counter(
        (fen, label, None if source == "symbol" else value) for fen, label, value in rows
    )


@pytest.mark.parametrize("seed", range(N_GAMES // 8))
def test_random_games_are_read_as_python_chess_reads_them(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "games.pgn"
    games = [random_game(seed * 8 + index) for index in range(8)]
    text = "\n\n".join(str(game) for game in games)
    path.write_text(text + "\n", encoding="utf-8")
    handle = StringIO(text)
    expected: dict[str, Counter[Row]] = {name: Counter() for name in ("symbol", "score", "result")}
    for _ in games:
        game = chess.pgn.read_game(handle)
        assert game is not None
        assert game.errors == []
        for source, row in expected_rows(game):
            expected[source][row] += 1
    for source, rows in expected.items():
        assert rows
        assert found_rows(path, source) == rows
    assert all(block.faults == [] for block in read_pgn(path))


def annotated() -> Path:
    root = os.environ.get("TABIYA_DATA")
    folder = Path(root or "", "chess_annotated_human")
    if not root or not folder.is_dir():
        pytest.skip("TABIYA_DATA with chess_annotated_human is not set")
    return folder


def test_annotated_games_give_the_assessments_that_another_program_found() -> None:
    """Compare with the list that was made from the same files with python-chess.

    It holds NAGs only, so we find more: symbols in the text. Its single label that we lack, and
    hundreds of ours that it lacks, come from games with two blank lines between their FEN and their
    moves, where python-chess ends the game and plays the moves from the initial position.
    """
    folder = annotated()
    spelling = {"+=": "⩲", "=+": "⩱", "+/-": "±", "-/+": "∓", "unclear": "∞"}
    pattern = re.compile(r'(\S+ \S+ \S+ \S+) c0 "([^"]*)"')
    listed = set()
    for line in (folder / "assessments.epd").read_text(encoding="utf-8").splitlines():
        match = pattern.match(line)
        assert match is not None
        listed.add((match[1], spelling.get(match[2], match[2])))
    found, n_faults = set(), 0
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() == ".pgn":
            for block in read_pgn(path, sources=["symbol"]):
                n_faults += len(block.faults)
                rows = block.table.filter(pl.col("kind") != "compensation")
                pairs = zip(rows["position"], rows["label"], strict=True)
                found |= {(" ".join(fen.split()[:4]), label) for fen, label in pairs}
    assert len(listed) > 7000
    assert len(listed - found) <= 1
    assert len(found - listed) < 0.1 * len(listed)
    assert 0 < n_faults < 60
