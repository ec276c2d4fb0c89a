"""How moves are ranked: by the positions that speak for them, and by what moves they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from tabiya import _core

# Learned together with the weights of the similarity; see `tabiya.chunks._similarity.WEIGHTS`.
VOICES = 0.65
# Chosen on positions in book of games of 2017: with less, lookup alone foretells more moves there.
EXACT = 2.0
SILENCE = 0.5531
HABITS: Mapping[str, float] = {
    "habit": 0.24,
    "wins": 4.60,
    "trades": 1.32,
    "loses": -2.98,
    "saves": 1.62,
    "checks": 1.75,
    "threatens": 0.54,
    "castles": 0.52,
    "promotes": -0.40,
    "retreats": -0.10,
}


@dataclass(frozen=True)
class Ranking:
    """How the moves of similar positions are put in order.

    A move is worth ``voices`` times the logarithm of the odds of all similar positions in which it
    was played, ``silence`` added to them, ``exact`` times the logarithm of one more than the games
    in which it was played in this very position, and what kind of move it is: how often masters
    make it when the man stands there (``habit``), what it wins, trades or loses by exchanges on the
    square it enters, what it saves and threatens, and whether it checks, castles, promotes or
    retreats.
    Its share is that of a softmax over the moves that somebody played.

    Attributes
    ----------
    voices : float
        What the logarithm of the odds counts.
    silence : float
        The odds of a move for which no position speaks.
    habits : mapping of str to float
        What each fact of a move counts.
    exact : float
        What the logarithm of the games with this very position counts.

    Examples
    --------
    >>> worth = Ranking(voices=1.0, silence=1.0, habits={"checks": 0.5})
    >>> worth.parts(np.e - 1, [0.0] * 5 + [1.0] + [0.0] * 4)
    {'voices': 1.0, 'checks': 0.5}
    """

    voices: float = VOICES
    silence: float = SILENCE
    habits: Mapping[str, float] = field(default_factory=lambda: dict(HABITS))
    exact: float = EXACT

    def parts(
        self, odds: float, facts: "np.typing.ArrayLike", n_exact: int = 0
    ) -> dict[str, float]:
        """Return what a move's worth is made of; what adds nothing is left out.

        Parameters
        ----------
        odds : float
            Of all positions that speak for it, added up.
        facts : array_like of shape (n_habits,)
            What is to be said of the move, in the order of ``tabiya._core.MOVE_HABITS``.
        n_exact : int
            The games in which it was played in this very position.
        """
        parts = {"voices": self.voices * float(np.log(self.silence + odds))}
        if n_exact:
            parts["exact"] = self.exact * float(np.log1p(n_exact))
        for name, fact in zip(_core.MOVE_HABITS, np.asarray(facts).tolist(), strict=True):
            added = self.habits.get(name, 0.0) * fact
            if added:
                parts[name] = added
        return parts
