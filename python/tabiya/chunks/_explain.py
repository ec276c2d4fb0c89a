"""Why a chunk stands in a position, or what is missing: statement by statement."""

from dataclasses import dataclass, replace

from tabiya import _core
from tabiya.chunks._chunk import Match
from tabiya.chunks._compile import Compiler
from tabiya.chunks._form import mirrored, program
from tabiya.chunks._library import RESULTS, Library
from tabiya.chunks._squares import square_names
from tabiya.games import Game, Position


@dataclass(frozen=True)
class Said:
    """What one statement of a chunk says of a position.

    Attributes
    ----------
    text : str
        The statement, as it was written.
    required : bool
        Whether the chunk requires it.
    holds : bool
        Whether it is true.
    squares : tuple of str
        The pieces that it found.
    """

    text: str
    required: bool
    holds: bool
    squares: tuple[str, ...]


@dataclass(frozen=True)
class Explanation:
    """A chunk held against a position through one mirror.

    Attributes
    ----------
    reading : Match
        Chunk, mirror and choice of parameters; the choice that comes nearest.
    statements : tuple of Said
        Its statements.
    """

    reading: Match
    statements: tuple[Said, ...]

    @property
    def stands(self) -> bool:
        """Return whether everything required is there."""
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """Return what is required and not there."""
        return tuple(said.text for said in self.statements if said.required and not said.holds)


def explain(
    library: Library, name: str, position: Position | str, *, result: str | None = None
) -> list[Explanation]:
    """Hold every statement of a chunk against a position, through each of its mirrors.

    Examples
    --------
    >>> from tabiya.chunks import library
    >>> lib = library("mach")
    >>> why = explain(lib, "ks1", "3k4/8/8/8/8/5N2/5PPP/4R1K1 w - - 0 1")
    >>> why[0].stands, why[1].missing[0]
    (True, 'WP on G2')
    """
    chunk = library[name]
    if isinstance(position, str):
        position = Game("chess").position(position)
    definitions = {other.name: other.definition for other in library}
    compiler = Compiler(definitions, chunk.definition.text)

    def read(mirror: int, instance: int) -> Explanation:
        binding = chunk.bindings[instance]
        said = []
        mask = 0
        for statement in chunk.definition.statements:
            alone = replace(chunk.definition, statements=(replace(statement, required=True),))
            form = mirrored(compiler.form(alone, binding), mirror)
            core = _core.Chunks([program([(mirror, 0, form)])])
            standing = core.standing(position._core, RESULTS[result])
            squares = standing[0][3] if standing else 0
            mask |= squares
            holds = bool(standing)
            said.append(Said(statement.text, statement.required, holds, square_names(squares)))
        return Explanation(Match(chunk, mirror, instance, mask), tuple(said))

    found = []
    for mirror in chunk.mirrors:
        readings = [read(mirror, instance) for instance in range(len(chunk.bindings))]
        found.append(min(readings, key=lambda reading: len(reading.missing)))
    return found
