"""Attacks on what runs: protocols, commands, engines, and processes that are killed."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from unittest.mock import patch

import chess
from tests.attack.campaign import AttackError, Campaign
from tests.attack.mutate import NUMBERS, mutate
from tests.attack.on_texts import FILES, some_set

import tabiya
from tabiya.cli import main
from tabiya.engines import Engine, EngineFault, EngineSpec
from tabiya.play import match

ENGINE = Path(__file__).parent / "engine.py"
CHATTER = (
    "uci", "isready", "ucinewgame", "debug on", "debug off", "ponderhit", "stop", "",
    "position startpos", "position startpos moves e2e4 e7e5", "position fen {text}",
    "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1 moves g6g7", "position {text} moves {text}",
    "go depth 1", "go depth {number}", "go nodes {number}", "go movetime {number}",
    "go wtime {number} btime {number} winc {number} binc {number} movestogo {number}",
    "go mate {number}", "go infinite", "go ponder depth 2", "go searchmoves e2e4 {text}",
    "setoption name Hash value {number}", "setoption name MultiPV value {number}",
    "setoption name Threads value {number}", "setoption name knight value {number}",
    "setoption name Resolution value {number}", "setoption name {text} value {text}",
    "setoption name UCI_Chess960 value true", "setoption name WeightsFile value {text}",
    "setoption name Move Overhead value {number}", "{text}", "{number}",
)  # fmt: skip


def attack_uci(random: Random, _folder: Path) -> int:
    """Whatever it hears, the engine answers every ``go`` once, and lives."""
    lines = [_line(random, random.choice(CHATTER)) for _ in range(30)]
    lines += ["stop", "setoption name UCI_Chess960 value false", "position startpos"]
    lines += ["go depth 1", "wait", "isready"]
    output = io.StringIO()
    tabiya.uci.UciServer(output).run(lines)
    said = output.getvalue().splitlines()
    if said[-1] != "readyok" or not said[-2].startswith("bestmove "):
        raise AttackError(f"{said[-2:]} after {lines}")
    n_asked = sum(_is_go(line) for line in lines)
    n_answered = sum(line.startswith("bestmove") for line in said)
    if n_asked != n_answered:
        raise AttackError(f"{n_asked} questions, {n_answered} answers: {lines}")
    return len(lines)


def _line(random: Random, pattern: str) -> str:
    text = mutate(random, b"e2e4 startpos value name depth", 2).decode("utf-8", "replace")
    text = " ".join(text[:200].split())
    # A search of so many plies or milliseconds ends by the next command.
    return pattern.format(text=text, number=random.choice(NUMBERS)[:500])


def _is_go(line: str) -> bool:
    known = {"uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit"}
    words = [word for word in line.split() if word in {*known, "debug", "wait", "quit"}]
    return words[:1] == ["go"]


def attack_nboard(random: Random, _folder: Path) -> int:
    """Whatever it hears, the Othello engine answers a ping."""
    patterns = (
        "nboard 2", "set depth {number}", "go", "set game {text}", "move {text}", "hint {number}",
        "ping {number}", "set contempt {number}", "learn", "analyze", "{text}", "",
    )  # fmt: skip
    lines = [_line(random, random.choice(patterns)) for _ in range(20)]
    output = io.StringIO()
    text = io.StringIO("\n".join([*lines, "set depth 2", "ping 7", ""]))
    tabiya.nboard.run_engine(lines=text, out=output)
    if output.getvalue().splitlines()[-1] != "pong 7":
        raise AttackError(f"no pong after {lines}")
    return len(lines)


def attack_engine(random: Random, _folder: Path) -> int:
    """An engine that answers nonsense gets a fault, or what it says can be."""
    spec = EngineSpec("nonsense", (sys.executable, str(ENGINE), str(random.random())))
    try:
        with Engine(spec, patience=5) as engine:
            for _ in range(3):
                found = engine.analyse(chess.Board(), depth=1)
                if found.score is not None and not abs(found.score) <= 1e6:
                    raise AttackError(f"a score of {found.score}")
    except EngineFault:
        pass
    return 1


FEW = ("match", "--games", "2", "--max-plies", "4", "--nodes", "5", "tabiya")
SHORT = ("match", "tabiya", "tabiya", "--games", "2", "--max-plies", "4")
OPTIONS = (
    (*SHORT, "--nodes", "{number}"),
    (*SHORT, "--nodes", "5", "--nodes-b", "{number}"),
    ("match", "tabiya", "tabiya", "--games", "{number}", "--time", "1+0"),
    (*SHORT, "--time", "{number}"),
    (*FEW, "tabiya?hash_mib={number}"),
    (*FEW, "tabiya?knight={number}"),
    (*FEW, "tabiya?null_move={number}"),
    (*SHORT, "--nodes", "5", "--win", "{number},{number}"),
    (*SHORT, "--nodes", "5", "--seed", "{number}"),
    (*SHORT, "--nodes", "5", "--margin", "{number}"),
    (*SHORT, "--nodes", "5", "--openings", "random:{number}"),
    ("analyse", "startpos", "--nodes", "{number}"),
    ("solve", "---------------------------OX------XO--------------------------- X", "--seconds",
     "{number}"),
    ("verdict", "games.pgn", "--sprt", "{number},{number}"),
    ("verdict", "games.pgn", "--confidence", "{number}"),
    ("positions", "split", "set.parquet", "--share", "{number}", "-o", "a.parquet", "b.parquet"),
    ("positions", "sample", "set.parquet", "-n", "{number}", "-o", "a.parquet"),
    ("play", "loa", "--level-nodes", "{number}"),
    ("play", "loa", "--clock", "{number}"),
)  # fmt: skip
LARGE = tuple(number for number in NUMBERS if len(number) > 18) + ("nan", "-1", "x", "", "1e400")  # noqa: RUF005 (a generator has no star here)


def attack_option(random: Random, folder: Path) -> int:
    """A number that cannot be is one line and exit status 2, never a traceback."""
    pattern = random.choice(OPTIONS)
    words = [word.format(number=random.choice(LARGE)) for word in pattern]
    some_set().write(folder / "set.parquet")
    (folder / "games.pgn").write_bytes(FILES["j.pgn"])
    status, errors = run_command(words, folder)
    if status not in (0, 2) or "Traceback" in errors or len(errors) > 4000:
        raise AttackError(f"{' '.join(words)[:200]}: status {status}, {errors[:300]}")
    return 1


def run_command(words: list[str], folder: Path, text: str = "") -> tuple[int, str]:
    """Run a command in this process; return its exit status and what it wrote on errors."""
    errors, status, before = io.StringIO(), 0, Path.cwd()
    os.chdir(folder)
    try:
        with (
            patch.object(sys, "argv", ["tabiya", *words]),
            patch.object(sys, "stdin", io.StringIO(text)),
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(errors),
        ):
            try:
                main()
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else 0
    finally:
        os.chdir(before)
    return status, errors.getvalue()


def attack_table(random: Random, folder: Path) -> int:
    """Whatever is typed at the table, the game goes on until somebody leaves."""
    typed = ("e2e4", "moves e2", "undo", "hint", "save {text}", "fen", "help", "{text}", "a1", "d3")
    lines = [_line(random, random.choice(typed)) for _ in range(12)]
    game = random.choice(("chess", "othello", "loa"))
    words = ["play", game, "--level-nodes", "20"]
    status, errors = run_command(words, folder, "\n".join([*lines, "quit", ""]))
    if status != 0:
        raise AttackError(f"status {status} after {lines}: {errors[:300]}")
    return len(lines)


KILLED = """
import sys
from tabiya.play import match
match("tabiya", "tabiya?preset=crafty", game="loa", nodes=300, games=20, seed=4,
      store=sys.argv[1], pgn=sys.argv[2], concurrency=1)
