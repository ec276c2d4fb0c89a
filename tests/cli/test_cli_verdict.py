"""``tabiya verdict``: matches, pools, broken games and bad options."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabiya import metrics

Run = Callable[..., Any]

# Points of a in the two games of each opening; a has White in the first.
PAIRS = [(1.0, 0.5), (0.5, 0.5), (1.0, 1.0), (0.0, 0.5), (1.0, 0.0), (0.5, 0.5)]
RESULT = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


def pgn(white: str, black: str, points: float, **tags: str) -> str:
    tags = {"White": white, "Black": black, "Result": RESULT[points], **tags}
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{head}\n1. e4 e5 {RESULT[points]}\n\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    texts = []
    for number, (one, two) in enumerate(PAIRS):
        texts += [pgn("a", "b", one, FEN=f"x{number}"), pgn("b", "a", 1 - two, FEN=f"x{number}")]
    path.write_text("".join(texts))
    return path


def test_pairs_are_found_and_judged(run: Run, games: Path) -> None:
    done = run("verdict", str(games), "--sprt", "0,5")
    assert (done.status, done.err) == (0, "")
    expected = metrics.verdict(PAIRS, sprt=metrics.Sprt(0, 5))
    assert done.out == f"a against b\n{expected}\n"


def test_the_other_player_has_the_other_side_of_it(run: Run, games: Path) -> None:
    done = run("verdict", str(games), "--player", "b")
    assert done.out == f"b against a\n{metrics.verdict([(1 - x, 1 - y) for x, y in PAIRS])}\n"


def test_single_games_on_request(run: Run, games: Path) -> None:
    done = run("verdict", str(games), "--no-pairs", "--sprt=-5,5", "--logistic")
    points = [points for pair in PAIRS for points in pair]
    test = metrics.Sprt(-5, 5, normalised=False)
    assert done.out == f"a against b\n{metrics.verdict(points, sprt=test)}\n"


def test_games_without_partner_are_single_or_left_out(run: Run, games: Path) -> None:
    text = games.read_text()
    games.write_text(text + pgn("a", "b", 1.0, FEN="alone"))
    done = run("verdict", str(games))
    assert "games            12" in done.out
    assert done.err == "games without a partner left out: 1\n"
    games.write_text(pgn("a", "b", 1.0, FEN="x") + pgn("a", "b", 0.5, FEN="y"))
    done = run("verdict", str(games))
    assert "games            2 (won 1, drawn 1, lost 0)" in done.out
    assert "pairs" not in done.out
    assert "expected games in pairs" in run("verdict", str(games), "--pairs").err


def test_broken_and_unfinished_games_are_counted_with_file_and_line(run: Run, games: Path) -> None:
    text = games.read_text()
    broken = '[White "a"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
    unfinished = pgn("a", "b", 1.0).replace("1-0", "*")
    games.write_text(text + broken + unfinished)
    done = run("verdict", str(games))
    assert done.status == 0
    lines = done.err.splitlines()
    assert lines[0].startswith(f"{games}:{text.count(chr(10)) + 1}: left out: expected two players")
    assert lines[1:] == ["broken games left out: 1", "unfinished games left out: 1"]
    assert "games            12" in done.out


def test_pools_get_a_table_of_ratings(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pool.pgn"
    results = [("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 0.5), ("a", "c", 1.0)]
    path.write_text("".join(pgn(*result) for result in results))
    done = run("verdict", str(path))
    assert done.status == 0, done.err
    table = str(metrics.rate(results))
    assert done.out.startswith(table + "\nfirst move ")
    done = run("verdict", str(path), "--player", "c", "--no-pairs")
    assert "c against all others\ngames            3" in done.out


def test_several_files_count_together(run: Run, games: Path, tmp_path: Path) -> None:
    other = tmp_path / "more.pgn"
    other.write_text(games.read_text())
    assert "games            24" in run("verdict", str(games), str(other)).out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--player", "z"], "found 'z'"),
        (["--sprt", "0"], "two numbers such as '0,2', found '0'"),
        (["--sprt", "2,0"], "elo0 below elo1"),
        (["--confidence", "2"], "between 0 and 1"),
    ],
)
def test_bad_options_end_in_one_line(run: Run, games: Path, options: list[str], words: str) -> None:
    done = run("verdict", str(games), *options)
    assert done.status == 2
    assert words in done.err
    assert done.err.count("\n") == 1


def test_files_without_games_are_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.pgn"
    path.write_text("\n\n")
    done = run("verdict", str(path))
    assert (done.status, done.out) == (2, "")
    assert f"{path}: expected a finished game" in done.err
    assert run("verdict", str(tmp_path / "none.pgn")).status == 2
    assert run("verdict", str(tmp_path)).status == 2
