"""What engines answer, read with care."""

from collections.abc import Sequence

import chess
from chess.engine import PlayResult

from tabiya.engines._assessment import Assessment, mate_score
from tabiya.engines._uci_words import MOST_CENTIPAWNS, MOST_MATE, OutOfRangeError


def is_legal(board: chess.Board, text: str) -> bool:
    """Return whether a text is a legal move.

    >>> [is_legal(chess.Board(), text) for text in ("e2e4", "e2e5", "")]
    [True, False, False]
    """
    try:
        return bool(board.parse_uci(text))
    except ValueError:
        return False


def legal_line(board: chess.Board, moves: Sequence[str]) -> tuple[str, ...]:
    """Return the moves up to the first that is not legal.

    >>> legal_line(chess.Board(), ["e2e4", "e7e5", "e4e5"])
    ('e2e4', 'e7e5')
    """
    after = board.copy(stack=False)
    legal = []
    for move in moves:
        if not is_legal(after, move):
            break
        after.push_uci(move)
        legal.append(move)
    return tuple(legal)


def in_range(score: int, most: float) -> int:
    """Return a score that can be; others are the engine's fault."""
    if abs(score) > most:
        raise OutOfRangeError(f"expected a score within {most:g}, found {str(score)[:12]}")
    return score


def read_result(result: PlayResult, seconds: float) -> Assessment:
    """Turn what python-chess returns into an assessment."""
    told = result.info.get("score")
    score = None
    if told is not None:
        mate = told.relative.mate()
        if mate is not None:
            score = mate_score(in_range(mate, MOST_MATE))
        else:
            score = float(in_range(told.relative.score() or 0, MOST_CENTIPAWNS))
    return Assessment(
        move=result.move.uci() if result.move else "",
        score=score,
        depth=result.info.get("depth", 0),
        nodes=result.info.get("nodes", 0),
        seconds=seconds,
        pv=tuple(move.uci() for move in result.info.get("pv", [])),
        resigned=result.resigned,
    )
