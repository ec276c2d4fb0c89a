"""Claims: of all processes that use a store, one alone plays a match or leads a run."""

import errno
import fcntl
import os
import socket
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import Engine, text

# Called once with who has the claim, before it is waited for.
OnWait: TypeAlias = Callable[[str], object]

LOOK_EVERY_SECONDS = 0.2


def process_name() -> str:
    """Return what this process is called: ``process 123 on host``."""
    return f"process {os.getpid()} on {socket.gethostname()}"


@contextmanager
def claim_file(path: Path, on_wait: OnWait | None) -> Iterator[None]:
    """Hold a lock file, which the system takes back from whoever dies."""
    told = False
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 200).decode(errors="replace") or "another process"
            os.close(descriptor)
            if on_wait is not None and not told:
                on_wait(holder)
            told = True
            time.sleep(LOOK_EVERY_SECONDS)
            continue
        except BaseException:
            os.close(descriptor)
            raise
        if _is_same(descriptor, path):
            break
        os.close(descriptor)  # whoever had it has removed it
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, process_name().encode())
        yield
    finally:
        with suppress(FileNotFoundError):
            path.unlink()
        os.close(descriptor)


@contextmanager
def claim_path(path: str | Path, on_wait: OnWait | None = None) -> Iterator[None]:
    """Be the only process that works at a file or folder, after waiting if need be.

    For learners that keep where they are beside what they write; stores have claims of their own.

    Parameters
    ----------
    path : str or Path
        The file or folder; beside it stands, meanwhile, a file that ends with ``.lock``.
    on_wait : callable, optional
        Called once with who is at it, before the waiting begins.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with claim_path(folder / "my.clock"):
    ...     [each.name for each in folder.iterdir()]
    ['my.clock.lock']
    """
    target = Path(os.path.normpath(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    with claim_file(target.with_name(f"{target.name}.lock"), on_wait):
        yield


def _is_same(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


HOLDER = text(
    "SELECT activity.application_name FROM pg_locks AS locks JOIN pg_stat_activity AS activity "
    "USING (pid) WHERE locks.locktype = 'advisory' AND locks.granted "
    "AND locks.classid = :room AND locks.objid = :number LIMIT 1"
)
# Of the pairs of numbers that a server locks, ours begin with this one.
ROOM = 7_496_034


@contextmanager
def claim_on_server(engine: Engine, name: str, on_wait: OnWait | None) -> Iterator[None]:
    """Hold a lock of a server of PostgreSQL, which takes it back when the connection is lost."""
    numbers = {"room": ROOM, "number": zlib.crc32(name.encode()) & 0x7FFFFFFF}
    take = text("SELECT pg_try_advisory_lock(:room, :number)")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        told = False
        while not connection.execute(take, numbers).scalar():
            if on_wait is not None and not told:
                on_wait(connection.execute(HOLDER, numbers).scalar() or "another process")
            told = True
            time.sleep(LOOK_EVERY_SECONDS)
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:room, :number)"), numbers)
