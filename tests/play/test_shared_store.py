"""Whose result is it: two processes on one store, engines that change, games that were changed."""

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tabiya.engines import EngineSpec
from tabiya.play import Adjudication, SettingsError, match
from tabiya.store import StoreError

ODD = Path(__file__).parent / "engines" / "odd.py"
COMMAND = """
import sys
from tabiya.cli import main
sys.argv = ["tabiya", *sys.argv[1:]]
main()
"""


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 (our own command)
        [sys.executable, "-c", COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes_play_every_game_once(place: str, tmp_path: Path) -> None:
    def arguments(pgn: Path) -> list[str]:
        return [
            "match", "tabiya", "tabiya?preset=crafty", "--game", "loa", "--nodes", "4000",
            "--games", "12", "--concurrency", "1", "--store", place, "--pgn", str(pgn),
        ]  # fmt: skip

    pgns = [tmp_path / "a.pgn", tmp_path / "b.pgn"]
    processes = [start(*arguments(pgn)) for pgn in pgns]
    said = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    assert sum("is at it; waiting until it is done" in errors for _, errors in said) == 1
    rounds = [re.findall(r'\[Round "(.*)"\]', pgn.read_text()) for pgn in pgns]
    assert rounds[0] == rounds[1] == [f"{n // 2 + 1}.{n % 2 + 1}" for n in range(12)]


def play(script: Path, store: Path, games: int = 2) -> int:
    spec = EngineSpec("mine", (sys.executable, str(script), "good"))
    rules = Adjudication(max_plies=6)
    return len(match(spec, "tabiya", depth=1, games=games, store=store, adjudication=rules).games)


def test_a_changed_engine_is_another_player(tmp_path: Path) -> None:
    script, store = tmp_path / "engine.py", tmp_path / "match.db"
    script.write_text(ODD.read_text())
    assert play(script, store) == 2
    assert play(script, store, games=4) == 4
    script.write_text(ODD.read_text() + "\n# another version\n")
    with pytest.raises(SettingsError, match="found one with program of mine"):
        play(script, store)


WRAPPERS = {
    "by its path": 'exec {python} "{folder}/engine.py" good',
    "beside": 'exec {python} "$(dirname "$0")/engine.py" good',
    "by a variable": 'DIR=${{0%/*}}\nexec {python} "${{DIR}}/engine.py" good',
    "by another wrapper": 'exec "${{0%/*}}/other.sh" good',
    "by the PATH": "exec nice -n 1 my-odd-engine good",
    "by the PATH, without exec": 'my-odd-engine "$@" good',
}


@pytest.mark.parametrize("words", WRAPPERS.values(), ids=WRAPPERS)
def test_an_engine_behind_a_wrapper_is_known_too(
    tmp_path: Path, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def write_engine(more: str = "") -> None:
        write("engine.py", ODD.read_text() + more)
        write("my-odd-engine", f"#!{sys.executable}\n" + ODD.read_text() + more)

    write_engine()
    write("other.sh", f'#!/bin/sh\nexec {sys.executable} "${{0%/*}}/engine.py" "$@"\n')
    made = words.format(python=sys.executable, folder=tmp_path)
    spec = EngineSpec("mine", ("nice", "-n", "1", str(write("run.sh", f"#!/bin/sh\n{made}\n"))))
    settings = {"depth": 1, "games": 2, "adjudication": Adjudication(max_plies=4)}
    store = tmp_path / "match.db"
    match(spec, "tabiya", store=store, **settings)  # type: ignore[arg-type] # settings of several types
    write_engine("\n# another version\n")
    with pytest.raises(SettingsError, match="found one with program of mine"):
        match(spec, "tabiya", store=store, **settings)  # type: ignore[arg-type] # settings of several types


def test_games_of_another_version_are_not_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "match.db"
    match("tabiya", "tabiya", game="othello", nodes=20, games=2, store=store)
    monkeypatch.setattr("tabiya.play._kept_play.VERSION", "9.9")
    with pytest.raises(SettingsError, match=r"found one with version of tabiya '0\."):
        match("tabiya", "tabiya", game="othello", nodes=20, games=2, store=store)


@pytest.mark.parametrize("change", ["result = '1-0'", "moves = 'a1'", "thoughts = '[[1'"])
def test_a_game_that_was_changed_is_said(tmp_path: Path, change: str) -> None:
    store = tmp_path / "match.db"
    match("tabiya", "tabiya", game="othello", nodes=20, games=2, store=store)
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE games SET result = '0-1'")
        connection.execute(f"UPDATE games SET {change}")  # noqa: S608 (the test's own)
    connection.close()
    with pytest.raises(StoreError, match="expected game 1 as it was written"):
        match("tabiya", "tabiya", game="othello", nodes=20, games=2, store=store)
