"""What clocks score: tournaments of a test player, clock by clock."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tabiya.clocks._clock_task import START_INCREMENTS, Setting
from tabiya.files import write_beside
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


# What stands for the increment in the name of a file: each has the clock that was learned for it.
INCREMENT = "{increment}"
_COLUMNS = ("setting", "clock", "increment", "games", "score", "low", "high")


def try_clocks(
    clocks: Sequence[str | Path],
    setting: Setting,
    *,
    increments: Sequence[float] = (),
    n_games: int | None = None,
    state: str | Path | None = None,
    on_trial: Callable[[Trial], object] | None = None,
) -> list[Trial]:
    """Play the tournament of a test player with each clock, and say what it scored.

    Parameters
    ----------
    clocks : sequence of str or Path
        Names and files, as for :func:`tabiya.players.load_clock`; ``{increment}`` in the name of a
        file stands for the increment.
    setting : Setting
        Who plays whom.
    increments : sequence of float
        Nodes per move to try, with the usual number of them at the start; the setting's own time
        if there are none.
    n_games : int, optional
        The first so many games of the tournament; all of them by default.
    state : str or Path, optional
        A CSV file for the results so far. What stands in it is not played again.
    on_trial : callable, optional
        Called with each result.

    Examples
    --------
    >>> setting = Setting.of("loa", 200, depth=1, population="population")
    >>> [trial.n_games for trial in try_clocks(["static:1", "crafty"], setting, n_games=4)]
    [4, 4]
    """
    known = _Known(None if state is None else Path(state))
    found = []
    for here in settings_of(setting, increments):
        games = range(here.n_games if n_games is None else min(n_games, here.n_games))
        for clock in clocks:
            trial = known.find(here, str(clock), len(games))
            if trial is None:
                points = here.play(clock_of(clock, here), games).points
                pairs = list(zip(points[::2], points[1::2], strict=True))
                score = verdict(pairs).score
                trial = Trial(str(clock), here.time.increment, len(points), score)
                known.add(here, trial)
            found.append(trial)
            if on_trial is not None:
                on_trial(trial)
    return found


def settings_of(setting: Setting, increments: Sequence[float]) -> list[Setting]:
    """Return the setting with each of these increments, or as it is if there are none."""
    base = START_INCREMENTS[setting.game]
    times = [Clock(base * increment, increment, "nodes") for increment in increments]
    return [replace(setting, time=time) for time in times or (setting.time,)]


def clock_of(clock: str | Path, setting: Setting) -> str:
    """Return the clock of a setting: with its increment, if the name asks for it.

    >>> clock_of("mac-{increment}.clock", Setting.of("loa", 200))
    'mac-200.clock'
    """
    return str(clock).replace(INCREMENT, f"{setting.time.increment:g}")


class _Known:
    """Results in a file, which is written anew, in one step, as soon as there is another one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._rows: dict[tuple[str, str, int], Estimate] = {}
        self._lines: list[list[str]] = [list(_COLUMNS)]
        if path is None or not path.exists():
            return
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if tuple(reader.fieldnames or ()) != _COLUMNS:
                expected = ",".join(_COLUMNS)
                raise ValueError(
                    f"{path}, line 1: expected {expected}, found {reader.fieldnames!r}"
                )
            for row in reader:
                try:
                    score = Estimate(*(float(row[name]) for name in ("score", "low", "high")))
                    self._rows[row["setting"], row["clock"], int(row["games"])] = score
                    self._lines.append([row[name] for name in _COLUMNS])
                except (TypeError, ValueError):
                    line = reader.line_num
                    raise ValueError(
                        f"{path}, line {line}: expected games and a score with its interval, "
                        f"found {list(row.values())!r}"
                    ) from None

    def find(self, setting: Setting, clock: str, n_games: int) -> Trial | None:
        score = self._rows.get((str(setting), clock, n_games))
        return None if score is None else Trial(clock, setting.time.increment, n_games, score)

    def add(self, setting: Setting, trial: Trial) -> None:
        if self._path is None:
            return
        score = [f"{each:.6f}" for each in (trial.score.value, trial.score.low, trial.score.high)]
        self._lines.append(
            [str(setting), trial.clock, f"{trial.increment:g}", str(trial.n_games), *score]
        )
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\n").writerows(self._lines)
        write_beside(self._path, text.getvalue())
