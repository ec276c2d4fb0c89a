"""Stores to keep runs in: SQLite, and a PostgreSQL server that the tests start."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

# A shell starts what runs in its background deaf to Ctrl-C, and `nohup` to the end of the terminal;
# the programs under test would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Start a PostgreSQL server of our own; return the URL of its database."""
    pgserver = pytest.importorskip("pgserver", reason="no PostgreSQL server to start")
    folder = Path(tempfile.mkdtemp())
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # it warns without one
    server = pgserver.get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where a run may be kept."""
    if request.param == "sqlite":
        return str(tmp_path / "run.db")
    return str(request.getfixturevalue("postgres"))
