"""What clocks scored while they learned, as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING

from tabiya.report._image import new_figure, save_figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabiya.clocks import CurvePoint


def plot_curves(
    curves: "Mapping[str, Sequence[CurvePoint]]", path: str | Path, *, title: str = ""
) -> Path:
    """Draw scores over the tournaments by which clocks have learned, with their intervals.

    Parameters
    ----------
    curves : mapping of str to sequence of CurvePoint
        The points of each, as :func:`tabiya.clocks.read_curve` returns them.
    path : str or Path
        The picture: .png, .svg or .pdf.
    title : str
        What stands above it.

    Examples
    --------
    >>> import tempfile
    >>> from tabiya.clocks import CurvePoint
    >>> from tabiya.metrics import Estimate
    >>> points = [CurvePoint(200 * n, n, Estimate(0.5, 0.43, 0.57)) for n in (1, 10)]
    >>> plot_curves({"mac": points}, Path(tempfile.mkdtemp(), "cost.svg")).name
    'cost.svg'
    """
    figure = new_figure(8.0, 4.5)
    axis = figure.subplots()
    for name, points in curves.items():
        x = [point.tournaments for point in points]
        y = [100 * point.score.value for point in points]
        drawn = axis.plot(x, y, "o-", ms=3, label=name)[0]
        low, high = ([100 * getattr(p.score, end) for p in points] for end in ("low", "high"))
        axis.fill_between(x, low, high, color=drawn.get_color(), alpha=0.12, lw=0)
    axis.set_xscale("log")
    axis.xaxis.set_major_formatter("{x:g}")
    axis.set_xlabel("tournaments played to learn")
    axis.set_ylabel("score, in per cent")
    axis.set_title(title)
    axis.grid(visible=True, alpha=0.3)
    axis.legend()
    save_figure(figure, path)
    return Path(path)
