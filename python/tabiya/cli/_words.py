"""How scores are said to people, and how options become a player."""

from dataclasses import fields
from pathlib import Path

import tabiya


def score_words(
    game: str,
    outcome: "tabiya.players.SearchReport | tabiya.players.SearchIteration",
    *,
    unit: str = "",
) -> str:
    """Say a score with its unit if there is one, or the end that was seen.

    Chess has pawns and mates, Othello discs; the scores of Lines of Action have no unit.

    >>> from tabiya import SearchIteration
    >>> score_words("chess", SearchIteration(1, 35.0, ("e2e4",), nodes=1, seconds=0.0, hash_fill=0))
    '+0.35'
    >>> won = SearchIteration(1, 1e6 - 3, ("b1b3",), nodes=1, seconds=0.0, hash_fill=0)
    >>> score_words("loa", won)
    'wins in 2'
    """
    report = as_report(game, outcome)
    if report.win_in is not None:
        n_moves = (abs(report.win_in) + 1) // 2
        if game == "chess":
            return f"mate in {n_moves}" if report.win_in > 0 else f"mated in {n_moves}"
        return f"wins in {n_moves}" if report.win_in > 0 else f"loses in {n_moves}"
    if report.discs is not None:
        return f"{report.discs:+d} {unit} exact".replace("  ", " ")
    return f"{round(report.score / 100, 2) + 0.0:+.2f} {unit}".rstrip()


def percent_words(game: str, score: float) -> str:
    """Say the chance to win.

    >>> percent_words("chess", 100.0)
    '63%'
    """
    return f"{tabiya.players.win_probability(game, score):.0%}"


def as_report(
    game: str, outcome: "tabiya.players.SearchReport | tabiya.players.SearchIteration"
) -> "tabiya.players.SearchReport":
    """Return an iteration as the report of a search that ended with it."""
    if isinstance(outcome, tabiya.players.SearchReport):
        return outcome
    shared = {field.name for field in fields(tabiya.players.SearchIteration)} & {
        field.name for field in fields(tabiya.players.SearchReport)
    }
    values = {name: getattr(outcome, name) for name in shared}
    return tabiya.players.SearchReport(
        move=outcome.pv[0], iterations=(outcome,), game=game, **values
    )


def make_player(
    game: str,
    *,
    weights: Path | None = None,
    preset: str | None = None,
    pruning: Path | None = None,
    ordering: Path | None = None,
    combine: str | None = None,
) -> "tabiya.players.Player":
    """Return the player that options ask for.

    Raises
    ------
    ValueError
        If the weights are of another game, or there is no such preset.
    """
    values = None
    decisions = tabiya.players.Decisions(preset=preset)
    if weights is not None and tabiya.players.is_pattern_file(weights):
        return tabiya.players.Player(
            game,
            patterns=weights,
            decisions=decisions,
            pruning=pruning,
            ordering=ordering,
            combine=combine,
        )
    if weights is not None:
        values = tabiya.players.load_weights(weights)
        if values.game != game:
            raise ValueError(f"{weights}: expected weights of {game}, found {values.game}")
    return tabiya.players.Player(
        game,
        weights=values,
        decisions=decisions,
        pruning=pruning,
        combination=None if weights is None else tabiya.players.combination_of(weights),
        ordering=ordering,
        combine=combine,
    )
