"""Programs that are not ours: a trace in C, and answers line by line."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tabiya
from tabiya.learn import LineEvaluator, label_positions, make_problem, read_features, tune

SOURCE = Path(__file__).parents[2] / "examples" / "trace_engine.c"
FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/pp6/p7/8/8/8/PP6/4K2R b - - 0 1",
    "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
]
# A program that answers with scores, and takes new weights.
SCORER = """
import sys
weights = {"pawn": 100.0, "queen": 900.0}
for line in sys.stdin:
    words = line.split()
    if words[0] == "weights":
        print("weight pawn 100\\nweight queen 900\\nok")
    elif words[0] == "ready":
        print("ready", flush=True)
    elif words[0] == "set":
        weights[words[1]] = float(words[2])
    elif words[0] == "eval":
        board = words[2]
        pairs = (("p", "pawn"), ("q", "queen"))
        total = sum(weights[n] * (board.count(p.upper()) - board.count(p)) for p, n in pairs)
        print("score", total)
    elif words[0] == "quit":
        break
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler here")
    path = tmp_path_factory.mktemp("engine") / "trace_engine"
    options = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *options, "-o", str(path), str(SOURCE)], check=True)  # noqa: S603 (our own command)
    return str(path)


def counted(fen: str) -> dict[str, int]:
    """The same by hand."""
    board = fen.split(maxsplit=1)[0]
    return {
        name: board.count(piece.upper()) - board.count(piece)
        for name, piece in zip(("pawn", "knight", "bishop", "rook", "queen"), "pnbrq", strict=True)
    }


def test_program_in_c_prints_a_trace(program: str, tmp_path: Path) -> None:
    text = "".join(f"{0.5 * k} {k // 2} {fen}\n" for k, fen in enumerate(FENS))
    done = subprocess.run(  # noqa: S603 (our own)
        [program, "trace"], input=text, capture_output=True, text=True, check=True
    )
    path = tmp_path / "engine.trace"
    path.write_text(done.stdout)
    found = read_features(path)
    assert found.labels.tolist() == [0.0, 0.5, 1.0]
    assert found.groups is not None
    assert found.groups.tolist() == [0, 0, 1]
    assert found.names[:2] == ("pawn_opening", "pawn_ending")
    rows = found.matrix.toarray()
    for row, fen in zip(rows, FENS, strict=True):
        both = row[0::2] + row[1::2]
        assert both[:5].tolist() == list(counted(fen).values())
    assert rows[0][1::2].tolist() == [0.0] * 7  # all of it is opening
    doubled = found.names.index("doubled_ending")
    assert rows[1][doubled - 1] + rows[1][doubled] == -1
    problem = found.problem()
    assert list(tune(problem, "ascent", iterations=2))[-1].best_value is not None


def test_program_in_c_answers_line_by_line(program: str) -> None:
    game = tabiya.game("chess")
    positions = [game.position(fen) for fen in FENS]
    with LineEvaluator(program) as evaluator:
        assert evaluator.kind(FENS[0]) == "features"
        found = evaluator.features(positions, [1.0, 0.5, 0.0], None)
    rows = found.matrix.toarray()
    for row, fen in zip(rows, FENS, strict=True):
        assert (row[0::2] + row[1::2])[:5].tolist() == list(counted(fen).values())
    assert evaluator.start["queen_ending"] == 940


def test_program_that_scores_is_tuned(tmp_path: Path) -> None:
    script = tmp_path / "scorer.py"
    script.write_text(SCORER)
    game = tabiya.game("chess")
    rng = np.random.default_rng(3)
    fens = [
        f"4k3/{'p' * rng.integers(1, 7)}1/8/8/8/8/{'P' * rng.integers(1, 7)}1/{'Q' * q}3K3"
        for q in rng.integers(0, 2, 40)
    ]
    fens = [_filled(fen) + " w - - 0 1" for fen in fens]
    positions = [game.position(fen) for fen in fens]
    boards = [fen.split()[0] for fen in fens]
    labels = [100 * (b.count("P") - b.count("p")) + 250 * b.count("Q") for b in boards]
    with LineEvaluator(f"{sys.executable} {script}") as evaluator:
        assert evaluator.kind(fens[0]) == "score"
        assert evaluator({"pawn": 1.0, "queen": 0.0}, positions).tolist() == [
            float(b.count("P") - b.count("p")) for b in boards
        ]
        problem = make_problem(
            label_positions(positions, labels),
            ["queen"],
            start={"queen": evaluator.start["queen"]},
            assess=lambda w, p: evaluator({"pawn": 100.0, **w}, p),
        )
        found = list(tune(problem, "ascent", iterations=20, fraction=0.3))
    assert found[-1].chosen[0] < 700
    assert found[-1].best_value is not None
    assert found[0].train is not None
    assert found[-1].best_value > found[0].train


