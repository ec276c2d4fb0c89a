"""Builds that are interrupted lose no committed game and go on."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.chunks.conftest import GAMES

from tabiya.chunks import DatabaseError, _games_add, open_games

# Opening moves that do not get in each other's way.
MOVES = ("a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3")


def many_games(n: int) -> str:
    """Games of five moves, all different."""
    texts = []
    for number in range(n):
        one, two = MOVES[number % 8], MOVES[(number + 1 + number // 8 % 7) % 8]
        texts.append(
            f'[White "p{number}"]\n[Date "{1900 + number % 100}.01.01"]\n\n'
            f"1. Nf3 Nf6 2. Ng1 Ng8 3. {one} a6 4. {two} b6 1-0\n"
        )
    return "\n".join(texts)


@pytest.fixture
def small_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_games_add, "BLOCK", 1000)
    monkeypatch.setattr(_games_add, "COMMIT", 50)


@pytest.mark.usefixtures("small_commits")
def test_an_interrupted_build_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(many_games(200), encoding="utf-8")
    db = open_games(tmp_path / "m.db")

    calls = 0

    def interrupt(_done: int, _all: int) -> None:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise KeyboardInterrupt

    # A file of one piece is read in one go, so the interruption comes after its last block.
    with pytest.raises(KeyboardInterrupt):
        db.add(path, progress=interrupt)
    n_before = db.n_games
    assert n_before > 0
    assert open_games(tmp_path / "m.db").n_games == n_before
    added = db.add(path)
    assert (added.n_before, added.n_duplicates) == (n_before, 0)
    assert db.n_games == 200
    whole = open_games(tmp_path / "whole.db")
    whole.add(path)
    assert db.games().equals(whole.games())
    assert db.n_positions == whole.n_positions
    again = db.add(path)
    assert (again.n_before, again.n_read, again.n_added) == (200, 0, 0)


BUILD = """
import sys
from tabiya.chunks import _games_add, open_games
_games_add.BLOCK, _games_add.COMMIT = 1000, 50
open_games(sys.argv[1]).add(sys.argv[2])
"""


def test_a_killed_build_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(many_games(400), encoding="utf-8")
    database = tmp_path / "m.db"
    process = subprocess.Popen([sys.executable, "-c", BUILD, database, path])  # noqa: S603 (ours)
    deadline = time.monotonic() + 60
    while not (database.exists() and database.stat().st_size > 0):
        assert time.monotonic() < deadline
        time.sleep(0.005)
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    db = open_games(database)
    n_kept = db.n_games
    added = db.add(path)
    assert added.n_before == n_kept
    assert db.n_games == 400
    assert db.n_positions == open_and_build(tmp_path / "whole.db", path)


def open_and_build(database: Path, path: Path) -> int:
    db = open_games(database)
    db.add(path)
    return db.n_positions


FILL = """
import resource, signal, sys
from tabiya.chunks import open_games
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
db = open_games(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    db.add(sys.argv[2])
except ValueError as error:
    print(error)
    sys.exit(2)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of file sizes stands for a full disk")
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    database, first, second = tmp_path / "m.db", tmp_path / "first.pgn", tmp_path / "second.pgn"
    first.write_text(GAMES, encoding="utf-8")
    second.write_text(many_games(3000), encoding="utf-8")
    open_games(database).add(first)
    limit = str(database.stat().st_size + 100_000)
    done = subprocess.run(  # noqa: S603 (ours)
        [sys.executable, "-c", FILL, database, second, limit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done
    assert "what was committed before is kept" in done.stdout
    db = open_games(database)
    assert db.n_games == 4
    assert db.add(second).n_added == 3000


def test_a_database_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="nowhere"):
        open_games(tmp_path / "nowhere" / "m.db").add(GAMES)
