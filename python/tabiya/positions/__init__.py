"""Labelled positions: who said what of which position."""

from tabiya.positions._fault import Fault
from tabiya.positions._pgn import PGN_SCHEMA, PgnBlock, read_pgn

__all__ = ["PGN_SCHEMA", "Fault", "PgnBlock", "read_pgn"]
