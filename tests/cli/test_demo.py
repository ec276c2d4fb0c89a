"""The demonstration and the command line, as a user runs them."""

import subprocess
import sys
from pathlib import Path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own command)


def test_demo_tunes_and_proves(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    done = run("demo", "-o", str(folder), "--quick")
    assert done.returncode == 0, done.stderr
    assert "all at 50 against defaults" in done.stdout
    assert "tuned against defaults" in done.stdout
    assert f"report   {folder / 'report.html'}" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Ascent on concordance took the weights from")
    assert (folder / "report.html").stat().st_size > 10_000


def test_version_is_printed() -> None:
    assert run("--version").stdout.startswith("tabiya 0.")


def test_bad_input_is_one_line_and_status_2(tmp_path: Path) -> None:
    done = run("demo", "-o", str(tmp_path), "--games", "3")
    assert done.returncode == 2
    assert done.stderr == "tabiya: games: expected an even number of 2 or more, found 3\n"
