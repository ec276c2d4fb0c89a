"""Learned move ordering: the Neural MoveMap (Kocsis 2003, chapter 3).

Examples are made of games or of searches, a map learns from them, and is tested: how often it ranks
the best move first, and how many nodes it saves a search.
"""

from tabiya.ordering._examples import MoveExamples, divide, join, load_examples, sample_examples
from tabiya.ordering._games import examples_from_games, examples_of_texts
from tabiya.ordering._player import examples_from_searches, label_examples
from tabiya.ordering._read import read_examples
from tabiya.ordering._show import RankedMove, draw_moves, rank_moves, shade_squares
from tabiya.ordering._test import (
    Prediction,
    Reduction,
    predict,
    predict_by_search,
    reduce_nodes,
)
from tabiya.ordering._train import Epoch, Trained, Training, train_map

__all__ = [
    "Epoch",
    "MoveExamples",
    "Prediction",
    "RankedMove",
    "Reduction",
    "Trained",
    "Training",
    "divide",
    "draw_moves",
    "examples_from_games",
    "examples_from_searches",
    "examples_of_texts",
    "join",
    "label_examples",
    "load_examples",
    "predict",
    "predict_by_search",
    "rank_moves",
    "read_examples",
    "reduce_nodes",
    "sample_examples",
    "shade_squares",
    "train_map",
]
