"""Files as streams of bytes, plain or compressed, whatever their names say."""

import bz2
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import zstandard

PIECE = 1 << 16
# Bytes made of compressed ones at a time.
EXPANDED = 1 << 20
# No text that people write becomes so many times as large; what does was made to fill the memory.
MOST_RATIO = 200
# As much as any small file may become.
ALWAYS = 1 << 24


class TruncatedError(ValueError):
    """A compressed file ends early or is damaged; what came before it has been read."""


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def expand(self, data: bytes, /) -> Iterator[bytes]:
        """Undo the compression of some bytes, in pieces of no more than a few mebibytes."""


class _Gzip:
    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def expand(self, data: bytes) -> Iterator[bytes]:
        while data:
            yield self._inner.decompress(data, EXPANDED)
            data = self._inner.unconsumed_tail


class _Bzip2:
    def __init__(self) -> None:
        self._inner = bz2.BZ2Decompressor()

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def expand(self, data: bytes) -> Iterator[bytes]:
        yield self._inner.decompress(data, EXPANDED)
        while not self._inner.eof and not self._inner.needs_input:
            yield self._inner.decompress(b"", EXPANDED)


class _Zstandard:
    # A block of three bytes can hold 128 KiB.
    SLICE = 64

    def __init__(self) -> None:
        self._inner = zstandard.ZstdDecompressor().decompressobj()
        self._behind = b""

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data + self._behind

    def expand(self, data: bytes) -> Iterator[bytes]:
        size = self.SLICE
        for start in range(0, len(data), size):
            yield self._inner.decompress(data[start : start + size])
            if self._inner.eof:
                self._behind = data[start + size :]
                return


# How files begin, and what undoes their compression.
MAGIC: list[tuple[bytes, str, Callable[[], _Decompressor]]] = [
    (b"\x1f\x8b", "gzip", _Gzip),
    (b"BZh", "bzip2", _Bzip2),
    (b"\x28\xb5\x2f\xfd", "zstandard", _Zstandard),
]


def read_whole(path: Path, done: Callable[[int], object] | None = None) -> tuple[bytes, str | None]:
    """Return all bytes of a file, and what is wrong with it if it could not be read to its end."""
    pieces: list[bytes] = []
    try:
        pieces.extend(read_pieces(path, done))
    except TruncatedError as error:
        return b"".join(pieces), str(error)
    return b"".join(pieces), None


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
                n_made = 0
                for made in _decompress(piece, read, (magic, name, make)):
                    n_made += len(made)
                    if n_made > max(ALWAYS, MOST_RATIO * n_read):
                        raise TruncatedError(
                            f"expected {name} data of at most {MOST_RATIO} times its size, found "
                            "more; the rest is left out"
                        )
                    yield made
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
            yield from decompressor.expand(piece)
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
