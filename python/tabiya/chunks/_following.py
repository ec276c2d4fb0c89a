"""A player that listens to advice, and looks deeper where it disagrees."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import chess

from tabiya.chunks._advice import AdvisedMove

# What a mate counts, in centipawns.
MATE = 1e6


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
        Centipawns for the move advised first, the others in proportion to their share (§5.2 of the
        thesis has 20).
    n_moves : int
        So many advised moves are heard.
    least : float
        A move must have this share of the advice.
    own_share : float
        What the player's own search takes of the budget if there is advice it disagrees with; the
        rest looks deeper at the advised moves (§5.7, problem 1). With 1 only the bonus counts.
    where : str, optional
        Only games that fulfil this condition advise: a player, a rating, an opening (§5.7,
        problem 2).
    similarity : str
        How likeness is measured.
    """

    bonus: float = 20.0
    n_moves: int = 1
    least: float = 0.15
    own_share: float = 0.8
    where: str | None = None
    similarity: str = "learned"


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
    if it would not play what is advised, it looks at each advised move once more, one ply deeper
    than its own, adds the bonus, and plays what is then best (§5.7).

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
    heard = [a for a in advice[: how.n_moves] if a.score >= how.least * advice[0].score]
    if not heard:
        return Decided(search(board, 1.0, {}), is_advised=False, reason="no advice")
    bonus = {a.move: how.bonus * a.score / heard[0].score for a in heard}
    own = search(board, how.own_share, bonus)
    words = ", ".join(f"{a.san} {a.score:.0%} of {a.n_games}" for a in heard)
    if own.move == heard[0].move or (how.own_share >= 1 and own.move in bonus):
        return Decided(own, is_advised=False, reason=f"masters agree: {words}")
    others = [a for a in heard if a.move != own.move]
    share = (1 - how.own_share) / len(others)
    if share <= 0:
        return Decided(own, is_advised=False, reason=f"masters differ: {words}")
    thoughts = [own, *(_look_deeper(board, a.move, search, share) for a in others)]
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
