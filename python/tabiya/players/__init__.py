"""Players: weights, search and decisions; the thing that moves."""

from tabiya._core import GameOverError, Stop
from tabiya.players._clock import (
    LEAST_SECONDS,
    MOST_MOVES,
    MOST_SECONDS,
    Budget,
    TimeLeft,
    fixed_time,
    share_clock,
)
from tabiya.players._clock_file import ClockFileError, load_clock
from tabiya.players._combination import (
    CombinationError,
    load_combination,
    load_tables,
    phases_by_men,
    read_combination,
    save_tables,
)
from tabiya.players._decisions import Decisions
from tabiya.players._ends import end_score
from tabiya.players._export import ExportError, Form, export_weights, load_values
from tabiya.players._identity import player_identity
from tabiya.players._log import SearchLog
from tabiya.players._movemap import (
    MapFileError,
    MapOrdering,
    MapShape,
    MoveMap,
    OrderingSource,
    default_ordering,
    load_map,
    read_ordering,
)
from tabiya.players._patterns import (
    PatternFileError,
    PatternLayout,
    PatternModel,
    PatternTable,
    Relation,
    default_patterns,
    is_pattern_file,
    load_patterns,
    pattern_layout,
)
from tabiya.players._player import Player
from tabiya.players._probability import win_draw_loss, win_probability
from tabiya.players._pruning import (
    Pruning,
    Reductions,
    SearchFunction,
    Widths,
    preset_reductions,
    start_function,
)
from tabiya.players._pruning_file import (
    PruningFileError,
    default_pruning,
    load_pruning,
    pruning_text,
    save_pruning,
)
from tabiya.players._report import SearchIteration, SearchReport, Variation
from tabiya.players._saved import PlayerFileError, combination_of, load_player, save_player
from tabiya.players._solver import Solution, solve
from tabiya.players._trace import Trace
from tabiya.players._unit import plain_score, score_unit
from tabiya.players._weights import WeightError, WeightInfo, Weights, load_weights
from tabiya.players._weights import weights_of as weights

__all__ = [
    "LEAST_SECONDS",
    "MOST_MOVES",
    "MOST_SECONDS",
    "Budget",
    "ClockFileError",
    "CombinationError",
    "Decisions",
    "ExportError",
    "Form",
    "GameOverError",
    "MapFileError",
    "MapOrdering",
    "MapShape",
    "MoveMap",
    "OrderingSource",
    "PatternFileError",
    "PatternLayout",
    "PatternModel",
    "PatternTable",
    "Player",
    "PlayerFileError",
    "Pruning",
    "PruningFileError",
    "Reductions",
    "Relation",
    "SearchFunction",
    "SearchIteration",
    "SearchLog",
    "SearchReport",
    "Solution",
    "Stop",
    "TimeLeft",
    "Trace",
    "Variation",
    "WeightError",
    "WeightInfo",
    "Weights",
    "Widths",
    "combination_of",
    "default_ordering",
    "default_patterns",
    "default_pruning",
    "end_score",
    "export_weights",
    "fixed_time",
    "is_pattern_file",
    "load_clock",
    "load_combination",
    "load_map",
    "load_patterns",
    "load_player",
    "load_pruning",
    "load_tables",
    "load_values",
    "load_weights",
    "pattern_layout",
    "phases_by_men",
    "plain_score",
    "player_identity",
    "preset_reductions",
    "pruning_text",
    "read_combination",
    "read_ordering",
    "save_player",
    "save_pruning",
    "save_tables",
    "score_unit",
    "share_clock",
    "solve",
    "start_function",
    "weights",
    "win_draw_loss",
    "win_probability",
]
