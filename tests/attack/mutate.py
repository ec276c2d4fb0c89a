"""Good inputs made bad, the same way for the same seed."""

from random import Random

# Numbers and texts that readers stumble over.
NUMBERS = (
    "0", "-1", "1e400", "-1e400", "nan", "inf", "9" * 30, "-" + "9" * 30, "9" * 400, "9" * 5000,
    "0x10", "1_000", "\uff11\uff12", "1e-400", "18446744073709551616", "9007199254740993", "",
)  # fmt: skip
PIECES = (
    b"\x00", b"\xff\xfe", b"\r", b"\n", b"\t", b"\x1b[2J", b"{", b"}", b"(", b")", b"[", b"]",
    b'"', b"\\", b";", b"%", b"$", b"*", b"=", b"#", b"1-0", b"0-1", b"e4", b"\xe2\x88\x9e",
    b"\xef\xbb\xbf", b"[" * 3000, b"(" * 3000, b"a" * 5000, *(n.encode() for n in NUMBERS),
)  # fmt: skip


def mutate(random: Random, data: bytes, most: int = 4) -> bytes:
    """Change bytes, cut, repeat, exchange and insert, once or a few times."""
    for _ in range(random.randint(1, most)):
        at = random.randint(0, len(data))
        end = min(len(data), at + random.choice((1, 1, 2, 5, 40, 400)))
        match random.randrange(7):
            case 0 if data:
                place = random.randrange(len(data))
                flipped = data[place] ^ (1 << random.randrange(8))
                data = data[:place] + bytes([flipped]) + data[place + 1 :]
            case 1:
                data = data[:at] + data[end:]
            case 2:
                data = data[:at] + data[at:end] * random.choice((2, 3, 50)) + data[end:]
            case 3:
                data = data[:at]
            case 4:
                data = data[end:] + data[at:end] + data[:at]
            case 5:
                data = data[:at] + random.randbytes(random.randint(1, 8)) + data[end:]
            case _:
                data = data[:at] + random.choice(PIECES) + data[at:]
    return data[: 1 << 17]


def flip(random: Random, data: bytes) -> bytes:
    """Change one bit."""
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << random.randrange(8))]) + data[place + 1 :]
