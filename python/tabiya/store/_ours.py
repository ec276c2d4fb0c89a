"""Whether a file is a store of ours: that of another program is not touched."""

import sqlite3
import struct
from pathlib import Path

from sqlalchemy import MetaData

from tabiya.store._place import StoreError

MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
# SQLite keeps a number in each file that says which program it belongs to ("taby").
APPLICATION_ID = int.from_bytes(b"taby", "big")
APPLICATION_ID_AT = 68


def check_ours(path: Path, known: MetaData) -> bool:
    """Return whether there is a store in this file; False if it is new.

    The file is opened for reading alone, and nothing is left beside it.

    Raises
    ------
    StoreError
        If it is a file of another kind or of another program.
    """
    try:
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreError(f"{path}: expected a store, found {error.strerror}") from None
    if not header:
        return False
    if len(header) < HEADER_BYTES or not header.startswith(MAGIC):
        raise StoreError(f"{path}: expected a store, found a file of another kind")
    (owner,) = struct.unpack_from(">I", header, APPLICATION_ID_AT)
    if owner == APPLICATION_ID:
        return True
    if owner or not _has_our_tables(path, known):
        raise StoreError(f"{path}: expected a store, found the database of another program")
    return True


def _has_our_tables(path: Path, known: MetaData) -> bool:
    """Return whether a database without an owner has tables that only we would have made."""
    # A file that nobody writes at is read as if it could not change: no lock, no journal.
    still = "" if Path(f"{path}-wal").exists() else "&immutable=1"
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{still}", uri=True)
        try:
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
            names = [name for (name,) in rows if not name.startswith("sqlite_")]
            columns = {
                name: {row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')}
                for name in names
                if name in known.tables
            }
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from None
    return bool(names) and all(
        name in columns and columns[name] <= set(known.tables[name].columns.keys())
        for name in names
    )
