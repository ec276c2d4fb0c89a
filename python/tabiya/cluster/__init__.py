"""Workers: who does independent pieces of work, here or on many machines."""

from tabiya.cluster._dask import DaskWorkers, open_workers
from tabiya.cluster._pieces import pieces_in_order, run_pieces
from tabiya.cluster._serve import own_address, serve_scheduler, serve_workers
from tabiya.cluster._workers import Threads, Workers

__all__ = [
    "DaskWorkers",
    "Threads",
    "Workers",
    "open_workers",
    "own_address",
    "pieces_in_order",
    "run_pieces",
    "serve_scheduler",
    "serve_workers",
]
