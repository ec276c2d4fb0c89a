"""Which chunks stand where in the games."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

import numpy as np
import polars as pl

from tabiya import _core
from tabiya.chunks._chunk import Chunk
from tabiya.chunks._error import ChunkError
from tabiya.chunks._library import Library, pattern

N_MIRRORS = 4


@dataclass(frozen=True)
class Indexed:
    """A library as the index knows it: by the hashes of what its chunks match."""

    library: Library

    @cached_property
    def hashes(self) -> list[str]:
        """Return the hash of each chunk."""
        return [chunk.hash for chunk in self.library]

    @cached_property
    def importance(self) -> list[float]:
        """Return what each chunk counts; nan where that follows from how rare it is."""
        return [np.nan if c.importance is None else float(c.importance) for c in self.library]

    @cached_property
    def classes(self) -> list[tuple[str, list[int]]]:
        """Return a digest of each class, and the numbers of its chunks."""
        numbers = {chunk.name: number for number, chunk in enumerate(self.library)}
        return [
            (_digest([chunk.hash for chunk in chunks]), [numbers[chunk.name] for chunk in chunks])
            for chunks in self.library.classes.values()
        ]

    def update(self, core: _core.GameTree) -> int:
        """Bring the index of a database up to date; return how many chunks were looked for."""
        chunks = [(chunk.hash, chunk.compiled()) for chunk in self.library]
        classes = [
            (digest, [self.hashes[number] for number in members])
            for digest, members in self.classes
        ]
        return core.index(chunks, classes)


def find(core: _core.GameTree, indexed: Indexed | None, chunk: "str | Chunk") -> pl.DataFrame:
    """Return where a chunk stands: game, ply and mirror."""
    found = chunk if isinstance(chunk, Chunk) else _chunk_of(indexed, chunk)
    if core.is_indexed(found.hash):
        games, plies, bits = core.places(found.hash)
        mirrors = np.log2(bits.astype(np.float64)).astype(np.uint8)
        return _table(found, games, plies, mirrors)
    games, plies, bits = core.scan(_core.Chunks([found.compiled()]), 0)
    rows = [np.flatnonzero(bits >> mirror & 1) for mirror in range(N_MIRRORS)]
    where = np.concatenate(rows)
    mirrors = np.repeat(np.arange(N_MIRRORS, dtype=np.uint8), [len(r) for r in rows])
    return _table(found, games[where], plies[where], mirrors).sort("game", "ply", "mirror")


def _table(
    chunk: Chunk,
    games: "np.typing.NDArray[np.uint32]",
    plies: "np.typing.NDArray[np.uint32]",
    mirrors: "np.typing.NDArray[np.uint8]",
) -> pl.DataFrame:
    names = pl.Series([chunk.mirror_name(mirror) for mirror in range(N_MIRRORS)])
    return pl.DataFrame(
        {"game": games, "ply": plies, "mirror": mirrors, "seen_as": names.gather(mirrors)}
    )


def _chunk_of(indexed: Indexed | None, text: str) -> Chunk:
    """Return the chunk of a name, or the unnamed chunk of a pattern."""
    if indexed is not None and text in indexed.library:
        return indexed.library[text]
    try:
        return pattern(text).chunks[0]
    except ChunkError:
        if text.replace("_", "").isalnum() and indexed is not None:
            return indexed.library[text]  # says which names there are
        raise


def _digest(hashes: Sequence[str]) -> str:
    return blake2b(" ".join(sorted(hashes)).encode(), digest_size=16).hexdigest()
