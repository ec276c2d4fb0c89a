"""The engine of Othello, for interfaces that speak NBoard."""

from tabiya.nboard._engine import run_engine

__all__ = ["run_engine"]
