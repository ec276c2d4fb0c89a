"""Tuning: weights that raise concordance, results or the score of games."""

from tabiya.learn._ascent import Ascent, AscentOptions
from tabiya.learn._cases import Case, classify, decide
from tabiya.learn._check import check_tuner
from tabiya.learn._cma import Cma, CmaOptions
from tabiya.learn._examples import (
    Assess,
    AssessedExamples,
    EffortExamples,
    Examples,
    SmoothExamples,
)
from tabiya.learn._feature_files import Features, read_features, write_trace
from tabiya.learn._iteration import Iteration
from tabiya.learn._labelled import label_positions, relabel
from tabiya.learn._line_protocol import LineEvaluator
from tabiya.learn._logistic import Logistic, LogisticOptions
from tabiya.learn._make import ELEVEN, expand_names, make_problem, weight_bounds
from tabiya.learn._matrix import MatrixExamples
from tabiya.learn._piece_of_work import CONTROL, TRAIN, Emphasis, PieceOfWork, Portion, Vector
from tabiya.learn._problem import Duel, Problem
from tabiya.learn._run import TUNERS, Evaluate, Run, check_constants, tune, tuner_name
from tabiya.learn._spsa import Spsa, SpsaOptions
from tabiya.learn._static import StaticExamples
from tabiya.learn._surrogate import Surrogate, SurrogateOptions
from tabiya.learn._tied import TIE, WHOLE, Ties, read_ties, untied
from tabiya.learn._trace_text import FeatureFileError
from tabiya.learn._tuner import MakeTuner, State, Step, Tuner

__all__ = [
    "CONTROL",
    "ELEVEN",
    "TIE",
    "TRAIN",
    "TUNERS",
    "WHOLE",
    "Ascent",
    "AscentOptions",
    "Assess",
    "AssessedExamples",
    "Case",
    "Cma",
    "CmaOptions",
    "Duel",
    "EffortExamples",
    "Emphasis",
    "Evaluate",
    "Examples",
    "FeatureFileError",
    "Features",
    "Iteration",
    "LineEvaluator",
    "Logistic",
    "LogisticOptions",
    "MakeTuner",
    "MatrixExamples",
    "PieceOfWork",
    "Portion",
    "Problem",
    "Run",
    "SmoothExamples",
    "Spsa",
    "SpsaOptions",
    "State",
    "StaticExamples",
    "Step",
    "Surrogate",
    "SurrogateOptions",
    "Ties",
    "Tuner",
    "Vector",
    "check_constants",
    "check_tuner",
    "classify",
    "decide",
    "expand_names",
    "label_positions",
    "make_problem",
    "read_features",
    "read_ties",
    "relabel",
    "tune",
    "tuner_name",
    "untied",
    "weight_bounds",
    "write_trace",
]
