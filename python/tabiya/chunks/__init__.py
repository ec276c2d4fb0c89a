"""Chunks: described patterns of chess positions, and what masters played where they stood.

>>> import tabiya
>>> lib = tabiya.chunks.library()
>>> [match.chunk.name for match in lib.match("7k/8/8/8/8/8/5PPP/6K1 w - - 0 1")][:1]
['castled']
"""

from tabiya.chunks._error import ChunkError
from tabiya.chunks._explain import Explanation, Said, explain
from tabiya.chunks._library import Chunk, Coverage, Library, Match, library, parse, pattern
from tabiya.chunks._marked import Mark, MarkedBoard
from tabiya.chunks._picture import draw_coverage
from tabiya.chunks._warnings import warnings

__all__ = [
    "Chunk",
    "ChunkError",
    "Coverage",
    "Explanation",
    "Library",
    "Mark",
    "MarkedBoard",
    "Match",
    "Said",
    "draw_coverage",
    "explain",
    "library",
    "parse",
    "pattern",
    "warnings",
]
