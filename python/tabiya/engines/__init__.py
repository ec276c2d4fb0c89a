"""Engines of other people: UCI and xboard programs, found, started, asked and watched."""

from tabiya.engines._assessment import Assessment
from tabiya.engines._async import AsyncEngine
from tabiya.engines._background import await_result, background_loop, run_in_background
from tabiya.engines._engine import Engine
from tabiya.engines._fault import EngineFault, FaultKind
from tabiya.engines._file import EngineFileError, load_engines
from tabiya.engines._find import find_engine
from tabiya.engines._identity import engine_identity, program_digests
from tabiya.engines._lent import LastWords, OpenQuestion, Pipes
from tabiya.engines._spec import EngineSpec, OptionValue
from tabiya.engines._uci_words import go_words, where_words
from tabiya.engines._watched import LINES_KEPT

__all__ = [
    "LINES_KEPT",
    "Assessment",
    "AsyncEngine",
    "Engine",
    "EngineFault",
    "EngineFileError",
    "EngineSpec",
    "FaultKind",
    "LastWords",
    "OpenQuestion",
    "OptionValue",
    "Pipes",
    "await_result",
    "background_loop",
    "engine_identity",
    "find_engine",
    "go_words",
    "load_engines",
    "program_digests",
    "run_in_background",
    "where_words",
]
