"""A verdict as a row of a table for other programs."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tabiya

HEADINGS = (
    "player",
    "opponent",
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "score low",
    "score high",
    "Elo",
    "Elo low",
    "Elo high",
    "normalised Elo",
    "superiority",
    "LLR",
)


def verdict_row(player: str, opponent: str, found: "tabiya.metrics.Verdict") -> list[str]:
    """Return what stands below the headings."""
    losses, draws, wins = map(str, found.trinomial or ("", "", ""))
    score, elo = found.score, found.elo
    return [
        player,
        opponent,
        str(found.n_games),
        wins,
        draws,
        losses,
        *(f"{value:.4f}" for value in (score.value, score.low, score.high)),
        *(f"{value:.1f}" for value in (elo.value, elo.low, elo.high)),
        f"{found.normalised_elo.value:.1f}",
        f"{found.superiority:.4f}",
        "" if found.sprt is None else f"{found.sprt.llr:.3f}",
    ]
