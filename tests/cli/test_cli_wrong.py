"""Wrong commands, as newcomers type them: one clear line, status 2, nothing left behind."""

import importlib.util
from pathlib import Path

import pytest
from tests.cli.conftest import Run

GAME = "1. e4 e5 $10 2. Nf3 Nc6 $10 3. Bb5 Qg5 4. Nxg5 $18 1-0\n"
START = "---------------------------OX------XO--------------------------- X"
# What is typed, and what the one line names.
WRONG = {
    "play draughts": "draughts",
    "play chess --level grandmaster": "--level: expected one of beginner",
    "play chess --clock soon": "soon",
    "play chess --pgn nowhere/game.pgn": "nowhere/game.pgn: expected a folder",
    "play chess --resume nothing.pgn": "nothing.pgn",
    "play othello --resume game.pgn": "game.pgn",
    "analyse nothing.pgn": "nothing.pgn",
    "analyse text.txt": "text.txt",
    "analyse game.pgn --marks 0.2,0.1": "--marks",
    "analyse game.pgn --nodes 0": "nodes",
    "analyse game.pgn --nodes 9 --table t.xls": "expected a file .csv, .tex",
    "analyse game.pgn --lines 3": "--lines: expected positions, found games in game.pgn",
    "analyse game.pgn --game loa": "expected one of loa, found one of chess",
    "analyse rnbqkbnr/8 --depth 3": "rnbqkbnr/8",
    "solve nothing.obf": "nothing.obf",
    "solve text.txt": "text.txt",
    "solve game.pgn --seconds -1": "seconds",
    "match tabiya": "Missing argument",
    "match tabiya nobody --nodes 9": "nobody",
    "match tabiya tabiya --nodes 9 --games 3": "even",
    "match tabiya tabiya --game go --nodes 9": "go",
    "match tabiya?weights=nothing.toml tabiya --nodes 9": "nothing.toml",
    "match tabiya?luck=1 tabiya --nodes 9": "luck",
    "match tabiya tabiya --time never": "never",
    "tournament tabiya": "players",
    "odds tabiya tabiya --odds one --nodes 9": "one",
    "verdict nothing.pgn": "nothing.pgn",
    "verdict text.txt": "text.txt",
    "positions import nothing -o s.parquet": "nothing",
    "positions import text.txt -o s.parquet": "text.txt",
    "positions show text.txt": "text.txt",
    "positions show game.pgn --plot p.gif": "expected a file .html, .png",
    "positions sample game.pgn -n 0 -o s.parquet": "greater than or equal to 1",
    "positions split game.pgn --fraction 2 -o a.parquet --control b.parquet": "2",
    "positions label game.pgn -o s.parquet": "expected",
    "measure game.pgn --kind luck": "luck",
    "measure game.pgn --kind symbol --depth 1-x": "1-x",
    "measure game.pgn --kind symbol --uci nobody --depth 1": "nobody",
    "tune game.pgn --kind symbol -o run": "expected games on both sides",
    "tune game.pgn --kind symbol --weights luck -o run --control none": "luck",
    "tune game.pgn --kind symbol --from fifty -o run": "fifty",
    "tune game.pgn --kind symbol --tuner luck -o run --control none": "luck",
    "tune game.pgn --kind symbol --prove-at 0 -o run": "--prove-at: expected --prove beside it",
    "tune game.pgn --kind symbol --option Hash=4 -o run": "--option: expected --uci beside it",
    "tune game.pgn --kind symbol --duel 2 -o run": "--duel: expected --tuner spsa beside it",
    "tune game.pgn --kind symbol --play 9 -o run": "--play: expected --rounds beside it",
    "tune game.pgn --kind symbol --label 9 -o run": "--kind: expected none with --label",
    "tune --tuner spsa --label 9 -o run": "--label: expected SET or --rounds beside it",
    "tune game.pgn --kind symbol --nodes 9 -o run --control none": "nodes: expected",
    "tune game.pgn --features --kind symbol -o run": "--kind: expected none with --features",
    "tune game.pgn --features --weights a -o run": "--weights: expected none with --features",
    "tune game.pgn --kind symbol --mix 0 -o run": "--kind: expected none with --mix",
    "tune game.pgn --kind symbol --bootstrap 1 -o run": "bootstrap: expected 2 samples or more",
    "tune --tuner spsa --duel 9 --bootstrap 4 -o run": "--bootstrap: expected SET or --rounds",
    "tune --tuner spsa --duel 9 --mode search -o run": "--mode: expected SET or --rounds beside",
    "tune --tuner spsa --duel 9 --kind score -o run": "--kind: expected SET or --rounds beside it",
    "tune --tuner spsa --duel 9 --control 0.3 -o run": "--control: expected SET or --rounds",
    "tune --tuner spsa --duel 9 --plot p.svg -o run": "--plot: expected SET beside it",
    "tune --tuner spsa --duel sprt,9 -o run": "duel: expected a text such as",
    "tune --rounds 1 --leaves 2 -o run": "--leaves: expected SET beside it",
    "tune --rounds 1 --store other.db -o run": "--store: expected none with --rounds",
    "tune --rounds 1 --depth 3 -o run": "depth: expected with --uci alone",
    "tune game.pgn --kind symbol --prove-at -1 --prove random -o run": "prove-at: expected iterati",
    "tune game.pgn --kind symbol --prove-at 300 --prove random -o run": "from 0 to 299, found 300",
    "tune game.pgn --kind symbol --from nan -o run": "from: expected defaults, a number or a file",
    "tune game.pgn --kind symbol --seed -1 -o run": "--seed",
    "tune game.pgn --kind symbol --tuner cma,cma -o run": "tuner: expected each once, found 'cma'",
    "tune game.pgn --features --mode search -o run": "--mode: expected none with --features",
    "tune game.pgn --features --nodes 9 -o run": "--nodes: expected none with --features",
    "tune game.pgn --features --game loa -o run": "--game: expected none with --features",
    "tune game.pgn --eval cat --from 50 -o run": "--from: expected none with --eval",
    "tune game.pgn --eval cat --leaves 3 -o run": "--leaves: expected none with --eval",
    "positions quiet game.pgn -o s.parquet --min-ply 9 --max-ply 3": "least_ply: expected 3, which",
    "positions quiet game.pgn -o s.parquet --per-game 0": "per_game: expected 1 or more, found 0",
    "positions quiet game.pgn -o s.parquet --max-score nan": "most_score: expected 0 or more",
    "positions quiet game.pgn -o s.parquet --threads 0": "--threads",
    "predict --perturbed 3 --deep 9 -o page.md": "--deep: expected --labels beside it",
    "predict --perturbed 3 --quiet -o page.md": "--quiet: expected --labels beside it",
    "predict --perturbed 3 --sample 0 -o page.md": "--sample",
    "predict --perturbed 3 -o nowhere/page.md": "nowhere/page.md: expected a folder",
    "predict --perturbed 3 --labels =game.pgn -o page.md": "labels: expected NAME=SET",
    "predict --perturbed 3 --labels a=game.pgn --labels a=game.pgn -o p.md": "found 'a' twice",
    "predict --perturbed 3 -o page.md": "--labels: expected NAME=SET",
    "predict -o page.md": "expected three players or more, found 0",
    "predict --perturbed 3 --efforts few -o page.md": "--efforts: expected numbers of nodes",
    "fit game.pgn -o fitted": "game.pgn",
    "fit game.pgn -o fitted --width 4": "--width: expected --by-phase",
    "patterns fit nothing.npz -o w.npz": "nothing.npz",
    "patterns fit text.txt -o w.npz": "text.txt",
    "prune learn game.pgn -o run --method luck": "method: expected one of tabu, rl, spsa",
    "prune show text.txt": "text.txt",
    "population make chess -o p": "chess",
    "clock learn -o c --method luck": "--method",
    f"clock learn -o c --steps {'9' * 30}": "--steps, --games: expected 0 to",
    f"positions selfplay -o s.parquet --games {'9' * 30}": "games: expected at most",
    f"predict --perturbed {'9' * 30} -o page.md": "perturbed: expected at most",
    "clock test nothing": "nothing",
    "clock show game.pgn": "expected times in the comments",
    "clock show game.pgn --game 7": "expected game 7",
    "order train text.txt -o m.npz": "text.txt",
    "order show start --map text.txt": "text.txt",
    "order collect game.pgn -o e.npz --by luck": "--by: expected one of game",
    "games build masters.db nothing.pgn": "nothing.pgn",
    "games book nothing.db -o b.bin": "nothing.db",
    "games export text.txt": "text.txt",
    "advise nothing.db 8/8/8/8/8/8/8/8": "8/8/8/8/8/8/8/8",
    "chunks check text.txt": "text.txt",
    "chunks explain luck": "luck",
    "chunks explain carlsbad --plot b.gif": "b.gif: expected a file .svg, .png, .pdf",
    "chunks match nonsense": "nonsense",
    "chunks lint --games nothing.db": "nothing.db",
    "weights go": "go",
    "weights chess --group kings": "group: expected one of material",
    "export text.txt -o w.h": "text.txt",
    "bench --depth 0": "depth",
    "cluster worker nowhere": "nowhere",
    "uci --weights nothing.toml": "No such option",
    "uci --pruning nothing.toml": "nothing.toml",
    "nboard --weights nothing.npz": "nothing.npz",
    "plya chess": "plya",
    "analyse --dept 3": "--dept",
}


