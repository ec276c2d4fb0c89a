"""What positions and results say: concordance, ratings and tests, each with its doubt."""

from tabiya.metrics._agreement import Difference, tau_difference, tau_interval
from tabiya.metrics._concordance import Concordance, concordance, concordance_many
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
from tabiya.metrics._spearman import spearman
from tabiya.metrics._sprt import Sprt, SprtState, sprt_llr, sprt_path
from tabiya.metrics._stopped import AfterTest, after_test
from tabiya.metrics._time_factor import TimeFactor, time_factor
from tabiya.metrics._verdict import Verdict, verdict

__all__ = [
    "AfterTest",
    "Concordance",
    "Difference",
    "Estimate",
    "Ratings",
    "Sprt",
    "SprtState",
    "TimeFactor",
    "Verdict",
    "after_test",
    "concordance",
    "concordance_many",
    "elo",
    "elo_of_score",
    "likelihood_of_superiority",
    "normalised_elo",
    "rate",
    "score",
    "score_of_elo",
    "score_path",
    "spearman",
    "sprt_llr",
    "sprt_path",
    "tau_difference",
    "tau_interval",
    "time_factor",
    "verdict",
]
