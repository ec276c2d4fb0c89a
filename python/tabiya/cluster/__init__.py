"""Crews: where independent pieces of work are done, here or on many machines."""

from tabiya.cluster._crew import Crew, Threads
from tabiya.cluster._dask import DaskCrew, open_crew

__all__ = ["Crew", "DaskCrew", "Threads", "open_crew"]
