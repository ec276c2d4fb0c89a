"""The engine line by line: bad input, the end of input, and what it says about them."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

import tabiya
from tabiya.uci import UciServer

COMMAND = [sys.executable, "-c", "from tabiya.cli import main; main()", "uci"]


def answers(*lines: str) -> list[str]:
    output = io.StringIO()
    UciServer(output).run(lines)
    return output.getvalue().splitlines()


def test_the_handshake_ends_with_uciok() -> None:
    lines = answers("uci", "isready")
    assert lines[0].startswith("id name tabiya")
    assert lines[-2:] == ["uciok", "readyok"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("setoption name Hash value many", "Hash: expected a whole number, found 'many'"),
        ("setoption name Hash value 0", "Hash: expected a number from 1 to"),
        ("setoption name Hash", "Hash: expected a whole number, found ''"),
        ("setoption name Threads value 0", "Threads: expected a number from 1 to"),
        ("setoption name Preset value fast", "crafty, othello, found 'fast'"),
        ("setoption name knight value x", "knight: expected a number, found 'x'"),
        ("setoption name knight value nan", "expected a number for knight, found nan"),
        ("setoption name knight value -1e9", "expected knight from"),
        ("setoption name nigt value 1", "did you mean 'knight'?"),
        ("setoption name Resolution value 0", "resolution: expected a number above 0"),
        ("setoption name Move Overhead value -1", "expected a number from 0 to 5000"),
        ("setoption name WeightsFile value /no/such/file", "No such file"),
        ("setoption Hash 3", "setoption: expected name, found 'Hash 3'"),
        ("position", "position: expected startpos or fen, found ''"),
        ("position fen 8/8/8/8 w - - 0 1", "chess position, board: expected"),
        ("position startpos moves e2e5", 'expected a legal move, found "e2e5"'),
        ("go depth 1 wtime", "go: expected a number after wtime, found ''"),
        ("go depth 1 movetime soon", "go: expected a number after movetime, found 'soon'"),
        ("go depth 1 fast", "go: expected a limit, found 'fast'"),
    ],
)
def test_bad_input_is_one_info_string_and_the_engine_lives(line: str, expected: str) -> None:
    lines = answers(line, "isready", "wait", "go depth 1", "wait", "isready")
    complaints = [each for each in lines if each.startswith("info string")]
    assert len(complaints) == 1
    assert expected in complaints[0]
    assert lines[-2].startswith("bestmove ")
    assert lines[-1] == "readyok"


def test_threads_are_an_option_that_keeps_what_the_table_knows() -> None:
    lines = answers(
        "uci", "go depth 6", "wait", "setoption name Threads value 2", "go nodes 40000", "wait"
    )
    assert any(line.startswith("option name Threads type spin default 1 min 1") for line in lines)
    first, second = (i for i, line in enumerate(lines) if line.startswith("bestmove"))
    told = [line.split() for line in lines[first:second] if line.startswith("info depth")]
    nodes = int(told[-1][told[-1].index("nodes") + 1])
    assert 30_000 < nodes < 80_000


def test_a_bad_weights_file_is_one_info_string(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    for text, expected in (
        ("weights?", "expected TOML"),
        ('game = "chess"\n[weights]\nnigt = 1\n', "did you mean 'knight'?"),
        ('game = "loa"\n[weights]\n', "expected weights of chess, found loa"),
        (b"\xff\xfe", "can't decode"),
    ):
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        lines = answers(f"setoption name WeightsFile value {path}", "go depth 1", "wait")
        assert expected in lines[0]
        assert lines[0].startswith("info string")
        assert lines[-1].startswith("bestmove ")


def test_garbage_is_ignored_and_named_in_debug_mode() -> None:
    garbage = ["", "  ", "hello world", "\x00\ufffd", "position?", "go1"]
    assert answers(*garbage, "isready") == ["readyok"]
    lines = answers("debug on", "hello world", "debug off", "hello", "joho isready")
    assert lines == ["info string expected a command, found 'hello world'", "readyok"]


def test_positions_that_go_on_keep_their_past() -> None:
    moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]
    fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    commands = [f"position fen {fen} moves {' '.join(moves[:n])}" for n in range(len(moves) + 1)]
    lines = answers(*commands, "go depth 4", "wait")
    assert lines[-1].startswith("bestmove f6g8")
    assert "score cp 0 " in lines[-2]
    other = answers(*commands, "position startpos moves e2e4", "go depth 1", "wait")
    assert not other[-1].startswith("bestmove f6g8")


def test_a_finished_game_has_no_move() -> None:
    mated = answers("position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "go movetime 50", "wait")
    assert mated == ["info depth 0 score mate 0", "bestmove (none)"]
    stalemate = answers("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3", "wait")
    assert stalemate == ["info depth 0 score cp 0", "bestmove (none)"]
    bare = answers("position fen 7k/8/6K1/8/8/8/8/8 b - - 0 1", "go depth 3", "wait")
    assert bare[0] == "info depth 0 score cp 0"
    assert bare[1] == "bestmove h8g8"


def test_an_only_move_is_played_at_once() -> None:
    lines = answers("position fen 7k/8/6K1/8/8/8/8/Q7 b - - 0 1", "go btime 1000000", "wait")
    assert lines[-1].startswith("bestmove h8g8")


def test_ponder_waits_for_its_hit_even_if_the_search_is_over() -> None:
    mate = "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    lines = answers(mate, "go ponder wtime 1000 btime 1000", "isready", "ponderhit", "wait")
    assert "readyok" in lines
    assert lines[-1].startswith("bestmove a1a8")
    lines = answers(mate, "go ponder depth 2", "wait", "isready", "stop", "wait")
    assert lines[-1].startswith("bestmove a1a8")


def test_absurd_numbers_do_no_harm() -> None:
    for limits in ("depth 0", "nodes 0", "nodes -5", "movetime -10", "wtime -100 btime -100"):
        assert answers(f"go {limits}", "wait")[-1].startswith("bestmove ")
    huge = 10**30
    lines = answers(f"go depth 1 nodes {huge} wtime {huge} winc {huge} movestogo {huge}", "wait")
    assert lines[-1].startswith("bestmove ")


def test_the_end_of_input_ends_the_engine() -> None:
    for text in (b"go infinite\n", b"go infinite\nquit\n", b"\xff\xfe\x00 go depth 1\n", b"uci"):
        done = subprocess.run(  # noqa: S603 (our own program)
            COMMAND, input=text, capture_output=True, timeout=60, check=True
        )
        assert done.stderr == b""


def test_many_weights_can_be_set_one_by_one() -> None:
    weights = tabiya.weights("chess")
    lines = [f"setoption name {name} value {value!r}" for name, value in weights.items()]
    assert answers(*lines, "isready") == ["readyok"]


def test_moves_to_search_that_are_not_legal_are_ignored() -> None:
    lines = answers("go depth 2 searchmoves e2e5 nonsense", "wait")
    assert lines[0] == "info string searchmoves is ignored: none of its moves is legal"
    assert lines[-1].startswith("bestmove ")
    some = answers("go searchmoves a2a3 e7e5 h2h3 nodes 500", "wait")
    assert some[-1].split()[1] in ("a2a3", "h2h3")
