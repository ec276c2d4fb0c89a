"""What is shown of errors and names: one line, of a sensible length, without control characters."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tabiya

COMMAND = [sys.executable, "-c", "from tabiya.cli import main; main()"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 (our own command)
        [*COMMAND, *words], capture_output=True, text=True, check=False
    )


def on_terminal(*words: str) -> tuple[int, bytes]:
    """Run a command on a terminal; return its exit status and all that the terminal got."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(  # noqa: S603 (our own command)
        [*COMMAND, *words], stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        said += piece
    process.wait()
    os.close(ours)
    return process.returncode, said


def test_an_error_is_short_and_plain() -> None:
    done = run("analyse", "\x1b[2J" + "x" * 100_000)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr
    assert "\\x1b[2J" in done.stderr
    assert len(done.stderr) < 1000


def test_the_package_is_a_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tabiya", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"tabiya {tabiya.__version__}\n"
    wrong = subprocess.run(
        [sys.executable, "-m", "tabiya", "analyse", "nothing.pgn"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("tabiya: ")


def test_a_traceback_is_shown_on_request() -> None:
    done = run("analyse", "nothing.pgn", "--traceback")
    assert done.returncode == 2
    *shown, last = done.stderr.splitlines()
    assert shown[0] == "Traceback (most recent call last):"
    assert last.startswith("tabiya: ")
    assert run("analyse", "nothing.pgn").stderr.splitlines() == [last]


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000])
@pytest.mark.parametrize("option", ["--nodes", "--depth", "--seconds", "--seed"])
def test_numbers_of_many_digits_are_one_line(option: str, number: str) -> None:
    limit = ["--nodes", "5"] if option == "--seed" else []
    done = run(
        "match", "tabiya", "tabiya", "--games", "2", "--max-plies", "2", option, number, *limit
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 2 or (option == "--seed" and done.returncode == 0)


def test_names_do_not_reach_a_terminal_raw(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[White "a\x1b]0;boo\x07"]\n[Black "b"]\n[Result "1-0"]\n\n1. e4 1-0\n' * 4)
    status, said = on_terminal("verdict", str(path))
    assert status == 0
    assert b"boo" in said
    assert b"\x1b]0;boo" not in said


def test_lines_stand_above_the_bar(tmp_path: Path) -> None:
    end = "-XXXXXX--OXXXXO-OOXXXOOXOOXOOXXXOOXXXXXXOOOXXXX--OOOXX----OOOOO- X"
    path = tmp_path / "ends.obf"
    path.write_text(f"{end};\n" * 3)
    status, said = on_terminal("solve", str(path))
    assert status == 0
    assert b"positions" in said  # there was a bar
    lines = [
        re.split(rb"\r|\x1b\[2K", line)[-1] for line in said.replace(b"\r\n", b"\n").split(b"\n")
    ]
    assert [line for line in lines if b"black to move" in line] == [
        b"black to move, 11 empty: +32 discs"
    ] * 3


def test_a_full_disk_names_the_file_and_leaves_the_old_one(tmp_path: Path) -> None:
    """A disk is full when the system says so; here it is a limit of the size of files."""
    path = tmp_path / "weights.toml"
    tabiya.players.Weights("loa").save(path)
    before = path.read_bytes()
    code = (
        "import resource, signal, sys, tabiya\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))\n"
        "tabiya.players.Weights('loa').save(sys.argv[1])\n"
    )
    done = subprocess.run(  # noqa: S603 (our own code)
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert str(path) in done.stderr.splitlines()[-1]
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
