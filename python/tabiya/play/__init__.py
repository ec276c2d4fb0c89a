"""Matches: what is played, and what is left of it."""

from tabiya.play._adjudication import Adjudication
from tabiya.play._book import SettingsError
from tabiya.play._choose import Openings, choose_openings
from tabiya.play._contestant import Contestant, parse_contestant, read_contestants
from tabiya.play._generated import all_openings, random_openings
from tabiya.play._limits import Clock, Limits
from tabiya.play._match import match
from tabiya.play._opening import Opening, read_openings
from tabiya.play._pgn import format_pgn
from tabiya.play._record import Fault, GameRecord, MatchRecord, SprtPlan, Thought, complete_pairs
from tabiya.play._result import MatchResult, verdict_of
from tabiya.play._standings import Standing, TournamentResult, make_standings
from tabiya.play._tournament import tournament

__all__ = [
    "Adjudication",
    "Clock",
    "Contestant",
    "Fault",
    "GameRecord",
    "Limits",
    "MatchRecord",
    "MatchResult",
    "Opening",
    "Openings",
    "SettingsError",
    "SprtPlan",
    "Standing",
    "Thought",
    "TournamentResult",
    "all_openings",
    "choose_openings",
    "complete_pairs",
    "format_pgn",
    "make_standings",
    "match",
    "parse_contestant",
    "random_openings",
    "read_contestants",
    "read_openings",
    "tournament",
    "verdict_of",
]
