"""What a user types to ask a database of games, word for word."""

from pathlib import Path

import polars as pl
import pytest
from tests.chunks.conftest import GAMES

import tabiya

STONEWALL = """
[Event "Dutch"]
[White "White"]
[Black "Black"]
[Result "0-1"]

1. d4 f5 2. c4 e6 3. g3 d5 4. Bg2 c6 5. Nf3 Bd6 6. O-O Nf6 7. b3 Qe7 8. Ne5 O-O 9. e3 Nbd7 10. f4
0-1
"""


def test_a_database_is_asked_in_these_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pgn = tmp_path / "new.pgn"
    pgn.write_text(GAMES + STONEWALL, encoding="utf-8")
    db = tabiya.chunks.open_games("masters.db")
    db.add(pgn)
    db.index(tabiya.chunks.library())
    assert (db.n_games, db.n_positions > 50) == (5, True)
    stonewall = db.find("stonewall")
    assert isinstance(stonewall, pl.DataFrame)
    assert {"game", "ply", "mirror"} <= set(stonewall.columns)
    assert set(stonewall["game"]) == {4}
    unnamed = db.find("WN on E5; WP on D4 E3 F4; BP on D5 E6 F5")
    assert unnamed.select("game", "ply").rows() == [(4, 19)]
    p = tabiya.game("chess").position(db.position(0, 10))
    assert db.exact(p)["san"].to_list() == ["Re1"]
    similar = db.similar(p, limit=10)
    assert (similar[0].game, similar[0].ply) == (0, 10)
    advice = db.advise(p)
    first = advice[0]
    assert first.move in p.legal_moves()
    assert isinstance(first.score, float)
    assert isinstance(first.parts, dict)
    assert {(game.result, game.rating) for a in advice for game in a.games} >= {("1-0", 2725)}
    assert all(isinstance(chunk.name, str) for chunk, _ in first.common)
    assert all(isinstance(text, str) for text in first.texts)
    assert [a.score for a in advice] == sorted((a.score for a in advice), reverse=True)
