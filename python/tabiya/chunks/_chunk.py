"""Chunks, and chunks that stand somewhere."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b

from tabiya.chunks import _squares as squares
from tabiya.chunks import _syntax as syntax
from tabiya.chunks._compile import Binding


@dataclass(frozen=True)
class Chunk:
    """A described pattern.

    Attributes
    ----------
    name : str
        Its name, unique in its library.
    classification : str
        The name of its class.
    c_class : int
        The number of its class.
    importance : float or None
        What it counts; None if it is to be learned.
    advice : str or None
        What to do where it stands, with its parameters between braces.
    parameters : tuple of str
        The names of its parameters.
    definition : Definition
        The syntax tree.

    Examples
    --------
    >>> from tabiya.chunks import library
    >>> castle = library()["castled"]
    >>> castle.mirror_name(3)
    'black queenside'
    """

    name: str
    classification: str
    c_class: int
    importance: float | None
    advice: str | None
    parameters: tuple[str, ...]
    definition: syntax.Definition = field(repr=False)
    bindings: tuple[Binding, ...] = field(repr=False, compare=False)
    _compiled: bytes = field(repr=False)

    def compiled(self) -> bytes:
        """Return what the core matches; made once, when the text was read."""
        return self._compiled

    @cached_property
    def hash(self) -> str:
        """Return a name for what the chunk matches; other words for the same keep it."""
        return blake2b(self._compiled, digest_size=16).hexdigest()

    @property
    def mirrors(self) -> tuple[int, ...]:
        """Return the mirrors: 0 as written, +1 colours swapped, +2 wings swapped."""
        return self.definition.mirrors

    @property
    def n_readings(self) -> int:
        """Return how many different readings its mirrors and parameters give."""
        return int.from_bytes(self._compiled[3:5], "little")

    def mirror_name(self, mirror: int) -> str:
        """Say from where a mirror sees the chunk, as ``wrt`` does.

        >>> from tabiya.chunks import pattern
        >>> pattern("WK on G1").chunks[0].mirror_name(0)
        'as written'
        """
        colour, side = self.definition.colour, self.definition.side
        if colour is None:
            return "as written"
        if mirror & squares.COLOURS:
            colour = "black" if colour == "white" else "white"
        if side is None:
            return colour
        if mirror & squares.WINGS:
            side = "kingside" if side == "queenside" else "queenside"
        return f"{colour} {side}"


@dataclass(frozen=True)
class Match:
    """A chunk that stands in a position.

    Attributes
    ----------
    chunk : Chunk
        The chunk.
    mirror : int
        Through which mirror: 0 as written, +1 colours swapped, +2 wings swapped.
    instance : int
        Which choice of its parameters.
    mask : int
        The squares of its pieces as bits, a1 the lowest.
    """

    chunk: Chunk
    mirror: int
    instance: int
    mask: int

    @property
    def squares(self) -> tuple[str, ...]:
        """Return the squares of its pieces, optional ones included."""
        return squares.square_names(self.mask)

    @property
    def mirror_name(self) -> str:
        """Say from where the chunk is seen."""
        return self.chunk.mirror_name(self.mirror)

    @property
    def arguments(self) -> dict[str, str]:
        """Return the values of the parameters on this board."""
        binding = self.chunk.bindings[self.instance]
        return {name: _mirrored_value(value, self.mirror) for name, value in binding.items()}

    @property
    def name(self) -> str:
        """Return the name with the values of the parameters."""
        values = ", ".join(self.arguments.values())
        return f"{self.chunk.name}({values})" if values else self.chunk.name

    @property
    def advice(self) -> str | None:
        """Return the advice for this board.

        Parameters between braces take their values; ``{us}`` and ``{them}`` are the side of the
        chunk and the other; a square between braces is mirrored with the chunk.

        >>> from tabiya.chunks import library
        >>> library().match("6kr/5ppp/8/8/8/8/8/4K3 b - - 0 1")[0].advice
        "Black's king is safe as long as the pawns in front of it stay at home."
        """
        if self.chunk.advice is None:
            return None
        return filled_advice(self.chunk.advice, self.arguments, self.chunk, self.mirror)


@dataclass(frozen=True)
class Coverage:
    """Which chunks stand in a position, and what they leave out.

    Attributes
    ----------
    matches : tuple of Match
        What stands.
    covered, uncovered : tuple of str
        The squares of the pieces that are in some chunk, and of those that are in none.
    """

    matches: tuple[Match, ...]
    covered: tuple[str, ...]
    uncovered: tuple[str, ...]


def filled_advice(advice: str, arguments: Mapping[str, str], chunk: Chunk, mirror: int) -> str:
    """Return advice with its braces filled in for a mirror.

    Raises
    ------
    ValueError
        If something else stands between braces than parameters, sides and squares.
    """
    colour = chunk.mirror_name(mirror).split()[0].title()
    us, them = ("Black", "White") if colour == "Black" else ("White", "Black")

    def fill(match: re.Match[str]) -> str:
        word = match[1]
        if word in arguments:
            return arguments[word].replace("_FILE", "-file").lower()
        if word in {"us", "them"}:
            return us if word == "us" else them
        if re.fullmatch(r"[A-Ha-h][1-8]", word):
            return squares.mirror_square_name(word, mirror)
        known = ", ".join([*arguments, "us", "them"])
        raise ValueError(f"expected {known} or a square between the braces, found {word!r}")

    return re.sub(r"\{([^{}]*)\}", fill, advice)


def _mirrored_value(value: syntax.Area | syntax.Pieces, mirror: int) -> str:
    if isinstance(value, syntax.Pieces):
        swapped = {"W": "B", "B": "W"}
        return swapped[value.text[0]] + value.text[1:] if mirror & squares.COLOURS else value.text
    mask = squares.mirror_mask(value.mask or 0, mirror)
    names = squares.square_names(mask)
    if value.text.endswith("_FILE"):
        return f"{names[0][0].upper()}_FILE"
    return f"RANK_{names[0][1]}" if value.text.startswith("RANK_") else names[0].upper()
