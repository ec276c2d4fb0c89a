"""Squares and pieces as bits, and how mirrors move them.

A mirror is a number: bit 0 swaps the colours (the board is turned upside down), bit 1 swaps the
wings (left and right). Mirrors combine by exclusive or.
"""

import re

ALL = (1 << 64) - 1
FILES = "abcdefgh"
COLOURS, WINGS = 1, 2

_A_FILE = 0x0101010101010101
_LIGHT = 0x55AA55AA55AA55AA

REGIONS = {
    "ANY": ALL,
    "CENTRE": 0x0000001818000000,
    "CENTER": 0x0000001818000000,
    "LIGHT": _LIGHT,
    "lightsquares": _LIGHT,
    "DARK": ALL & ~_LIGHT,
    "darksquares": ALL & ~_LIGHT,
    "QUEENSIDE": 0x0F0F0F0F0F0F0F0F,
    "KINGSIDE": 0xF0F0F0F0F0F0F0F0,
}

# Slots of the core's bitboards: White's pawn to king, all of White, all; the same for Black, empty.
SLOTS = {
    colour + piece: i + 8 * j for j, colour in enumerate("WB") for i, piece in enumerate("PNBRQKA")
}
SOMETHING = 7
CQL_PIECES = dict(zip("PNBRQKApnbrqka_", [*range(7), *range(8, 15), 15], strict=True))


def square_bit(name: str) -> int:
    """Return the bit of a square such as ``e4``.

    >>> square_bit("B1")
    2
    """
    return 1 << (FILES.index(name[0].lower()) + 8 * (int(name[1]) - 1))


def file_mask(letter: str) -> int:
    """Return the squares of a file.

    >>> hex(file_mask("B"))
    '0x202020202020202'
    """
    return _A_FILE << FILES.index(letter.lower())


def rank_mask(number: int) -> int:
    """Return the squares of a rank.

    >>> hex(rank_mask(2))
    '0xff00'
    """
    return 0xFF << 8 * (number - 1)


def range_mask(text: str) -> int | None:
    """Return the squares of a range as CQL writes it, or None if it is none.

    >>> range_mask("a-c1") == 7
    True
    """
    match = re.fullmatch(r"([a-h])(?:-([a-h]))?([1-8])(?:-([1-8]))?", text)
    if not match:
        return None
    first, last = FILES.index(match[1]), FILES.index(match[2] or match[1])
    low, high = int(match[3]), int(match[4] or match[3])
    mask = 0
    for file in range(first, last + 1):
        for rank in range(low, high + 1):
            mask |= 1 << (file + 8 * (rank - 1))
    return mask or None


def square_names(mask: int) -> tuple[str, ...]:
    """Return the names of the squares in a mask.

    >>> square_names(0x18)
    ('d1', 'e1')
    """
    return tuple(FILES[i % 8] + str(i // 8 + 1) for i in range(64) if mask >> i & 1)


def mirror_mask(mask: int, mirror: int) -> int:
    """Return where squares stand in a mirror.

    >>> square_names(mirror_mask(square_bit("g1"), COLOURS | WINGS))
    ('b8',)
    """
    if mirror & COLOURS:
        mask = int.from_bytes(mask.to_bytes(8, "little"), "big")
    if mirror & WINGS:
        mask = _flip_wings(mask)
    return mask


def mirror_slots(slots: int, mirror: int) -> int:
    """Return which bitboards stand for some in a mirror; all pieces and none stay themselves."""
    if not mirror & COLOURS:
        return slots
    own = slots & 0x7F7F
    return (own << 8 | own >> 8) & 0x7F7F | slots & 0x8080


def mirror_square_name(name: str, mirror: int) -> str:
    """Return the name of a square in a mirror.

    >>> mirror_square_name("e5", COLOURS)
    'e4'
    """
    return square_names(mirror_mask(square_bit(name), mirror))[0]


def _flip_wings(mask: int) -> int:
    for shift, half in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
        mask = (mask >> shift & half) | (mask & half) << shift
    return mask
