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
        Score of a search or an evaluation, as in :class:`SearchReport`.

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


# Scale and half-width of the draws, in centipawns, by maximum likelihood of the results of 40,000
# quiet positions from games of players rated 2200 to 2599 (35 % draws).
_CHESS_SCALE, _CHESS_DRAWS = 133.0, 111.0


def win_draw_loss(game: str, score: float) -> tuple[float, float, float]:
    """Return the chances of a win, a draw and a loss of the side with a score.

    Chess has an ordered logistic model, fitted to games of masters. In the other games draws are
    rare and left out.

    Examples
    --------
    >>> [round(chance, 2) for chance in win_draw_loss("chess", 0)]
    [0.3, 0.39, 0.3]
    >>> [round(chance, 2) for chance in win_draw_loss("loa", 0)]
    [0.5, 0.0, 0.5]
    """
    if game != "chess":
        win = win_probability(game, score)
        return win, 0.0, 1 - win
    win, loss = (
        0.5 + 0.5 * math.tanh((sign * score - _CHESS_DRAWS) / _CHESS_SCALE / 2) for sign in (1, -1)
    )
    return win, 1 - win - loss, loss
