"""Text files in blocks of whole lines, so that large ones need little memory."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from tabiya.files._stream import TruncatedError, read_pieces
from tabiya.positions._extract import Request

BLOCK = 1 << 24
# Some old files pad their lines with zeros.
BLANK = " \t\r\f\v\0"


@dataclass(frozen=True)
class TextBlock:
    """Some lines of a file.

    Attributes
    ----------
    first : int
        The number of the first line; that of the file is 1.
    text : str
        The lines.
    damage : str or None
        Why the file cannot be read beyond them, if it cannot.
    """

    first: int
    text: str
    damage: str | None = None

    @property
    def lines(self) -> pl.Series:
        """Return the lines, without their ends."""
        return pl.Series("text", [self.text]).str.split("\n").explode().str.strip_chars(BLANK)


def read_text(request: Request) -> Iterator[TextBlock]:
    """Yield a text file block by block; what is not UTF-8 is taken for Latin-1."""
    pieces: list[bytes] = []
    n_bytes, first, damage = 0, 1, None
    stream = read_pieces(request.path, request.progress)
    while True:
        try:
            piece = next(stream, None)
        except TruncatedError as error:
            piece, damage = None, str(error)
        if piece is None:
            break
        pieces.append(piece)
        n_bytes += len(piece)
        if n_bytes >= BLOCK and b"\n" in piece:
            data = b"".join(pieces)
            end = data.rindex(b"\n")
            yield TextBlock(first, decode(data[:end], first=first))
            first += data.count(b"\n", 0, end) + 1
            pieces = [data[end + 1 :]]
            n_bytes = len(pieces[0])
    yield TextBlock(first, decode(b"".join(pieces), first=first), damage)


def decode(data: bytes, *, first: int = 1) -> str:
    """Return bytes as text, without the mark that some programs put before it."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.removeprefix("\ufeff") if first == 1 else text
