"""Statistical combination of features: evaluations that mean a winning probability.

The models are scikit-learn estimators and know nothing of games; ``fit`` makes players of them.
"""

from tabiya.combine._base import CombinationWarning
from tabiya.combine._correct import Correction, correct
from tabiya.combine._covariances import CovarianceTest, compare_covariances
from tabiya.combine._discriminant import Fisher, Quadratic
from tabiya.combine._examples import GameExamples, examples_of
from tabiya.combine._features import Features, learn_features
from tabiya.combine._fit import MODELS, WIDTH, Fit, PhaseFit, fit
from tabiya.combine._logistic import Logistic
from tabiya.combine._normality import Normality, check_normality
from tabiya.combine._phases import Phase, make_phases
from tabiya.combine._quality import Measured, Quality, judge
from tabiya.combine._save import coefficients, save_fit
from tabiya.combine._selfplay import play_games
from tabiya.combine._tables import Tables, make_tables
from tabiya.combine._theory import TheoryCheck, check_theory
from tabiya.combine._words import describe_covariances, describe_fit

__all__ = [
    "MODELS",
    "WIDTH",
    "CombinationWarning",
    "Correction",
    "CovarianceTest",
    "Features",
    "Fisher",
    "Fit",
    "GameExamples",
    "Logistic",
    "Measured",
    "Normality",
    "Phase",
    "PhaseFit",
    "Quadratic",
    "Quality",
    "Tables",
    "TheoryCheck",
    "check_normality",
    "check_theory",
    "coefficients",
    "compare_covariances",
    "correct",
    "describe_covariances",
    "describe_fit",
    "examples_of",
    "fit",
    "judge",
    "learn_features",
    "make_phases",
    "make_tables",
    "play_games",
    "save_fit",
]
