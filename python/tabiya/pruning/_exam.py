"""How good the moves of a search are, and how large its tree: the two sides of class S."""

import hashlib
import math
import threading
from collections import OrderedDict
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabiya.games import Batch
from tabiya.metrics import Estimate
from tabiya.players import Decisions, Player, Pruning
from tabiya.pruning._truth import Truth

# The share of the normal distribution within this many standard errors is 95 %.
Z95 = 1.959964
# Outcomes of so many examinations are remembered.
N_KEPT = 256


@dataclass(frozen=True)
class Setting:
    """Who searches, and how: all but what is skipped.

    Attributes
    ----------
    game : str
        The game.
    preset : str, optional
        The preset of the search; that of the game if it is not said.
    params : tuple of (str, float)
        Numbers of the search that differ from it.
    hash_mib : int
        Size of the table; small, for the trees are.
    network : Path, optional
        File of a neural network that evaluates.
    """

    game: str
    preset: str | None = None
    params: tuple[tuple[str, float], ...] = ()
    hash_mib: int = 1
    network: Path | None = None

    def player(self, pruning: Pruning | None = None) -> Player:
        """Return the player that skips this."""
        decisions = Decisions(preset=self.preset, params=dict(self.params))
        return Player(
            self.game,
            decisions=decisions,
            hash_mib=self.hash_mib,
            network=self.network,
            pruning=pruning or "none",
        )

    def identity(self) -> dict[str, object]:
        """Return all that a search depends on; a network by what stands in its file."""
        network = None if self.network is None else self.network.read_bytes()
        found = asdict(self)
        del found["network"]
        if network is not None:
            found["network"] = hashlib.sha256(network).hexdigest()[:32]
        return found


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a search did in every position.

    Attributes
    ----------
    nodes : ndarray of shape (n_positions,)
        The sizes of its trees.
    differences : ndarray of shape (n_positions,)
        What the true scores of its moves exceed those of the reference by, in centipawns.
    """

    nodes: NDArray[np.float64]
    differences: NDArray[np.float64]

    @property
    def n_count(self) -> float:
        """Return the mean size of a tree."""
        return float(self.nodes.mean())

    @property
    def performance(self) -> Estimate:
        """Return the mean difference with its 95 % interval."""
        mean = float(self.differences.mean())
        error = float(self.differences.std(ddof=1)) / math.sqrt(len(self.differences))
        return Estimate(mean, mean - Z95 * error, mean + Z95 * error)


@dataclass(frozen=True, eq=False)
class Examination:
    """Score difference: searches of some depth against the full-width search of another.

    Parameters
    ----------
    setting : Setting
        Who searches.
    truth : Truth
        The positions with the true scores of their moves.
    reference : int
        The depth whose moves are the measure, and whose trees are the limit.
    depth : int
        The depth of the searches that skip; one more in the paper.
    threads : int
        Searches at the same time.

    Examples
    --------
    >>> import tabiya
    >>> from tabiya.players import Pruning, Widths
    >>> from tabiya.pruning import find_truth
    >>> start = tabiya.game("othello").initial()
    >>> positions = tabiya.Batch.of([start.play(move) for move in start.legal_moves()])
    >>> setting = Setting("othello", preset="crafty")
    >>> truth = find_truth(positions, setting.player(), depth=5)
    >>> exam = Examination(setting, truth, reference=3, depth=4)
    >>> narrow = exam.examine(Pruning("othello", widths=Widths((2, 2, 2, 2))))
    >>> narrow.n_count < exam.examine(None).n_count, len(narrow.differences)
    (True, 4)
    """

    setting: Setting
    truth: Truth
    reference: int
    depth: int
    threads: int = 1
    _kept: "OrderedDict[object, Outcome]" = field(
        default_factory=OrderedDict, repr=False, compare=False
    )
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def __getstate__(self) -> dict[str, object]:
        """Leave what is remembered here; it is not worth the way."""
        names = ("setting", "truth", "reference", "depth", "threads")
        return {name: getattr(self, name) for name in names}

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in {**state, "_kept": OrderedDict(), "_lock": threading.Lock()}.items():
            object.__setattr__(self, name, value)

    @cached_property
    def reference_scores(self) -> NDArray[np.float64]:
        """Return the true scores of the reference's moves."""
        return self.truth.of([move for move, _ in self._reference])

    @cached_property
    def limit(self) -> float:
        """Return the mean size of the reference's trees."""
        return float(np.mean([nodes for _, nodes in self._reference]))

    @cached_property
    def _reference(self) -> list[tuple[str, int]]:
        return self._search(self.setting.player(), self.truth.positions, self.reference)

    def examine(
        self, pruning: Pruning | None, *, n: int | None = None, key: object = None
    ) -> Outcome:
        """Search the first `n` positions, or all, and hold the moves against the truth.

        With a key, the outcome is remembered for a while under that name.
        """
        with self._lock:
            if key is not None and (key, n) in self._kept:
                return self._kept[key, n]
        truth = self.truth if n is None else self.truth.part(n)
        found = self._search(self.setting.player(pruning), truth.positions, self.depth)
        scores = truth.of([move for move, _ in found])
        nodes = np.array([count for _, count in found], dtype=np.float64)
        outcome = Outcome(nodes, scores - self.reference_scores[: len(truth)])
        if key is not None:
            with self._lock:
                self._kept[key, n] = outcome
                while len(self._kept) > N_KEPT:
                    self._kept.popitem(last=False)
        return outcome

    def limit_of(self, n: int | None) -> float:
        """Return the mean size of the reference's trees in the first `n` positions."""
        return float(np.mean([nodes for _, nodes in self._reference[:n]]))

    def _search(self, player: Player, positions: Batch, depth: int) -> list[tuple[str, int]]:
        reports = player.search_many(positions, depth=depth, threads=self.threads)
        return [(report.move, report.nodes) for report in reports]
