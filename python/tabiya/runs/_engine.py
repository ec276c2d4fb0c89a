"""The options of an engine as weights to tune.

Real engines have traps. Some read options only before they are first asked whether they are ready,
some do not go back to their old scores when an option is set back, some answer differently when
asked twice. So each vector gets fresh processes, and before anything is tuned the engine must show
that it says the same twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabiya.analysts import EngineAnalyst, assess
from tabiya.engines import Engine, EngineSpec
from tabiya.games import Position

# So many positions are asked twice before tuning starts.
N_CHECKED = 64


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
        """Return scores of the first player; the processes are fresh, and end with the call."""
        options = {name: round(value) for name, value in weights.items()}
        spec = replace(self.spec, options={**self.spec.options, **options})
        analyst = EngineAnalyst(spec, depth=self.depth, nodes=self.nodes)
        return assess(analyst, positions, threads=self.threads)


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
) -> None:
    """Ask the same twice, in fresh processes.

    Raises
    ------
    ValueError
        If the answers differ; what is tuned on them would be noise.
    """
    chosen = positions[:N_CHECKED]
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
