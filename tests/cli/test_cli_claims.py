"""Two processes with one state: the second is told who is at it, and waits."""

import os
import subprocess
import sys
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from tabiya.store import claim_path, open_database

FEW = ("--nodes", "5", "--game", "loa")
# What the command works at is PLACE.
COMMANDS = {
    "tournament": ["tournament", "tabiya", "tabiya?mobility=2", *FEW, "--store", "PLACE"],
    "clock learn": ["clock", "learn", "--game", "loa", "-o", "PLACE"],
    "clock test": ["clock", "test", "static:1", "--games", "2", "--state", "PLACE"],
    "population": ["population", "make", "loa", "--small", "-o", "PLACE"],
    "rounds": [
        *("tune", "--rounds", "1", "--game", "loa", "--play", "2 games, 5 nodes", "-o", "PLACE"),
        *("--label", "5 nodes", "--prove", "random:2, 2 games, 5 nodes"),
    ],
}  # fmt: skip


def claim(kind: str, place: Path, stack: ExitStack) -> AbstractContextManager[None]:
    if kind == "tournament":
        return stack.enter_context(open_database(place)).claim("match")
    return claim_path(place)


@pytest.mark.parametrize("kind", COMMANDS)
def test_the_second_process_is_told_and_waits(kind: str, tmp_path: Path) -> None:
    place = tmp_path / "place"
    words = [str(place) if word == "PLACE" else word for word in COMMANDS[kind]]
    with ExitStack() as stack:
        stack.enter_context(claim(kind, place, stack))
        process = stack.enter_context(
            subprocess.Popen(  # noqa: S603 (our own command)
                [sys.executable, "-c", "from tabiya.cli import main; main()", *words],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        assert process.stderr is not None
        said = next(iter(process.stderr), "")
        assert process.poll() is None
        process.kill()
    assert said.startswith(f"{place}: process {os.getpid()} on ")
    assert said.endswith(" is at it; waiting until it is done\n")
