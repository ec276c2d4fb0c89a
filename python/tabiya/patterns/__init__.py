"""Pattern evaluations: examples from games, weights by regression, labels by deeper search."""

from tabiya.patterns._deepen import deepen
from tabiya.patterns._examples import ExamplesFileError, PatternExamples, load_examples
from tabiya.patterns._fit import PatternFit, PhaseFit, fit_patterns
from tabiya.patterns._games import GameFault, label_games, read_games
from tabiya.patterns._relations import fit_relations, with_relations
from tabiya.patterns._rows import pattern_rows
from tabiya.patterns._worth import TableWorth, worth_of_tables

__all__ = [
    "ExamplesFileError",
    "GameFault",
    "PatternExamples",
    "PatternFit",
    "PhaseFit",
    "TableWorth",
    "deepen",
    "fit_patterns",
    "fit_relations",
    "label_games",
    "load_examples",
    "pattern_rows",
    "read_games",
    "with_relations",
    "worth_of_tables",
]
