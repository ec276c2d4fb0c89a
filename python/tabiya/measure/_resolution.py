"""How coarse scores may be (Gomboc 2004, §8.2)."""

from collections.abc import Sequence
from dataclasses import replace

from tabiya.analysts import Analyst, Progress, SearchAnalyst, StaticAnalyst, assess
from tabiya.measure._measure import Measurement, judge
from tabiya.players import Player
from tabiya.positions import LabelledPositions


def measure_resolutions(
    subject: LabelledPositions,
    analyst: Analyst,
    resolutions: Sequence[float],
    *,
    threads: int = 1,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> list[tuple[float, Measurement]]:
    """Measure a player whose evaluation is rounded to coarser and coarser steps.

    The search itself sees the rounded scores: coarse ones cut off more and guide it less.

    Parameters
    ----------
    subject : LabelledPositions
        Positions and labels.
    analyst : StaticAnalyst or SearchAnalyst
        Whose player is made coarser.
    resolutions : sequence of float
        Steps in centipawns.
    """
    if not isinstance(analyst, StaticAnalyst | SearchAnalyst):
        raise ValueError(f"resolution: expected a built-in player, found {analyst.name}")  # noqa: TRY004 (a wrong value for who asks)
    found = []
    for step in resolutions:
        coarser = replace(analyst, player=_with_resolution(analyst.player, step))
        scores = assess(coarser, subject.positions, threads=threads, progress=progress)
        row = judge(subject, scores, analyst.name, f"{step:g} cp", confidence=confidence)
        found.append((step, row))
    return found


def _with_resolution(player: Player, resolution: float) -> Player:
    return Player(
        player.game,
        weights=None if player.patterns else player.weights,
        patterns=player.patterns,
        hash_mib=player.hash_mib,
        decisions=player.decisions,
        resolution=resolution,
        network=player.network,
        pruning=player.pruning or "none",
    )