def test_there_are_fifty_of_them() -> None:
    assert len(WRONG) > 50


@pytest.mark.parametrize("typed", WRONG)
def test_a_wrong_command_is_one_clear_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.pgn").write_text(GAME)
    (tmp_path / "text.txt").write_text("these are words and no games\n")
    done = run(*typed.split())
    assert done.status == 2, done.out + done.err
    assert "Traceback" not in done.err
    # One line, below what else was found wrong in a file, and above an excerpt of it.
    (line,) = (each for each in done.err.splitlines() if each.startswith("tabiya: "))
    assert WRONG[typed] in line
    assert "╭" not in done.err


# What is typed, and words of Typer's that the line holds beside the usage of the command.
USAGE = {
    "match --gmaes 3": ("--gmaes", "--games", "Usage: tabiya match"),
    "match tabiya": ("Missing argument", "Usage: tabiya match"),
    "positions sample s.parquet -n 3": ("Missing option '--output'", "tabiya positions sample"),
    "match tabiya tabiya --games many": ("'--games'", "valid integer"),
    "match a b c d": ("unexpected extra argument", "c d"),
    "match a b --games": ("'--games' requires an argument",),
    "play chess --side third": ("'--side'", "'third' is not one of 'first', 'second'"),
    "positions shwo": ("No such command 'shwo'. Did you mean 'show'?", "tabiya positions"),
}


@pytest.mark.parametrize("typed", USAGE)
def test_usage_is_one_line_that_says_what_is_expected(
    run: Run, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setenv("COLUMNS", "40")  # a narrow terminal breaks no line
    done = run(*typed.split())
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert all(words in done.err for words in USAGE[typed])


@pytest.mark.parametrize("words", [[], ["positions"], ["chunks"]])
def test_a_group_without_a_command_shows_its_help(run: Run, words: list[str]) -> None:
    done = run(*words)
    assert "--help" in done.out
    assert "tabiya: " not in done.err


def test_a_picture_that_nobody_can_draw_is_refused_before_the_work(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "matplotlib" else found(name)
    )
    done = run("tune", "set.parquet", "--plot", "p.svg", "-o", str(tmp_path / "run"))
    assert done.status == 2
    assert done.err == (
        "tabiya: pictures: expected matplotlib, found none; pip install 'tabiya[plots]'\n"
    )
