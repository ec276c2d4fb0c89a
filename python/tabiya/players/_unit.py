"""What scores are counted in."""

UNITS = {"chess": "pawns", "othello": "discs"}


def score_unit(game: str) -> str:
    """Return what hundreds of a score are called; those of Lines of Action have no unit.

    Examples
    --------
    >>> score_unit("chess"), score_unit("othello"), score_unit("loa")
    ('pawns', 'discs', '')
    """
    return UNITS.get(game, "")
