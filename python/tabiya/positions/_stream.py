"""Files as streams of bytes, plain or compressed, whatever their names say."""

import bz2
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import zstandard

# Compressed bytes read at a time: little, for what they hold can be a thousand times as much.
PIECE = 1 << 16


class TruncatedError(ValueError):
    """A compressed file ends early or is damaged; what came before it has been read."""


class _Decompressor(Protocol):
    def decompress(self, data: bytes, /) -> bytes: ...
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...


def _gzip() -> _Decompressor:
    return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)


def _zstandard() -> _Decompressor:
    return zstandard.ZstdDecompressor().decompressobj()


# How files begin, and what undoes their compression.
MAGIC: list[tuple[bytes, str, Callable[[], _Decompressor]]] = [
    (b"\x1f\x8b", "gzip", _gzip),
    (b"BZh", "bzip2", bz2.BZ2Decompressor),
    (b"\x28\xb5\x2f\xfd", "zstandard", _zstandard),
]


def read_pieces(path: Path, done: Callable[[int], object] | None = None) -> Iterator[bytes]:
    """Yield the bytes of a file, decompressed if it is a gzip, bzip2 or zstandard file.

    Parameters
    ----------
    path : Path
        The file.
    done : callable, optional
        Called with the number of bytes read from the file so far.

    Raises
    ------
    TruncatedError
        If a compressed file ends early or is damaged, after all that could be read was yielded.
    """
    with path.open("rb") as file:
        n_read = 0

        def read() -> bytes:
            nonlocal n_read
            piece = file.read(PIECE)
            n_read += len(piece)
            if done is not None:
                done(n_read)
            return piece

        piece = read()
        for magic, name, make in MAGIC:
            if piece.startswith(magic):
                yield from _decompress(piece, read, (magic, name, make))
                return
        while piece:
            yield piece
            piece = read()


def _decompress(
    piece: bytes,
    read: Callable[[], bytes],
    way: tuple[bytes, str, Callable[[], _Decompressor]],
) -> Iterator[bytes]:
    """Undo the compression; a file may hold several streams one after the other."""
    magic, name, make = way
    decompressor = make()
    while piece:
        try:
            yield decompressor.decompress(piece)
        except (zlib.error, OSError, zstandard.ZstdError) as error:
            raise TruncatedError(f"expected {name} data, found damage: {error}") from None
        if not decompressor.eof:
            piece = read()
            continue
        piece = decompressor.unused_data.lstrip(b"\0") or read().lstrip(b"\0")
        if 0 < len(piece) < len(magic):
            piece += read()
        if piece and not piece.startswith(magic):
            raise TruncatedError(f"expected the end of the {name} data, found {piece[:8]!r}")
        if piece:
            decompressor = make()
    if not decompressor.eof:
        raise TruncatedError(f"expected the end of the {name} data, found the end of the file")
