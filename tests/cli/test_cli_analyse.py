"""``tabiya analyse``: one position, files of positions, and bad ones."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabiya

Run = Callable[..., Any]

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


def test_every_iteration_and_a_last_line_are_printed(run: Run) -> None:
    done = run("analyse", KIWIPETE, "--depth", "4")
    assert (done.status, done.err) == (0, "")
    report = tabiya.Player("chess").search(tabiya.game("chess").position(KIWIPETE), depth=4)
    lines = done.out.splitlines()
    depths = [line.split()[0] for line in lines if line[:5].strip().isdigit()]
    assert depths == ["1", "2", "3", "4"]
    assert f"{report.score / 100:+.2f}" in lines[5]
    position = tabiya.game("chess").position(KIWIPETE)
    assert lines[5].endswith(position.format_line(report.pv))
    assert lines[6].startswith(f"best {position.format_move(report.move)}: ")
    assert f"{report.nodes:,} nodes" in lines[6]


def test_a_seen_end_is_said_in_words(run: Run) -> None:
    assert "best Ra8#: mate in 1, win 100%" in run("analyse", MATE, "--depth", "3").out
    lost = run("analyse", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "--depth", "4").out
    assert "mated in 1, win 0%" in lost


def test_a_file_may_hold_epd_and_comments(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "some.epd"
    short = " ".join(MATE.split()[:4])
    path.write_text(f'# a comment\n\n{MATE}\n{short} bm Ra8#; id "a b";\n{MATE} bm Ra8;\n')
    done = run("analyse", str(path), "--nodes", "500")
    assert done.status == 0, done.err
    assert done.out.count("best Ra8#") == 3
    assert f"{path}:4" in done.out


@pytest.mark.parametrize("name", ["othello", "loa"])
def test_other_games_are_analysed_too(run: Run, tmp_path: Path, name: str) -> None:
    start = tabiya.game(name).initial()
    path = tmp_path / "positions.txt"
    path.write_text(f"{start}\n{start.play(start.legal_moves()[0])}\n")
    done = run("analyse", str(path), "--game", name, "--depth", "2")
    assert done.out.count("best ") == 2
    assert run("analyse", str(start), "--game", name, "--depth", "2").status == 0


def test_weights_and_preset_change_the_search(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    tabiya.weights("chess", {"queen": 100}).save(path)
    plain = run("analyse", KIWIPETE, "--depth", "5").out
    assert run("analyse", KIWIPETE, "--depth", "5", "--weights", str(path)).out != plain
    assert run("analyse", KIWIPETE, "--depth", "5", "--preset", "crafty").out != plain


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nothing.epd"], "expected a position or a file, found 'nothing.epd'"),
        (["8/8/8/8 w - - 0 1"], "expected a position of chess, othello, loa, found"),
        (["R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"], "expected a position in play, found one that ended"),
        ([KIWIPETE, "--depth", "0"], "expected depth of 1 or more, found 0"),
        ([KIWIPETE, "--seconds", "nan"], "expected seconds above 0, found nan"),
        ([KIWIPETE, "--preset", "fast", "--depth", "1"], "expected one of the presets"),
        ([KIWIPETE, "--game", "go", "--depth", "1"], "go"),
        ([KIWIPETE, "--weights", "/no/such/file"], "No such file"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run: Run, arguments: list[str], expected: str) -> None:
    done = run("analyse", *arguments)
    assert done.status == 2
    assert done.err.startswith("tabiya: ")
    assert expected in done.err
    assert done.err.count("\n") == 1


def test_a_bad_line_of_a_file_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.epd"
    path.write_text(f"{MATE}\n\nnonsense here\n")
    done = run("analyse", str(path), "--depth", "1")
    assert done.status == 2
    assert done.err.startswith(f"tabiya: {path}:3: expected a position")
    assert done.out == ""
    path.write_text("# nothing\n")
    assert "expected at least one position" in run("analyse", str(path)).err
    path.write_bytes(b"\xff\xfe\n")
    assert run("analyse", str(path)).status == 2


def test_weights_of_another_game_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    tabiya.weights("loa").save(path)
    done = run("analyse", KIWIPETE, "--weights", str(path), "--depth", "1")
    assert done.err == f"tabiya: {path}: expected weights of chess, found loa\n"


@pytest.mark.parametrize("name", tabiya.games())
def test_the_game_is_known_by_the_text(run: Run, name: str) -> None:
    start = str(tabiya.game(name).initial())
    done = run("analyse", start, "--depth", "2", "--lines", "3")
    assert done.status == 0, done.err
    assert [line.split()[0] for line in done.out.splitlines()[2:5]] == ["1", "2", "3"]
    unit = {"chess": "pawns", "othello": "discs", "loa": "score"}[name]
    assert done.out.splitlines()[1].split()[0] == unit
    other = "othello" if name != "othello" else "chess"
    wrong = run("analyse", start, "--game", other)
    assert wrong.status == 2
    assert f"expected one of {other}, found one of {name}" in wrong.err


def test_all_moves_are_told_with_their_scores(run: Run) -> None:
    done = run("analyse", MATE, "--depth", "2", "--lines", "0")
    moves = tabiya.game("chess").position(MATE).legal_moves()
    assert f"\n{len(moves)} " in done.out
    assert "1   mate in 1  100%  1. Ra8#" in done.out
    assert run("analyse", MATE, "--lines", "-1").status == 2


def test_sets_and_obf_are_read(run: Run, tmp_path: Path) -> None:
    obf = tmp_path / "some.obf"
    obf.write_text("%% FFO\n" + "-" * 27 + "OX------XO" + "-" * 27 + " X; D3:+0;\n")
    assert run("analyse", str(obf), "--depth", "1").out.count("best ") == 1
    epd = tmp_path / "some.epd"
    epd.write_text(f'{" ".join(KIWIPETE.split()[:4])} c9 "1-0";\n')
    table = tmp_path / "some.parquet"
    assert run("positions", "import", str(epd), "-o", str(table)).status == 0
    done = run("analyse", str(table), "--depth", "1")
    assert done.out.count("best ") == 1, done.err


def test_what_is_skipped_is_a_file(run: Run, tmp_path: Path) -> None:
    start, file = str(tabiya.game("loa").initial()), tmp_path / "narrow.toml"
    file.write_text('game = "loa"\n[prune]\nwidths = [2, 2, 2, 2]\n')
    narrow, full = (
        run("analyse", start, "--game", "loa", "--depth", "4", "--pruning", each).out
        for each in (str(file), "none")
    )
    counts = [
        int(out.split(" nodes in")[-2].split()[-1].replace(",", "")) for out in (narrow, full)
    ]
    assert counts[0] < counts[1]