def _filled(board: str) -> str:
    """Ranks of eight squares."""
    ranks = []
    for rank in board.split("/"):
        width = sum(int(c) if c.isdigit() else 1 for c in rank)
        ranks.append(rank + (str(8 - width) if width < 8 else ""))
    return "/".join(ranks)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "expected an answer, found the end of it"),
        ("print('nonsense'); print('ok')", "expected 'phase N'"),
    ],
)
def test_programs_that_do_not_speak_it_are_refused(tmp_path: Path, body: str, message: str) -> None:
    script = tmp_path / "bad.py"
    script.write_text(f"{body}\nprint('ready', flush=True)\n" if body else "")
    with pytest.raises(ValueError, match=message):
        LineEvaluator(f"{sys.executable} {script}")


ANSWERS = """
import sys
for line in sys.stdin:
    if line == "weights\\n":
        print("weight a 1\\nok", flush=True)
    elif line == "ready\\n":
        print("ready", flush=True)
    elif line.startswith("eval"):
        {}
"""


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("print('score inf')", "expected a finite score for '.* w .*', found 'score inf'"),
        ("print('score nan')", "expected a finite score"),
        ("print('score')", "expected 'score …' for"),
        ("print('score x')", "expected numbers, found"),
        ("print('score 1'); print('score 2')", "expected 'ready', found 'score [12]'"),
        ("sys.exit(3)", "expected an answer, found the end of it"),
        ("pass; [sys.stdout.write('x' * 65536) for _ in iter(int, 1)]", "one without an end"),
        ("import time; time.sleep(60)", "expected an answer within 1 s, found none"),
    ],
)
def test_answers_that_are_none_are_one_line(
    tmp_path: Path, answer: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a program that no longer reads, though much is left to be written to it."""
    monkeypatch.setattr("tabiya.learn._line_protocol.SILENCE_SECONDS", 1.0)
    script = tmp_path / "bad.py"
    script.write_text(ANSWERS.format(answer))
    positions = [tabiya.game("chess").initial()] * 4000
    with LineEvaluator(f"{sys.executable} {script}") as evaluator:
        with pytest.raises(ValueError, match=message) as caught:
            evaluator({"a": 2.0}, positions)
        assert "\n" not in str(caught.value)


def test_a_command_with_an_open_quote_is_refused() -> None:
    with pytest.raises(ValueError, match="eval: expected a command, found"):
        LineEvaluator("engine 'that")


def test_command_line_asks_a_program(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``--features`` on its trace and ``--eval`` on the set give the same weights."""
    from tabiya.cli import main  # noqa: PLC0415 (slow to load)

    rng = np.random.default_rng(2)
    rows = []
    for game in range(60):
        fen = _filled(f"4k3/{'p' * rng.integers(1, 7)}1/8/8/8/8/{'P' * rng.integers(1, 7)}1/4K3")
        board = fen.split()[0]
        value = float(board.count("P") - board.count("p"))
        rows.append((f"{fen} w - - 0 1", "white", "score", 100 * value, "made", game))
    names = ["position", "side", "kind", "value", "file", "game"]
    found = tabiya.positions.PositionSet("chess", pl.DataFrame(rows, schema=names, orient="row"))
    place, trace = tmp_path / "set.parquet", tmp_path / "engine.trace"
    found.write(place)
    text = "".join(f"{row[3]:g} {row[5]} {row[0]}\n" for row in rows)
    done = subprocess.run(  # noqa: S603 (our own)
        [program, "trace"], input=text, capture_output=True, text=True, check=True
    )
    trace.write_text(done.stdout)
    for name, arguments in (
        ("a", [str(trace), "--features"]),
        ("b", [str(place), "--eval", program]),
    ):
        command = ["tabiya", "tune", *arguments, "--control", "none", "--iterations", "3"]
        monkeypatch.setattr(sys, "argv", [*command, "-o", str(tmp_path / name), "--bootstrap", "0"])
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code in (0, None)
    weights = [tabiya.players.load_values(tmp_path / name / "weights.toml") for name in "ab"]
    assert weights[0] == weights[1]
    assert (tmp_path / "a" / "report.html").exists()
