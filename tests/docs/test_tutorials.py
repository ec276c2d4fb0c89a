"""The tutorials, run as they stand: files written, commands run, what they print compared."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TUTORIALS = sorted((Path(__file__).parents[2] / "docs" / "tutorials").glob("*.md"))
DATA = Path(os.environ.get("TABIYA_DATA", "nowhere"))
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
GAMES = "/usr/games"


def commands_of(block: str) -> list[tuple[str, str]]:
    """Return the commands of a block, each with what it should print."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    pairs = [part.partition("\n") for part in parts]
    return [(command, expected) for command, _, expected in pairs]


def missing(text: str) -> str:
    """Return what a tutorial needs and is not here."""
    found = re.match(r"<!-- needs: (.*) -->", text)
    for need in found[1].split(", ") if found else ():
        if need == "data":
            if not DATA.exists():
                return "TABIYA_DATA is not set"
        elif shutil.which(need) is None and shutil.which(need, path=GAMES) is None:
            return f"{need} is not installed"
    return ""


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_tutorial_runs(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if reason := missing(text):
        pytest.skip(reason)
    folder = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}:{GAMES}"}
    n_run = 0
    for kind, title, block in BLOCK.findall(text):
        if title:
            (tmp_path / title).write_text(block, encoding="utf-8")
        for command, expected in commands_of(block) if kind == "console" else ():
            done = subprocess.run(  # noqa: S602 (the commands of our own documentation)
                command,
                shell=True,
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"{command}\n{done.stderr}"
            checker = doctest.OutputChecker()
            matches = checker.check_output(expected, done.stdout, FLAGS)
            assert not expected or matches, f"{command}\n{done.stdout}"
            n_run += 1
    assert n_run > 2


def test_there_are_four() -> None:
    assert len(TUTORIALS) == 4
