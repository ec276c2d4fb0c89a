"""Are these good chunks? What a library finds in games: the method of §5.6 of the thesis as a tool.

CITE: George, "MACH: a master advisor for chess", 1989, §5.6: chunks must be neither too general nor
too specific, and no two should say the same.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.chunks import _syntax as syntax
from tabiya.chunks._chunk import Chunk
from tabiya.chunks._library import Library
from tabiya.chunks._sample import Sample

if TYPE_CHECKING:
    from tabiya.chunks._games import Games

TOO_GENERAL = 0.5
TOO_SPECIFIC = 1 / 5000
SAME = 0.95
# Two sets that share so much by accident are not told: they must stand often enough.
LEAST_SEEN = 20


@dataclass(frozen=True)
class Finding:
    """Something to look at again.

    Attributes
    ----------
    kind : str
        ``"never seen"``, ``"too specific"``, ``"too general"`` or ``"duplicate"``.
    chunk : str
        The chunk.
    text : str
        What was seen.
    """

    kind: str
    chunk: str
    text: str

    def __str__(self) -> str:
        return f"{self.chunk}: {self.kind}: {self.text}"


@dataclass(frozen=True)
class Lint:
    """What a library finds in games.

    Attributes
    ----------
    n_positions : int
        The positions that were looked at.
    with_chunk : float
        The share of the positions in which some chunk stands.
    chunks_per_position : float
        How many chunks stand in a position, each mirror counted.
    pieces_covered : float
        The share of all pieces that are in some chunk.
    shares : dict of str to float
        The share of the positions in which each chunk stands, through any mirror.
    findings : tuple of Finding
        What to look at again.
    """

    n_positions: int
    with_chunk: float
    chunks_per_position: float
    pieces_covered: float
    shares: dict[str, float]
    findings: tuple[Finding, ...]


def lint(
    library: Library,
    sample: Sample,
    *,
    too_general: float = TOO_GENERAL,
    too_specific: float = TOO_SPECIFIC,
    games: "Games | None" = None,
) -> Lint:
    """Hold a library against positions of games.

    Parameters
    ----------
    library : Library
        The chunks.
    sample : Sample
        The positions, as `sample_games` takes them from a database.
    too_general, too_specific : float
        The shares of positions above and below which a chunk is told.
    games : Games, optional
        A chunk that stands nowhere in the sample is looked for in all of these games.
    """
    if not len(sample) or not len(library):
        raise ValueError("lint: expected positions and chunks, found none")
    mirrors = library.matches(sample.batch)
    standing = mirrors > 0
    pieces = _core.packed_pieces(sample.batch.packed)
    n_pieces = int(np.bitwise_count(pieces).sum())
    n_covered = int(np.bitwise_count(library.covered(sample.batch)).sum())
    counts = standing.sum(axis=0)
    findings = [
        finding
        for chunk, count in zip(library, counts.tolist(), strict=True)
        for finding in (
            _by_share(chunk, count, len(sample), too_general, too_specific)
            if count
            else [_unseen(chunk, len(sample), games)]
        )
    ]
    findings += _duplicates(library, standing)
    return Lint(
        len(sample),
        float(standing.any(axis=1).mean()),
        float(np.bitwise_count(mirrors).sum() / len(sample)),
        n_covered / n_pieces,
        {chunk.name: count / len(sample) for chunk, count in zip(library, counts, strict=True)},
        tuple(findings),
    )


def _unseen(chunk: Chunk, n_positions: int, games: "Games | None") -> Finding:
    text = f"stands in none of {n_positions:,} positions"
    if games is None:
        return Finding("never seen", chunk.name, text)
    n_places = games.find(chunk).select("game", "ply").n_unique()
    if n_places == 0:
        text = f"stands in none of all {games.n_plies:,} positions"
        return Finding("never seen", chunk.name, text)
    text += f", but in {n_places:,} of all {games.n_plies:,}"
    return Finding("too specific", chunk.name, text)


def _by_share(
    chunk: Chunk, count: int, n_positions: int, too_general: float, too_specific: float
) -> list[Finding]:
    share = count / n_positions
    if share > too_general:
        n_choices = sum(
            _alternatives(s.condition) for s in chunk.definition.statements if s.required
        )
        advice = f"; it leaves {n_choices} choices open: split it" if n_choices else ""
        return [
            Finding("too general", chunk.name, f"stands in {share:.0%} of the positions{advice}")
        ]
    if share < too_specific:
        n_required = sum(statement.required for statement in chunk.definition.statements)
        text = (
            f"stands in {count} of {n_positions:,} positions; it requires {n_required} statements"
        )
        return [Finding("too specific", chunk.name, text)]
    return []


def _alternatives(condition: syntax.Condition) -> int:
    """Count the choices that ``/`` and ``|`` leave, which make a chunk general (§5.6)."""
    if isinstance(condition, syntax.Junction):
        inner = sum(_alternatives(part) for part in condition.parts)
        return inner + (len(condition.parts) - 1 if condition.sign == "|" else 0)
    if not isinstance(condition, syntax.Stands) or not isinstance(condition.what, syntax.Phrase):
        return 0
    areas = condition.what.areas
    return len(areas.items) - 1 if areas is not None and areas.mode == "any" else 0


def _duplicates(library: Library, standing: NDArray[np.bool_]) -> list[Finding]:
    columns = np.ascontiguousarray(standing.T)
    packed = np.packbits(columns, axis=1)
    counts = columns.sum(axis=1)
    found = []
    for i, j in combinations(range(len(library)), 2):
        if min(counts[i], counts[j]) < max(LEAST_SEEN, SAME * max(counts[i], counts[j])):
            continue
        both = int(np.bitwise_count(packed[i] & packed[j]).sum())
        either = int(counts[i] + counts[j]) - both
        if both >= SAME * either:
            text = (
                f"stands where {library.chunks[i].name} does, in {both / either:.1%} of the places"
            )
            found.append(Finding("duplicate", library.chunks[j].name, text))
    return found
