"""The engine through python-chess, as an interface or a match runner drives it."""

import io
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import chess.engine
import numpy as np
import pytest

import tabiya
from tabiya.players import MapShape, MoveMap
from tabiya.uci._engine import UciServer
from tabiya.uci._options import Settings, option_lines

COMMAND = [sys.executable, "-c", "from tabiya.cli import main; main()", "uci"]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as running:
        yield running


@pytest.fixture
def open_engine() -> Iterator[chess.engine.SimpleEngine]:
    """Give the engine that lists its weights."""
    command = [*COMMAND, "--weight-options"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as running:
        yield running


def score(
    engine: chess.engine.SimpleEngine, board: chess.Board, depth: int = 3
) -> chess.engine.Score:
    found = engine.analyse(board, chess.engine.Limit(depth=depth), game=object())
    return found["score"].relative


def legal(move: chess.Move | None, board: chess.Board) -> chess.Move:
    assert move is not None
    assert move in board.legal_moves
    return move


def test_weights_are_no_options_unless_asked_for(engine: chess.engine.SimpleEngine) -> None:
    assert "knight" not in engine.options
    assert len(engine.options) == len(list(option_lines()))
    told = engine_lines("setoption name WeightOptions value true", "uci")
    assert any(line.startswith("option name knight type string") for line in told)


def test_combine_alone_says_how_the_map_that_ships_is_used() -> None:
    shipped = tabiya.players.default_ordering("chess")
    assert shipped is not None
    assert Settings().player().ordering is shipped
    other = Settings().change("Combine", "first").player().ordering
    assert other == replace(shipped, combine="first")
    for name, value in {"Ordering": "none", "Preset": "crafty"}.items():
        told = engine_lines(
            "setoption name Combine value first", f"setoption name {name} value {value}", "isready"
        )
        refused = "info string combine: expected an ordering to combine, found 'first' alone"
        assert told == [refused, "readyok"]


def test_a_map_of_a_file_orders_as_it_does_for_players(tmp_path: Path) -> None:
    path, other = tmp_path / "map of chess.npz", tmp_path / "loa.npz"
    for game, file in (("chess", path), ("loa", other)):
        shape = MapShape(game, encoding="meoc")
        weights = np.random.default_rng(1).normal(0, 0.1, shape.n_weights).astype(np.float32)
        MoveMap(shape, weights).save(file)
    start = tabiya.game("chess").initial()
    for combine in ("pure", "prior"):
        settings = Settings().change("Ordering", str(path)).change("Combine", combine)
        expected = tabiya.Player("chess", ordering=path, combine=combine).search(start, depth=5)
        assert settings.player().search(start, depth=5).nodes == expected.nodes
    other.with_name("cut.npz").write_bytes(path.read_bytes()[:300])
    for wrong, found in ((other, "found one of loa"), (other.with_name("cut.npz"), "cut short")):
        [line, _] = engine_lines(f"setoption name Ordering value {wrong}", "isready")
        assert line.startswith("info string ")
        assert str(wrong) in line
        assert found in line


def engine_lines(*commands: str) -> list[str]:
    output = io.StringIO()
    UciServer(output).run(commands)
    return output.getvalue().splitlines()


def test_options_hold_every_weight(open_engine: chess.engine.SimpleEngine) -> None:
    engine = open_engine
    assert engine.id["name"] == f"tabiya {tabiya.__version__}"
    for name in ("Hash", "Clear Hash", "Ponder", "Preset", "WeightsFile", "Resolution"):
        assert name in engine.options
    assert engine.options["Hash"].type == "spin"
    assert engine.options["Preset"].var == ["modern", "crafty", "othello"]
    weights = tabiya.weights("chess")
    for name, value in weights.items():
        option = engine.options[name]
        assert option.type == "string"
        assert isinstance(option.default, str)
        assert float(option.default) == value
    n_others = len(list(option_lines()))
    assert len(engine.options) == len(weights) + n_others


@pytest.mark.parametrize(
    "limit",
    [
        chess.engine.Limit(depth=4),
        chess.engine.Limit(nodes=2000),
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.05, black_inc=0.05),
        chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=5),
        chess.engine.Limit(white_clock=0.001, black_clock=0.001),
        chess.engine.Limit(mate=1, depth=3),
    ],
    ids=["depth", "nodes", "time", "clock", "moves to go", "flag", "mate"],
)
def test_every_limit_gives_a_legal_move(
    engine: chess.engine.SimpleEngine, limit: chess.engine.Limit
) -> None:
    board = chess.Board(KIWIPETE)
    for _ in range(2):
        played = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert played.info["depth"] >= 1
        board.push(legal(played.move, board))


