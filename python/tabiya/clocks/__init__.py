"""Clocks: where the time of a game goes, learned from games."""

from tabiya.clocks._clock_task import ClockTask, Setting
from tabiya.clocks._curve import CurvePoint, LearningCurve, read_curve
from tabiya.clocks._learn import DECAYS, learn_clock
from tabiya.clocks._learners import ActorCritic, Progress, SaneTa
from tabiya.clocks._openings import OpeningTask, equal_openings
from tabiya.clocks._spent import ClockCommentError, SpentGame, SpentMove, read_spent
from tabiya.clocks._spsa import ModernSpsa
from tabiya.clocks._task import Outcome, Task, n_values
from tabiya.clocks._trial import Trial, clock_of, settings_of, try_clocks

__all__ = [
    "DECAYS",
    "ActorCritic",
    "ClockCommentError",
    "ClockTask",
    "CurvePoint",
    "LearningCurve",
    "ModernSpsa",
    "OpeningTask",
    "Outcome",
    "Progress",
    "SaneTa",
    "Setting",
    "SpentGame",
    "SpentMove",
    "Task",
    "Trial",
    "clock_of",
    "equal_openings",
    "learn_clock",
    "n_values",
    "read_curve",
    "read_spent",
    "settings_of",
    "try_clocks",
]
