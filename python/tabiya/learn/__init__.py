"""Tuning: weights that raise concordance, results or the score of games."""

from tabiya.learn._ascent import Ascent, AscentOptions
from tabiya.learn._cases import Case, classify, decide
from tabiya.learn._cma import Cma, CmaOptions
from tabiya.learn._examples import Assess, AssessedExamples, EffortExamples, Examples
from tabiya.learn._item import CONTROL, TRAIN, Emphasis, Item, Vector, View
from tabiya.learn._iteration import Iteration
from tabiya.learn._labelled import label_positions, relabel
from tabiya.learn._logistic import Logistic, LogisticOptions
from tabiya.learn._make import ELEVEN, make_problem
from tabiya.learn._problem import Duel, Problem
from tabiya.learn._run import TUNERS, Evaluate, Run, tune
from tabiya.learn._spsa import Spsa, SpsaOptions
from tabiya.learn._static import StaticExamples
from tabiya.learn._surrogate import Surrogate, SurrogateOptions
from tabiya.learn._tuner import Step, Tuner

__all__ = [
    "CONTROL",
    "ELEVEN",
    "TRAIN",
    "TUNERS",
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
    "Item",
    "Iteration",
    "Logistic",
    "LogisticOptions",
    "Problem",
    "Run",
    "Spsa",
    "SpsaOptions",
    "StaticExamples",
    "Step",
    "Surrogate",
    "SurrogateOptions",
    "Tuner",
    "Vector",
    "View",
    "classify",
    "decide",
    "label_positions",
    "make_problem",
    "relabel",
    "tune",
]
