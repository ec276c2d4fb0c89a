"""Populations: networks that learn by playing, and are opponents for all that learns."""

from tabiya.population._conditions import (
    Conditions,
    TdOptions,
    random_networks,
    random_start,
)
from tabiya.population._make import Made, Row, make_population, network_text
from tabiya.population._plan import PopulationPlan
from tabiya.population._sane import Sane, SaneOptions
from tabiya.population._swiss import Played, swiss

__all__ = [
    "Conditions",
    "Made",
    "Played",
    "PopulationPlan",
    "Row",
    "Sane",
    "SaneOptions",
    "TdOptions",
    "make_population",
    "network_text",
    "random_networks",
    "random_start",
    "swiss",
]
