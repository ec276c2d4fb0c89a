"""What masters played in positions like this one, and how it went."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import chess
import numpy as np
from numpy.typing import NDArray

from tabiya.chunks._chunk import Chunk
from tabiya.chunks._ranking import Ranking
from tabiya.chunks._similarity import SimilarPosition, Voices

# So many positions are shown behind a move; all that were looked at closely speak for it.
N_POSITIONS = 8
# So many positions, the most similar ones, tell of all games in which they stood.
N_IN_ALL_GAMES = 40
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
        Its share of all advice; for ``"mach"`` and ``"overlap"`` the highest similarity.
    parts : dict of str to float
        What the score is made of: the positions that speak for it (``voices``), the games with this
        very position (``exact``) and what kind of move it is, see `Ranking`; for ``"mach"`` and
        ``"overlap"`` the parts of the similarity.
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
class Backed:
    """A move and what speaks for it: positions, and the games and plies in which they stood."""

    move: str
    odds: float = 0.0
    score: float = 0.0
    parts: dict[str, float] = field(default_factory=dict)
    n_games: int = 0
    positions: list[SimilarPosition] = field(default_factory=list)
    places: list[tuple[SimilarPosition, int, int]] = field(default_factory=list)


def by_voices(
    voices: Sequence[Voices],
    elsewhere: Mapping[tuple[int, int], Sequence[tuple[int, int, str]]],
    ranking: Ranking,
    facts: Mapping[str, NDArray[np.float64]],
    exact: Mapping[str, int],
) -> list[Backed]:
    """Rank the moves that similar positions speak for.

    Parameters
    ----------
    voices : sequence of Voices
        The moves, and who speaks for them.
    elsewhere : mapping
        For some positions, by game and ply: game, ply and move wherever else they stood.
    ranking : Ranking
        How moves are ranked.
    facts : mapping of str to ndarray
        The legal moves, and what is to be said of each.
    exact : mapping of str to int
        The games in which a move was played in this very position.
    """
    backed: dict[str, Backed] = {
        said.move: Backed(said.move, said.odds, n_games=said.n_positions) for said in voices
    }
    found = [position for said in voices for position in said.positions]
    for position in sorted(found, key=lambda position: -position.score):
        first = (position.game, position.ply, position.played)
        for game, ply, there in [first, *elsewhere.get((position.game, position.ply), ())]:
            move = through_mirror(there, position.mirror)
            if move not in facts:
                continue
            vote = backed.setdefault(move, Backed(move))
            vote.places.append((position, game, ply))
            if position not in vote.positions:
                vote.positions.append(position)
            if (game, ply) != (position.game, position.ply):
                # A game is a voice; the first one has been counted.
                vote.odds += _odds(position.score)
                vote.n_games += 1
    for vote in backed.values():
        vote.parts = ranking.parts(vote.odds, facts[vote.move], exact.get(vote.move, 0))
        vote.score = float(np.exp(sum(vote.parts.values())))
    total = sum(vote.score for vote in backed.values())
    for vote in backed.values():
        vote.score /= total
    return sorted(backed.values(), key=lambda vote: (-vote.score, vote.move))


def by_best(
    similar: Sequence[SimilarPosition],
    played: Sequence[Sequence[tuple[int, int, str]]],
    legal: AbstractSet[str],
) -> list[Backed]:
    """Rank moves by the best position in which they were played, as the thesis does.

    Parameters
    ----------
    similar : sequence of SimilarPosition
        The positions, the most similar first.
    played : sequence
        For each of them game, ply and move wherever it stood.
    legal : set of str
        The moves that can be played.
    """
    backed: dict[str, Backed] = {}
    for position, places in zip(similar, played, strict=True):
        for game, ply, there in places:
            move = through_mirror(there, position.mirror)
            if move not in legal:
                continue
            vote = backed.setdefault(move, Backed(move, 0.0, position.score, position.parts))
            vote.n_games += 1
            vote.places.append((position, game, ply))
            if position not in vote.positions:
                vote.positions.append(position)
    return sorted(backed.values(), key=lambda vote: (-vote.score, vote.move))


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
    """Return odds; nothing is quite certain."""
    return chance / max(1 - chance, 1e-9)
