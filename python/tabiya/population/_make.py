"""Making a population: four ways to learn, and tournaments that choose."""

import json
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.cluster import Workers
from tabiya.files import write_beside
from tabiya.play import INDEX, PopulationError
from tabiya.population._conditions import N_INPUTS, Conditions, Networks
from tabiya.population._plan import PopulationPlan
from tabiya.population._stages import (
    DECIMALS,
    N_MULTIPLE,
    learn_by_sane,
    learn_by_td,
    load_state,
    save_state,
)
from tabiya.population._swiss import Played, swiss

WORK = "work"
# Mixed into the seed, one for each use.
SEEDS = {"std1": 11, "mtd1": 12, "std2": 13, "mtd2": 14, "sane": 15, "first": 16, "second": 17}


@dataclass(frozen=True)
class Row:
    """A method in a tournament of methods, as in tables B.1 and B.2 of Kocsis 2003.

    Attributes
    ----------
    method : str
        How the networks learned.
    n_players : int
        How many took part.
    result : float
        Their share of all points.
    deviation : float
        The standard deviation of the shares of its players, each times their number.
    n_chosen : int
        How many of them are in the population; 0 where nobody was chosen.
    """

    method: str
    n_players: int
    result: float
    deviation: float
    n_chosen: int = 0


@dataclass(frozen=True)
class Made:
    """A population that was made: the two tables, and where it is."""

    first: tuple[Row, ...]
    second: tuple[Row, ...]
    folder: Path


