"""The options of an engine as weights to tune.

Real engines have traps. Some read options only before they are first asked whether they are ready,
some do not go back to their old scores when an option is set back, some answer differently when
asked twice. So before anything is tuned the engine must show that it says the same twice. If it
also says the same after its options were changed and set back, its processes are kept for all
vectors; otherwise each vector gets fresh ones.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabiya.analysts import EngineAnalyst, first_view, result_scores
from tabiya.engines import Engine, EngineSpec, OptionValue
from tabiya.games import Batch, Position

# So many positions are asked twice before tuning starts.
N_CHECKED = 64
# What short searches need, in MiB.
SHORT_HASH = 1


@dataclass(frozen=True)
class EngineOption:
    """A whole number that an engine lets be set."""

    name: str
    default: float
    least: float
    most: float


@dataclass(frozen=True)
class EngineAssess:
    """Assesses positions by an engine with some values of its options.

    Attributes
    ----------
    spec : EngineSpec
        The engine, with the options that stay as they are.
    depth, nodes : int, optional
        The limit of each search, one of the two; depth, for most engines ignore nodes.
    threads : int
        Processes at the same time.
    """

    spec: EngineSpec
    depth: int | None = None
    nodes: int | None = None
    threads: int = 1

    def __call__(
        self, weights: dict[str, float], positions: Sequence[Position]
    ) -> NDArray[np.float64]:
        """Return scores of the first player; what processes are asked is said above."""
        options: dict[str, OptionValue] = {name: round(v) for name, v in weights.items()}
        spec = replace(self.spec, options={**self.spec.options, **options})
        analyst = EngineAnalyst(spec, depth=self.depth, nodes=self.nodes)
        over = result_scores(positions)
        running = np.flatnonzero(np.isnan(over))
        asked = _some(positions, running)
        if not len(asked):
            return over
        engines = _opened(self, spec, min(self.threads, len(asked)))
        try:
            over[running] = first_view(asked, analyst.assess_with(engines, asked))
        except BaseException:
            _close(engines)
            raise
        if self.is_stable:
            with _LOCK:
                _POOLS.setdefault(self.key, []).extend(engines)
        else:
            _close(engines)
        return over

    @property
    def is_stable(self) -> bool:
        """Return whether options can be changed and set back in a process that goes on."""
        return _STABLE.get(self.key, False)

    @property
    def key(self) -> str:
        """Return a text that is the same for the same engine with the same limit."""
        options = sorted((name, str(value)) for name, value in self.spec.options.items())
        return repr((self.spec.command, self.spec.protocol, options, self.depth, self.nodes))


# What engines have shown, and the processes of those that are stable.
_STABLE: dict[str, bool] = {}
_POOLS: dict[str, list[Engine]] = {}
_LOCK = threading.Lock()


def _opened(asked: EngineAssess, spec: EngineSpec, n: int) -> list[Engine]:
    """Return processes with these options: such as are open already, where that is sound."""
    if not asked.is_stable:
        return [Engine(spec) for _ in range(n)]
    with _LOCK:
        engines = _POOLS.pop(asked.key, [])
    engines += [Engine(spec) for _ in range(n - len(engines))]
    for engine in engines:
        engine.set_options(spec.options)
    return engines


def _close(engines: Sequence[Engine]) -> None:
    for engine in engines:
        engine.close()


def _some(positions: Sequence[Position], indices: NDArray[np.int64]) -> Sequence[Position]:
    if isinstance(positions, Batch):
        return positions[indices]
    return [positions[index] for index in indices.tolist()]


def with_short_hash(spec: EngineSpec) -> EngineSpec:
    """Return an engine with no more hash than short searches need, unless somebody set it.

    Clearing a large table before every position takes longer than a short search.
    """
    if any(name.lower() == "hash" for name in spec.options):
        return spec
    with Engine(spec) as engine:
        known = engine.options
    name = next((name for name in known if name.lower() == "hash"), None)
    if name is None:
        return spec
    least = known[name].min
    size = SHORT_HASH if least is None else max(SHORT_HASH, int(least))
    return replace(spec, options={**spec.options, name: size})


def read_options(spec: EngineSpec, names: Sequence[str]) -> list[EngineOption]:
    """Return what an engine says of options that are to be tuned.

    Raises
    ------
    ValueError
        If it has no such option, or one that is not a number.
    """
    with Engine(spec) as engine:
        known = engine.options
    found = []
    for name in names:
        option = known.get(name)
        if option is None or option.type != "spin":
            numbers = ", ".join(each.name for each in known.values() if each.type == "spin")
            raise ValueError(
                f"{spec.name}: expected options that are numbers ({numbers}), found {name!r}"
            )
        default = float(option.default) if isinstance(option.default, int) else 0.0
        least = -np.inf if option.min is None else float(option.min)
        most = np.inf if option.max is None else float(option.max)
        found.append(EngineOption(option.name, default, least, most))
    return found


def check_determinism(
    engine: EngineAssess, weights: dict[str, float], positions: Sequence[Position]
) -> bool:
    """Ask the same twice, in fresh processes, and a third time after other options.

    Returns
    -------
    bool
        Whether the engine is stable: it says the same after its options were changed and set back,
        so that its processes can be kept.

    Raises
    ------
    ValueError
        If the answers differ; what is tuned on them would be noise.
    """
    chosen = positions[:N_CHECKED]
    _STABLE[engine.key] = False
    first, second = (engine(weights, chosen) for _ in range(2))
    differing = np.flatnonzero(first != second)
    if len(differing):
        where = chosen[int(differing[0])]
        limit = f"depth {engine.depth}" if engine.depth is not None else f"{engine.nodes} nodes"
        raise ValueError(
            f"{engine.spec.name}: expected the same score twice with {limit}, found "
            f"{first[differing[0]]:g} and {second[differing[0]]:g} for {where}; try a limit of "
            "depth, one thread, or another engine"
        )
    _STABLE[engine.key] = _goes_back(engine, weights, chosen, first)
    return engine.is_stable


def _goes_back(
    engine: EngineAssess,
    weights: dict[str, float],
    positions: Sequence[Position],
    scores: NDArray[np.float64],
) -> bool:
    """Return whether a process with changed options says what a fresh one with them does.

    One process is asked with the options as they are, with others, and as they are again: both
    times it must say what fresh processes say.
    """
    limits = read_options(engine.spec, list(weights))
    other = {
        each.name: each.most if weights[each.name] != each.most else each.least for each in limits
    }
    other = {n: v if np.isfinite(v) else weights[n] + 1 for n, v in other.items()}
    elsewhere = engine(other, positions)
    running = np.flatnonzero(np.isnan(result_scores(positions)))
    asked = _some(positions, running)
    wanted: dict[str, OptionValue] = {name: round(v) for name, v in weights.items()}
    changed: dict[str, OptionValue] = {name: round(v) for name, v in other.items()}
    analyst = EngineAnalyst(engine.spec, depth=engine.depth, nodes=engine.nodes)
    with Engine(replace(engine.spec, options={**engine.spec.options, **wanted})) as kept:
        for options, expected in ((wanted, scores), (changed, elsewhere), (wanted, scores)):
            kept.set_options(options)
            found = first_view(asked, analyst.assess_with([kept], asked))
            if not np.array_equal(found, expected[running]):
                return False
    return True
