"""A database that was changed on the disk says so, or says what it said before."""

import random
from pathlib import Path

from tests.chunks.conftest import GAMES

import tabiya
from tabiya.chunks import DatabaseError, open_games

N_FLIPS = 80


def told(path: Path) -> list[object]:
    """Return what a database tells through each of its tables."""
    db = open_games(path)
    start = tabiya.game("chess").initial()
    return [
        db.n_games,
        db.n_positions,
        "".join(db.export()),
        db.exact(start).rows(),
        db.find("castled").rows(),
        [each.move for each in db.advise(db.position(0, 10))],
    ]


def test_a_flipped_bit_is_said_or_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    db = open_games(path)
    db.add(GAMES)
    db.index()
    del db
    whole, expected = path.read_bytes(), told(path)
    filled = [i for i, byte in enumerate(whole) if byte]
    rng = random.Random(1)
    refusals = []
    for _ in range(N_FLIPS):
        place, bit = rng.choice(filled), rng.randrange(8)
        changed = bytearray(whole)
        changed[place] ^= 1 << bit
        path.write_bytes(changed)
        try:
            found = told(path)
        except DatabaseError as error:
            refusals.append(str(error))
        else:
            assert found == expected, f"byte {place}, bit {bit}"
    assert len(refusals) > N_FLIPS // 8, "checksums see what is read"
    assert all(line.startswith(f"{path}: expected") for line in refusals)
