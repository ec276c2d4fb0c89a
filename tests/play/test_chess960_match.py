"""Chess960 in matches: openings, castling in the games, PGN that others read, engines."""

import io
import shutil
import sys
from pathlib import Path

import chess.pgn
import pytest

import tabiya
from tabiya.engines import EngineSpec
from tabiya.play import Contestant, choose_openings, match, read_openings

CHESS960 = tabiya.game("chess", chess960=True)
UCI = (sys.executable, "-c", "from tabiya.cli import main; main()", "uci")
# White castles next, and the rook stands where the king goes.
CASTLES = "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1"


def starts(openings: str, n: int) -> list[str]:
    found = choose_openings(openings, CHESS960, seed=3)
    found.make(n)
    return [str(found[i].position).split()[0] for i in range(n)]


def test_openings_begin_from_many_starts() -> None:
    fixed = starts("start", 960)
    assert len(set(fixed)) == 960
    ranks = {text.split("/")[0] for text in starts("random:1", 6)}
    assert len(ranks) > 3


def test_games_with_castling_are_read_back_by_python_chess(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    match(
        "tabiya",
        "tabiya?preset=crafty",
        game=CHESS960,
        openings="start",
        nodes=300,
        games=8,
        pgn=path,
        seed=1,
    )
    text, n_castled = io.StringIO(path.read_text()), 0
    for _ in range(8):
        game = chess.pgn.read_game(text)
        assert game is not None
        assert not game.errors
        assert game.headers["Variant"] == "Chess960"
        board = game.board()
        for move in game.mainline_moves():
            n_castled += board.is_castling(move)
            board.push(move)
    assert n_castled > 0
    assert len(read_openings(path, CHESS960, plies=20)) > 0


@pytest.mark.parametrize("command", [UCI, ("stockfish",)], ids=["tabiya uci", "stockfish"])
def test_engines_play_it(command: tuple[str, ...]) -> None:
    path = shutil.which(command[0], path="/usr/games") or shutil.which(command[0])
    if path is None:
        pytest.skip(f"{command[0]} is not installed")
    engine = Contestant("engine", engine=EngineSpec("engine", (path, *command[1:]), "uci"))
    result = match("tabiya", engine, game=CHESS960, openings=[CASTLES], nodes=200, games=2, seed=1)
    assert [game.faults for game in result.games] == [(), ()]
    assert {game.termination for game in result.games} <= {
        "checkmate",
        "stalemate",
        "threefold repetition",
        "insufficient material",
        "fifty-move rule",
        "length",
    }


def test_engines_that_cannot_are_told_so() -> None:
    odd = Path(__file__).parent / "engines" / "odd.py"
    spec = EngineSpec("odd", (sys.executable, str(odd), "good"), "uci")
    with pytest.raises(ValueError, match="Chess960"):
        match(
            "tabiya",
            Contestant("odd", engine=spec),
            game=CHESS960,
            openings=[CASTLES],
            nodes=20,
            games=2,
        )
