"""Players: weights, search and decisions; the thing that moves."""

from tabiya._core import GameOverError, Stop
from tabiya.players._decisions import Decisions
from tabiya.players._player import Player
from tabiya.players._probability import win_probability
from tabiya.players._report import Iteration, Report
from tabiya.players._solver import Solution, solve
from tabiya.players._trace import Trace
from tabiya.players._weights import WeightError, WeightInfo, Weights, load_weights
from tabiya.players._weights import weights_of as weights

__all__ = [
    "Decisions",
    "GameOverError",
    "Iteration",
    "Player",
    "Report",
    "Solution",
    "Stop",
    "Trace",
    "WeightError",
    "WeightInfo",
    "Weights",
    "load_weights",
    "solve",
    "weights",
    "win_probability",
]
