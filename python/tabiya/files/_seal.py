"""Checksums inside Parquet files, of which a changed bit may otherwise load as another number."""

import re
import zlib
from functools import lru_cache
from pathlib import Path

KEY = "tabiya.checksum"
# What stands in a file until its checksum is known; both are of the same length.
OPEN = "crc32:--------"
MARK = re.compile(rb"crc32:([0-9a-f]{8}|--------)")
CHUNK = 1 << 20
# The mark is in the footer, at the end of a file.
FOOTER_BYTES = 1 << 24


def seal(path: Path) -> None:
    """Write the checksum of a file into it, in place of the open mark in its footer.

    Raises
    ------
    ValueError
        If there is no such mark.
    """
    place = _find(path)
    if place is None:
        raise ValueError(f"{path}: expected a place for a checksum, found none")
    mark = f"crc32:{_checksum(path, place):08x}".encode()
    with path.open("r+b") as file:
        file.seek(place)
        file.write(mark)


def check_seal(path: Path) -> None:
    """Compare a file with the checksum that is in it, if there is one.

    Raises
    ------
    ValueError
        If the file is not as it was written.
    """
    at = path.stat()
    if not _is_whole(str(path), at.st_size, at.st_mtime_ns, at.st_ino):
        raise ValueError(
            f"{path}: expected the file as it was written, found damage (its checksum differs)"
        )


@lru_cache(maxsize=64)
def _is_whole(path: str, _size: int, _time: int, _node: int) -> bool:
    place = _find(Path(path))
    if place is None:
        return True
    with Path(path).open("rb") as file:
        file.seek(place)
        found = file.read(len(OPEN))
    return found == f"crc32:{_checksum(Path(path), place):08x}".encode()


def _find(path: Path) -> int | None:
    """Return where the mark is, behind its name."""
    size = path.stat().st_size
    start = max(0, size - FOOTER_BYTES)
    with path.open("rb") as file:
        file.seek(start)
        footer = file.read()
    after = footer.rfind(KEY.encode())
    mark = MARK.search(footer, after) if after >= 0 else None
    return None if mark is None else start + mark.start()


def _checksum(path: Path, place: int) -> int:
    """Return the checksum of a file whose mark is open."""
    crc = at = 0
    mark = OPEN.encode()
    with path.open("rb") as file:
        while data := file.read(CHUNK):
            first, last = max(place, at), min(place + len(mark), at + len(data))
            if first < last:
                hidden = mark[first - place : last - place]
                data = data[: first - at] + hidden + data[last - at :]
            crc = zlib.crc32(data, crc)
            at += len(data)
    return crc
