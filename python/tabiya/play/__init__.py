"""Matches: what is played, and what is left of it."""

from tabiya.play._adjudication import MOST_PLIES, Adjudication, as_result
from tabiya.play._choose import Openings, choose_openings
from tabiya.play._contestant import Contestant, parse_contestant, read_contestants
from tabiya.play._fixture import MARGIN_SECONDS
from tabiya.play._game_store import SettingsError
from tabiya.play._generated import all_openings, random_openings
from tabiya.play._limits import Clock, Limits
from tabiya.play._match import match
from tabiya.play._odds import OddsResult, play_odds
from tabiya.play._opening import Opening, read_openings
from tabiya.play._opening_pgn import read_pgn_lines
from tabiya.play._pairings import swiss_order, swiss_round
from tabiya.play._pairs_of_games import Paired, pair_games
from tabiya.play._pgn import format_pgn
from tabiya.play._pgn_results import BrokenGame, PgnResult, parse_results, read_results
from tabiya.play._population import (
    HASH_MIB,
    INDEX,
    SEARCH,
    Member,
    Population,
    PopulationError,
    is_population,
    load_population,
    network_player,
)
from tabiya.play._proof import (
    Base,
    Conclusion,
    GameDuel,
    Proof,
    ProofPlan,
    by_interval,
    conclude,
    prove,
)
from tabiya.play._record import (
    POINTS,
    GameFault,
    GameRecord,
    MatchRecord,
    SprtPlan,
    Thought,
    complete_pairs,
)
from tabiya.play._result import MatchResult, verdict_of
from tabiya.play._standings import Standing, TournamentResult, make_standings
from tabiya.play._tournament import n_games, read_kind, tournament

__all__ = [
    "HASH_MIB",
    "INDEX",
    "MARGIN_SECONDS",
    "MOST_PLIES",
    "POINTS",
    "SEARCH",
    "Adjudication",
    "Base",
    "BrokenGame",
    "Clock",
    "Conclusion",
    "Contestant",
    "GameDuel",
    "GameFault",
    "GameRecord",
    "Limits",
    "MatchRecord",
    "MatchResult",
    "Member",
    "OddsResult",
    "Opening",
    "Openings",
    "Paired",
    "PgnResult",
    "Population",
    "PopulationError",
    "Proof",
    "ProofPlan",
    "SettingsError",
    "SprtPlan",
    "Standing",
    "Thought",
    "TournamentResult",
    "all_openings",
    "as_result",
    "by_interval",
    "choose_openings",
    "complete_pairs",
    "conclude",
    "format_pgn",
    "is_population",
    "load_population",
    "make_standings",
    "match",
    "n_games",
    "network_player",
    "pair_games",
    "parse_contestant",
    "parse_results",
    "play_odds",
    "prove",
    "random_openings",
    "read_contestants",
    "read_kind",
    "read_openings",
    "read_pgn_lines",
    "read_results",
    "swiss_order",
    "swiss_round",
    "tournament",
    "verdict_of",
]
