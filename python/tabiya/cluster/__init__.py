"""Crews: where independent pieces of work are done, here or on many machines."""

from tabiya.cluster._crew import Crew, Threads
from tabiya.cluster._dask import DaskCrew, open_crew
from tabiya.cluster._pieces import pieces_in_order, run_pieces
from tabiya.cluster._serve import own_address, serve_scheduler, serve_workers

__all__ = [
    "Crew",
    "DaskCrew",
    "Threads",
    "open_crew",
    "own_address",
    "pieces_in_order",
    "run_pieces",
    "serve_scheduler",
    "serve_workers",
]
