"""Offline measures: what labels say of a candidate, without a game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
import scipy
from numpy.typing import NDArray

from tabiya import _core
from tabiya.analysts import Analyst, EngineAnalyst, SearchAnalyst, StaticAnalyst, assess
from tabiya.games import Batch
from tabiya.metrics import concordance
from tabiya.players import Player
from tabiya.positions import LabelledPositions
from tabiya.predict._candidates import Candidate
from tabiya.predict._played import kept
from tabiya.store import Database

Floats: TypeAlias = NDArray[np.float64]
# The scale of a curve is looked for between these, in centipawns.
LEAST_SCALE, MOST_SCALE = 1.0, 1e5
# Scores beyond are decided games; they would be all of a squared error.
MOST_SCORE = 3000.0


@dataclass(frozen=True)
class LabelledSet:
    """Labelled positions by the name of who labelled them; results are from 0 to 1."""

    name: str
    subject: LabelledPositions

    @property
    def is_result(self) -> bool:
        """Return whether the labels are results."""
        values = self.subject.values
        return bool(values.min() >= 0 and values.max() <= 1)


@dataclass(frozen=True)
class Measure:
    """One way to foretell play: whose labels, how hard the candidate looks, and what is counted."""

    labels: str
    effort: str
    what: str

    def __str__(self) -> str:
        return f"{self.what}, {self.effort}, {self.labels}"


@dataclass(frozen=True)
class Efforts:
    """How hard candidates look: at a position as it is, at the end of its captures, by search."""

    nodes: tuple[int, ...] = (64, 256, 1024)
    depths: tuple[int, ...] = ()


def measure_candidate(
    candidate: Candidate,
    sets: Sequence[LabelledSet],
    deep: tuple[Batch, Sequence[str]] | None,
    efforts: Efforts,
    database: Database,
    *,
    threads: int = 1,
) -> dict[Measure, float]:
    """Return all measures of a candidate, higher for better; what the store holds is kept.

    Parameters
    ----------
    sets : sequence of LabelledSet
        What it is measured on.
    deep : (Batch, sequence of str), optional
        Positions and the moves that a deep search plays there.
    """
    found: dict[Measure, float] = {}
    for each in sets:
        positions = each.subject.positions
        for effort, scores_of in _ways(candidate, positions, efforts, threads):
            settings = ["offline", candidate.contestant.identity, effort, _digest(each)]
            values = kept(database, settings, partial(_measured, scores_of, each))
            for what, value in zip(_names(each), values, strict=True):
                found[Measure(each.name, effort, what)] = value
    if deep is not None and candidate.player is not None:
        for nodes in efforts.nodes:
            who = candidate.contestant.identity
            asked: list[object] = ["moves", who, nodes, deep[0].lines(), *deep[1]]
            agree = partial(_agreement, candidate.player, deep, nodes, threads)
            (share,) = kept(database, asked, agree)
            found[Measure("deep search", f"{nodes:,} nodes", "same move")] = share
    return found


def _measured(scores_of: Callable[[], Floats], labelled: LabelledSet) -> list[float]:
    return _values(scores_of(), labelled)


def _agreement(
    player: Player, deep: tuple[Batch, Sequence[str]], nodes: int, threads: int
) -> list[float]:
    """Return how often a short search plays the move of the deep one."""
    reports = player.search_many(deep[0], nodes=nodes, threads=threads)
    same = [report.move == move for report, move in zip(reports, deep[1], strict=True)]
    return [float(np.mean(same))]


def _ways(
    candidate: Candidate, positions: Batch, efforts: Efforts, threads: int
) -> Iterator[tuple[str, Callable[[], Floats]]]:
    """Yield how hard a candidate can look, and what gives its scores then."""

    def by(analyst: Analyst) -> Callable[[], Floats]:
        return lambda: assess(analyst, positions, threads=threads)

    player, engine = candidate.player, candidate.contestant.engine
    if player is not None:
        yield "static", by(StaticAnalyst(player))
        yield "captures played out", lambda: _settled(player, positions, threads)
        for nodes in efforts.nodes:
            yield f"{nodes:,} nodes", by(SearchAnalyst(player, nodes=nodes))
    elif engine is not None:
        for depth in efforts.depths or (1, 2, 4):
            yield f"depth {depth}", by(EngineAnalyst(engine, depth=depth))


def _settled(player: Player, positions: Batch, threads: int) -> Floats:
    """Return scores at the leaves of quiescence lines, of the first player."""
    game, weights = player.game.name, player.weights.array()
    return _core.settle(game, positions.packed, weights, 0.001, threads)[2]


def _names(labelled: LabelledSet) -> list[str]:
    return ["tau", "log-loss", "squared error"] if labelled.is_result else ["tau", "squared error"]


def _values(scores: Floats, labelled: LabelledSet) -> list[float]:
    """Return tau, and errors after a fitted scale with their sign turned: higher is better."""
    values = labelled.subject.values
    tau = concordance(scores, values, labelled.subject.weights).tau
    bounded = np.clip(scores, -MOST_SCORE, MOST_SCORE)
    if not labelled.is_result:
        wanted = np.clip(values, -MOST_SCORE, MOST_SCORE)
        slope = float(bounded @ wanted) / max(float(bounded @ bounded), 1e-9)
        return [tau, -float(np.mean((wanted - slope * bounded) ** 2))]

    def loss(log: float) -> float:
        odds = bounded / np.exp(log)
        return float(np.mean(np.logaddexp(0, odds) - values * odds))

    ends = (np.log(LEAST_SCALE), np.log(MOST_SCALE))
    fitted = scipy.optimize.minimize_scalar(loss, bounds=ends, method="bounded")
    chance = scipy.special.expit(bounded / np.exp(fitted.x))
    return [tau, -float(fitted.fun), -float(np.mean((chance - values) ** 2))]


def _digest(labelled: LabelledSet) -> list[str]:
    subject = labelled.subject
    weights = [] if subject.weights is None else [subject.weights.tobytes().hex()]
    return [str(subject.positions.lines()), subject.values.tobytes().hex(), *weights]
