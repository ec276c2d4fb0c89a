"""The UCI engine: a chess player behind the protocol that interfaces and match runners speak."""

from tabiya.uci._engine import Engine, run_engine

__all__ = ["Engine", "run_engine"]
