"""Matches: what is played, and what is left of it."""

from tabiya.play._pairing import Paired, pair_games
from tabiya.play._pgn_results import BrokenGame, PgnResult, parse_results, read_results
from tabiya.play._record import (
    POINTS,
    Fault,
    GameRecord,
    MatchRecord,
    SprtPlan,
    Thought,
    complete_pairs,
)

__all__ = [
    "POINTS",
    "BrokenGame",
    "Fault",
    "GameRecord",
    "MatchRecord",
    "Paired",
    "PgnResult",
    "SprtPlan",
    "Thought",
    "complete_pairs",
    "pair_games",
    "parse_results",
    "read_results",
]
