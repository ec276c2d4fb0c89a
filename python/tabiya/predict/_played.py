"""What games say of each candidate, kept so that no match is played twice."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import JSON, Column, String, Table, select

from tabiya.games import Game
from tabiya.metrics import Estimate, elo
from tabiya.play import Contestant, Limits, choose_openings, match
from tabiya.predict._candidates import Candidate
from tabiya.store import Database, metadata

KEPT = Table(
    "predictions",
    metadata,
    # A hash of all that the content depends on.
    Column("key", String, primary_key=True),
    Column("content", JSON, nullable=False),
)


@dataclass(frozen=True)
class Played:
    """Pairs of games by the points that a candidate made in them: 0, ½, 1, 1½ and 2."""

    pairs: tuple[int, ...]

    @property
    def elo(self) -> Estimate:
        """Return the Elo against the opponent of all."""
        return elo(pentanomial=self.pairs)

    @property
    def n_games(self) -> int:
        """Return how many games were played."""
        return 2 * sum(self.pairs)


@dataclass(frozen=True)
class Terms:
    """How candidates are played: opponent, games, openings, and the limit of each move."""

    opponent: Contestant
    games: int = 400
    openings: str = "random"
    nodes: int | None = None
    depth: int | None = None
    seed: int = 0


def play_candidates(
    candidates: Sequence[Candidate],
    game: str,
    terms: Terms,
    database: Database,
    *,
    concurrency: int = 2,
    progress: Callable[[int, int], object] | None = None,
) -> list[Played]:
    """Play every candidate against one opponent, from the same openings.

    What the store holds is not played again.
    """
    chosen = Game(game)
    starts = choose_openings(terms.openings, chosen, seed=terms.seed, threads=concurrency)
    n_pairs = terms.games // 2
    starts.make(n_pairs)
    starts.check_enough(n_pairs)
    limits = Limits(nodes=terms.nodes, depth=terms.depth)
    found = []
    for number, candidate in enumerate(candidates):
        settings = [
            "elo",
            repr(chosen),
            candidate.contestant.identity,
            terms.opponent.identity,
            starts.digest,
            terms.games,
            str(limits),
        ]
        content = kept(
            database,
            settings,
            partial(_play, candidate, chosen, terms, starts.chosen, concurrency),
        )
        found.append(Played(tuple(content)))
        if progress:
            progress(number + 1, len(candidates))
    return found


def kept(database: Database, settings: object, make: Callable[[], list[Any]]) -> list[Any]:
    """Return what the store holds under some settings; it is made and put there if it is new."""
    key = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:32]
    with database.step() as step:
        query = select(KEPT.c.content).where(KEPT.c.key == key)
        content = step.execute(query).scalar_one_or_none()
    if content is None:
        content = make()
        with database.step() as step:
            step.execute(KEPT.insert().values(key=key, content=content))
    return list(content)


def _play(
    candidate: Candidate, game: Game, terms: Terms, openings: Sequence[object], concurrency: int
) -> list[int]:
    result = match(
        candidate.contestant,
        terms.opponent,
        game=game,
        openings=openings[: terms.games // 2],  # type: ignore[arg-type] # they are openings
        games=terms.games,
        nodes=terms.nodes,
        depth=terms.depth,
        concurrency=concurrency,
        names=["candidate", "opponent"],
    )
    found = result.verdict
    if found is None or found.pentanomial is None:
        raise ValueError(f"{candidate.name}: expected pairs of games, found none")
    return list(found.pentanomial)
