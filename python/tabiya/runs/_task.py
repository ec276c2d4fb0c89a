"""How a tuning problem is made again, anywhere: what a worker on another machine is sent."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from tabiya._core import VERSION
from tabiya.engines import EngineSpec, engine_identity
from tabiya.learn import (
    WHOLE,
    AssessedExamples,
    PieceOfWork,
    Problem,
    Ties,
    expand_names,
    make_problem,
    read_ties,
    weight_bounds,
)
from tabiya.play import Base, GameDuel, ProofPlan
from tabiya.players import Decisions, Player, Weights
from tabiya.positions import LabelledPositions, PositionSet
from tabiya.runs._differences import SAID
from tabiya.runs._engine import EngineAssess, read_options, with_short_hash
from tabiya.runs._packed import PackedSet, arrays_of, digest_of

# Of what a store holds of a run; another one is refused.
FORMAT = 2


@dataclass(frozen=True)
class TuningTask:
    """Positions, weights and an analyst.

    Attributes
    ----------
    train, control : PositionSet or PackedSet, optional
        What to learn from, and what to be examined on. Tuning by games needs none.
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
    start_name : str
        What the vector it starts from is called: ``defaults``, or the name of a file.
    game : str
        What is played, where there are no positions to tell.
    said : mapping
        What the user has said of the labels, such as who gave them, to tell in words how the
        positions of two runs differ.
    """

    train: PositionSet | PackedSet | None
    names: tuple[str, ...]
    control: PositionSet | PackedSet | None = None
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
    start_name: str = "defaults"
    game: str = "chess"
    said: Mapping[str, object] = field(default_factory=dict)

    @property
    def game_name(self) -> str:
        """Return what is played."""
        return self.game if self.train is None else self.train.game

    @cached_property
    def source(self) -> str:
        """Return a hash of what was learnt from; empty if that was games alone."""
        return "" if self.train is None else digest_of(self.train)

    @cached_property
    def examined(self) -> str | None:
        """Return a hash of what is examined on, if there is anything."""
        return None if self.control is None else digest_of(self.control)

    @cached_property
    def labelled(self) -> LabelledPositions | None:
        """Return what is learnt from as arrays, if there is anything."""
        return None if self.train is None else arrays_of(self.train)

    def problem(self) -> Problem:
        """Return the problem, which is made once in each process."""
        return _problem(_Keyed(self))

    @cached_property
    def key(self) -> str:
        """Return a short text that changes with everything the values depend on."""
        settings = {name: value for name, value in self.settings().items() if name != SAID}
        text = json.dumps(settings, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    def __call__(self, item: PieceOfWork) -> float:
        """Do one piece of work."""
        return self.problem().evaluate([item])[0]

    def for_worker(self) -> "TuningTask":
        """Return the same for one worker of many, who has one thread."""
        return replace(self, threads=1)

    def settings(self) -> dict[str, Any]:
        """Return all that the values depend on, for a store to compare."""
        engine = self.engine
        return {
            "version": VERSION,
            "format": FORMAT,
            "game": self.game_name,
            "train": self.source,
            "control": self.examined,
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
            SAID: dict(self.said),
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
            raise ValueError("task: expected an engine, found none")
        spec = with_short_hash(self.engine)
        return EngineAssess(spec, depth=self.depth, nodes=self.nodes, threads=self.threads)

    def base(self) -> Player | EngineSpec:
        """Return whose weights are tuned."""
        return self.engine or Player(
            self.game_name, weights=self.weights, decisions=Decisions(preset=self.preset)
        )

    def _make(self) -> Problem:
        if self.duel is None:
            return self._make_measured()
        duel = GameDuel(self.duel, self.base(), concurrency=self.threads, seed=self.seed)
        if self.train is None:
            return self._make_played(duel)
        return replace(self._make_measured(), duel=duel)

    def _make_played(self, duel: GameDuel) -> Problem:
        """Return a problem of games alone."""
        ties: Ties = {}
        if self.engine is None:
            known = Weights(self.game, dict(self.weights))
            names = expand_names(known, self.names)
            ties = read_ties(known, names)
            start: Mapping[str, float] = {
                name: WHOLE if name in ties else known[name] for name in names
            }
            bounds = list(weight_bounds(known, names, ties).values())
            resolution = 0.0
        else:
            options = read_options(self.engine, self.names)
            names = tuple(option.name for option in options)
            start = {option.name: option.default for option in options}
            bounds = [(option.least, option.most) for option in options]
            resolution = 1.0
        start = self._started(start)
        return Problem(
            names=names,
            start=tuple(start[name] for name in names),
            least=tuple(least for least, _ in bounds),
            most=tuple(most for _, most in bounds),
            resolution=(resolution,) * len(names),
            duel=duel,
            seed=self.seed,
            ties=ties,
        )

    def _started(self, values: Mapping[str, float]) -> dict[str, float]:
        """Return where to start: the values as they are, some of them, or all at one number."""
        if isinstance(self.start, Mapping):
            return {**values, **self.start}
        return dict(values) if self.start is None else dict.fromkeys(values, float(self.start))

    def _make_measured(self) -> Problem:
        subject = self.labelled
        if subject is None:
            raise ValueError("problem: expected positions to train on or games to play, found none")
        control = None if self.control is None else arrays_of(self.control)
        if self.engine is not None:
            options = read_options(self.engine, self.names)
            return make_problem(
                subject,
                [option.name for option in options],
                start=self._started({option.name: option.default for option in options}),
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
            assess=self.mode,
            nodes=self.nodes,
            player=player if isinstance(player, Player) else None,
            threads=self.threads,
            seed=self.seed,
        )


class _Keyed:
    """A task that is found again by what it says, not by which object it is."""

    def __init__(self, task: TuningTask) -> None:
        self.task = task

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and self.task.key == other.task.key

    def __hash__(self) -> int:
        return hash(self.task.key)


@lru_cache(maxsize=2)
def _problem(keyed: _Keyed) -> Problem:
    return keyed.task._make()


@dataclass(frozen=True)
class MadeProblem:
    """A problem that is there already, of features or of anything callable, as runs take it.

    Attributes
    ----------
    made : Problem
        The problem; it is sent to workers as it is, so all of it must be importable there.
    start_name : str
        What the vector it starts from is called.
    words : str
        Who assesses positions, in words.
    plays : Player, EngineSpec or callable, optional
        Who plays with the weights, for a proof: an engine whose options they are, or a function
        that takes weights by name and returns a player or an engine.
    game : str
        What is played then.
    """

    made: Problem
    start_name: str = "start"
    words: str = "features"
    plays: Base | None = None
    game: str = "chess"

    @property
    def game_name(self) -> str:
        """Return what is played."""
        return self.game

    def problem(self) -> Problem:
        """Return the problem."""
        return self.made

    def __call__(self, item: PieceOfWork) -> float:
        """Do one piece of work."""
        return self.made.evaluate([item])[0]

    def for_worker(self) -> "MadeProblem":
        """Return the same for one worker of many, who has one thread."""
        parts = ("train", "control", "duel")
        changed = {part: _with_one_thread(getattr(self.made, part)) for part in parts}
        return replace(self, made=replace(self.made, **changed), plays=None)

    @property
    def analyst(self) -> str:
        """Return who assesses positions, in words."""
        return self.words

    @property
    def source(self) -> str:
        """Return a hash of what was learnt from."""
        return self.made.fingerprint

    def settings(self) -> dict[str, Any]:
        """Return all that the values depend on, for a store to compare."""
        made = self.made
        return {
            "version": VERSION,
            "format": FORMAT,
            "problem": made.fingerprint,
            "weights": list(made.names),
            "start": list(made.start),
            "analyst": self.words,
            "seed": made.seed,
        }


def _with_one_thread(part: Any) -> Any:
    """Return examples, or what assesses or plays for them, with one thread where it has more."""
    if isinstance(part, AssessedExamples):
        return replace(part, assess=_with_one_thread(part.assess))
    if isinstance(part, GameDuel):
        return replace(part, concurrency=1)
    if is_dataclass(part) and not isinstance(part, type) and hasattr(part, "threads"):
        return replace(part, threads=1)
    return part
