"""Proof by play: tuned weights against those they came from (Gomboc 2004, Tables 13 to 16)."""

import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tabiya.engines import EngineSpec
from tabiya.games import Game
from tabiya.play import Adjudication, Contestant, GameRecord, match
from tabiya.players import Player
from tabiya.report import Proof

# Games that reach move 121 are drawn (§7.2).
MOST_PLIES = 240


@dataclass(frozen=True)
class ProofPlan:
    """How weights are put to the proof: openings, games, and the limit of each move.

    Examples
    --------
    >>> ProofPlan.parse("nunn.epd, 200 games, 10000 nodes")
    ProofPlan(openings='nunn.epd', games=200, nodes=10000, depth=None)
    >>> ProofPlan.parse("60 games, depth 5")
    ProofPlan(openings='random', games=60, nodes=None, depth=5)
    """

    openings: str = "random"
    games: int = 100
    nodes: int | None = None
    depth: int | None = None

    @staticmethod
    def parse(text: str) -> "ProofPlan":
        """Read a text such as ``openings.epd, 200 games, 10000 nodes``."""
        openings, games = "random", 100
        nodes: int | None = None
        depth: int | None = None
        for part in (piece.strip() for piece in text.split(",")):
            if found := re.fullmatch(r"(\d+) games", part):
                games = int(found[1])
            elif found := re.fullmatch(r"(\d+) nodes", part):
                nodes = int(found[1])
            elif found := re.fullmatch(r"depth (\d+)|(\d+) plies", part):
                depth = int(found[1] or found[2])
            elif part.startswith("random:") or Path(part).suffix:
                openings = part
            else:
                raise ValueError(
                    "prove: expected a text such as 'openings.epd, 200 games, 10000 nodes', found "
                    f"{part!r}"
                )
        if nodes is None and depth is None:
            nodes = 10_000
        return ProofPlan(openings, games, nodes, depth)


def prove(
    plan: ProofPlan,
    game: str,
    ours: tuple[str, Mapping[str, float]],
    theirs: tuple[str, Mapping[str, float]],
    *,
    base: Player | EngineSpec,
    concurrency: int = 2,
    seed: int = 0,
    on_game: Callable[[GameRecord], object] | None = None,
) -> Proof:
    """Play the weights of one name against those of another.

    Parameters
    ----------
    plan : ProofPlan
        Openings, games and limits.
    game : str
        What is played.
    ours, theirs : (str, mapping)
        A name and the weights that differ from the base.
    base : Player or EngineSpec
        Whose weights, or options, they are.
    """
    one, two = (_contestant(name, weights, base) for name, weights in (ours, theirs))
    result = match(
        one,
        two,
        game=Game(game),
        openings=plan.openings,
        games=plan.games,
        nodes=plan.nodes,
        depth=plan.depth,
        concurrency=concurrency,
        seed=seed,
        adjudication=Adjudication(max_plies=MOST_PLIES),
        on_game=on_game,
    )
    found = result.verdict
    if found is None:
        raise ValueError("prove: expected finished games, found none")
    return Proof(ours[0], theirs[0], found, result.record)


@dataclass(frozen=True)
class GameDuel:
    """Plays two sets of weights against each other, for tuning by games.

    Attributes
    ----------
    plan : ProofPlan
        Openings, games and limits; few games will do, for there will be many duels.
    base : Player or EngineSpec
        Whose weights they are.
    concurrency : int
        Games at the same time.
    seed : int
        The openings follow from it and from the weights, so that every duel has others.
    """

    plan: ProofPlan
    base: Player | EngineSpec
    concurrency: int = 2
    seed: int = 0

    def __call__(self, first: dict[str, float], second: dict[str, float]) -> float:
        """Return by how much the first scored better, from -1 to 1."""
        game = self.base.game.name if isinstance(self.base, Player) else "chess"
        text = json.dumps([self.seed, sorted(first.items()), sorted(second.items())])
        found = prove(
            self.plan,
            game,
            ("first", first),
            ("second", second),
            base=self.base,
            concurrency=self.concurrency,
            seed=zlib.crc32(text.encode()),
        )
        return 2 * found.verdict.score.value - 1


def _contestant(name: str, weights: Mapping[str, float], base: Player | EngineSpec) -> Contestant:
    if isinstance(base, EngineSpec):
        options = {**base.options, **{k: round(v) for k, v in weights.items()}}
        return Contestant(name, engine=EngineSpec(name, base.command, base.protocol, options))
    player = Player(
        base.game,
        weights=base.weights.replace(weights),
        hash_mib=base.hash_mib,
        decisions=base.decisions,
        pruning=base.pruning or "none",
    )
    return Contestant(name, player=player)
