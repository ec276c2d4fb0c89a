"""Columns of texts as batches, without an object for each of them."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya import _core
from tabiya.games import Batch, Game

# Rows whose texts are joined at a time.
BLOCK = 1 << 16


def pack_column(game: Game, texts: pl.Series, first: int = 0) -> Batch:
    """Return a column of positions as a batch; its first row has this number, from 0.

    Raises
    ------
    ParsePositionError
        If a text is not a position; the message begins with its row.
    """
    packed = np.empty((len(texts), _core.packed_width(game.name)), np.uint8)
    for start in range(0, len(texts), BLOCK):
        rows, faults = pack_block(game, texts.slice(start, BLOCK))
        if faults:
            index, reason = min(faults.items())
            raise _core.ParsePositionError(f"row {first + start + index + 1}: {reason}")
        packed[start : start + len(rows)] = rows
    return Batch(game, packed, checked=True)


def pack_block(game: Game, texts: pl.Series) -> tuple[NDArray[np.uint8], dict[int, str]]:
    """Return a row of bytes for each text, and what is wrong with those that are no position.

    >>> rows, faults = pack_block(Game("chess"), pl.Series(["4k3/8/8/8/8/8/8/4K3 w - - 0 1", None]))
    >>> rows.shape, list(faults)
    ((2, 32), [1])
    """
    plain = texts.fill_null("")
    if plain.str.contains("\n", literal=True).any():
        plain = plain.str.replace_all("\n", " ", literal=True)
    lines = plain.str.join("\n").item()
    rows, faults = _core.pack_lines(game.name, lines, list(game.rules.items()))
    return rows, dict(faults)
