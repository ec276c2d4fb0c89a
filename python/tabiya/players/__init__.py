"""Players: weights, search and decisions; the thing that moves."""

from tabiya._core import GameOverError, Stop
from tabiya.players._clock import Budget, TimeLeft, fixed_time, share_clock
from tabiya.players._decisions import Decisions
from tabiya.players._export import export_weights
from tabiya.players._identity import player_identity
from tabiya.players._lines import Bounds, search_lines
from tabiya.players._log import SearchLog
from tabiya.players._player import Player
from tabiya.players._probability import win_draw_loss, win_probability
from tabiya.players._report import Iteration, Report, Variation
from tabiya.players._saved import PlayerFileError, load_player, save_player
from tabiya.players._solver import Solution, solve
from tabiya.players._trace import Trace
from tabiya.players._weights import WeightError, WeightInfo, Weights, load_weights
from tabiya.players._weights import weights_of as weights

__all__ = [
    "Bounds",
    "Budget",
    "Decisions",
    "GameOverError",
    "Iteration",
    "Player",
    "PlayerFileError",
    "Report",
    "SearchLog",
    "Solution",
    "Stop",
    "TimeLeft",
    "Trace",
    "Variation",
    "WeightError",
    "WeightInfo",
    "Weights",
    "export_weights",
    "fixed_time",
    "load_player",
    "load_weights",
    "player_identity",
    "save_player",
    "search_lines",
    "share_clock",
    "solve",
    "weights",
    "win_draw_loss",
    "win_probability",
]
