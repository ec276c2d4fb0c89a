"""What results say: scores, ratings and tests, each with the doubt that is left."""

from tabiya.metrics._estimate import (
    Estimate,
    elo,
    elo_of_score,
    likelihood_of_superiority,
    normalised_elo,
    score,
    score_of_elo,
    score_path,
)
from tabiya.metrics._ratings import Ratings, rate
from tabiya.metrics._sprt import Sprt, SprtState, sprt_llr, sprt_path
from tabiya.metrics._time_factor import TimeFactor, time_factor
from tabiya.metrics._verdict import Verdict, verdict

__all__ = [
    "Estimate",
    "Ratings",
    "Sprt",
    "SprtState",
    "TimeFactor",
    "Verdict",
    "elo",
    "elo_of_score",
    "likelihood_of_superiority",
    "normalised_elo",
    "rate",
    "score",
    "score_of_elo",
    "score_path",
    "sprt_llr",
    "sprt_path",
    "time_factor",
    "verdict",
]
