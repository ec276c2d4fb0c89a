"""§4.5 of the thesis over all positions of some games, decided with python-chess alone."""

from pathlib import Path

import chess
import pytest
from tests.chunks.conftest import GAMES
from tests.chunks.test_advice import thesis_score
from tests.chunks.test_games import boards, read_all

from tabiya.chunks import Games, Similarity, library, open_games

# Ruy Lopez and Queen's Gambit: chunks of the thesis stand here, and are missing there.
LINES = """
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. d4 Bg4
10. Be3 1-0

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d6 9. h3 Na5 10. Bc2
c5 11. d4 Qc7 12. Nbd2 Rd8 0-1

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. d3 d6 6. c3 Be7 7. O-O O-O 8. Re1 b5 9. Bc2 Bb7 10. Nbd2
1/2-1/2

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 1-0

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 c6 6. e3 Be7 7. Bd3 O-O 8. Qc2 Nbd7 9. Nf3 Re8 *
"""
ALL = GAMES + LINES


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Games:
    games = open_games(Path(tmp_path_factory.mktemp("games"), "m.db"))
    games.add(ALL)
    games.index(library("mach"))
    return games


def has(board: chess.Board) -> set[tuple[str, int]]:
    return {(match.chunk.name, match.mirror) for match in library("mach").match(board.fen())}


@pytest.mark.parametrize("allowed", [0, 1, 2])
@pytest.mark.parametrize(("game", "ply"), [(0, 16), (4, 18), (5, 21), (7, 13), (8, 14)])
def test_all_that_the_thesis_would_find_is_found(
    game: int, ply: int, allowed: int, db: Games
) -> None:
    asked = chess.Board(db.position(game, ply))
    wanted = has(asked)
    assert len(wanted) > 2
    best: dict[int, float] = {}
    seen: set[str] = set()
    n_candidates = 0
    for number, read in enumerate(read_all(ALL)):
        for board in boards(read):
            if board.epd() in seen:
                continue
            seen.add(board.epd())
            if len(wanted - has(board)) > min(allowed, len(wanted) - 1):
                continue
            n_candidates += 1
            score = thesis_score(asked, board)
            if score is not None and score[2] > 0:
                best[number] = max(best.get(number, 0.0), sum(score))
    found = db.similar(asked, 100, similarity=Similarity("mach", allowed=allowed))
    assert {position.game: position.score for position in found} == pytest.approx(best)
    assert db.n_candidates(asked, allowed=allowed) == n_candidates
    for position in found:
        there = has(chess.Board(db.position(position.game, position.ply)))
        assert {(chunk.name, mirror) for chunk, mirror in position.missing} == wanted - there
        assert {(chunk.name, mirror) for chunk, mirror in position.common} == wanted & there


def test_a_missing_chunk_is_named(db: Games) -> None:
    missing = {
        chunk.name
        for position in db.similar(db.position(4, 18), 100, similarity="mach")
        for chunk, _ in position.missing
    }
    assert missing == {"bn5pin"}
