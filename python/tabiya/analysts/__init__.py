"""Analysts: whoever says what a position is worth, and what they have said so far."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabiya.analysts._analyst import Analyst, Progress, first_view, result_scores
from tabiya.analysts._assess import assess, assess_all
from tabiya.analysts._engine import EngineAnalyst
from tabiya.analysts._game import (
    GameAnalysis,
    MoveAnalysis,
    Thresholds,
    analyse_game,
    worst_moves,
)
from tabiya.analysts._label import label
from tabiya.analysts._player import SearchAnalyst, StaticAnalyst

if TYPE_CHECKING:
    from tabiya.analysts._cache import AssessmentCache, default_cache

__all__ = [
    "Analyst",
    "AssessmentCache",
    "EngineAnalyst",
    "GameAnalysis",
    "MoveAnalysis",
    "Progress",
    "SearchAnalyst",
    "StaticAnalyst",
    "Thresholds",
    "analyse_game",
    "assess",
    "assess_all",
    "default_cache",
    "first_view",
    "label",
    "result_scores",
    "worst_moves",
]


def __getattr__(name: str) -> Any:
    # It stands on a database, which takes as long to load as all the rest.
    if name in ("AssessmentCache", "default_cache"):
        return getattr(import_module("tabiya.analysts._cache"), name)
    raise AttributeError(f"module 'tabiya.analysts' has no attribute {name!r}")