def make_population(
    plan: PopulationPlan,
    folder: str | Path,
    *,
    threads: int = 2,
    workers: Workers | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Made:
    """Make a population of networks, as Kocsis 2003, appendix B, does.

    Networks learn by temporal differences from games with themselves (STD) and among ten (MTD), by
    evolution (SANE), and by temporal differences from games with evolved ones (SANE-TD). A first
    tournament compares the four; a second one chooses the population from the two that learn by
    temporal differences alone.

    Parameters
    ----------
    plan : PopulationPlan
        How much goes into it.
    folder : str or Path
        Where it is written. What was made before is gone on with.
    threads : int
        Work at the same time; the result does not depend on it.
    workers : Workers, optional
        Workers who play instead: some games of a round each, or those from which networks learn
        between two that are kept. The result does not depend on them either.
    progress : callable, optional
        Called with the steps done and the number of all.

    Examples
    --------
    >>> import tempfile
    >>> made = make_population(PopulationPlan.small("othello"), tempfile.mkdtemp())
    >>> [row.method for row in made.first], sum(row.n_chosen for row in made.second)
    (['sane', 'std1', 'mtd1', 'sane-td'], 6)
    """
    place = Path(folder)
    work = place / WORK
    work.mkdir(parents=True, exist_ok=True)
    _check_plan(plan, work / "plan.json")
    counter = _Counter(_n_steps(plan), progress)
    hands = _Hands(threads, workers)
    found = _learn_all(plan, work, hands, counter)
    entered = {
        method: _select(plan, work, method, found[method], plan.entered, hands, counter)
        for method in ("sane", "std1", "mtd1", "sane-td")
    }
    first_scores = _tournament(plan, work, "first", entered, hands, counter)
    second = {
        method: _best(entered[method], first_scores[method], plan.kept)
        for method in ("std1", "mtd1")
    }
    for method in ("std2", "mtd2"):
        second[method] = _select(plan, work, method, found[method], plan.added, hands, counter)
    second_scores = _tournament(plan, work, "second", second, hands, counter)
    chosen = _choose(second_scores, plan.size)
    _write(plan, place, second, second_scores, chosen)
    return Made(
        tuple(_rows(first_scores, {})),
        tuple(_rows(second_scores, chosen)),
        place,
    )


@dataclass(frozen=True)
class _Hands:
    """Who works: threads of this process, or other workers."""

    threads: int
    workers: Workers | None


def _learn_all(
    plan: PopulationPlan, work: Path, hands: _Hands, counter: "_Counter"
) -> dict[str, Networks]:
    """Run the ways to learn, several at the same time."""

    def td(method: str) -> dict[str, Networks]:
        n_players = 1 if method.startswith("std") else N_MULTIPLE
        seed = plan.seed * 1000 + SEEDS[method]
        path = work / f"{method}.npz"
        found = learn_by_td(
            plan, path, n_players=n_players, seed=seed, on_step=counter, workers=hands.workers
        )
        return {method: found}

    def sane(_method: str) -> dict[str, Networks]:
        seed = plan.seed * 1000 + SEEDS["sane"]
        path = work / "sane.npz"
        best, taught = learn_by_sane(plan, path, seed=seed, on_step=counter, workers=hands.workers)
        return {"sane": best, "sane-td": taught}

    found: dict[str, Networks] = {}
    methods = ("mtd1", "mtd2", "std1", "std2")
    # With other workers the threads here only wait.
    n_threads = hands.threads if hands.workers is None else 1 + len(methods)
    with ThreadPoolExecutor(n_threads) as pool:
        ways = [pool.submit(sane, "sane")]
        ways += [pool.submit(td, method) for method in methods]
        try:
            for way in ways:
                found |= way.result()
        except BaseException:
            counter.stop()
            for way in ways:
                way.cancel()
            raise
    return found


def _select(  # noqa: PLR0917 (the parts of one step)
    plan: PopulationPlan,
    work: Path,
    method: str,
    networks: Networks,
    n: int,
    hands: _Hands,
    counter: "_Counter",
) -> Networks:
    """Return the best of a method, by a swiss of its own where there are more."""
    if len(networks) <= n:
        return networks
    name = f"select-{method}"
    rounds, depth = plan.selection_rounds, plan.learn_depth
    scores = _swiss_kept(plan, work, name, networks, rounds, depth, hands, counter)
    return _best(networks, scores, n)


def _tournament(  # noqa: PLR0917 (the parts of one step)
    plan: PopulationPlan,
    work: Path,
    name: str,
    entered: dict[str, Networks],
    hands: _Hands,
    counter: "_Counter",
) -> dict[str, NDArray[np.float64]]:
    """Return the scores of all methods in one swiss."""
    everybody = np.concatenate(list(entered.values()))
    rounds, depth = plan.final_rounds, plan.depth
    scores = _swiss_kept(plan, work, name, everybody, rounds, depth, hands, counter)
    ends = np.cumsum([len(each) for each in entered.values()])
    return dict(zip(entered, np.split(scores, ends[:-1]), strict=True))


def _swiss_kept(  # noqa: PLR0917 (the parts of one step)
    plan: PopulationPlan,
    work: Path,
    name: str,
    networks: Networks,
    rounds: int,
    depth: int,
    hands: _Hands,
    counter: "_Counter",
) -> NDArray[np.float64]:
    """Play a swiss, or read what it gave before."""
    path = work / f"{name}.npz"
    state = load_state(path)
    if not state:
        seed = plan.seed * 1000 + SEEDS.get(name, 18)

        def tell(_number: int, _games: list[Played], networks: Networks) -> Networks:
            counter()
            return networks

        scores = swiss(
            Conditions(plan.game, depth),
            networks,
            rounds,
            seed=seed,
            threads=hands.threads,
            workers=hands.workers,
            on_round=tell,
        )
        state = {"scores": scores}
        save_state(path, state)
    return np.asarray(state["scores"], np.float64)


def _best(networks: Networks, scores: NDArray[np.float64], n: int) -> Networks:
    return networks[np.argsort(-scores, kind="stable")[:n]]


def _choose(scores: dict[str, NDArray[np.float64]], size: int) -> dict[str, list[int]]:
    """Return the places of the best of all methods together."""
    ranked = sorted(
        (
            (-score, method, place)
            for method, each in scores.items()
            for place, score in enumerate(each)
        ),
    )
    chosen: dict[str, list[int]] = {method: [] for method in scores}
    for _, method, place in ranked[:size]:
        chosen[method].append(place)
    return chosen


def _rows(scores: dict[str, NDArray[np.float64]], chosen: dict[str, list[int]]) -> Iterable[Row]:
    total = sum(float(each.sum()) for each in scores.values())
    for method, each in scores.items():
        shares = each / total * len(each)
        yield Row(
            method,
            len(each),
            float(each.sum() / total),
            float(shares.std(ddof=1)) if len(each) > 1 else 0.0,
            len(chosen.get(method, [])),
        )


def _write(
    plan: PopulationPlan,
    place: Path,
    networks: dict[str, Networks],
    scores: dict[str, NDArray[np.float64]],
    chosen: dict[str, list[int]],
) -> None:
    """Write the networks, and last the index, without which the folder is no population."""
    (place / "networks").mkdir(exist_ok=True)
    members = [(float(scores[m][i]), m, networks[m][i]) for m in chosen for i in chosen[m]]
    members.sort(key=lambda member: -member[0])
    lines = [
        "# A population of tabiya: networks that play, the best first.",
        f'game = "{plan.game}"',
        f"depth = {plan.depth}",
        f'version = "{_core.VERSION}"',
        f"made_by = {json.dumps('tabiya population make ' + plan.game)}",
        f"seed = {plan.seed}",
    ]
    for number, (score, method, values) in enumerate(members, start=1):
        name = f"networks/{number:03}.txt"
        write_beside(place / name, network_text(values))
        lines += [
            "",
            "[[members]]",
            f'name = "{plan.game}-{number:03}"',
            f'network = "{name}"',
            f'method = "{method}"',
            f"score = {score:.4f}",
        ]
    write_beside(place / INDEX, "\n".join(lines) + "\n")


def network_text(values: NDArray[np.float32]) -> str:
    """Return a network as the text of its file.

    >>> network_text(np.zeros(68, np.float32)).split()[:4]
    ['network', '65', '1', 'hidden']
    """
    hidden = len(values) // (N_INPUTS + 2)
    split = (N_INPUTS + 1) * hidden
    rows = [("hidden", row) for row in values[:split].reshape(hidden, -1)]
    rows.append(("output", values[split:]))
    numbers = [
        " ".join([word, *(f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".") for value in row)])
        for word, row in rows
    ]
    return "\n".join([f"network {N_INPUTS} {hidden}", *numbers, ""])


