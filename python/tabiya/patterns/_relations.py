"""How the scores of deep searches follow from those of shallow ones, for ProbCut."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabiya.cluster import Workers, pieces_in_order
from tabiya.games import Batch
from tabiya.patterns._examples import PatternExamples
from tabiya.patterns._rows import as_batch
from tabiya.players import Decisions, PatternModel, Player, Relation

# So many positions are one piece of work for a worker.
PIECE = 20
# Empty squares at which the first position of each band stands.
BANDS = (12, 18, 24, 30, 36, 42, 48)
BAND_WIDTH = 6
LEAST_DEEP = 3
MOST_DEEP = 20
# Beyond this the game was seen to its end, and scores are no estimates.
MOST_DISCS = 64.0


def shallow_of(deep: int) -> int:
    """Return the depth that stands for a deep one: about half, and even if that is.

    CITE: Buro 1995b compares depths 4 and 8; those of the same parity agree best.

    >>> [(deep, shallow_of(deep)) for deep in (3, 4, 6, 8, 11, 12)]
    [(3, 1), (4, 2), (6, 2), (8, 4), (11, 5), (12, 6)]
    """
    shallow = max(1, deep // 2)
    if shallow % 2 != deep % 2:
        shallow -= 1
    return max(1 + (deep + 1) % 2, shallow)


def fit_relations(
    examples: PatternExamples,
    model: PatternModel,
    *,
    depth: int = 10,
    sample: int = 200,
    params: dict[str, float] | None = None,
    seed: int = 0,
    threads: int = 1,
    workers: Workers | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Relation, ...]:
    """Search positions of games to all depths, and regress deep scores on shallow ones.

    Parameters
    ----------
    examples : PatternExamples
        Where positions are drawn from.
    model : PatternModel
        The evaluation.
    depth : int
        The deepest search; the deviation of deeper ones is extrapolated.
    sample : int
        Positions for each band of six empty squares.
    params : dict of str to float, optional
        Numbers of the search; ProbCut itself is always off.
    seed, threads, progress
        As elsewhere.
    workers : Workers, optional
        Workers who search instead, 20 positions each.
    """
    player = Player(
        "othello",
        patterns=model,
        decisions=Decisions(params={**(params or {}), "probcut": 0.0, "exact_from": 0.0}),
    )
    empties = examples.empties
    rng = np.random.default_rng(seed)
    relations: list[Relation] = []
    for number, band in enumerate(BANDS):
        places = np.flatnonzero((empties >= band) & (empties < band + BAND_WIDTH))
        if len(places) == 0:
            continue
        chosen = examples[rng.choice(places, min(sample, len(places)), replace=False)]
        positions, work = as_batch(chosen), partial(_scores_by_depth, player, depth)
        if workers is None:
            scores = work(positions, threads=threads)
        else:
            scores = np.concatenate(pieces_in_order(workers, work, positions, size=PIECE))
        relations += band_relations(scores, band)
        if progress:
            progress(number + 1, len(BANDS))
    return tuple(relations)


def _scores_by_depth(
    player: Player, depth: int, positions: Batch, threads: int = 1
) -> NDArray[np.float64]:
    """Return the score of every position at every depth."""
    reports = player.search_many(positions, depth=depth, threads=threads)
    scores = np.full((len(reports), depth + 1), np.nan)
    for row, report in enumerate(reports):
        for iteration in report.iterations:
            scores[row, iteration.depth] = iteration.score
    return scores


def with_relations(examples: PatternExamples, model: PatternModel, **settings: Any) -> PatternModel:
    """Return the same weights with relations fitted by :func:`fit_relations`."""
    return replace(model, relations=fit_relations(examples, model, **settings))


def band_relations(scores: NDArray[np.float64], stage: int) -> list[Relation]:
    """Return the relations of one band; ``scores[i, d]`` is that of position i at depth d.

    >>> rng = np.random.default_rng(0)
    >>> base = rng.normal(0, 600, (500, 1))
    >>> noisy = base + rng.normal(0, 100, (500, 5))
    >>> found = band_relations(noisy, 20)[0]
    >>> found.deep, found.shallow, 0.9 < found.slope < 1.1, 100 < found.deviation < 200
    (3, 1, True, True)
    """
    depth = scores.shape[1] - 1
    found = []
    for deep in range(LEAST_DEEP, depth + 1):
        shallow = shallow_of(deep)
        x, y = scores[:, shallow], scores[:, deep]
        good = (np.abs(x) < MOST_DISCS * 100) & (np.abs(y) < MOST_DISCS * 100)
        if good.sum() < 10:  # noqa: PLR2004 (too few for a line)
            continue
        slope, offset = np.polyfit(x[good], y[good], 1)
        deviation = np.std(y[good] - slope * x[good] - offset, ddof=2)
        found.append(Relation(stage, deep, shallow, float(slope), float(offset), float(deviation)))
    return found + list(_extrapolated(found, stage))


def _extrapolated(known: list[Relation], stage: int) -> Iterable[Relation]:
    """Return relations of deeper searches: the deviation grows with the gap between the depths."""
    if len(known) < 3:  # noqa: PLR2004 (a line needs some points)
        return
    gaps = np.array([r.deep - r.shallow for r in known], float)
    deviations = np.array([r.deviation for r in known])
    rise, base = np.polyfit(gaps, deviations, 1)
    for deep in range(known[-1].deep + 1, MOST_DEEP + 1):
        shallow = shallow_of(deep)
        guess = max(float(base + rise * (deep - shallow)), float(deviations[-1]))
        yield Relation(stage, deep, shallow, 1.0, 0.0, guess)
