"""The table of commands: true, and quick to say."""

import subprocess
import sys

import pytest

from tabiya.cli._app import load_command
from tabiya.cli._commands import COMMANDS, Command, Group

# Not numpy: batches of positions belong to the games, and it loads in a moment.
HEAVY = ("chess", "plotly", "polars", "scipy", "sqlalchemy", "distributed", "matplotlib")


def entries() -> list[tuple[list[str], Command]]:
    found: list[tuple[list[str], Command]] = []
    for name, entry in COMMANDS.items():
        if isinstance(entry, Group):
            found += [([name, inner], command) for inner, command in entry.commands.items()]
        else:
            found.append(([name], entry))
    return found


@pytest.mark.parametrize(("words", "command"), entries(), ids=lambda each: str(each)[:30])
def test_lines_are_those_of_the_docstrings(words: list[str], command: Command) -> None:
    function = load_command(words[-1], command)
    assert (function.__doc__ or "").split("\n")[0] == command.line


def test_help_of_every_command_loads_no_heavy_library() -> None:
    calls = [words for words, _ in entries()]
    code = f"""
import sys
from tabiya.cli._app import build_app
for words in {calls!r}:
    arguments = [*words, "--help"]
    build_app(arguments)(arguments, standalone_mode=False)
print("loaded:", sorted(set({HEAVY!r}) & set(sys.modules)))
"""
    done = subprocess.run(  # noqa: S603 (the code above)
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "loaded: []"
    assert done.stdout.count("Usage:") == len(calls)


def test_a_command_after_two_dashes_is_loaded_too() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from tabiya.cli import main; main()", "--", "weights", "chess"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "knight" in done.stdout