def _check_plan(plan: PopulationPlan, path: Path) -> None:
    """See that what was begun was begun with the same plan."""
    text = json.dumps(asdict(plan), indent=1)
    if not path.exists():
        write_beside(path, text)
    elif path.read_text(encoding="utf-8") != text:
        raise PopulationError(
            f"{path}: expected the plan with which the folder was begun, found another; "
            "choose another folder"
        )


def _n_steps(plan: PopulationPlan) -> int:
    """Return how many steps there are at most, for the progress."""
    learning = 2 * plan.snapshots + 2 * max(1, plan.snapshots // N_MULTIPLE)
    selections = [
        (plan.snapshots, plan.entered),
        (plan.snapshots, plan.entered),
        (3 * plan.generations, plan.entered),
        (plan.snapshots, plan.added),
        (plan.snapshots, plan.added),
    ]
    n_selections = sum(have > want for have, want in selections)
    n_rounds = n_selections * plan.selection_rounds + 2 * plan.final_rounds
    return learning + plan.generations + n_rounds


class _Counter:
    """Counts steps; once it is stopped, the next step is the last of its thread."""

    def __init__(self, total: int, progress: Callable[[int, int], object] | None) -> None:
        self._total = total
        self._progress = progress
        self._done = 0
        self._lock = threading.Lock()
        self._is_stopped = False

    def stop(self) -> None:
        self._is_stopped = True

    def __call__(self) -> None:
        if self._is_stopped:
            raise KeyboardInterrupt
        with self._lock:
            self._done += 1
            if self._progress is not None:
                self._progress(self._done, self._total)
