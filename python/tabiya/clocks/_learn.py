"""Learning a clock, from a setting to a file."""

from dataclasses import replace
from pathlib import Path
from typing import Literal

from tabiya import _core
from tabiya.clocks._checkpoint import Checkpoint
from tabiya.clocks._clock_task import ClockTask
from tabiya.clocks._curve import LearningCurve
from tabiya.clocks._learners import ActorCritic, OnProgress, Progress, SaneTa
from tabiya.files import write_beside

Method = Literal["mac", "sane"]
# CITE: Kocsis 2003, §5.3.1 and §5.3.2.
DECAYS = {"loa": 0.9, "othello": 0.9, "chess": 0.95}


def learn_clock(
    task: ClockTask,
    path: str | Path,
    *,
    learner: ActorCritic | SaneTa | None = None,
    curve: str | Path | None = None,
    on_progress: OnProgress | None = None,
) -> _core.Clock:
    """Learn a clock and write it to a file.

    Parameters
    ----------
    task : ClockTask
        Who plays whom, with what time, and what kind of clock.
    path : str or Path
        The file. Beside it stands a state, with which the same call goes on after any end, to the
        same clock; it is removed when the clock is there.
    learner : ActorCritic or SaneTa, optional
        How it learns; by default the Meta-Actor-Critic.
    curve : str or Path, optional
        A CSV file of what the clock scores in the whole tournament while it learns; see
        :class:`LearningCurve`.
    on_progress : callable, optional
        Called after every batch or generation.

    Examples
    --------
    >>> import tempfile
    >>> from tabiya.clocks import Setting
    >>> path = Path(tempfile.mkdtemp(), "my.clock")
    >>> task = ClockTask(Setting.of("loa", 100, depth=1, population="population"), "dynamic")
    >>> learn_clock(task, path, learner=ActorCritic(batches=1, games=2)).game
    'loa'
    """
    if learner is None:
        learner = ActorCritic()
    state = Path(f"{path}.state")
    if curve is not None:
        drawn = LearningCurve(Path(curve), task.setting, goes_on=state.exists())
        on_progress = _watched(task, drawn, on_progress)
    if isinstance(learner, ActorCritic):
        if learner.decay is None:
            learner = replace(learner, decay=DECAYS[task.setting.game])
        start = task.first_values()
        if start is not None:  # one that is worth keeping: smaller steps, and fewer lots
            learner = replace(learner, first=learner.first / 10, explore=learner.explore / 4)
        values = learner.fit(task, state, on_progress, start=start)
    else:
        values = learner.fit(task, state, on_progress)
    made_by = f"# {task}\n# by {learner}\n"
    write_beside(path, made_by + task.text(values))
    Checkpoint(state, "").remove()
    return task.clock(values)


def _watched(task: ClockTask, curve: LearningCurve, then: OnProgress | None) -> OnProgress:
    """Return what looks at the clock whenever the curve wants to."""

    def tell(progress: Progress) -> None:
        if progress.values is not None and curve.is_due(progress.n_games):
            curve.add(progress.n_games, task.clock(progress.values))
        if then is not None:
            then(progress)

    return tell
