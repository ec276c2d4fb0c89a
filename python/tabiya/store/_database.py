"""A database that is opened, written in whole steps, and closed."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from tabiya.store._schema import metadata


class StoreError(OSError):
    """The store cannot be read or written: a full disk, another kind of file, a lost server."""


@dataclass(frozen=True)
class Database:
    """An open store. Each step is committed as a whole or not at all."""

    place: str
    engine: Engine

    @contextmanager
    def step(self) -> Iterator[Connection]:
        """Give a connection, and commit at the end.

        Raises
        ------
        StoreError
            If the database refuses; nothing of the step is left then.
        """
        try:
            with self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            reason = getattr(error, "orig", None) or error
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
        If it is neither.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with open_database(pathlib.Path(tempfile.mkdtemp(), "match.db")) as database:
    ...     with database.step() as connection:
    ...         connection.exec_driver_sql("SELECT 1").scalar()
    1
    """
    text = str(place)
    is_url = "://" in text
    # The driver that is kept; SQLAlchemy would take its predecessor.
    url = text.replace("postgresql://", "postgresql+psycopg://", 1)
    try:
        engine = create_engine(url if is_url else f"sqlite:///{Path(text).absolute()}")
    except (SQLAlchemyError, ImportError) as error:
        raise StoreError(f"{text}: expected a path or the URL of a database, found {error}") from (
            None
        )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    database = Database(text, engine)
    with database.step() as connection:
        metadata.create_all(connection)
    return database


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    """Write ahead, so that a step costs no wait for the disk and a killed process loses none."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()
