"""Libraries of chunks: read, matched, put together."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.chunks import _squares as squares
from tabiya.chunks import _syntax as syntax
from tabiya.chunks._chunk import Chunk, Coverage, Match, filled_advice
from tabiya.chunks._compile import Compiler
from tabiya.chunks._error import ChunkError
from tabiya.chunks._form import program
from tabiya.chunks._reader import read
from tabiya.games import Batch, Game, Position

RESULTS = {None: 0, "*": 0, "1-0": 1, "0-1": 2, "1/2-1/2": 3}
SHIPPED = ("starter", "mach")


class Library:
    """Chunks that belong together, matched together.

    Examples
    --------
    >>> lib = parse("chunk lone(f: FILE) wrt white. require isolated WP on f. end lone.")
    >>> [match.name for match in lib.match("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1")]
    ['lone(D_FILE)']
    """

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self.chunks: tuple[Chunk, ...] = tuple(chunks)
        self._by_name = {chunk.name: chunk for chunk in self.chunks}

    @classmethod
    def load(cls, path: str | Path) -> "Library":
        """Read a file of chunks.

        Raises
        ------
        ChunkError
            If the text is not one of chunks.
        """
        data = Path(path).read_bytes()
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise ValueError(
                f"{path}:{line}: expected UTF-8, found {data[error.start]:#x}"
            ) from None
        return parse(text, file=str(path))

    @cached_property
    def core(self) -> _core.Chunks:
        """Return the compiled chunks, as the core matches them."""
        return _core.Chunks([chunk.compiled() for chunk in self.chunks])

    def match(self, position: Position | str, *, result: str | None = None) -> list[Match]:
        """Return the chunks that stand in a position.

        Parameters
        ----------
        position : Position or str
            A position of chess, or its FEN.
        result : str, optional
            How its game ended, for chunks that ask.

        Examples
        --------
        >>> fen = "r1bq1rk1/ppp2ppp/2n2n2/8/8/8/PPP2PPP/R1BQ1RK1 w - - 0 1"
        >>> [m.mirror_name for m in library().match(fen) if m.chunk.name == "castled"]
        ['white kingside', 'black kingside']
        """
        if result not in RESULTS:
            raise ValueError(f"result: expected 1-0, 0-1, 1/2-1/2 or *, found {result!r}")
        standing = self.core.standing(_position(position)._core, RESULTS[result])
        return [Match(self.chunks[chunk], *rest) for chunk, *rest in standing]

    def cover(self, position: Position | str, *, result: str | None = None) -> Coverage:
        """Return what stands in a position, and which pieces are in no chunk.

        >>> pattern("WK on E1").cover("4k3/8/8/8/8/8/8/4K3 w - - 0 1").uncovered
        ('e8',)
        """
        position = _position(position)
        matches = tuple(self.match(position, result=result))
        mask = 0
        for match in matches:
            mask |= match.mask
        occupied = sum(1 << i for i, cell in enumerate(position.cells) if cell != ".")
        return Coverage(matches, squares.square_names(mask), squares.square_names(occupied & ~mask))

    def matches(self, batch: Batch) -> NDArray[np.uint8]:
        """Return the mirrors of every chunk that stand in every position of a batch.

        Returns
        -------
        ndarray of uint8, of shape (n_positions, n_chunks)
            Bit m is set where mirror m stands. On all cores.

        Examples
        --------
        >>> start = Batch.of([Game("chess").initial()])
        >>> library("mach").matches(start)[0, 4:6].tolist()  # nobody is developed
        [15, 3]
        """
        return self.core.matches(_packed(batch))

    def covered(self, batch: Batch) -> NDArray[np.uint64]:
        """Return the squares whose piece is in some chunk, as bits, for each position."""
        return self.core.covered(_packed(batch))

    def with_importance(self, values: Mapping[str, float]) -> "Library":
        """Return the library with other numbers for the importance of some chunks.

        >>> library().with_importance({"castled": 2.5})["castled"].importance
        2.5
        """
        for name, value in values.items():
            if name not in self or not (math.isfinite(value) and value >= 0):
                raise ValueError(
                    f"importance: expected a chunk and a number, found {name}: {value}"
                )
        return Library(
            replace(chunk, importance=values.get(chunk.name, chunk.importance))
            for chunk in self.chunks
        )

    @property
    def classes(self) -> dict[str, tuple[Chunk, ...]]:
        """Return the chunks of each class."""
        found: dict[str, list[Chunk]] = {}
        for chunk in self.chunks:
            found.setdefault(chunk.classification, []).append(chunk)
        return {name: tuple(chunks) for name, chunks in found.items()}

    def __getitem__(self, name: str) -> Chunk:
        if name not in self._by_name:
            raise ValueError(f"chunk: expected one of {', '.join(self._by_name)}, found {name!r}")
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[Chunk]:
        return iter(self.chunks)

    def __len__(self) -> int:
        return len(self.chunks)

    def __add__(self, other: "Library") -> "Library":
        both = set(self._by_name) & set(other._by_name)
        if both:
            raise ValueError(f"libraries: expected other names, found {min(both)!r} twice")
        return Library((*self.chunks, *other.chunks))


def parse(text: str, file: str | None = None) -> Library:
    """Read chunks.

    Parameters
    ----------
    text : str
        The chunks, as `docs/chunks.md` describes them.
    file : str, optional
        The name of the file, for errors.

    Raises
    ------
    ChunkError
        If the text is not one of chunks; it names the place and what was expected.

    Examples
    --------
    >>> lib = parse("chunk pair wrt white. require at least 2 WB. end pair.")
    >>> lib.chunks[0].name, lib.chunks[0].mirrors
    ('pair', (0, 1))
    """
    definitions, declared = read(text, file, "file")
    by_name: dict[str, syntax.Definition] = {}
    for definition in definitions:
        if definition.name in by_name:
            line = by_name[definition.name].where.line
            reason = f"expected another name, found {definition.name!r} again (line {line})"
            raise ChunkError(definition.where, reason, text)
        by_name[definition.name] = definition
    numbers = _class_numbers(definitions, [str(name) for name in declared], text)
    compiler = Compiler(by_name, text)
    return Library(_chunk(compiler, definition, numbers, text) for definition in definitions)


def pattern(text: str) -> Library:
    """Read one unnamed chunk, such as ``"WN on E5; WP on D4 E3 F4"``, as a library of one.

    Everything is required unless ``optional`` stands before it; ``wrt white kingside;`` at the
    beginning asks for the mirrors.

    >>> p = pattern("wrt white; WN on E5; WP on D4 E3 F4; BP on D5 E6 F5")
    >>> len(p.match("4k3/8/4p3/3pNp2/3P1P2/4P3/8/4K3 w - - 0 1"))
    1
    """
    definitions, _ = read(text, None, "pattern")
    return Library([_chunk(Compiler({}, text), definitions[0], {"pattern": 1}, text)])


def library(name: str = "starter") -> Library:
    """Return a library that comes with tabiya: ``"starter"``, or ``"mach"`` of the thesis.

    >>> len(library("mach"))
    11
    """
    if name not in SHIPPED:
        raise ValueError(f"library: expected one of {', '.join(SHIPPED)}, found {name!r}")
    return parse(shipped_text(name), file=f"{name}.chunks")


def shipped_text(name: str) -> str:
    """Return the text of a library that comes with tabiya."""
    path = files("tabiya.chunks").joinpath("shipped", f"{name}.chunks")
    return path.read_text(encoding="utf-8")


def _class_numbers(
    definitions: Iterable[syntax.Definition], declared: list[str], text: str
) -> dict[str, int]:
    """Return the numbers of the classes: as chunks say, and for the rest free ones."""
    numbers: dict[str, int] = {}
    names = dict.fromkeys(declared)
    for definition in definitions:
        name = definition.classification or definition.name
        if declared and definition.classification and name not in declared:
            reason = f"expected one of the classes {', '.join(declared)}, found {str(name)!r}"
            raise ChunkError(definition.where, reason, text)
        number = definition.c_class
        if number is not None and numbers.setdefault(name, number) != number:
            reason = f"expected c_class {numbers[name]} as before for {name!s}, found {number}"
            raise ChunkError(definition.where, reason, text)
        names.setdefault(name)
    free = (n for n in range(1, 2 + len(names) + len(numbers)) if n not in numbers.values())
    return {name: numbers[name] if name in numbers else next(free) for name in names}


def _chunk(
    compiler: Compiler, definition: syntax.Definition, numbers: Mapping[str, int], text: str
) -> Chunk:
    readings, choices = compiler.readings(definition)
    importance = definition.importance
    chunk = Chunk(
        definition.name,
        str(definition.classification or definition.name),
        numbers[definition.classification or definition.name],
        None if importance is None or math.isnan(importance) else importance,
        definition.advice,
        tuple(parameter.name for parameter in definition.parameters),
        definition,
        tuple(choices),
        program(readings),
    )
    if chunk.advice is not None:
        names = dict.fromkeys(chunk.parameters, "")
        try:
            filled_advice(chunk.advice, names, chunk, 0)
        except ValueError as error:
            raise ChunkError(definition.where, str(error), text) from None
    return chunk


def _packed(batch: Batch) -> NDArray[np.uint8]:
    if batch.game.name != "chess":
        raise ValueError(f"chunks: expected a batch of chess, found one of {batch.game.name}")
    return batch.packed


def _position(position: Position | str) -> Position:
    return Game("chess").position(position) if isinstance(position, str) else position
