"""Runs: tunings that are kept, gone on with after any interruption, and shared by workers."""

from tabiya.runs._engine import EngineAssess, EngineOption, check_determinism, read_options
from tabiya.runs._errors import bootstrap_errors
from tabiya.runs._labeller import SHARE, Labeller
from tabiya.runs._leaves import settled, settled_tau
from tabiya.runs._packed import PackedSet, arrays_of
from tabiya.runs._result import TuningResult
from tabiya.runs._rounds import RoundsPlan, chances, check_plan, make_positions
from tabiya.runs._stored_run import Measure, RunMismatchError, TuningRun, check_labels
from tabiya.runs._tables import HISTORY
from tabiya.runs._task import MadeProblem, TuningTask
from tabiya.runs._tuning import past_iterations, run_tuning

__all__ = [
    "HISTORY",
    "SHARE",
    "EngineAssess",
    "EngineOption",
    "Labeller",
    "MadeProblem",
    "Measure",
    "PackedSet",
    "RoundsPlan",
    "RunMismatchError",
    "TuningResult",
    "TuningRun",
    "TuningTask",
    "arrays_of",
    "bootstrap_errors",
    "chances",
    "check_determinism",
    "check_labels",
    "check_plan",
    "make_positions",
    "past_iterations",
    "read_options",
    "run_tuning",
    "settled",
    "settled_tau",
]
