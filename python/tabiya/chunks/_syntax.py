"""What a chunk says, as it was written: the syntax tree.

Conditions are true or false of a position, sets are squares of it, quantities are numbers.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from tabiya.chunks._error import Place


@dataclass(frozen=True)
class Area:
    """Squares, given by a text; or by a parameter, if the mask is None."""

    text: str
    mask: int | None
    where: Place = field(compare=False)


@dataclass(frozen=True)
class Areas:
    """A list of areas: ``one``, ``any`` of them (``/``) or ``all`` (``+``)."""

    items: tuple[Area, ...]
    mode: str


@dataclass(frozen=True)
class Pieces:
    """Kinds of pieces by the bits of their slots; or a parameter, if there are none."""

    text: str
    slots: int
    where: Place = field(compare=False)


@dataclass(frozen=True)
class Phrase:
    """Pieces of some kinds, somewhere (``areas``) or anywhere; or not there (``noton``)."""

    kinds: tuple[str, ...]
    pieces: Pieces
    areas: Areas | None
    noton: bool = False


@dataclass(frozen=True)
class Attack:
    """Members of ``attacker`` that attack ``target``, or with ``passive`` members of the target.

    With ``own``, the target is guarded: it stands on the attacker's side.
    """

    attacker: "Set"
    target: "Set"
    own: bool
    passive: bool


@dataclass(frozen=True)
class Pin:
    """A pin from some pieces through others to a third; ``part`` says which of them are meant."""

    pinning: "Set | None"
    pinned: "Set | None"
    behind: "Set | None"
    part: int


Set: TypeAlias = Phrase | Areas | Attack | Pin


@dataclass(frozen=True)
class Integer:
    """A number."""

    value: int


@dataclass(frozen=True)
class Count:
    """How many squares a set has; with ``power``, what the pieces on them are worth."""

    of: Set
    power: bool = False


@dataclass(frozen=True)
class Clock:
    """``ply`` or ``movenumber``."""

    name: str


@dataclass(frozen=True)
class Sum:
    """Two numbers added, or with ``minus`` subtracted."""

    left: "Quantity"
    right: "Quantity"
    minus: bool


Quantity: TypeAlias = Integer | Count | Clock | Sum


@dataclass(frozen=True)
class Junction:
    """All of some conditions (``&``), or any of them (``|``)."""

    sign: str
    parts: tuple["Condition", ...]


@dataclass(frozen=True)
class Negation:
    """Not the condition."""

    inner: "Condition"


@dataclass(frozen=True)
class Stands:
    """The set is not empty; a list with ``+`` asks for each of its squares."""

    what: Set


@dataclass(frozen=True)
class Comparison:
    """Two numbers compared."""

    left: Quantity
    sign: str
    right: Quantity


@dataclass(frozen=True)
class HowMany:
    """So many of the conditions hold."""

    sign: str
    count: int
    parts: tuple["Condition", ...]


@dataclass(frozen=True)
class ToMove:
    """The side to move."""

    colour: str


@dataclass(frozen=True)
class Castling:
    """A side may still castle, to one wing or (None) to either."""

    colour: str
    side: str | None


@dataclass(frozen=True)
class FileOpen:
    """No pawn on a file; with a colour, none of this colour but one of the other."""

    area: Area
    colour: str | None


@dataclass(frozen=True)
class GameEnded:
    """How the game of the position ended."""

    result: str


@dataclass(frozen=True)
class Check:
    """The side to move is in check."""


@dataclass(frozen=True)
class Material:
    """Exactly these pieces; a star after one means any number of it."""

    text: str


@dataclass(frozen=True)
class Reference:
    """Another chunk stands, with these arguments, seen from this side."""

    name: str
    arguments: tuple[Area | Pieces, ...]
    colour: str | None
    side: str | None
    where: Place = field(compare=False)


Condition: TypeAlias = (
    Junction
    | Negation
    | Stands
    | Comparison
    | HowMany
    | ToMove
    | Castling
    | FileOpen
    | GameEnded
    | Check
    | Material
    | Reference
)


@dataclass(frozen=True)
class Statement:
    """A condition that is required, or whose pieces only join the chunk."""

    condition: Condition
    required: bool
    text: str
    where: Place = field(compare=False)


@dataclass(frozen=True)
class Parameter:
    """A name that stands for each of some values in turn."""

    name: str
    type: str
    values: tuple[Area | Pieces, ...]
    where: Place = field(compare=False)


@dataclass(frozen=True)
class Definition:
    """A chunk as it was written."""

    name: str
    parameters: tuple[Parameter, ...]
    colour: str | None
    side: str | None
    classification: str | None
    c_class: int | None
    statements: tuple[Statement, ...]
    advice: str | None
    importance: float | None
    where: Place = field(compare=False)
    text: str = field(compare=False, default="")

    @property
    def mirrors(self) -> tuple[int, ...]:
        """Return the mirrors through which the chunk is read."""
        if self.colour is None:
            return (0,)
        return (0, 1) if self.side is None else (0, 1, 2, 3)
