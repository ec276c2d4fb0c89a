"""Labelled positions: who said what of which position."""

from tabiya.positions._fault import Fault
from tabiya.positions._pgn import PGN_SCHEMA, PgnBlock, read_pgn
from tabiya.positions._read import read
from tabiya.positions._set import SCHEMA, ImportReport, PositionSet, Source

__all__ = [
    "PGN_SCHEMA",
    "SCHEMA",
    "Fault",
    "ImportReport",
    "PgnBlock",
    "PositionSet",
    "Source",
    "read",
    "read_pgn",
]
