"""A database that is opened, written in whole steps, and closed."""

import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.exc import SQLAlchemyError

from tabiya.store._claim import OnWait, claim_file, claim_on_server, process_name
from tabiya.store._ours import APPLICATION_ID, check_ours
from tabiya.store._place import StoreError, read_place, without_passwords
from tabiya.store._schema import metadata

TABLES = "the tables"
# How long others are waited for, and how long until the next try, in seconds.
BUSY_SECONDS, TRY_AGAIN = 10, 0.01


@dataclass(frozen=True)
class Database:
    """An open store. Each step is committed as a whole or not at all."""

    place: str
    engine: Engine
    _claimed: set[str] = field(default_factory=set)

    @contextmanager
    def step(self) -> Iterator[Connection]:
        """Give a connection, and commit at the end.

        Raises
        ------
        StoreError
            If the database refuses; nothing of the step is left then.
        """
        with self._speaking(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def claim(self, name: str, on_wait: OnWait | None = None) -> Iterator[None]:
        """Be the only process that works at something in this store, after waiting if need be.

        Who dies loses the claim at once; a claim inside the same claim is no other.

        Parameters
        ----------
        name : str
            What is worked at: a match, a run.
        on_wait : callable, optional
            Called once with who has it, before the waiting begins.
        """
        if name in self._claimed:
            yield
            return
        with self._speaking():
            if self.engine.dialect.name == "sqlite":
                number = zlib.crc32(name.encode())
                held = claim_file(Path(f"{self.engine.url.database}.{number:08x}.lock"), on_wait)
            else:
                held = claim_on_server(self.engine, name, on_wait)
            with held:
                self._claimed.add(name)
                try:
                    yield
                finally:
                    self._claimed.discard(name)

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        """Let the database's errors be said in one line, without passwords."""
        try:
            yield
        except SQLAlchemyError as error:
            reason = without_passwords(str(getattr(error, "orig", None) or error))
            raise StoreError(f"{self.place}: {reason}") from None

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def open_database(place: str | Path) -> Database:
    """Open a store: a file of SQLite, which is made if need be, or the URL of a server.

    Parameters
    ----------
    place : str or Path
        A path, or a URL such as ``postgresql://host/name``.

    Raises
    ------
    StoreError
        If it is neither, or the file of another program, which is not touched.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with open_database(pathlib.Path(tempfile.mkdtemp(), "match.db")) as database:
    ...     with database.step() as connection:
    ...         connection.exec_driver_sql("SELECT 1").scalar()
    1
    """
    shown = without_passwords(str(place))
    url = read_place(place)
    who: dict[str, Any] = {}
    if url.drivername == "sqlite":
        check_ours(Path(str(url.database)), metadata)
    elif url.drivername.startswith("postgresql"):
        who = {"application_name": process_name()[:63]}
    try:
        engine = create_engine(url, connect_args=who)
    except ImportError as error:
        if not url.drivername.startswith("postgresql"):
            raise StoreError(f"{shown}: expected SQLite or PostgreSQL, found {error}") from None
        raise StoreError(
            f"{shown}: expected psycopg, found none; pip install 'tabiya[postgresql]'"
        ) from None
    except SQLAlchemyError as error:
        reason = without_passwords(str(error))
        raise StoreError(
            f"{shown}: expected a path or the URL of a database, found {reason}"
        ) from (None)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    database = Database(shown, engine)
    try:
        _make_tables(database)
    except BaseException:
        database.close()
        raise
    return database


def _make_tables(database: Database) -> None:
    """Make the tables that are missing, of several processes by one."""
    with database.step() as connection:
        inspector = inspect(connection)
        there = set(inspector.get_table_names())
        for name in there & set(metadata.tables):
            found = {column["name"] for column in inspector.get_columns(name)}
            missing = set(metadata.tables[name].columns.keys()) - found
            if missing:
                raise StoreError(
                    f"{database.place}: expected a store of this version, found one without "
                    f"{name}.{min(missing)}; begin a new one"
                )
    if set(metadata.tables) <= there:
        return
    with database.claim(TABLES), database.step() as connection:
        metadata.create_all(connection)


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    """Write ahead, so that a step costs no wait for the disk and a killed process loses none.

    Of several who change a new file to writing ahead, SQLite turns all but one away at once and
    does not wait: they try again.
    """
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    last = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            if not cursor.execute("PRAGMA application_id").fetchone()[0]:
                cursor.execute(f"PRAGMA application_id={APPLICATION_ID}")
            cursor.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > last:
                raise
            time.sleep(TRY_AGAIN)
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()
