"""Which measure ranks vectors as games do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tabiya.metrics import Estimate, concordance, tau_interval
from tabiya.predict._candidates import Candidate
from tabiya.predict._measures import Measure
from tabiya.predict._played import Played

# Beyond, Elo of few games is hardly known.
MOST_ELO = 800.0


@dataclass(frozen=True)
class Ranked:
    """How well a measure ranks vectors: tau between its values and Elo, and its interval."""

    measure: Measure
    tau: Estimate
    # The same among vectors that lose less than half of the others.
    near: float


def rank_measures(
    played: Sequence[Played], measured: Sequence[Mapping[Measure, float]]
) -> list[Ranked]:
    """Hold every measure against the games, the best first.

    Parameters
    ----------
    played : sequence of Played
        What games say of each candidate.
    measured : sequence of mapping
        What each measure says of it.

    Raises
    ------
    ValueError
        If all have scored the same, which ranks nobody.
    """
    elos = np.array([np.clip(each.elo.value, -MOST_ELO, MOST_ELO) for each in played])
    if np.ptp(elos) == 0:
        raise ValueError(
            f"games: expected players that differ in Elo, found {len(elos)} with the same score; "
            "more games or nodes may tell them apart"
        )
    is_near = elos >= np.median(elos)
    found = []
    for measure in measured[0] if measured else ():
        values = np.array([each[measure] for each in measured])
        if not np.isfinite(values).all() or np.ptp(values) == 0:
            continue
        interval = tau_interval(values, elos)
        near = concordance(values[is_near], elos[is_near]).tau_b if is_near.sum() > 2 else np.nan  # noqa: PLR2004 (a pair and one)
        value = concordance(values, elos).tau_b
        found.append(Ranked(measure, Estimate(value, interval.low, interval.high), float(near)))
    return sorted(found, key=lambda each: -each.tau.value)


def page(
    game: str,
    candidates: Sequence[Candidate],
    played: Sequence[Played],
    ranked: Sequence[Ranked],
    *,
    command: str,
    words: str,
) -> str:
    """Return all that was found, as Markdown."""
    n_games = sum(each.n_games for each in played)
    lines = [
        f"## {game}",
        "",
        f"{len(candidates)} vectors, {n_games:,} games: {words}.",
        "",
        "```console",
        f"$ {command}",
        "```",
        "",
        "| measure | looked at by | labels | tau with Elo | interval | tau, better half |",
        "|---|---|---|---|---|---|",
    ]
    for each in ranked:
        measure, tau = each.measure, each.tau
        lines.append(
            f"| {measure.what} | {measure.effort} | {measure.labels} | {tau.value:.3f} | "
            f"{tau.low:.3f} … {tau.high:.3f} | {each.near:.3f} |"
        )
    lines += ["", "| vector | origin | Elo | interval |", "|---|---|---|---|"]
    order = sorted(zip(candidates, played, strict=True), key=lambda pair: -pair[1].elo.value)
    for candidate, result in order:
        elo = result.elo
        lines.append(
            f"| {candidate.name} | {candidate.origin} | {elo.value:+.0f} | "
            f"{elo.low:+.0f} … {elo.high:+.0f} |"
        )
    return "\n".join(lines) + "\n"
