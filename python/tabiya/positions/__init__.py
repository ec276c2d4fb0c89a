"""Labelled positions: who said what of which position."""

from tabiya.files._stream import TruncatedError, read_pieces
from tabiya.positions._categories import categorise
from tabiya.positions._fault import Fault
from tabiya.positions._formats import find_format
from tabiya.positions._games import RecordedGame, has_games, read_games
from tabiya.positions._import import import_files
from tabiya.positions._labelled import (
    LabelledPositions,
    labelled_positions,
    read_labelled_positions,
)
from tabiya.positions._labels import KINDS, MATE, SYMBOLS, Label, score_label
from tabiya.positions._mix import mix
from tabiya.positions._packing import pack_column
from tabiya.positions._parquet import has_own_columns, is_set, set_game
from tabiya.positions._pgn import PGN_SCHEMA, PgnBlock, read_pgn
from tabiya.positions._quiet import Filters, quiet, thinned
from tabiya.positions._read import read
from tabiya.positions._sampling import sample, weigh
from tabiya.positions._set import SCHEMA, ImportReport, PositionSet, Source
from tabiya.positions._split import split
from tabiya.positions._stratify import Advance, stratify

__all__ = [
    "KINDS",
    "MATE",
    "PGN_SCHEMA",
    "SCHEMA",
    "SYMBOLS",
    "Advance",
    "Fault",
    "Filters",
    "ImportReport",
    "Label",
    "LabelledPositions",
    "PgnBlock",
    "PositionSet",
    "RecordedGame",
    "Source",
    "TruncatedError",
    "categorise",
    "find_format",
    "has_games",
    "has_own_columns",
    "import_files",
    "is_set",
    "labelled_positions",
    "mix",
    "pack_column",
    "quiet",
    "read",
    "read_games",
    "read_labelled_positions",
    "read_pgn",
    "read_pieces",
    "sample",
    "score_label",
    "set_game",
    "split",
    "stratify",
    "thinned",
    "weigh",
]
