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

# Set by hand; `learn_similarity` learns others from games, see docs/results/advisor.md.
BIAS = -6.0
WEIGHTS: Mapping[str, float] = {
    "chunks": 1.0,
    "pawns": 3.0,
    "pieces": 3.0,
    "kings": 0.5,
    "material": 1.0,
    "castling": 0.3,
    "tension": 0.5,
    "colours": -0.5,
    "wings": -2.0,
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
        How much; with ``"learned"`` the chance that its move is the move here.
    parts : dict of str to float
        What the score is made of: for ``"learned"`` what each part adds, else its points.
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
    move: str
    played: str
    common: tuple[tuple[Chunk, int], ...]
    missing: tuple[tuple[Chunk, int], ...]


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
    chunks = indexed.library.core
    if similarity.name == "mach":
        found = core.similar_by_mach(fen, chunks, indexed.hashes, similarity.allowed, *rest)
        factors = [1.0] * len(MACH_PARTS)
    elif similarity.name == "overlap":
        found = core.similar_by_overlap(fen, *rest)
        factors = [1.0]
    else:
        factors = [similarity.weights.get(part, 0.0) for part in similarity.parts]
        found = core.similar(
            fen, chunks, indexed.hashes, indexed.importance, similarity.bias, factors, *rest
        )
    named = indexed.library.chunks
    return [
        SimilarPosition(
            game,
            ply,
            mirror,
            score,
            {
                name: factor * part
                for name, factor, part in zip(similarity.parts, factors, parts, strict=True)
            },
            move,
            played,
            tuple((named[chunk], through) for chunk, through in common),
            tuple((named[chunk], through) for chunk, through in missing),
        )
        for game, ply, mirror, score, parts, move, played, common, missing in found
    ]
