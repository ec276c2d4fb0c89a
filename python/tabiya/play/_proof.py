"""Proof by play: tuned weights against those they came from (Gomboc 2004, Tables 13 to 16)."""

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from tabiya.engines import EngineSpec, find_engine
from tabiya.games import Game
from tabiya.metrics import Estimate, Verdict
from tabiya.play._adjudication import Adjudication
from tabiya.play._choose import choose_openings
from tabiya.play._contestant import Contestant
from tabiya.play._ledger import OnGame
from tabiya.play._limits import Limits
from tabiya.play._match import DEFAULT_GAMES, match
from tabiya.play._record import PAIR, MatchRecord, SprtPlan
from tabiya.play._result import MatchResult
from tabiya.players import Player

# Games that reach move 121 are drawn (§7.2).
MOST_PLIES = 240
DEFAULT_NODES = 10_000
# A number that may have a sign and a fraction.
NUMBER = r"(-?\d+(?:\.\d+)?)"

# Whose weights are proved: a player, an engine with options, or a function that makes one of them.
Base: TypeAlias = Player | EngineSpec | Callable[[dict[str, float]], Player | EngineSpec]
Conclusion: TypeAlias = Literal["better", "not better", "not decided"]


@dataclass(frozen=True)
class ProofPlan:
    """How weights are put to the proof: openings, games or a test, and the limit of each move.

    Attributes
    ----------
    openings : str
        A file, or how to make them, as in :func:`match`.
    games : int, optional
        How many; as many as the test needs if there is one.
    nodes, depth : int, optional
        The limit of each move.
    sprt : (float, float), optional
        A sequential test between two values of normalised Elo, which ends the match.

    Examples
    --------
    >>> ProofPlan.parse("nunn.epd, 200 games, 10000 nodes")
    ProofPlan(openings='nunn.epd', games=200, nodes=10000, depth=None, sprt=None)
    >>> ProofPlan.parse("openings.epd, sprt 0 5, 10000 nodes").sprt
    (0.0, 5.0)
    """

    openings: str = "random"
    games: int | None = None
    nodes: int | None = None
    depth: int | None = None
    sprt: tuple[float, float] | None = None

    @staticmethod
    def parse(text: str, *, option: str = "prove") -> "ProofPlan":
        """Read a text such as ``openings.epd, 200 games, 10000 nodes``, which an option says."""
        openings = "random"
        games: int | None = None
        nodes: int | None = None
        depth: int | None = None
        sprt: tuple[float, float] | None = None
        for part in (piece.strip() for piece in text.split(",")):
            if found := re.fullmatch(r"(\d+) games", part):
                games = int(found[1])
            elif found := re.fullmatch(r"(\d+) nodes", part):
                nodes = int(found[1])
            elif found := re.fullmatch(r"depth (\d+)|(\d+) plies", part):
                depth = int(found[1] or found[2])
            elif found := re.fullmatch(rf"sprt {NUMBER} {NUMBER}", part):
                sprt = (float(found[1]), float(found[2]))
            elif re.fullmatch(r"(random|all)(:\d+)?|start", part) or Path(part).suffix:
                openings = part
            else:
                raise ValueError(
                    f"{option}: expected a text such as 'openings.epd, 200 games, 10000 nodes' or "
                    f"'openings.epd, sprt 0 5, 10000 nodes', found {part!r}"
                )
        if nodes is None and depth is None:
            nodes = DEFAULT_NODES
        if games is None and sprt is None:
            games = DEFAULT_GAMES
        return ProofPlan(openings, games, nodes, depth, sprt)

    def check(
        self,
        game: str,
        base: Base,
        *,
        weights: Mapping[str, float] | None = None,
        seed: int = 0,
    ) -> None:
        """Refuse what could not be played, before anything else is done.

        The weights are those that a function is tried with, if the base is one.

        Raises
        ------
        ValueError, OSError
            If there are no such openings, or too few, or no such engine, or the test makes no
            sense.
        """
        Limits(depth=self.depth, nodes=self.nodes)
        if self.games is not None and (self.games < PAIR or self.games % PAIR):
            raise ValueError(f"prove: expected an even number of games, found {self.games}")
        if self.sprt is not None:
            if self.sprt[0] >= self.sprt[1]:
                raise ValueError(
                    f"prove: expected sprt with the lower Elo first, found {self.sprt}"
                )
            SprtPlan(*self.sprt)
        found = choose_openings(self.openings, Game(game), seed=seed)
        base = _made(base, weights or {})
        if self.games is not None and isinstance(base, Player):
            found.check_enough(self.games // PAIR)
        if isinstance(base, EngineSpec):
            find_engine(base.command[0])


@dataclass(frozen=True)
class Proof:
    """A match of the weights of some iteration against others, with its games if they are kept."""

    player: str
    opponent: str
    verdict: Verdict
    record: MatchRecord | None = None

    @property
    def conclusion(self) -> Conclusion:
        """Return what the match says: by its test if it had one, else by the interval of Elo."""
        return conclude(self.verdict)

    def __str__(self) -> str:
        elo = self.verdict.elo
        return (
            f"{self.conclusion}: {elo.value:+.0f} Elo [{elo.low:+.0f}, {elo.high:+.0f}] against "
            f"{self.opponent} in {self.verdict.n_games} games"
        )


def conclude(verdict: Verdict) -> Conclusion:
    """Return whether the first player is better, not better, or that nobody knows yet.

    >>> from tabiya.metrics import verdict as say
    >>> conclude(say(pentanomial=[0, 10, 50, 60, 30])), conclude(say(pentanomial=[1, 1, 2, 1, 1]))
    ('better', 'not decided')
    """
    if verdict.sprt is not None:
        words: dict[str, Conclusion] = {"accept": "better", "reject": "not better"}
        return words.get(verdict.sprt.verdict, "not decided")
    return by_interval(verdict.elo)


def by_interval(gain: Estimate) -> Conclusion:
    """Return what an interval says of a gain.

    >>> by_interval(Estimate(5.0, 1.0, 9.0)), by_interval(Estimate(-5.0, -9.0, -1.0))
    ('better', 'not better')
    """
    if gain.low > 0:
        return "better"
    return "not better" if gain.high < 0 else "not decided"


def prove(
    plan: ProofPlan,
    game: str,
    ours: tuple[str, Mapping[str, float]],
    theirs: tuple[str, Mapping[str, float]],
    *,
    base: Base,
    concurrency: int = 2,
    seed: int = 0,
    folder: Path | None = None,
    on_game: OnGame | None = None,
    on_resume: Callable[[int], object] | None = None,
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
    base : Player, EngineSpec or callable
        Whose weights, or options, they are; or a function that takes weights by name and returns
        a player or an engine that has them.
    folder : Path, optional
        Where the games are kept as they end, in a store to go on with after any interruption, and
        as PGN. The files are named after the players, so that no match is played twice.
    """
    one, two = (_contestant(name, weights, base) for name, weights in (ours, theirs))
    place = None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        place = folder / _file_name(plan, one, two, seed)
    result = _played(
        plan,
        game,
        (one, two),
        concurrency=concurrency,
        seed=seed,
        store=None if place is None else place.with_suffix(".db"),
        pgn=None if place is None else place.with_suffix(".pgn"),
        on_game=on_game,
        on_resume=None if on_resume is None else lambda games: on_resume(len(games)),
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
        sides = (("first", first), ("second", second))
        one, two = (_contestant(name, weights, self.base) for name, weights in sides)
        result = _played(
            self.plan,
            game,
            (one, two),
            concurrency=self.concurrency,
            seed=zlib.crc32(text.encode()),
        )
        # Its verdict, with intervals, would take as long as the games of a short duel.
        points = [each.points_of("first") for each in result.games]
        found = [each for each in points if each is not None]
        if not found:
            raise ValueError("duel: expected finished games, found none")
        return 2 * sum(found) / len(found) - 1


def _played(
    plan: ProofPlan, game: str, sides: tuple[Contestant, Contestant], **settings: Any
) -> MatchResult:
    """Play the games of a plan; the rest is said to the match."""
    return match(
        *sides,
        game=Game(game),
        openings=plan.openings,
        games=plan.games,
        nodes=plan.nodes,
        depth=plan.depth,
        sprt=plan.sprt,
        adjudication=Adjudication(max_plies=MOST_PLIES),
        **settings,
    )


def _file_name(plan: ProofPlan, one: Contestant, two: Contestant, seed: int) -> str:
    """Return a name that is the same for the same match."""
    text = json.dumps([one.identity, two.identity, str(plan), seed])
    words = re.sub(r"\W+", "-", f"{one.name} against {two.name}".lower()).strip("-")
    return f"{words}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _made(base: Base, weights: Mapping[str, float]) -> Player | EngineSpec:
    """Return who plays with the weights, where a function knows."""
    if isinstance(base, Player | EngineSpec):
        return base
    made = base(dict(weights))
    if not isinstance(made, Player | EngineSpec):
        raise ValueError(f"prove: expected a player or an engine of a function, found {made!r}")  # noqa: TRY004 (a value for the user)
    return made


def _contestant(name: str, weights: Mapping[str, float], base: Base) -> Contestant:
    if not isinstance(base, Player | EngineSpec):
        made = _made(base, weights)
        if isinstance(made, Player):
            return Contestant(name, player=made)
        return Contestant(name, engine=replace(made, name=name))
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
