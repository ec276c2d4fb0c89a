"""The UCI engine: a chess player behind the protocol that interfaces and match runners speak."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabiya.uci._engine import UciServer, run_engine

if TYPE_CHECKING:
    from tabiya.uci._advisor import AdvisedEngine, run_advised

__all__ = ["AdvisedEngine", "UciServer", "run_advised", "run_engine"]


def __getattr__(name: str) -> Any:
    # Advice stands on libraries that take a while to load, and most engines play without it.
    if name in ("AdvisedEngine", "run_advised"):
        return getattr(import_module("tabiya.uci._advisor"), name)
    raise AttributeError(f"module 'tabiya.uci' has no attribute {name!r}")
