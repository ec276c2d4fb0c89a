"""Matches: what is played, and what is left of it."""

from tabiya.play._record import Fault, GameRecord, MatchRecord, SprtPlan, Thought, complete_pairs

__all__ = [
    "Fault",
    "GameRecord",
    "MatchRecord",
    "SprtPlan",
    "Thought",
    "complete_pairs",
]
