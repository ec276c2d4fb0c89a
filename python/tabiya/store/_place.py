"""Where a store is: a path, or the URL of a server, which may hold a password."""

import re
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

# A scheme as SQLAlchemy knows them; anything else is a path, whatever is in it.
IS_URL = re.compile(r"[a-z][a-z0-9]*(\+[a-z0-9]+)?://")
# A password may hold spaces and slashes: it ends at the last @ of the line.
PASSWORD = re.compile(r"(://[^/@\s:]*:).*(@)|((?:[?&]|\b)\w*password=)[^&\s]+", re.IGNORECASE)
HIDDEN = "***"


class StoreError(OSError):
    """The store cannot be read or written: a full disk, another kind of file, a lost server."""


def without_passwords(text: str) -> str:
    """Return a text in which the passwords of URLs cannot be read.

    >>> without_passwords("postgresql://ann:secret@host/name: no such database")
    'postgresql://ann:***@host/name: no such database'
    >>> without_passwords("postgresql://host/name?user=ann&password=secret")
    'postgresql://host/name?user=ann&password=***'
    """

    def hide(found: re.Match[str]) -> str:
        before, after, name = found.groups()
        return f"{name}{HIDDEN}" if name else f"{before}{HIDDEN}{after}"

    return PASSWORD.sub(hide, text)


def is_url(place: str | Path) -> bool:
    """Return whether a place is the URL of a server; all else is a path.

    >>> is_url("postgresql://host/name"), is_url("match.db")
    (True, False)
    """
    return IS_URL.match(str(place)) is not None


def read_place(place: str | Path) -> URL:
    """Return a place as a URL; a path may have any characters.

    >>> read_place("some folder/what?.db").database.endswith("/some folder/what?.db")
    True
    >>> read_place("postgresql://host/name").drivername
    'postgresql+psycopg'

    Raises
    ------
    StoreError
        If a URL cannot be read.
    """
    text = str(place)
    if not is_url(text):
        return URL.create("sqlite", database=str(Path(text).absolute()))
    try:
        url = make_url(_quoted(text))
    except (ArgumentError, ValueError):
        shown = without_passwords(text)
        raise StoreError(f"{shown}: expected a path or the URL of a database") from None
    # The driver that is kept; SQLAlchemy would take its predecessor.
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def _quoted(text: str) -> str:
    """Return a URL in which an @ of the password is written as URLs write it.

    >>> _quoted("postgresql://ann:hu@sh@host/name")
    'postgresql://ann:hu%40sh@host/name'
    """
    scheme, _, rest = text.partition("://")
    authority, slash, path = rest.partition("/")
    who, at, host = authority.rpartition("@")
    return f"{scheme}://{who.replace('@', '%40')}{at}{host}{slash}{path}"
