"""Statistical combination of features: evaluations that mean a winning probability.

The models are scikit-learn estimators and know nothing of games.
"""

from tabiya.combine._base import CombinationWarning
from tabiya.combine._discriminant import Fisher, Quadratic
from tabiya.combine._logistic import Logistic

__all__ = ["CombinationWarning", "Fisher", "Logistic", "Quadratic"]
