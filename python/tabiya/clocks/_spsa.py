"""The constants of the modern clock, tuned by games between two sets of them."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.clocks._checkpoint import Checkpoint
from tabiya.clocks._learners import OnProgress, Progress
from tabiya.cluster import Workers
from tabiya.files import write_beside
from tabiya.play import Clock, match
from tabiya.players import Player

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ModernSpsa:
    """SPSA on the numbers of the modern clock.

    CITE: Spall 1998, with his exponents 0.602 and 0.101.

    Attributes
    ----------
    game : str
        The game.
    time : Clock
        The clock of both sides.
    steps, games : int
        Iterations, and games of each.
    distance : float
        How far the two sides stand from the middle at first, as part of each default.
    rate : float
        How far the middle goes for a result of one, as part of the distance.
    threads, seed : int
        Games at the same time, and the seed of all that is random.
    workers : Workers, optional
        Workers who play instead, a pair of games each.
    """

    game: str
    time: Clock
    steps: int = 30
    games: int = 20
    distance: float = 0.25
    rate: float = 0.8
    threads: int = field(default=2, compare=False, repr=False)
    seed: int = 1
    workers: Workers | None = field(default=None, compare=False, repr=False)

    def fit(self, state: Path | None = None, on_progress: OnProgress | None = None) -> Floats:
        """Tune, and return the numbers in their order; with a file for its state it goes on."""
        names, start, least, most = _numbers()
        checkpoint = Checkpoint(state, str(self))
        kept = checkpoint.load()
        middle, done = (kept["middle"], int(kept["done"])) if kept else (start, 0)
        for step in range(done, self.steps):
            generator = np.random.default_rng([self.seed, step])
            signs = generator.choice([-1.0, 1.0], len(middle))
            away = self.distance * start * (step + 1) ** -0.101
            sides = [np.clip(middle + side * signs * away, least, most) for side in (1, -1)]
            players = [Player(self.game, hash_mib=4, clock=text_of(names, each)) for each in sides]
            played = match(
                *players,
                game=self.game,
                time=str(self.time),
                games=self.games,
                openings="random:6",
                seed=self.seed * 1000 + step,
                concurrency=self.threads,
                workers=self.workers,
            )
            score = sum(game.points_of(played.record.players[0]) or 0.0 for game in played.games)
            result = 2 * score / self.games - 1
            pace = self.rate * ((1 + self.steps / 10) / (step + 1 + self.steps / 10)) ** 0.602
            middle = np.clip(middle + pace * result * signs * away, least, most)
            checkpoint.save(middle=middle, done=np.array(step + 1))
            if on_progress is not None:
                on_progress(Progress(step + 1, self.steps, (step + 1) * self.games, result))
        return middle

    def tune(self, path: str | Path, on_progress: OnProgress | None = None) -> _core.Clock:
        """Tune, and write the clock to a file; beside it stands the state until it is there."""
        state = Path(f"{path}.state")
        numbers = self.fit(state, on_progress)
        names = _numbers()[0]
        rows = "".join(f"{n} {v:.4g}\n" for n, v in zip(names, numbers, strict=True))
        text = f"# {self}\nclock modern\n{rows}"
        write_beside(path, text)
        Checkpoint(state, "").remove()
        return _core.Clock(None, text)


def _numbers() -> tuple[list[str], Floats, Floats, Floats]:
    """Return names, defaults, least and greatest values."""
    rows = _core.modern_clock_numbers()
    start, least, most = (np.array([row[i] for row in rows]) for i in (1, 2, 3))
    return [row[0] for row in rows], start, least, most


def text_of(names: list[str], numbers: Floats) -> str:
    """Return the name of a modern clock with these numbers.

    >>> text_of(["part", "most"], np.array([0.5, 4.0]))
    'modern:part=0.5,most=4'
    """
    return "modern:" + ",".join(f"{n}={v:.6g}" for n, v in zip(names, numbers, strict=True))