def test_a_depth_is_reached_and_the_line_is_legal(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(KIWIPETE)
    info = engine.analyse(board, chess.engine.Limit(depth=5))
    assert info["depth"] == 5
    assert info["nodes"] > 0
    assert info["nps"] > 0
    assert info["time"] >= 0
    assert 0 <= info["hashfull"] <= 1000
    for move in info["pv"]:
        assert move in board.legal_moves
        board.push(move)


def test_a_search_finds_what_the_player_finds(engine: chess.engine.SimpleEngine) -> None:
    report = tabiya.Player("chess").search(tabiya.game("chess").position(KIWIPETE), depth=5)
    info = engine.analyse(chess.Board(KIWIPETE), chess.engine.Limit(depth=5))
    assert info["nodes"] == report.nodes
    assert tuple(move.uci() for move in info["pv"]) == report.pv
    assert info["score"].relative == chess.engine.Cp(round(report.score))


def test_an_infinite_analysis_can_be_stopped(engine: chess.engine.SimpleEngine) -> None:
    for fen, depth in ((KIWIPETE, 3), (BACK_RANK, 1)):
        with engine.analysis(chess.Board(fen)) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= depth:
                    break
            analysis.stop()
            best = analysis.wait()
        legal(best.move, chess.Board(fen))


def test_pondering_goes_on_after_a_hit_and_after_a_miss(
    engine: chess.engine.SimpleEngine,
) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=3, black_clock=3)
    for expected in (True, False, True):
        played = engine.play(board, limit, ponder=True)
        board.push(legal(played.move, board))
        if expected and played.ponder is not None:
            board.push(played.ponder)
        else:
            board.push(next(move for move in board.legal_moves if move != played.ponder))


def test_a_weight_changes_the_score(open_engine: chess.engine.SimpleEngine) -> None:
    engine = open_engine
    board = chess.Board("4k3/pppp4/8/8/8/8/PPPP4/N3K3 w - - 0 1")
    before = score(engine, board).score()
    engine.configure({"knight": "900.5"})
    after = score(engine, board).score()
    assert before is not None
    assert after is not None
    assert after > before + 300


def test_a_weights_file_changes_the_score(
    engine: chess.engine.SimpleEngine, tmp_path: Path
) -> None:
    board = chess.Board("4k3/pppp4/8/8/8/8/PPPP4/N3K3 w - - 0 1")
    path = tmp_path / "heavy knights.toml"
    tabiya.weights("chess", {"knight": 900}).save(path)
    before = score(engine, board)
    engine.configure({"WeightsFile": str(path)})
    assert score(engine, board) > before
    engine.configure({"WeightsFile": "<empty>"})
    assert score(engine, board) == before


def test_the_other_preset_searches_otherwise(engine: chess.engine.SimpleEngine) -> None:
    board, limit = chess.Board(KIWIPETE), chess.engine.Limit(depth=6)
    modern = engine.analyse(board, limit)["nodes"]
    engine.configure({"Preset": "crafty", "Hash": 4, "Resolution": "10"})
    assert engine.analyse(board, limit)["nodes"] != modern


