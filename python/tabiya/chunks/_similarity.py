"""Positions of the games that are like another one, and how much."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.chunks._chunk import Chunk
from tabiya.chunks._index import Indexed

# The names by which similarities are asked for.
SIMILARITIES = ("learned", "mach", "overlap")
# What the thesis's score is made of; 140 points at most.
MACH_PARTS = ("material", "types", "location")
MACH_MOST: Final = 140.0

# Learned from games of 2017 with those before as advisors: `benchmarks/bench_advisor.py learn`.
# What they are worth on later games is in docs/results/advisor.md.
BIAS = -14.21
WEIGHTS: Mapping[str, float] = {
    "chunks": 2.17,
    "pawns": 1.49,
    "structure": 1.30,
    "ours": 4.48,
    "theirs": 2.62,
    "kings": 0.33,
    "material": 1.27,
    "castling": -0.54,
    "tension": 1.08,
    "around": 0.48,
    "arrival": 0.57,
    "departure": 0.0,
    "loose": 2.98,
    "moment": 2.23,
    "colours": -0.91,
    "wings": 0.19,
}


@dataclass(frozen=True)
class Similarity:
    """How to say how much two positions are alike.

    Attributes
    ----------
    name : str
        ``"learned"``, ``"mach"`` (that of the thesis, §4.5) or ``"overlap"`` (men on the same
        squares).
    weights : mapping of str to float
        What each part counts, if it is learned.
    bias : float
        What everything starts from.
    allowed : int
        How many chunks may be missing, for ``"mach"``.

    Examples
    --------
    >>> as_similarity("mach").most
    140.0
    >>> as_similarity("nice")
    Traceback (most recent call last):
    ValueError: similarity: expected one of learned, mach, overlap, found 'nice'
    """

    name: str = "learned"
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    bias: float = BIAS
    allowed: int = 1

    @property
    def most(self) -> float:
        """Return the score of a position like itself, at most."""
        return MACH_MOST if self.name == "mach" else 1.0

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the names of the parts."""
        if self.name == "mach":
            return MACH_PARTS
        return tuple(_core.SIMILARITY_PARTS) if self.name == "learned" else ("overlap",)

    @property
    def factors(self) -> list[float]:
        """Return what each part counts, in the order of their names."""
        if self.name != "learned":
            return [1.0] * len(self.parts)
        return [self.weights.get(part, 0.0) for part in self.parts]


def as_similarity(similarity: "Similarity | str") -> Similarity:
    """Return the similarity of a name."""
    if isinstance(similarity, Similarity):
        return similarity
    if similarity not in SIMILARITIES:
        known = ", ".join(SIMILARITIES)
        raise ValueError(f"similarity: expected one of {known}, found {similarity!r}")
    return Similarity(similarity)


@dataclass(frozen=True)
class SimilarPosition:
    """A position of the games that is like the one asked for.

    Attributes
    ----------
    game, ply : int
        Where it stood first.
    mirror : int
        Through which mirror it is alike: 0 as it stands, +1 colours swapped, +2 wings swapped.
    score : float
        How much; with ``"learned"`` between 0 and 1, with odds that are its voice for its move.
    parts : dict of str to float
        What the score is made of: for ``"learned"`` what each part adds, else its points.
    shares : dict of str to float
        How much is alike in each part, whatever it counts: 1 is all, 0 nothing.
    move : str
        The move played there, seen through the mirror; empty at the end of a game. It need not be
        legal here.
    played : str
        The move as it was played.
    common, missing : tuple of (Chunk, int)
        The chunks that both have, and those that only the position asked for has, with the mirror.
    """

    game: int
    ply: int
    mirror: int
    score: float
    parts: dict[str, float]
    shares: dict[str, float]
    move: str
    played: str
    common: tuple[tuple[Chunk, int], ...]
    missing: tuple[tuple[Chunk, int], ...]


@dataclass(frozen=True)
class Voices:
    """A move, and the positions of other games that speak for it.

    Attributes
    ----------
    move : str
        The move, legal here.
    odds : float
        The odds of all positions in which it was played, added up.
    n_positions : int
        How many they are.
    positions : tuple of SimilarPosition
        The most similar ones, the best first.
    """

    move: str
    odds: float
    n_positions: int
    positions: tuple[SimilarPosition, ...]


def find_voices(
    core: _core.GameTree,
    indexed: Indexed,
    similarity: Similarity,
    fen: str,
    *,
    limit: int,
    among: NDArray[np.uint32] | None,
    except_game: int | None,
) -> list[Voices]:
    """Return the moves of similar positions, each with so many of them at most."""
    factors = similarity.factors
    found = core.voices(
        fen,
        indexed.library.core,
        indexed.hashes,
        indexed.importance,
        similarity.bias,
        factors,
        limit,
        among,
        except_game,
    )
    return [
        Voices(move, odds, n, tuple(_tell(each, similarity, factors, indexed) for each in best))
        for move, odds, n, best in found
    ]


def find_similar(
    core: _core.GameTree,
    indexed: Indexed,
    similarity: Similarity,
    fen: str,
    *,
    limit: int,
    playable: bool,
    among: NDArray[np.uint32] | None,
    except_game: int | None,
) -> list[SimilarPosition]:
    """Return the most similar positions; only those whose move is legal, if it must be playable."""
    rest = (limit, playable, among, except_game)
    chunks, factors = indexed.library.core, similarity.factors
    if similarity.name == "mach":
        found = core.similar_by_mach(fen, chunks, indexed.hashes, similarity.allowed, *rest)
    elif similarity.name == "overlap":
        found = core.similar_by_overlap(fen, *rest)
    else:
        found = core.similar(
            fen, chunks, indexed.hashes, indexed.importance, similarity.bias, factors, *rest
        )
    return [_tell(each, similarity, factors, indexed) for each in found]


def _tell(
    found: "_core._Similar", similarity: Similarity, factors: list[float], indexed: Indexed
) -> SimilarPosition:
    game, ply, mirror, score, parts, move, played, common, missing = found
    named = indexed.library.chunks
    names = similarity.parts
    return SimilarPosition(
        game,
        ply,
        mirror,
        score,
        {name: f * part for name, f, part in zip(names, factors, parts, strict=True)},
        dict(zip(names, parts, strict=True)),
        move,
        played,
        tuple((named[chunk], through) for chunk, through in common),
        tuple((named[chunk], through) for chunk, through in missing),
    )
