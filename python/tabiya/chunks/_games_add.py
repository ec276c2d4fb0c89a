"""Adding games to a database, commit by commit."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tabiya import _core
from tabiya.positions import Fault, TruncatedError, read_pieces

# Text handed to the core at a time.
BLOCK = 1 << 22
# Positions of a commit: about a second of work is all that an interruption can cost.
COMMIT = 400_000

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Addition:
    """What became of games that were added.

    Attributes
    ----------
    n_before : int
        Games of the files that were read earlier, by a call that was interrupted or had finished.
    n_read : int
        Games read now.
    n_added : int
        Games that are new in the database.
    n_duplicates : int
        Games that were there before: the same moves, surnames and year.
    faults : list of Fault
        The games that are left out because they are broken, with file and line.
    """

    n_before: int = 0
    n_read: int = 0
    n_added: int = 0
    n_duplicates: int = 0
    faults: list[Fault] = field(default_factory=list)

    def __add__(self, other: "Addition") -> "Addition":
        return Addition(
            self.n_before + other.n_before,
            self.n_read + other.n_read,
            self.n_added + other.n_added,
            self.n_duplicates + other.n_duplicates,
            self.faults + other.faults,
        )


def add_file(core: _core.GameTree, path: Path, threads: int, progress: Progress | None) -> Addition:
    """Add the games of a file; one that was interrupted goes on where the last commit ended."""
    state = path.stat()
    name = f"{path.resolve()} {state.st_size} {state.st_mtime_ns}"
    reader = _Reader(core, str(path), threads, json.loads(core.source(name) or "{}"))
    report = None if progress is None else lambda n: progress(n, state.st_size)
    reader.read(read_pieces(path, report), lambda note: (name, note))
    return reader.addition()


def add_text(core: _core.GameTree, text: str, threads: int) -> Addition:
    """Add the games of a text."""
    reader = _Reader(core, "<text>", threads, {})
    reader.read(iter([text.encode()]), lambda _: None)
    return reader.addition()


class _Reader:
    """Keeps track of bytes, lines and games from block to block, and commits now and then."""

    def __init__(self, core: _core.GameTree, file: str, threads: int, note: dict[str, int]) -> None:
        self.core = core
        self.file = file
        self.threads = threads
        self.n_bytes = note.get("bytes", 0)
        self.line = note.get("line", 1)
        self.game = note.get("game", 1)
        self.n_before = self.game - 1
        self.n_added = 0
        self.n_duplicates = 0
        self.faults: list[Fault] = []

    def addition(self) -> Addition:
        return Addition(
            self.n_before,
            self.game - 1 - self.n_before,
            self.n_added,
            self.n_duplicates,
            self.faults,
        )

    def read(
        self, pieces: Iterator[bytes], source: Callable[[str], tuple[str, str] | None]
    ) -> None:
        """Read all, from where the last commit ended."""
        n_skip, rest = self.n_bytes, b""
        damage = None
        while True:
            new: list[bytes] = []
            n_new, last = 0, False
            # A game longer than a block is looked at again only when it has doubled.
            while n_new < max(BLOCK, len(rest)) and not last:
                try:
                    piece = next(pieces, None)
                except TruncatedError as error:
                    piece, damage = None, str(error)
                last = piece is None
                kept = (piece or b"")[n_skip:]
                n_skip -= len(piece or b"") - len(kept)
                new.append(kept)
                n_new += len(kept)
            rest = b"".join([rest, *new])
            n_bytes, n_lines, n_games, faults, n_waiting = self.core.add(
                rest, self.line, self.game, self.threads, last
            )
            rest = rest[n_bytes:]
            self.n_bytes += n_bytes
            self.line += n_lines
            self.game += n_games
            self.faults += [Fault(self.file, *fault) for fault in faults]
            if last or n_waiting >= COMMIT:
                self._commit(source)
            if last:
                break
        if damage is not None:
            self.faults.append(Fault(self.file, None, None, damage))
        if self.game == 1:
            raise ValueError(f"{self.file}: expected chess games in PGN, found none")

    def _commit(self, source: Callable[[str], tuple[str, str] | None]) -> None:
        """Commit games together with the note of where to go on behind them."""
        note = {"bytes": self.n_bytes, "line": self.line, "game": self.game}
        n_added, n_duplicates = self.core.commit(source(json.dumps(note)))
        self.n_added += n_added
        self.n_duplicates += n_duplicates


def threads_or_all(threads: int | None) -> int:
    """Return how many threads to use."""
    if threads is not None and threads < 1:
        raise ValueError(f"threads: expected a number above 0, found {threads!r}")
    return threads or os.cpu_count() or 1
