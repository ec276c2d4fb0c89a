"""What scores are counted in."""

from tabiya.players._report import SearchReport

UNITS = {"chess": "pawns", "othello": "discs"}


def score_unit(game: str) -> str:
    """Return what hundreds of a score are called; those of Lines of Action have no unit.

    Examples
    --------
    >>> score_unit("chess"), score_unit("othello"), score_unit("loa")
    ('pawns', 'discs', '')
    """
    return UNITS.get(game, "")


def plain_score(game: str, score: float) -> float:
    """Return a score in hundredths of its unit; where Othello is solved, those are exact discs.

    Wins of the other games have no such number, and stay as they are.

    Examples
    --------
    >>> plain_score("othello", 999_938.0), plain_score("othello", -999_938.0)
    (200.0, -200.0)
    >>> plain_score("othello", 130.0), plain_score("chess", 999_997.0)
    (130.0, 999997.0)
    """
    discs = SearchReport.of_score(game, score).discs
    return score if discs is None else 100.0 * discs
