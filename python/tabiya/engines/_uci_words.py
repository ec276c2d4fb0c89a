"""What UCI says: limits in its words, and what an engine tells of a position."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import chess
from chess.engine import EngineError, Limit

from tabiya._core import DECIDED_SCORE, WIN_SCORE
from tabiya.engines._assessment import mate_score

SCORE = re.compile(rb"\bscore (cp|mate) ([-+]?\d+)")
DEPTH = re.compile(rb"\bdepth (\d+)")
NODES = re.compile(rb"\bnodes (\d+)")
# A number of more digits than this is none that an engine has counted.
MOST_DIGITS = 18
# What a score may be: mates in more moves, and more centipawns, would be taken for each other.
MOST_MATE = int(WIN_SCORE - DECIDED_SCORE) // 2 - 1
MOST_CENTIPAWNS = DECIDED_SCORE
PV = re.compile(rb"\bpv ((?:\s*[a-h][1-8][a-h][1-8][qrbn]?\b)+)")
MOST_NUMBER = 2**62


class OutOfRangeError(EngineError):
    """An engine told a number that cannot be."""


@dataclass(frozen=True, slots=True)
class Told:
    """What an engine told: its move, or none, and its last word on the position."""

    move: str
    score: float | None
    depth: int
    nodes: int
    pv: tuple[str, ...]


def read_told(move: str, line: bytes, nodes_line: bytes, *, pv: bool) -> Told:
    """Read the last word of an engine.

    Parameters
    ----------
    move : str
        Its move, or none.
    line, nodes_line : bytes
        The last line with a score, and the last with nodes.
    pv : bool
        Whether to read the expected line.

    Raises
    ------
    OutOfRangeError
        If a number is beyond what can be.
    """
    score = None
    if found := SCORE.search(line):
        is_mate = found[1] == b"mate"
        number = whole_number(found[2], MOST_MATE if is_mate else MOST_CENTIPAWNS, "score")
        score = mate_score(number) if is_mate else float(number)
    depth, nodes = DEPTH.search(line), NODES.search(nodes_line)
    expected = PV.search(line) if pv else None
    return Told(
        move=move,
        score=score,
        depth=whole_number(depth[1], MOST_NUMBER, "depth") if depth else 0,
        nodes=whole_number(nodes[1], MOST_NUMBER, "nodes") if nodes else 0,
        pv=tuple(expected[1].decode().split()) if expected else (),
    )


def whole_number(text: bytes, most: float, what: str) -> int:
    """Return a number that an engine told.

    >>> whole_number(b"-12", 100, "score")
    -12

    Raises
    ------
    OutOfRangeError
        If it is beyond what can be.
    """
    number = int(text) if len(text) <= MOST_DIGITS + 1 else None
    if number is None or abs(number) > most:
        shown = text.decode() if number is not None else f"{text[:12].decode()}... of {len(text)}"
        words = "" if number is not None else " digits"
        raise OutOfRangeError(f"expected a {what} within {most:g}, found {shown}{words}")
    return number


def where_words(start: str, moves: Sequence[str]) -> str:
    """Return a position as UCI says it: where a game began, and its moves.

    >>> where_words(chess.STARTING_FEN, ["e2e4"]), where_words("8/8/4k3/8/8/8/4K3/8 w - - 0 1", [])
    ('startpos moves e2e4', 'fen 8/8/4k3/8/8/8/4K3/8 w - - 0 1')
    """
    where = "startpos" if start == chess.STARTING_FEN else f"fen {start}"
    return f"{where} moves {' '.join(moves)}" if moves else where


def go_words(limit: Limit) -> str:
    """Return a limit as UCI says it.

    >>> go_words(Limit(nodes=100, white_clock=1.5, black_clock=2.0, white_inc=0.1, black_inc=0.1))
    ' wtime 1500 btime 2000 winc 100 binc 100 nodes 100'
    """
    words = []
    for name, seconds in (
        ("wtime", limit.white_clock),
        ("btime", limit.black_clock),
        ("winc", limit.white_inc),
        ("binc", limit.black_inc),
    ):
        if seconds is not None:
            words.append(f" {name} {max(0 if name.endswith('inc') else 1, round(seconds * 1000))}")
    if limit.depth is not None:
        words.append(f" depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f" nodes {limit.nodes}")
    if limit.time is not None:
        words.append(f" movetime {max(1, round(limit.time * 1000))}")
    return "".join(words)
