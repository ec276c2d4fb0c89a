"""What the end of a game is worth."""

from tabiya._core import WIN_SCORE
from tabiya.games import Position


def end_score(position: Position, side: str) -> float:
    """Return what the end of a game is worth to a side, as searches that see it say it.

    >>> from tabiya import game
    >>> mated = game("chess").position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    >>> end_score(mated, "white") > 0, end_score(mated, "white") == -end_score(mated, "black")
    (True, True)
    """
    if position.result == "1/2-1/2":
        return 0.0
    winner = position.game.sides[0 if position.result == "1-0" else 1]
    sign = 1 if winner == side else -1
    if position.game.name == "othello":
        own, other = (position.cells.count(disc) for disc in "XO")
        margin = abs(own - other) + position.cells.count(".")  # empty squares go to the winner
        return sign * (WIN_SCORE - 64 + margin)
    return sign * (WIN_SCORE - 1)
