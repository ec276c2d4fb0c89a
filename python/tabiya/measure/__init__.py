"""Instruments: how well analysts agree with labels, and where they do not."""

from tabiya.measure._annotators import AnnotatorTau, measure_annotators
from tabiya.measure._disagreements import Disagreement, disagreements
from tabiya.measure._effort import EffortCurve, effort_curve
from tabiya.measure._features import FeatureTau, measure_features
from tabiya.measure._measure import Measurement, compare, judge, measure
from tabiya.measure._resolution import measure_resolutions
from tabiya.measure._symbols import SymbolFit, SymbolScale, fit_symbols, read_symbols

__all__ = [
    "AnnotatorTau",
    "Disagreement",
    "EffortCurve",
    "FeatureTau",
    "Measurement",
    "SymbolFit",
    "SymbolScale",
    "compare",
    "disagreements",
    "effort_curve",
    "fit_symbols",
    "judge",
    "measure",
    "measure_annotators",
    "measure_features",
    "measure_resolutions",
    "read_symbols",
]
