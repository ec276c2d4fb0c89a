"""Chunks: described patterns of chess positions, and what masters played where they stood.

>>> import tabiya
>>> lib = tabiya.chunks.library()
>>> [match.chunk.name for match in lib.match("7k/8/8/8/8/8/5PPP/6K1 w - - 0 1")][:1]
['castled']
"""

from tabiya._core import DatabaseError
from tabiya.chunks._advice import AdvisedMove, Witness
from tabiya.chunks._advice_page import AdvicePage
from tabiya.chunks._chunk import Chunk, Coverage, Match
from tabiya.chunks._error import ChunkError
from tabiya.chunks._explain import Explanation, Said, explain
from tabiya.chunks._following import ENGINE_FOLLOWING, Decided, Following, Thought, follow
from tabiya.chunks._games import Games, open_games
from tabiya.chunks._games_add import Addition
from tabiya.chunks._learning import Asked, learn_advice, sample_positions
from tabiya.chunks._library import Library, library, parse, pattern
from tabiya.chunks._lint import Finding, Lint, lint
from tabiya.chunks._marked import Mark, MarkedBoard
from tabiya.chunks._picture import draw_coverage
from tabiya.chunks._ranking import Ranking
from tabiya.chunks._sample import Sample, sample_games
from tabiya.chunks._similarity import Similarity, SimilarPosition
from tabiya.chunks._suggest import Suggestion, suggest
from tabiya.chunks._warnings import warnings
from tabiya.chunks._where import WhereError, parse_where

__all__ = [
    "ENGINE_FOLLOWING",
    "Addition",
    "AdvicePage",
    "AdvisedMove",
    "Asked",
    "Chunk",
    "ChunkError",
    "Coverage",
    "DatabaseError",
    "Decided",
    "Explanation",
    "Finding",
    "Following",
    "Games",
    "Library",
    "Lint",
    "Mark",
    "MarkedBoard",
    "Match",
    "Ranking",
    "Said",
    "Sample",
    "SimilarPosition",
    "Similarity",
    "Suggestion",
    "Thought",
    "WhereError",
    "Witness",
    "draw_coverage",
    "explain",
    "follow",
    "learn_advice",
    "library",
    "lint",
    "open_games",
    "parse",
    "parse_where",
    "pattern",
    "sample_games",
    "sample_positions",
    "suggest",
    "warnings",
]
