"""How a tuning problem is made again, anywhere: what a worker on another machine is sent."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya._core import VERSION
from tabiya.engines import EngineSpec, engine_identity
from tabiya.learn import Item, Problem, make_problem
from tabiya.measure import make_subject
from tabiya.players import Decisions, Player
from tabiya.positions import PositionSet
from tabiya.runs._engine import EngineAssess, read_options
from tabiya.runs._prove import GameDuel, ProofPlan

# Rows that are written out at a time to be hashed.
DIGESTED_AT_ONCE = 1 << 15


@dataclass(frozen=True)
class Recipe:
    """Positions, weights and an analyst.

    Attributes
    ----------
    train, control : PositionSet
        What to learn from, and what to be examined on.
    names : tuple of str
        Weights to tune, or options of the engine.
    start : float or mapping, optional
        Where to start; as in the player or the engine if it is missing.
    mode : {"static", "quiescence", "search", "effort"}
        How positions are assessed, unless there is an engine.
    nodes, depth : int, optional
        The limit of searches.
    engine : EngineSpec, optional
        The engine whose options are tuned.
    weights : mapping
        Weights of the player that differ from their defaults and are not tuned.
    preset : str, optional
        The preset of the player's search.
    duel : ProofPlan, optional
        How vectors are played against each other, for tuning by games.
    seed, threads : int
        Where randomness comes from, and how many threads a measurement uses.
    """

    train: PositionSet
    names: tuple[str, ...]
    control: PositionSet | None = None
    start: float | Mapping[str, float] | None = None
    mode: str = "static"
    nodes: int | None = None
    depth: int | None = None
    engine: EngineSpec | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    preset: str | None = None
    duel: ProofPlan | None = None
    seed: int = 0
    threads: int = 1

    def problem(self) -> Problem:
        """Return the problem, which is made once in each process."""
        return _problem(_Keyed(self))

    @cached_property
    def key(self) -> str:
        """Return a short text that changes with everything the values depend on."""
        text = json.dumps(self.settings(), sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    def __call__(self, item: Item) -> float:
        """Do one piece of work."""
        return self.problem().evaluate([item])[0]

    def resampled(self, counts: NDArray[np.int64], start: Mapping[str, float]) -> "Recipe":
        """Return the recipe with positions that count so often, and another start."""
        chosen = self.train.table.with_columns(
            weight=self.train.table["weight"] * pl.Series(counts)
        ).filter(pl.Series(counts) > 0)
        return replace(self, train=self.train.with_table(chosen), control=None, start=dict(start))

    def settings(self) -> dict[str, Any]:
        """Return all that the values depend on, for a store to compare."""
        engine = self.engine
        return {
            "version": VERSION,
            "game": self.train.game,
            "train": _digest_of(self.train),
            "control": None if self.control is None else _digest_of(self.control),
            "weights": list(self.names),
            "start": self.start if self.start is None else json.loads(json.dumps(self.start)),
            "analyst": self.analyst,
            "mode": "engine" if engine else self.mode,
            "nodes": self.nodes,
            "depth": self.depth,
            "engine": None if engine is None else engine_identity(engine),
            "fixed": dict(self.weights),
            "preset": self.preset,
            "duel": None if self.duel is None else asdict(self.duel),
            "seed": self.seed,
        }

    @property
    def analyst(self) -> str:
        """Return who assesses positions, and how hard, in words."""
        who = self.engine.name if self.engine else self.mode
        if self.depth is not None:
            return f"{who}, depth {self.depth}"
        return who if self.nodes is None else f"{who}, {self.nodes:,} nodes"

    def engine_assess(self) -> EngineAssess:
        """Return what asks the engine."""
        if self.engine is None:
            raise ValueError("recipe: expected an engine, found none")
        return EngineAssess(self.engine, depth=self.depth, nodes=self.nodes, threads=self.threads)

    def base(self) -> Player | EngineSpec:
        """Return whose weights are tuned."""
        return self.engine or Player(
            self.train.game, weights=self.weights, decisions=Decisions(preset=self.preset)
        )

    def _make(self) -> Problem:
        problem = self._make_measured()
        if self.duel is None:
            return problem
        duel = GameDuel(self.duel, self.base(), concurrency=self.threads, seed=self.seed)
        return replace(problem, duel=duel)

    def _make_measured(self) -> Problem:
        subject = make_subject(self.train)
        control = None if self.control is None else make_subject(self.control)
        if self.engine is not None:
            options = read_options(self.engine, self.names)
            start = {option.name: option.default for option in options}
            if isinstance(self.start, Mapping):
                start |= dict(self.start)
            elif self.start is not None:
                start = dict.fromkeys(start, float(self.start))
            return make_problem(
                subject,
                [option.name for option in options],
                start=start,
                control=control,
                assess=self.engine_assess(),
                bounds={option.name: (option.least, option.most) for option in options},
                resolution=1.0,
                seed=self.seed,
            )
        player = self.base()
        return make_problem(
            subject,
            self.names,
            start=self.start,
            control=control,
            assess=self.mode,  # type: ignore[arg-type] # it is checked there
            nodes=self.nodes,
            player=player if isinstance(player, Player) else None,
            threads=self.threads,
            seed=self.seed,
        )


class _Keyed:
    """A recipe that is found again by what it says, not by which object it is."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and self.recipe.key == other.recipe.key

    def __hash__(self) -> int:
        return hash(self.recipe.key)


@lru_cache(maxsize=2)
def _problem(keyed: _Keyed) -> Problem:
    return keyed.recipe._make()


def _digest_of(positions: PositionSet) -> str:
    """Return a text that changes with the positions, their labels or their weights."""
    digest = hashlib.sha256()
    columns = ["position", "kind", "value", "weight", "file", "game"]
    for number, piece in enumerate(positions.table.select(columns).iter_slices(DIGESTED_AT_ONCE)):
        digest.update(piece.write_csv(include_header=number == 0).encode())
    return digest.hexdigest()[:32]
