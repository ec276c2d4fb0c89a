"""Stores to keep runs in: SQLite, and a PostgreSQL server that the tests start."""

import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

# A shell starts what runs in its background deaf to Ctrl-C, and `nohup` to the end of the terminal;
# the programs under test would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Start a PostgreSQL server of our own; return what makes a database and gives its URL."""
    pgserver = pytest.importorskip("pgserver", reason="no PostgreSQL server to start")
    folder = Path(tempfile.mkdtemp())
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # it warns without one
    server = pgserver.get_server(folder, cleanup_mode="stop")
    numbers = count(1)

    def make() -> str:
        name = f"store{next(numbers)}"
        server.psql(f"CREATE DATABASE {name};")
        return str(server.get_uri(name))

    try:
        yield make
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where a match or a run may be kept; nothing is there yet."""
    if request.param == "sqlite":
        return str(tmp_path / "run.db")
    return str(request.getfixturevalue("postgres")())
