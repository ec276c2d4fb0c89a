"""Stores: places, passwords, files of others, claims and rows that were changed."""

import hashlib
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tabiya.analysts import AssessmentCache
from tabiya.store import StoreError, open_database, without_passwords

HOLD = """
import sys
from tabiya.store import open_database
with open_database(sys.argv[1]) as database, database.claim("run"):
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.parametrize("name", ["what?.db", "two words.db", "a%20b.db", "x://y.db", "#1.db"])
def test_a_path_is_a_path(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with open_database(path) as database:
        assert database.place == str(path)
    assert path.read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("postgresql://host/none", r"expected psycopg, .* pip install 'tabiya\[postgresql\]'"),
        ("mysql://host/none", "expected SQLite or PostgreSQL"),
    ],
)
def test_a_missing_driver_is_told_with_the_extra_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, place: str, words: str
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=words):
        open_database(place)


@pytest.mark.parametrize(
    "place",
    [
        "postgresql://ann:hush@127.0.0.1:1/none",
        "postgresql://ann:hu@sh@127.0.0.1:1/none",
        "postgresql://127.0.0.1:1/none?user=ann&password=hush",
        "postgresql://127.0.0.1:1/none?user=ann&sslpassword=hush",
        "postgresql://ann:hush hush@127.0.0.1:1/none",
        "postgresql://ann:hu/hush@127.0.0.1:1/none",
        "postgresql://ann:hush@127.0.0.1:port/none",
        "nosuch://ann:hush@host/none",
    ],
)
def test_passwords_are_never_told(place: str) -> None:
    with pytest.raises(StoreError) as error:
        open_database(place)
    assert "hush" not in str(error.value)
    assert "sh@" not in str(error.value)
    assert without_passwords(place) in str(error.value)


@pytest.mark.parametrize("table", ["bookmarks", "games"])
@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_the_database_of_another_program_is_not_touched(
    tmp_path: Path, table: str, journal: str
) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA journal_mode={journal}")
    connection.execute(f"CREATE TABLE {table} (url TEXT)")
    connection.commit()
    connection.close()
    before = hashlib.sha256(path.read_bytes()).digest()
    with pytest.raises(StoreError, match="the database of another program"):
        open_database(path)
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert [each.name for each in tmp_path.iterdir()] == ["other.db"]


def test_a_file_of_another_kind_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Event "?"]\n\n1. e4 *\n')
    with pytest.raises(StoreError, match="a file of another kind"):
        open_database(path)
    assert path.read_text() == '[Event "?"]\n\n1. e4 *\n'


def test_a_second_process_is_told_who_has_the_claim(place: str) -> None:
    command = [sys.executable, "-c", HOLD, place]
    holder = subprocess.Popen(  # noqa: S603 (our own command)
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    said: list[str] = []

    def release(who: str) -> None:
        said.append(who)
        assert holder.stdin is not None
        holder.stdin.write("\n")
        holder.stdin.flush()

    with open_database(place) as database, database.claim("run", release):
        assert len(said) == 1
        assert said[0].startswith(f"process {holder.pid} on ")
    holder.communicate()


def test_the_claim_of_a_killed_process_is_free(place: str) -> None:
    command = [sys.executable, "-c", HOLD, place]
    holder = subprocess.Popen(  # noqa: S603 (our own command)
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with open_database(place) as database, database.claim("run", lambda _: holder.kill()):
        pass
    holder.communicate()


def test_claims_of_one_process_are_one_claim(place: str) -> None:
    with open_database(place) as database, database.claim("a"), database.claim("a"):
        pass


def test_many_threads_make_one_store(place: str) -> None:
    """The tables are made once, though all of them want to."""
    errors: list[BaseException] = []

    def make() -> None:
        try:
            open_database(place).close()
        except StoreError as error:
            errors.append(error)

    threads = [threading.Thread(target=make) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_the_same_score_may_be_put_twice(place: str) -> None:
    with AssessmentCache(place) as cache:
        cache.put("depth 1", {"p": 1.5, "q": -2.0})
        cache.put("depth 1", {"p": 1.5, "r": 0.25})
        assert cache.get("depth 1", ["p", "q", "r", "s"]) == {"p": 1.5, "q": -2.0, "r": 0.25}


def test_a_score_that_was_changed_is_said(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    with AssessmentCache(path) as cache:
        cache.put("x", {"p": 1.5})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE assessments SET score = -1.5")
    connection.close()
    with AssessmentCache(path) as cache, pytest.raises(StoreError, match="changed or damaged"):
        cache.get("x", ["p"])