"""


def attack_match_by_kills(random: Random, folder: Path) -> int:
    """A match that is killed again and again ends with every game once."""
    store, pgn = folder / "match.db", folder / "games.pgn"
    for _ in range(3):
        process = subprocess.Popen(  # noqa: S603 (our own script)
            [sys.executable, "-c", KILLED, str(store), str(pgn)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(random.uniform(0.5, 4))
        process.send_signal(signal.SIGKILL)
        process.wait()
    settings: dict[str, object] = {"game": "loa", "nodes": 300, "games": 20, "seed": 4}
    found = match("tabiya", "tabiya?preset=crafty", store=store, pgn=pgn, **settings)  # type: ignore[arg-type] # settings of several types
    whole = match("tabiya", "tabiya?preset=crafty", **settings)  # type: ignore[arg-type] # settings of several types
    if [game.moves for game in found.games] != [game.moves for game in whole.games]:
        raise AttackError("other games than without kills")
    if pgn.read_text().count("[Event ") != len(whole.games):
        raise AttackError("games twice or not at all in the PGN")
    return 3


def attack_import_by_kills(random: Random, folder: Path) -> int:
    """An import that is killed leaves nothing that the next one does not remove."""
    source, made = folder / "games.pgn", folder / "set.parquet"
    source.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n1. d4 d5 2. c4 e6 0-1\n\n" * 20_000)
    code = "import sys, tabiya; tabiya.positions.import_files(sys.argv[1], output=sys.argv[2])"
    for _ in range(2):
        process = subprocess.Popen([sys.executable, "-c", code, str(source), str(made)])  # noqa: S603 (our own command)
        time.sleep(random.uniform(0.5, 3))
        process.kill()
        process.wait()
    tabiya.positions.import_files(source, output=made)
    left = {each.name for each in folder.iterdir()} - {source.name, made.name}
    if left:
        raise AttackError(f"left behind: {left}")
    return 2


CAMPAIGNS = [
    Campaign("UCI chatter", attack_uci, 8),
    Campaign("NBoard chatter", attack_nboard, 6),
    Campaign("engines that answer nonsense", attack_engine, 6),
    Campaign("numbers in options", attack_option, 8),
    Campaign("typing at the table", attack_table, 5),
    Campaign("matches that are killed", attack_match_by_kills, 1),
    Campaign("imports that are killed", attack_import_by_kills, 1),
]
