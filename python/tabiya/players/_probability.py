"""From a score to the chance of winning."""

import math

# The score that makes a win e times as likely as a loss: centipawns, or hundredths of a disc.
SCALES = {"chess": 170.0, "loa": 170.0, "othello": 400.0}


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
    (0.64, 0.0)
    """
    if game not in SCALES:
        raise ValueError(f"probability: expected one of {', '.join(SCALES)}, found {game!r}")
    # The hyperbolic tangent is the same curve, and never overflows.
    return 0.5 + 0.5 * math.tanh(score / SCALES[game] / 2)
