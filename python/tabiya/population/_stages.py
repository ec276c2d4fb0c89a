"""The ways in which networks learn, each kept in a file after every step.

A stage that was killed goes on from its last step and reaches the same end: whatever is random in a
step follows from the seed and the number of the step.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.cluster import Workers
from tabiya.files import read_arrays, save_arrays
from tabiya.play import PopulationError
from tabiya.population._conditions import N_INPUTS, Conditions, Networks, random_networks
from tabiya.population._plan import PopulationPlan
from tabiya.population._sane import Sane, SaneOptions
from tabiya.population._swiss import Played, swiss

OnStep: TypeAlias = Callable[[], object]
# Players of MTD, and of SANE-TD.
N_MULTIPLE, N_WITH_SANE = 10, 3
# Games of MTD for each game of STD.
MULTIPLE_FACTOR = 2
# Numbers of networks are rounded to so many decimals, which keeps files small.
DECIMALS = 3


def load_state(path: Path) -> dict[str, NDArray[np.generic]]:
    """Read what a stage has reached; nothing if it has not begun."""
    if not path.exists():
        return {}
    return read_arrays(path, None, "the state of a population", PopulationError)


def save_state(path: Path, state: Mapping[str, NDArray[np.generic]]) -> None:
    """Write a state in one piece: whoever is killed meanwhile finds the one before."""
    save_arrays(path, **state)


def learn_by_td(
    plan: PopulationPlan,
    path: Path,
    *,
    n_players: int,
    seed: int,
    on_step: OnStep,
    workers: Workers | None = None,
) -> Networks:
    """Learn from games of one network with itself, or of ten among each other.

    Returns
    -------
    ndarray of shape (n_snapshots, n_values)
        The networks as they were from time to time.
    """
    conditions = Conditions(plan.game, plan.learn_depth)
    n_steps = max(1, plan.snapshots // n_players)
    factor = 1 if n_players == 1 else MULTIPLE_FACTOR
    every = max(1, factor * plan.games // n_steps)
    start = random_networks(n_players, plan.hidden, seed)
    state = load_state(path) or {
        "step": np.array(0),
        "networks": start,
        "snapshots": np.zeros((0, start.shape[1]), np.float32),
    }
    learn = partial(_learn, conditions, every, seed)
    for step in range(int(state["step"]), n_steps):
        begun = (np.asarray(state["networks"], np.float32), step)
        networks = learn(begun) if workers is None else next(workers.run(learn, [begun]))[1]
        snapshots = np.concatenate([state["snapshots"], networks.round(DECIMALS)])
        state = {"step": np.array(step + 1), "networks": networks, "snapshots": snapshots}
        save_state(path, state)
        on_step()
    return np.asarray(state["snapshots"], np.float32)


def _learn(conditions: Conditions, every: int, seed: int, begun: tuple[Networks, int]) -> Networks:
    """Return networks after so many games more; a step follows from the one before it alone."""
    networks, step = begun
    return conditions.learn(networks, first=step * every, n_games=every, seed=seed)


def learn_by_sane(
    plan: PopulationPlan, path: Path, *, seed: int, on_step: OnStep, workers: Workers | None = None
) -> tuple[Networks, Networks]:
    """Evolve networks by SANE, with three more that learn by TD from their games with them.

    Returns
    -------
    two ndarrays
        The best of each generation, and those who learned by TD after each.
    """
    conditions = Conditions(plan.game, plan.learn_depth)
    options = SaneOptions(neurons=plan.neurons, networks=plan.networks)
    sane = Sane((N_INPUTS, plan.hidden, 1), options, seed=seed)
    learners = random_networks(N_WITH_SANE, plan.hidden, seed)
    nothing = np.zeros((0, learners.shape[1]), np.float32)
    state = load_state(path)
    best, taught = nothing, nothing
    learning = conditions.plan(seed)
    if state:
        sane.generation = int(state["generation"])
        sane.neurons = np.asarray(state["neurons"], np.float64)
        sane.members = np.asarray(state["members"], np.int64)
        learners, best, taught = (
            np.asarray(state[name], np.float32) for name in ("learners", "best", "taught")
        )
    for generation in range(sane.generation, plan.generations):
        evolved = sane.values()

        def learn(_round: int, games: list[Played], networks: Networks) -> Networks:
            changed = networks.copy()
            for game in games:
                for who in (game.first, game.second):
                    if who >= plan.networks:
                        changed[who] = _core.learn_from_game(
                            changed[who : who + 1], game.positions, game.points, learning
                        )
            learners[:] = changed[plan.networks :]
            return changed

        everybody = np.concatenate([evolved, learners])
        scores = swiss(
            conditions,
            everybody,
            plan.rounds,
            seed=seed + generation,
            workers=workers,
            on_round=learn,
        )
        fitness = scores[: plan.networks]
        best = np.concatenate([best, evolved[fitness.argmax()][None].round(DECIMALS)])
        taught = np.concatenate([taught, learners.round(DECIMALS)])
        sane.evolve(fitness)
        save_state(
            path,
            {
                "generation": np.array(sane.generation),
                "neurons": sane.neurons,
                "members": sane.members,
                "learners": learners,
                "best": best,
                "taught": taught,
            },
        )
        on_step()
    return best, taught
