"""What foretells play: offline measures of weight vectors held against their games."""

from tabiya.predict._candidates import (
    Candidate,
    file_candidates,
    named_candidates,
    perturbed_candidates,
)
from tabiya.predict._measures import Efforts, LabelledSet, Measure, measure_candidate
from tabiya.predict._played import Played, Terms, play_candidates
from tabiya.predict._ranking import Ranked, page, rank_measures

__all__ = [
    "Candidate",
    "Efforts",
    "LabelledSet",
    "Measure",
    "Played",
    "Ranked",
    "Terms",
    "file_candidates",
    "measure_candidate",
    "named_candidates",
    "page",
    "perturbed_candidates",
    "play_candidates",
    "rank_measures",
]
