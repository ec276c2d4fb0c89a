"""From a score to the chance of winning."""

import math

from tabiya import _core


def win_probability(game: str, score: float) -> float:
    """Return the expected result of the side with a score: 1 is a win, a half an even game.

    Parameters
    ----------
    game : str
        The game; each has its own scale.
    score : float
        Score of a search or an evaluation, as in :class:`Report`.

    Returns
    -------
    float
        ``1 / (1 + exp(-score / scale))``.

    Examples
    --------
    >>> win_probability("chess", 0)
    0.5
    >>> round(win_probability("chess", 100), 2), win_probability("othello", -1e6)
    (0.63, 0.0)
    """
    # The hyperbolic tangent is the same curve, and never overflows.
    return 0.5 + 0.5 * math.tanh(score / _core.win_scale(game) / 2)
