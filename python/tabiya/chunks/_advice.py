"""What masters played in positions like this one, and how it went."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import chess

from tabiya.chunks._chunk import Chunk
from tabiya.chunks._similarity import SimilarPosition

# A move is advised by so many similar positions at most.
N_POSITIONS = 40
# The odds of a position are taken to this power: what is nearly the same must not be drowned by
# what is merely alike. Measured, see docs/results/advisor.md.
SHARPNESS = 10
# Games are listed behind a move up to so many.
N_GAMES = 20

RESULT_POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True)
class Witness:
    """A game in which a move was played.

    Attributes
    ----------
    game, ply : int
        Where.
    white, black, result, date : str
        The game.
    rating : int or None
        Of who played the move.
    points : float or None
        What who played the move scored.
    mirror : int
        Through which mirror the position is like the one asked for.
    similarity : float
        How much.
    """

    game: int
    ply: int
    white: str
    black: str
    result: str
    date: str
    rating: int | None
    points: float | None
    mirror: int
    similarity: float


@dataclass(frozen=True)
class AdvisedMove:
    """A move that masters played in positions like this one.

    Attributes
    ----------
    move, san : str
        The move, legal here.
    score : float
        Its share of all that speaks for some move; for ``"mach"`` the highest similarity.
    parts : dict of str to float
        What the similarity of the best position behind it is made of.
    games : tuple of Witness
        The games behind it, the most similar first.
    n_games : int
        How many games there are.
    common : tuple of (Chunk, int)
        The chunks in common with the best position behind it, with their mirrors.
    texts : tuple of str
        What these chunks advise.
    positions : tuple of SimilarPosition
        The positions behind it.
    """

    move: str
    san: str
    score: float
    parts: dict[str, float]
    games: tuple[Witness, ...]
    n_games: int
    common: tuple[tuple[Chunk, int], ...]
    texts: tuple[str, ...]
    positions: tuple[SimilarPosition, ...]

    @property
    def points(self) -> float | None:
        """Return the average score of who played it, among the games that are listed."""
        points = [game.points for game in self.games if game.points is not None]
        return sum(points) / len(points) if points else None

    @property
    def rating(self) -> float | None:
        """Return the average rating of who played it, among the games that are listed."""
        ratings = [game.rating for game in self.games if game.rating is not None]
        return sum(ratings) / len(ratings) if ratings else None


@dataclass
class _Votes:
    weight: float
    positions: list[SimilarPosition]
    places: list[tuple[SimilarPosition, int, int]]


def collect(
    fen: str,
    similar: Sequence[SimilarPosition],
    played: Sequence[Sequence[tuple[int, int, str]]],
    witness: Callable[[int, int, SimilarPosition], Witness],
    texts: Callable[[SimilarPosition], tuple[str, ...]],
    *,
    by_best: bool,
) -> list[AdvisedMove]:
    """Merge the moves of similar positions: illegal ones are dropped, the same ones joined.

    Parameters
    ----------
    fen : str
        The position asked for.
    similar : sequence of SimilarPosition
        The positions.
    played : sequence
        For each of them game, ply and move wherever it stood.
    witness, texts : callable
        Tell of a game, and what chunks advise.
    by_best : bool
        Whether the best position counts alone, as in the thesis, or all of them.
    """
    board = chess.Board(fen)
    legal = {move.uci() for move in board.legal_moves}
    votes: dict[str, _Votes] = {}
    for position, places in zip(similar, played, strict=True):
        moves = [(game, ply, through_mirror(move, position.mirror)) for game, ply, move in places]
        moves = [(game, ply, move) for game, ply, move in moves if move in legal]
        for game, ply, move in moves:
            vote = votes.setdefault(move, _Votes(0.0, [], []))
            vote.places.append((position, game, ply))
            if position not in vote.positions:
                vote.positions.append(position)
            if by_best:
                vote.weight = max(vote.weight, position.score)
            else:
                # A position speaks with one voice, shared by the moves that were played in it.
                vote.weight += _odds(position.score) ** SHARPNESS / len(moves)
    total = 1.0 if by_best else sum(vote.weight for vote in votes.values())
    ranked = sorted(votes.items(), key=lambda item: (-item[1].weight, item[0]))
    return [
        AdvisedMove(
            move,
            board.san(board.parse_uci(move)),
            vote.weight / total,
            vote.positions[0].parts,
            tuple(witness(game, ply, position) for position, game, ply in vote.places[:N_GAMES]),
            len(vote.places),
            vote.positions[0].common,
            texts(vote.positions[0]),
            tuple(vote.positions),
        )
        for move, vote in ranked
    ]


def through_mirror(move: str, mirror: int) -> str:
    """Return a move seen through a mirror.

    >>> through_mirror("e2e4", 1), through_mirror("e2e4", 2), through_mirror("a7a8q", 3)
    ('e7e5', 'd2d4', 'h2h1q')
    """
    if not move or not mirror:
        return move
    flip = (56 if mirror & 1 else 0) ^ (7 if mirror & 2 else 0)
    squares = [chess.parse_square(move[at : at + 2]) ^ flip for at in (0, 2)]
    return "".join(chess.square_name(square) for square in squares) + move[4:]


def _odds(chance: float) -> float:
    """Return odds, with a certain position worth no more than 1000 others."""
    return chance / max(1 - chance, 1e-3)
