"""Tau over effort as a picture: a page to point at, or an image for a paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tabiya.files import beside
from tabiya.metrics import Estimate
from tabiya.report._image import IMAGES, new_figure, save_figure

FORMATS = (".html", *IMAGES)


@dataclass(frozen=True)
class TauSeries:
    """One analyst's taus, in the order of effort."""

    name: str
    efforts: Sequence[str]
    taus: Sequence[Estimate]


def plot_taus(series: Sequence[TauSeries], path: Path | str, *, title: str) -> None:
    """Draw the series with their intervals; the name of the file says how.

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
    (_write_page if suffix == ".html" else _write_image)(series, Path(path), title)


def _write_page(series: Sequence[TauSeries], path: Path, title: str) -> None:
    import plotly.graph_objects as go  # noqa: PLC0415 (loads slowly, and is seldom wanted)

    figure = go.Figure(
        [
            go.Scatter(
                x=list(each.efforts),
                y=[tau.value for tau in each.taus],
                name=each.name,
                mode="lines+markers",
                error_y={
                    "array": [tau.high - tau.value for tau in each.taus],
                    "arrayminus": [tau.value - tau.low for tau in each.taus],
                },
            )
            for each in series
        ],
        layout={
            "title": title,
            "xaxis": {"title": "effort", "type": "category"},
            "yaxis": {"title": "tau"},
            "template": "plotly_white",
        },
    )
    with beside(path) as part:
        figure.write_html(part, include_plotlyjs=True)


def _write_image(series: Sequence[TauSeries], path: Path, title: str) -> None:
    # Plotly needs a browser to write an image; matplotlib does not.
    figure = new_figure()
    axes = figure.subplots()
    for each in series:
        values = [tau.value for tau in each.taus]
        below = [tau.value - tau.low for tau in each.taus]
        above = [tau.high - tau.value for tau in each.taus]
        axes.errorbar(
            list(each.efforts), values, yerr=[below, above], label=each.name, marker="o", capsize=3
        )
    axes.set(title=title, xlabel="effort", ylabel="tau")
    axes.grid(alpha=0.3)
    if len(series) > 1:
        axes.legend()
    save_figure(figure, path)