def test_mates_have_the_right_sign_and_distance(engine: chess.engine.SimpleEngine) -> None:
    assert score(engine, chess.Board(BACK_RANK)) == chess.engine.Mate(1)
    lost = chess.Board("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    assert score(engine, lost) == chess.engine.Mate(-1)
    in_two = chess.Board("k7/8/2K5/8/8/8/8/7R w - - 0 1")
    assert score(engine, in_two, depth=6) == chess.engine.Mate(2)


def test_a_mate_search_ends_when_it_has_found_it(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("k7/8/2K5/8/8/8/8/7R w - - 0 1")
    played = engine.play(board, chess.engine.Limit(mate=2), info=chess.engine.INFO_SCORE)
    assert played.info["score"].relative == chess.engine.Mate(2)


def test_a_new_game_forgets_the_last_one(engine: chess.engine.SimpleEngine) -> None:
    board, limit = chess.Board(KIWIPETE), chess.engine.Limit(depth=6)
    first = engine.analyse(board, limit, game="a")["nodes"]
    assert engine.analyse(board, limit, game="a")["nodes"] < first
    assert engine.analyse(board, limit, game="b")["nodes"] == first


def test_repetition_counts_from_the_moves_of_the_game(engine: chess.engine.SimpleEngine) -> None:
    """Black is a queen down and saves itself by repeating for the third time."""
    board = chess.Board("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    for move in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"):
        board.push_uci(move)
    played = engine.play(board, chess.engine.Limit(depth=4), info=chess.engine.INFO_SCORE)
    assert played.move == chess.Move.from_uci("f6g8")
    assert played.info["score"].relative == chess.engine.Cp(0)


def test_play_goes_on_after_a_draw_that_nobody_claimed(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        board.push_uci(move)
    legal(engine.play(board, chess.engine.Limit(depth=2)).move, board)
    old = chess.Board("3k4/8/8/8/8/8/4R3/4K3 w - - 120 200")
    legal(engine.play(old, chess.engine.Limit(depth=2)).move, old)


def test_a_game_against_itself_is_legal(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(nodes=300)
    while not board.is_game_over() and board.ply() < 60:
        played = engine.play(board, limit)
        board.push(legal(played.move, board))
    assert board.ply() >= 20


def test_a_search_of_some_moves_answers_with_one_of_them(
    engine: chess.engine.SimpleEngine,
) -> None:
    board = chess.Board(BACK_RANK)
    some = [chess.Move.from_uci("a1a2"), chess.Move.from_uci("a1b1")]
    for limit in (chess.engine.Limit(depth=4), chess.engine.Limit(time=0.1)):
        assert engine.play(board, limit, root_moves=some).move in some
    mate = [chess.Move.from_uci("a1a8"), *some]
    info = engine.analyse(board, chess.engine.Limit(depth=3), root_moves=mate)
    assert info["score"].relative == chess.engine.Mate(1)
    assert info["pv"] == mate[:1]
    with engine.analysis(board, root_moves=some) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
        analysis.stop()
        assert analysis.wait().move in some


def test_several_lines_are_told(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(KIWIPETE)
    found = engine.analyse(board, chess.engine.Limit(depth=3), multipv=3, game=object())
    assert [info["multipv"] for info in found] == [1, 2, 3]
    assert len({info["pv"][0] for info in found}) == 3
    scores = [info["score"].relative for info in found]
    assert scores == sorted(scores, reverse=True)
    assert all(info["seldepth"] >= info["depth"] for info in found)
    every = engine.analyse(board, chess.engine.Limit(depth=1), multipv=218, game=object())
    assert len(every) == board.legal_moves.count()


def test_wins_draws_and_losses_are_told(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"UCI_ShowWDL": True})
    even = engine.analyse(chess.Board(), chess.engine.Limit(depth=3))["wdl"].relative
    assert even.total() == 1000
    assert even.draws > 300
    won = engine.analyse(chess.Board(BACK_RANK), chess.engine.Limit(depth=3))["wdl"].relative
    assert won.wins == 1000


def test_chess960_is_played(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBhb - 0 1", chess960=True)
    for _ in range(6):
        move = legal(engine.play(board, chess.engine.Limit(depth=2)).move, board)
        board.push(move)
    castle = chess.Move.from_uci("f1g1")
    board = chess.Board("1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBhb - 0 1", chess960=True)
    found = engine.analyse(board, chess.engine.Limit(depth=2), root_moves=[castle])
    assert found["pv"][0] == castle


def test_castling_of_chess960_is_an_error_without_the_option() -> None:
    told = engine_lines("position fen 1r3k1r/8/8/8/8/8/8/1R3KR1 w GBhb - 0 1")
    assert told
    assert told[0].startswith("info string chess position, castling: expected")
