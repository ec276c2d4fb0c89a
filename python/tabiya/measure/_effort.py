"""Tau as a function of effort, from one run (Gomboc 2004, §8.1)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.analysts import Progress, SearchAnalyst, first_view
from tabiya.metrics import concordance_many
from tabiya.players import Player
from tabiya.positions import LabelledPositions

N_POINTS = 40
FIRST_NODES = 16


@dataclass(frozen=True)
class EffortCurve:
    """How the agreement grows while the search goes on.

    Attributes
    ----------
    nodes : ndarray of shape (n_points,)
        Efforts, from few nodes to the limit.
    tau : ndarray of shape (n_points,)
        Tau of the scores that the searches held at that effort.
    """

    nodes: NDArray[np.int64]
    tau: NDArray[np.float64]

    @property
    def integral(self) -> float:
        """Return the mean of tau over the effort up to the limit, every node counting alike."""
        return float(np.trapezoid(self.tau, self.nodes) / (self.nodes[-1] - self.nodes[0]))


def effort_curve(
    subject: LabelledPositions,
    player: Player,
    *,
    nodes: int,
    threads: int = 1,
    progress: Progress | None = None,
) -> EffortCurve:
    """Search every position once and follow tau along the way.

    Parameters
    ----------
    subject : LabelledPositions
        Positions in play, and labels.
    player : Player
        Who searches.
    nodes : int
        The limit of each search.
    """
    if nodes <= FIRST_NODES:
        raise ValueError(f"nodes: expected more than {FIRST_NODES}, found {nodes}")
    running = np.flatnonzero(np.isnan(subject.positions.results()))
    positions = subject.positions[running]
    searches = SearchAnalyst(player, nodes=nodes)
    reports = searches.reports(positions, threads=threads, progress=progress)
    grid = np.unique(np.geomspace(FIRST_NODES, nodes, N_POINTS).astype(np.int64))
    held = np.array([[report.score_at(int(n)) for report in reports] for n in grid])
    weights = None if subject.weights is None else subject.weights[running]
    counts = concordance_many(first_view(positions, held), subject.values[running], weights)
    return EffortCurve(grid, np.array([count.tau for count in counts]))
