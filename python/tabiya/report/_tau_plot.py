"""Tau over effort, or any number over another, as a picture: a page, or an image for a paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tabiya.files import beside
from tabiya.metrics import Estimate
from tabiya.report._image import IMAGES, load_plotly, new_figure, save_figure

FORMATS = (".html", *IMAGES)
# Of more points a line is drawn.
MOST_POINTS = 40


@dataclass(frozen=True)
class TauSeries:
    """One analyst's taus in the order of effort: names of efforts, or numbers."""

    name: str
    efforts: Sequence[str] | Sequence[float]
    taus: Sequence[Estimate]

    @property
    def mode(self) -> str:
        """Return how it is drawn: with points where they can be told apart."""
        return "lines+markers" if len(self.taus) <= MOST_POINTS else "lines"


def plot_taus(
    series: Sequence[TauSeries],
    path: Path | str,
    *,
    title: str,
    x: str = "effort",
    y: str = "tau",
) -> None:
    """Draw the series with their intervals; the name of the file says how.

    Parameters
    ----------
    series : sequence of TauSeries
        The lines.
    path : Path or str
        A file .html, .png, .svg or .pdf.
    title, x, y : str
        What stands above, below and beside.

    Raises
    ------
    ValueError
        If the file is to be neither .html nor a picture.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise ValueError(
            f"{path}: expected a file {', '.join(FORMATS)}, found {suffix or 'none'!r}"
        )
    (_write_page if suffix == ".html" else _write_image)(series, Path(path), (title, x, y))


def _write_page(series: Sequence[TauSeries], path: Path, words: tuple[str, str, str]) -> None:
    go = load_plotly().graph_objects
    title, x, y = words
    axis = "category" if isinstance(series[0].efforts[0], str) else "linear"
    figure = go.Figure(
        [
            go.Scatter(
                x=list(each.efforts),
                y=[tau.value for tau in each.taus],
                name=each.name,
                mode=each.mode,
                error_y={
                    "array": [tau.high - tau.value for tau in each.taus],
                    "arrayminus": [tau.value - tau.low for tau in each.taus],
                },
            )
            for each in series
        ],
        layout={
            "title": title,
            "xaxis": {"title": x, "type": axis},
            "yaxis": {"title": y},
            "template": "plotly_white",
        },
    )
    with beside(path) as part:
        figure.write_html(part, include_plotlyjs=True)


def _write_image(series: Sequence[TauSeries], path: Path, words: tuple[str, str, str]) -> None:
    # Plotly needs a browser to write an image; matplotlib does not.
    figure = new_figure()
    axes = figure.subplots()
    for each in series:
        values = [tau.value for tau in each.taus]
        below = [tau.value - tau.low for tau in each.taus]
        above = [tau.high - tau.value for tau in each.taus]
        has_intervals = any(below) or any(above)
        axes.errorbar(
            each.efforts,
            values,
            yerr=[below, above] if has_intervals else None,
            label=each.name,
            marker="o" if "markers" in each.mode else "",
            capsize=3,
        )
    title, x, y = words
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.grid(alpha=0.3)
    if len(series) > 1:
        axes.legend()
    save_figure(figure, path)
