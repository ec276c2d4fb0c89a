"""A player that listens to advice, and looks deeper where it disagrees."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import chess

from tabiya.chunks._advice import AdvisedMove

# What a mate counts, in centipawns.
MATE = 1e6
# So many advised moves are named.
N_TOLD = 3


@dataclass(frozen=True)
class Thought:
    """What a player thinks of a position.

    Attributes
    ----------
    move : str
        The best move.
    score : float
        Centipawns for the side to move.
    pv : tuple of str
        The line it expects.
    """

    move: str
    score: float
    pv: tuple[str, ...] = ()


# Searches a position with a share of the budget of a move, and bonuses for moves if it can take
# them; the score it tells is without them.
Search = Callable[[chess.Board, float, Mapping[str, float]], Thought]


@dataclass(frozen=True)
class Following:
    """How advice is followed.

    Attributes
    ----------
    bonus : float
        Centipawns for the move advised first (§5.2 of the thesis has 20).
    fall : float
        So many centipawns less for a move that has the e-th part of the first one's share of the
        advice; what falls to nothing is not heard. Shares are those of a softmax, so that this
        adds what masters think to what the search thinks.
    n_moves : int
        So many advised moves are heard; with 1 it is the rule of §5.2.
    own_share : float
        What the player's own search takes of the budget if there is advice it disagrees with; the
        rest looks deeper at the move advised first (§5.7, problem 1). With 1 only the bonus counts.
    where : str, optional
        Only games that fulfil this condition advise: a player, a rating, an opening (§5.7,
        problem 2).
    similarity : str
        How likeness is measured.

    Examples
    --------
    >>> how = Following(bonus=60, fall=12)
    >>> [round(how.bonus_of(share, first=0.5), 1) for share in (0.5, 0.25, 0.001)]
    [60.0, 51.7, 0.0]
    """

    bonus: float = 60.0
    fall: float = 12.0
    n_moves: int = 40
    own_share: float = 1.0
    where: str | None = None
    similarity: str = "learned"

    def bonus_of(self, share: float, first: float) -> float:
        """Return the bonus of a move, by its share and that of the move advised first."""
        return max(0.0, self.bonus + self.fall * math.log(share / first)) if share > 0 else 0.0


# For engines that take no bonus into their search: the first move alone, looked at deeper.
ENGINE_FOLLOWING = Following(bonus=20.0, n_moves=1, own_share=0.8)


@dataclass(frozen=True)
class Decided:
    """A move and how it came about.

    Attributes
    ----------
    thought : Thought
        What is played.
    is_advised : bool
        Whether advice has changed the move.
    reason : str
        Why, in one line.
    """

    thought: Thought
    is_advised: bool
    reason: str


def follow(
    board: chess.Board, advice: Sequence[AdvisedMove], search: Search, how: Following
) -> Decided:
    """Decide on a move with advice.

    The player searches, with a bonus for the advised moves at the root if it can take one (§5.2);
    if it would not play what is advised first, it looks at that move once more, from the position
    after it, adds the bonus, and plays what is then best (§5.7).

    Parameters
    ----------
    board : chess.Board
        The position.
    advice : sequence of AdvisedMove
        The advice, the best first.
    search : callable
        Searches a board with a share of the budget of the move and bonuses.
    how : Following
        How advice is followed.
    """
    advised = advice[: how.n_moves]
    bonus = {a.move: how.bonus_of(a.score, advised[0].score) for a in advised}
    heard = [a for a in advised if bonus[a.move] > 0]
    if not heard:
        return Decided(search(board, 1.0, {}), is_advised=False, reason="no advice")
    bonus = {a.move: bonus[a.move] for a in heard}
    own = search(board, how.own_share, bonus)
    words = ", ".join(f"{a.san} {a.score:.0%} of {a.n_games}" for a in heard[:N_TOLD])
    if own.move == heard[0].move or (how.own_share >= 1 and own.move in bonus):
        return Decided(own, is_advised=False, reason=f"masters agree: {words}")
    if how.own_share >= 1:
        return Decided(own, is_advised=False, reason=f"masters differ: {words}")
    thoughts = [own, _look_deeper(board, heard[0].move, search, 1 - how.own_share)]
    best = max(thoughts, key=lambda thought: thought.score + bonus.get(thought.move, 0.0))
    seen = ", ".join(
        f"{board.san(board.parse_uci(t.move))} {t.score / 100:+.2f}"
        f"{f'{bonus[t.move] / 100:+.2f}' if t.move in bonus else ''}"
        for t in thoughts
    )
    return Decided(best, is_advised=best is not own, reason=f"masters: {words}; searched: {seen}")


def _look_deeper(board: chess.Board, move: str, search: Search, share: float) -> Thought:
    after = board.copy()
    after.push_uci(move)
    if after.is_checkmate():
        return Thought(move, MATE, (move,))
    if after.is_game_over(claim_draw=True):
        return Thought(move, 0.0, (move,))
    answer = search(after, share, {})
    return Thought(move, -answer.score, (move, *answer.pv))
