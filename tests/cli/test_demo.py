"""The command line, as a user runs it."""

import subprocess
import sys


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


def test_demo_shows_every_game_and_its_speed() -> None:
    done = run("demo", "--nodes", "200", "--plies", "6")
    assert done.returncode == 0, done.stderr
    for name in ("chess", "othello", "loa"):
        assert name in done.stdout
    assert "nodes per second" in done.stdout
    assert done.stdout.count("a b c d e f g h") == 3


def test_version_is_printed() -> None:
    assert run("--version").stdout.startswith("tabiya 0.")


def test_bad_input_is_one_line_and_status_2() -> None:
    done = run("demo", "--nodes", "0")
    assert done.returncode == 2
    assert done.stderr == "tabiya: search: expected nodes of 1 or more, found 0\n"
