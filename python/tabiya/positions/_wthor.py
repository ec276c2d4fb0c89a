"""Othello games of the WTHOR base, with the theoretical score that each record holds."""

import struct
from collections.abc import Iterator

from tabiya import _core
from tabiya.files._stream import read_whole
from tabiya.positions._extract import Extract, Request
from tabiya.positions._labels import result_label, theoretical_label
from tabiya.positions._replay import Rows, opening_key, replay

# CITE: Fédération Française d'Othello, "Format de la base WTHOR". Century, year, month and day;
# number of games; players or tournaments; year; board size; type; empties of the theoretical score.
HEADER = struct.Struct("<4BIHHBBBB")
# Tournament, Black, White, Black's discs, Black's theoretical discs, and moves: ten times the row,
# and the column.
RECORD = struct.Struct("<HHHBB60s")
SIZES = (0, 8)
N_SQUARES, N_START = 64, 4
DRAWN = 32


def is_wthor(data: bytes) -> bool:
    """Return whether a file that begins so may be a file of WTHOR games."""
    if len(data) < HEADER.size:
        return False
    century, _, month, day, n_games, n_other, year, size, kind, depth, _ = HEADER.unpack_from(data)
    dated = century in {19, 20} and 1 <= month <= 12 and 1 <= day <= 31  # noqa: PLR2004 (the calendar)
    return (
        dated
        and n_games > 0
        and n_other == 0
        and year // 100 in {19, 20}
        and size in SIZES
        and kind == 0
        and depth <= N_SQUARES - N_START
    )


def read_wthor(request: Request) -> Iterator[Extract]:
    """Read the games of a WTHOR file; each is labelled by its result and its theoretical score."""
    faults = []
    data, damage = read_whole(request.path, request.progress)
    if damage is not None:
        faults.append(request.fault(None, damage))
    if not is_wthor(data):
        raise ValueError(f"{request.file}: expected a file of WTHOR games, found {data[:16]!r}")
    header = HEADER.unpack_from(data)
    n_games, n_empties = header[4], header[9]
    n_here = (len(data) - HEADER.size) // RECORD.size
    if n_here < n_games:
        faults.append(request.fault(None, f"expected {n_games} games, found {n_here}"))
    rows = Rows("othello")
    n_good = 0
    for index in range(min(n_here, n_games)):
        record = RECORD.unpack_from(data, HEADER.size + index * RECORD.size)
        try:
            _add_game(rows, record, n_empties, index + 1, request)
        except ValueError as error:
            faults.append(request.fault(None, str(error), index + 1))
        else:
            n_good += 1
    yield Extract("othello", rows.table(), faults, n_good)


def _add_game(
    rows: Rows,
    record: tuple[int, int, int, int, int, bytes],
    n_empties: int,
    game: int,
    request: Request,
) -> None:
    *_, discs, theoretical, codes = record
    if max(discs, theoretical) > N_SQUARES:
        raise ValueError(f"expected at most 64 discs, found {max(discs, theoretical)}")
    moves = [square(code) for code in codes.rstrip(b"\0")]
    n_before = N_SQUARES - N_START - n_empties
    if not request.wants("result"):
        moves = moves[:n_before]
    steps = replay(_core.Position.initial("othello", ()), moves)
    if request.wants("theoretical") and len(moves) >= n_before:
        label = theoretical_label(2 * theoretical - N_SQUARES)
        rows.add(steps[n_before : n_before + 1], label, game, None, opening_key(steps))
    if request.wants("result"):
        value = 0.5 if discs == DRAWN else float(discs > DRAWN)
        rows.add(steps, result_label(value), game, None)


def square(code: int) -> str:
    """Return the square that a byte of a record means."""
    row, column = divmod(code, 10)
    if not (1 <= row <= 8 and 1 <= column <= 8):  # noqa: PLR2004 (eight rows and columns)
        raise ValueError(f"expected a square, found {code}")
    return f"{'abcdefgh'[column - 1]}{row}"
