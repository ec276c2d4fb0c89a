"""What clocks score over the time that there is, as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING

from tabiya.report._image import new_figure, save_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabiya.clocks import Trial

# Points of one increment stand side by side, so that their intervals can be told apart.
APART = 1.02


def plot_trials(trials: "Sequence[Trial]", path: str | Path, *, title: str = "") -> Path:
    """Draw the score of every clock over the increments, with its interval.

    Parameters
    ----------
    trials : sequence of Trial
        What clocks scored, as :func:`tabiya.clocks.try_clocks` returns it.
    path : str or Path
        The picture: .png, .svg or .pdf.
    title : str
        What stands above it.

    Examples
    --------
    >>> import tempfile
    >>> from tabiya.clocks import Trial
    >>> from tabiya.metrics import Estimate
    >>> trials = [Trial("crafty", inc, 200, Estimate(0.5, 0.43, 0.57)) for inc in (100, 1000)]
    >>> plot_trials(trials, Path(tempfile.mkdtemp(), "clocks.svg")).name
    'clocks.svg'
    """
    figure = new_figure(8.0, 5.0)
    axis = figure.subplots()
    clocks = list(dict.fromkeys(trial.clock for trial in trials))
    for number, clock in enumerate(clocks):
        own = sorted((each for each in trials if each.clock == clock), key=lambda t: t.increment)
        x = [each.increment * APART ** (number - (len(clocks) - 1) / 2) for each in own]
        y = [100 * each.score.value for each in own]
        below = [100 * (each.score.value - each.score.low) for each in own]
        above = [100 * (each.score.high - each.score.value) for each in own]
        style = "--" if clock.startswith(("static", "extra")) else "-"
        axis.errorbar(
            x, y, yerr=(below, above), fmt="o", ls=style, ms=4, capsize=3, label=_label(clock)
        )
    axis.set_xscale("log")
    increments = sorted({each.increment for each in trials})
    axis.set_xticks(increments, [f"{each:g}" for each in increments])
    axis.minorticks_off()
    axis.set_xlabel("nodes per move")
    axis.set_ylabel("score, in per cent")
    axis.set_title(title)
    axis.grid(visible=True, alpha=0.3)
    axis.legend()
    save_figure(figure, path)
    return Path(path)


def _label(clock: str) -> str:
    """Return what a clock is called in a legend: of a file its name, without the increment."""
    return Path(clock).name.removesuffix(".clock").removesuffix("-{increment}")
