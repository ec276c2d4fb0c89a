"""What clocks score: tournaments of a test player, clock by clock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tabiya.clocks._clock_task import START_INCREMENTS, Setting
from tabiya.metrics import Estimate, verdict
from tabiya.play import Clock


@dataclass(frozen=True)
class Trial:
    """What a clock scored.

    Attributes
    ----------
    clock : str
        Its name or file.
    increment : float
        What every move adds.
    n_games : int
        Games of the test player.
    score : Estimate
        Points per game, with its interval, from pairs of games.
    """

    clock: str
    increment: float
    n_games: int
    score: Estimate


def try_clocks(
    clocks: Sequence[str | Path],
    setting: Setting,
    *,
    increments: Sequence[float] = (),
    n_games: int | None = None,
    on_trial: Callable[[Trial], object] | None = None,
) -> list[Trial]:
    """Play the tournament of a test player with each clock, and say what it scored.

    Parameters
    ----------
    clocks : sequence of str or Path
        Names and files, as for :func:`tabiya.players.load_clock`.
    setting : Setting
        Who plays whom.
    increments : sequence of float
        Nodes per move to try, with the usual number of them at the start; the setting's own time
        if there are none.
    n_games : int, optional
        The first so many games of the tournament; all of them by default.
    on_trial : callable, optional
        Called with each result.

    Examples
    --------
    >>> setting = Setting.of("loa", 200, depth=1, population="population")
    >>> [trial.n_games for trial in try_clocks(["static:1", "crafty"], setting, n_games=4)]
    [4, 4]
    """
    found = []
    for increment in increments or (setting.time.increment,):
        here = setting
        if increments:
            base = START_INCREMENTS[setting.game] * increment
            here = replace(setting, time=Clock(base, increment, "nodes"))
        games = range(here.n_games if n_games is None else min(n_games, here.n_games))
        for clock in clocks:
            points = here.play(str(clock), games).points
            pairs = list(zip(points[::2], points[1::2], strict=True))
            trial = Trial(str(clock), increment, len(points), verdict(pairs).score)
            found.append(trial)
            if on_trial is not None:
                on_trial(trial)
    return found
