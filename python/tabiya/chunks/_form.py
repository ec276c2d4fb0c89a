"""The compiled form of a condition: nested tuples, mirrored, put in order, written as bytes.

The core reads these bytes (``crates/tabiya-core/src/chunks/decode.rs``); a form is a tuple whose
first item is the byte that names it there.
"""

import struct
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tabiya.chunks._squares import COLOURS, WINGS, mirror_mask, mirror_slots

Form: TypeAlias = tuple[Any, ...]

HEADER = b"CH\x01"
SIGNS = ("<", "<=", "=", "!=", ">=", ">")
MOST_READINGS = 4096
# Forms that share their byte with one of another sort have a longer name here.
LETTERS = {"castle": "k", "kind": "k"}
PACKED = {"p": "<HQ", "f": "<Q", "i": "<i"}


def conjunction(parts: Sequence[Form]) -> Form:
    """Return the form that asks for all parts.

    >>> conjunction([("+",)])
    ('+',)
    """
    return parts[0] if len(parts) == 1 else ("&", tuple(parts))


def mirrored(form: Form, mirror: int) -> Form:
    """Return what a form says in a mirror.

    >>> mirrored(("?", ("p", 1, 1 << 12)), 1)  # a white pawn on e2, a black one on e7
    ('?', ('p', 256, 4503599627370496))
    """
    name, *rest = form
    if name in MIRRORED:
        return (name, *MIRRORED[name](mirror, *rest))
    return (name, *(_mirror_part(part, mirror) for part in rest))


def _mirror_part(part: Any, mirror: int) -> Any:
    if not isinstance(part, tuple):
        return part
    if part and isinstance(part[0], tuple):
        return tuple(mirrored(item, mirror) for item in part)
    return mirrored(part, mirror) if part else part


def _mirror_rights(rights: int, mirror: int) -> int:
    if mirror & COLOURS:
        rights = (rights & 3) << 2 | rights >> 2
    if mirror & WINGS:
        rights = (rights & 5) << 1 | (rights & 10) >> 1
    return rights


def _mirror_result(result: int, mirror: int) -> int:
    return {1: 2, 2: 1, 3: 3}[result] if mirror & COLOURS else result


# How the values of a form are mirrored, where they are not forms themselves.
MIRRORED: dict[str, Callable[..., tuple[int, ...]]] = {
    "p": lambda mirror, slots, mask: (mirror_slots(slots, mirror), mirror_mask(mask, mirror)),
    "f": lambda mirror, mask: (mirror_mask(mask, mirror),),
    "t": lambda mirror, black: (black ^ (mirror & COLOURS),),
    "castle": lambda mirror, rights: (_mirror_rights(rights, mirror),),
    "r": lambda mirror, result: (_mirror_result(result, mirror),),
}


def ordered(form: Form) -> Form:
    """Return an equal form whose parts stand in one order, so that equal readings are found."""
    name = form[0]
    if name in {"&", "|"}:
        parts: list[Form] = []
        for part in map(ordered, form[1]):
            parts.extend(part[1] if part[0] == name else [part])
        unique = sorted(set(parts), key=encode)
        return unique[0] if len(unique) == 1 else (name, tuple(unique))
    if name in {"!", "o"}:
        return (name, ordered(form[1]))
    if name == "n":
        return ("n", form[1], form[2], tuple(sorted(map(ordered, form[3]), key=encode)))
    return form


def encode(form: Form) -> bytes:
    """Return the bytes that the core reads.

    >>> encode(("!", ("+",)))
    b'!+'
    """
    name, *rest = form
    parts = [(LETTERS[name] if name in LETTERS else str(name)).encode()]
    if name in PACKED:
        parts.append(struct.pack(PACKED[name], *rest))
    else:
        # Small numbers, forms, and tuples of forms.
        for part in rest:
            if not isinstance(part, tuple):
                parts.append(bytes([part]))
            elif part and isinstance(part[0], str):
                parts.append(encode(part))
            else:
                parts.append(struct.pack("<H", len(part)) + b"".join(map(encode, part)))
    return b"".join(parts)


def program(readings: Sequence[tuple[int, int, Form]]) -> bytes:
    """Return a whole compiled chunk: mirror, instance and form of each reading."""
    head = HEADER + struct.pack("<H", len(readings))
    body = (
        struct.pack("<BH", mirror, instance) + encode(form) for mirror, instance, form in readings
    )
    return head + b"".join(body)
