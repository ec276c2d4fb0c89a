"""Checksums of rows: what was changed by hand or by a broken disk is not taken for a result."""

import json
import zlib
from collections.abc import Sequence
from typing import Any

from tabiya.store._place import StoreError


def checksum(*values: Any) -> int:
    """Return a number that changes with any of the values.

    >>> checksum("1-0", 3) == checksum("1-0", 3) != checksum("0-1", 3)
    True
    """
    return zlib.crc32(json.dumps(values, sort_keys=True, default=str).encode())


def check_row(place: str, what: str, found: int | None, values: Sequence[Any]) -> None:
    """Compare a row with the checksum that was kept of it.

    Raises
    ------
    StoreError
        If it is not what was written.
    """
    if found != checksum(*values):
        raise StoreError(
            f"{place}: expected {what} as it was written, found it changed or damaged "
            "(its checksum differs)"
        )
