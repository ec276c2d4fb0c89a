"""Ctrl-C in every long command: one line says what was kept and how to go on."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

Run = Callable[..., Any]

ENDING = "-XXXXXX--OXXXXO-OOXXXOOXOOXOOXXXOOXXXXXXOOOXXXX--OOOXX----OOOOO- X"
PGN = "1. e4 e5 $10 2. Nf3 Nc6 $10 3. Bb5 Qg5 4. Nxg5 $18 Nd4 $18 5. Nxf7 $18 *\n"
AGAIN = "the same command starts again"
MATCH = ("tabiya", "tabiya", "--nodes", "100")
# Games enough for some to be held back.
SHORT = "".join(
    f'[Event "?"]\n[Result "*"]\n\n1. {file}{rank} {reply} *\n\n'
    for file in "abcdefgh"
    for rank in "34"
    for reply in ("e5", "d5", "Nf6")
)
# The command, what is broken off in it, and what is said then.
LONG = {
    ("match", *MATCH): ("play.match", "with --store FILE the same command goes on"),
    ("match", *MATCH, "--store", "s.db"): ("play.match", "goes on with the games in s.db"),
    ("tournament", *MATCH): ("play.tournament", "with --store FILE the same command goes on"),
    ("odds", *MATCH): ("play.play_odds", "with --store FILE the same command goes on"),
    ("measure", "g.pgn", "--kind", "symbol", "--cache", "c.db"): (
        "measure.measure",
        "goes on with what is in the",
    ),
    (
        "tune",
        "g.pgn",
        "--kind",
        "symbol",
        "--weights",
        "knight",
        "-o",
        "run",
        "--control",
        "none",
    ): (
        "runs.run_tuning",
        "the same command goes on with run/run.db",
    ),
    ("fit", "g.pgn", "-o", "f"): ("combine.fit", AGAIN),
    ("analyse", "g.pgn"): ("cli._analyse_games.analyse_game", "--skip 0 goes on"),
    ("analyse", ENDING): ("Player.search", "--skip 0 goes on"),
    ("solve", ENDING): ("solve", "0 of 1 positions are solved"),
    ("positions", "import", "g.pgn", "-o", "s.parquet"): ("positions.import_files", AGAIN),
    ("positions", "label", "g.pgn", "-o", "l.parquet", "--nodes", "9", "--cache", "c.db"): (
        "analysts.label",
        "goes on with what is in the cache",
    ),
    ("positions", "label", "g.pgn", "-o", "l.parquet", "--nodes", "9", "--no-cache"): (
        "analysts.label",
        "without --no-cache the same command goes on",
    ),
    ("positions", "selfplay", "-o", "s.parquet"): ("combine.play_games", AGAIN),
    ("positions", "theory", "e.txt", "-o", "t.csv"): (
        "combine.check_theory",
        "the same command goes on with t.csv",
    ),
    ("positions", "correct", "e.txt", "-o", "c.parquet"): ("combine.correct", AGAIN),
    ("games", "build", "m.db", "g.pgn"): ("chunks.Games.add", "the same command goes on with m.db"),
    ("patterns", "label", "w.wtb", "-o", "e.npz"): ("patterns.label_games", AGAIN),
    ("patterns", "fit", "e.npz", "-o", "w.toml"): ("patterns.load_examples", AGAIN),
    ("patterns", "deepen", "e.npz", "--weights", "w", "-o", "w.toml"): (
        "patterns.load_examples",
        AGAIN,
    ),
    ("order", "train", "g.pgn", "-o", "m.npz"): (
        "ordering.train_map",
        "the same command goes on with .m.npz.run.npz",
    ),
    ("order", "collect", "g.pgn", "-o", "m.npz", "--by", "player", "--depth", "1"): (
        "ordering.label_examples",
        AGAIN,
    ),
    ("predict", "--perturbed", "3", "--labels", "a=g.pgn", "-o", "p.md", "--store", "p.db"): (
        "predict.play_candidates",
        "goes on with the games and measures in p.db",
    ),
    ("prune", "learn", "g.pgn", "-o", "run"): (
        "positions.read",
        "the same command goes on with run/run.db",
    ),
    ("clock", "test", "modern"): (
        "clocks.try_clocks",
        "with --state FILE the same command goes on",
    ),
    ("clock", "test", "modern", "--state", "s.csv"): ("clocks.try_clocks", "goes on with s.csv"),
    ("clock", "learn", "-o", "c"): ("clocks.learn_clock", "the same command goes on with c.state"),
    ("population", "make", "loa", "-o", "p"): (
        "population.make_population",
        "the same command goes on with p",
    ),
    # Commands that are seldom long, and keep nothing, say so as well.
    ("positions", "quiet", "g.pgn", "-o", "q.parquet"): ("positions.quiet", AGAIN),
    ("positions", "show", "g.pgn"): ("positions.read", AGAIN),
    ("demo", "-o", "d"): ("cli._demo_run.match", AGAIN),
    ("bench",): ("players.Player.search", AGAIN),
    ("patterns", "measure", "e.npz"): ("patterns.load_examples", AGAIN),
    ("probcut", "fit", "e.npz", "--weights", "w", "-o", "w.toml"): (
        "patterns.load_examples",
        AGAIN,
    ),
}


def break_off(*_: object, **__: object) -> NoReturn:
    raise KeyboardInterrupt


@pytest.mark.parametrize("arguments", LONG, ids=" ".join)
def test_ctrl_c_says_how_to_go_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.pgn").write_text(PGN + SHORT)
    if "e.txt" in arguments:  # whatever is in it, the work on it is broken off
        monkeypatch.setattr("tabiya.positions.read", lambda *_, **__: None)
    place, words = LONG[arguments]
    owner, _, name = f"tabiya.{place}".rpartition(".")
    monkeypatch.setattr(f"{owner}.{name}", break_off)
    done = run(*arguments)
    assert done.status == 130, done.err
    assert words in done.err
    assert done.err.count("broken off: ") == 1
    assert "Traceback" not in done.err


def test_a_signal_is_heard_while_the_core_works(tmp_path: Path) -> None:
    # Every report of progress is a line, so that it is known when the work has begun.
    code = (
        "import tabiya.cli._progress as progress; progress.PRINT_EVERY_SECONDS = 0.0; "
        "from tabiya.cli import main; main()"
    )
    words = ["positions", "selfplay", "--output", str(tmp_path / "s.parquet"), "--nodes", "2000"]
    with subprocess.Popen(  # noqa: S603 (our own command)
        [sys.executable, "-c", code, *words], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("games ")
        process.send_signal(signal.SIGINT)
        errors = process.stderr.read()
    assert process.returncode == 130
    assert AGAIN in errors
    assert not (tmp_path / "s.parquet").exists()
