"""Better labels by search: from the end of the game backwards, each phase seen through the next."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.cluster import Workers
from tabiya.patterns._examples import PatternExamples
from tabiya.patterns._fit import (
    HELD_OUT,
    HUNDREDTHS,
    JOINED,
    PENALTY,
    STEPS,
    PatternFit,
    PhaseFit,
    Regression,
    fit_phase,
    quantised,
)
from tabiya.patterns._solved import search, solve
from tabiya.players import PatternModel, Player, pattern_layout

# Random moves between a position of a game and the example made of it, and how often.
WANDERING = (0.4, 0.3, 0.2, 0.1)
# The least that a position of a game counts beside one that was searched.
LEAST_IMPORTANCE = 0.05
MOST_DISCS = 64.0
MOST_EMPTIES = 59


def deepen(
    examples: PatternExamples,
    model: PatternModel,
    *,
    sample: int = 60_000,
    depth: int = 6,
    exact: int = 13,
    penalty: float = PENALTY,
    steps: int = STEPS,
    seed: int = 0,
    threads: int = 1,
    workers: Workers | None = None,
    made_by: str = "",
    progress: Callable[[PhaseFit], object] | None = None,
) -> PatternFit:
    """Fit weights to scores that searches with the weights of later phases give.

    For every number of empty squares, positions of the games and others a few random moves away
    from them are labelled: solved where few squares are empty, searched elsewhere. Scores of games
    say who played better from there; these say what the position is worth.

    Parameters
    ----------
    examples : PatternExamples
        Positions of games, with the scores that the games give them.
    model : PatternModel
        Weights for the phases that are not fitted yet.
    sample : int
        Examples for each number of empty squares.
    depth : int
        Plies of the searches; the phases are narrower than that.
    exact : int
        Empty squares up to which positions are solved.
    penalty, steps, threads, made_by, progress
        As in :func:`fit_patterns`.
    seed : int
        Of all that is random.
    workers : Workers, optional
        Workers who label instead, 1,000 positions each; the regression is done here.

    Returns
    -------
    PatternFit
        Its errors are those on held-out games' positions, against the scores of searches.
    """
    layout = pattern_layout("othello")
    regression = Regression(penalty, steps, threads)
    labeller = _Labeller(depth, exact, threads, workers)
    full = np.zeros((model.n_phases, layout.n_weights), np.float32)
    full[:, layout.held] = model.weights / np.float32(HUNDREDTHS)
    empties = examples.empties
    made: dict[int, PatternExamples] = {}
    phases = []
    prior = np.zeros(layout.n_weights, np.float32)
    for index, first in enumerate(model.stages):
        last = min((*model.stages, layout.n_stages)[index + 1] - 1, MOST_EMPTIES)
        if last < exact:
            prior = full[index]
            continue
        current = PatternModel("othello", model.stages, quantised(full, layout))
        levels = range(max(first - JOINED, 1), min(last + JOINED, MOST_EMPTIES) + 1)
        for level in levels:
            if level not in made:
                drawn = _draw(examples, empties, level, sample, seed)
                made[level] = labeller.label(drawn, level, current)
        for level in [level for level in made if level < first - JOINED]:
            del made[level]
        fitted = examples.game % HELD_OUT != 0
        games = [examples[np.flatnonzero((empties == level) & fitted)] for level in levels]
        found = [made[level] for level in levels]
        weak = [_weakened(*pair, full[index]) for pair in zip(games, found, strict=True)]
        near = PatternExamples.join([*found, *weak])
        prior, fit = fit_phase(near, (first, last), prior, regression)
        full[index] = prior
        phases.append(fit)
        if progress:
            progress(fit)
    fitted = PatternModel("othello", model.stages, quantised(full, layout), made_by)
    return PatternFit(fitted, tuple(phases))


def _weakened(
    games: PatternExamples, found: PatternExamples, weights: NDArray[np.float32]
) -> PatternExamples:
    """Return positions of games with the importance that their scores deserve.

    By inverse variances: how far scores of searches and of games are from the same evaluation.
    """

    def variance(some: PatternExamples) -> float:
        rows = _core.pattern_rows(some.own, some.opponent)
        return float(np.square(_core.sum_rows(rows, weights) - some.score).mean())

    if len(games) == 0 or len(found) == 0:
        return games
    share = np.clip(variance(found) / variance(games), LEAST_IMPORTANCE, 1.0)
    return replace(games, importance=games.importance * np.float32(share))


def _draw(
    examples: PatternExamples, empties: NDArray[np.uint8], level: int, sample: int, seed: int
) -> PatternExamples:
    """Return positions with so many empty squares, reached by some random moves from games."""
    rng = np.random.default_rng((seed, level))
    parts = []
    for moves, share in enumerate(WANDERING):
        start = level + moves if level + moves <= 60 else level  # noqa: PLR2004 (squares)
        places = np.flatnonzero(empties == start)
        n = min(round(sample * share), len(places))
        found = examples[rng.choice(places, n, replace=False)]
        steps = np.full(n, start - level, np.uint32)
        own, opponent = _core.wander_from(
            found.own, found.opponent, steps, int(rng.integers(2**62))
        )
        moved = replace(found, own=own, opponent=opponent)
        parts.append(moved[np.flatnonzero(own | opponent)])
    drawn = PatternExamples.join(parts)
    _, first = np.unique(np.stack([drawn.own, drawn.opponent]), axis=1, return_index=True)
    return drawn[np.sort(first)]


@dataclass(frozen=True)
class _Labeller:
    """Solves positions with at most ``exact`` empty squares, and searches the others."""

    depth: int
    exact: int
    threads: int
    workers: Workers | None

    def label(self, drawn: PatternExamples, level: int, model: PatternModel) -> PatternExamples:
        """Return the positions with their scores in discs."""
        if level <= self.exact:
            solved = solve(drawn.own, drawn.opponent, threads=self.threads, workers=self.workers)
            score = solved.astype(np.float32)
        else:
            score = self._searched(drawn, Player("othello", patterns=model, hash_mib=1))
        return replace(drawn, score=score, importance=np.ones(len(drawn), np.float32))

    def _searched(self, drawn: PatternExamples, player: Player) -> NDArray[np.float32]:
        found = search(
            player,
            drawn.own,
            drawn.opponent,
            self.depth,
            threads=self.threads,
            workers=self.workers,
        )
        # A game seen to its end counts wins from a million down: back to discs.
        margin = np.sign(found) * (MOST_DISCS - (_core.WIN_SCORE - np.abs(found)))
        discs = np.where(np.abs(found) > _core.DECIDED_SCORE, margin, found / HUNDREDTHS)
        return discs.clip(-MOST_DISCS, MOST_DISCS).astype(np.float32)
