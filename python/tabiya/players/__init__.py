"""Players: weights, search and decisions; the thing that moves."""

from tabiya._core import GameOverError
from tabiya.players._decisions import Decisions
from tabiya.players._player import Player
from tabiya.players._report import Iteration, Report

__all__ = ["Decisions", "GameOverError", "Iteration", "Player", "Report"]
