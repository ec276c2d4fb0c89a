"""How labels are distributed, as a picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tabiya.files import beside
from tabiya.games import Game
from tabiya.report._image import IMAGES, load_plotly, new_figure, save_figure

FORMATS = (".html", *IMAGES)
# Signs that the letters of matplotlib lack, as annotators wrote them before there were such signs.
IN_THE_FONT = str.maketrans({"⩲": "+=", "⩱": "=+"})
# Longer names are written aslant.
SHORT = 4
# A label, and how often it was given with the first and with the second player to move.
Count = tuple[str, int, int]


def plot_labels(
    counts: Mapping[str, Sequence[Count]], game: str, path: Path | str, *, title: str
) -> None:
    """Draw how often each label occurs, by the side to move; the name of the file says how.

    Parameters
    ----------
    counts : mapping of str to sequence of (str, int, int)
        By kind of label, every label and how often it was given with either side to move.
    game : str
        The game, which names the sides.
    path : Path or str
        A file .html, .png, .svg or .pdf.
    title : str
        What stands above it.

    Raises
    ------
    ValueError
        If the file is to be something else.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise ValueError(f"{path}: expected a file {', '.join(FORMATS)}, found {suffix!r}")
    (_write_page if suffix == ".html" else _write_image)(counts, Game(game).sides, path, title)


def _write_page(
    counts: Mapping[str, Sequence[Count]], sides: Sequence[str], path: Path | str, title: str
) -> None:
    plotly = load_plotly()
    figure = plotly.subplots.make_subplots(rows=len(counts), cols=1, subplot_titles=list(counts))
    for number, rows in enumerate(counts.values(), start=1):
        for side, name in enumerate(sides, start=1):
            bars = plotly.graph_objects.Bar(
                x=[row[0] for row in rows],
                y=[row[side] for row in rows],
                name=f"{name} to move",
                marker_color=("#c9a35b", "#4b5563")[side - 1],
                showlegend=number == 1,
            )
            figure.add_trace(bars, row=number, col=1)
    figure.update_layout(
        title=title, barmode="stack", template="plotly_white", height=120 + 320 * len(counts)
    )
    figure.update_xaxes(type="category")
    with beside(path) as part:
        figure.write_html(part, include_plotlyjs=True)


def _write_image(
    counts: Mapping[str, Sequence[Count]], sides: Sequence[str], path: Path | str, title: str
) -> None:
    figure = new_figure(8.0, 0.6 + 3.2 * len(counts))
    figure.suptitle(title)
    every = figure.subplots(len(counts), 1, squeeze=False)[:, 0]
    for axes, (kind, rows) in zip(every, counts.items(), strict=True):
        names = [row[0].translate(IN_THE_FONT) for row in rows]
        first, second = ([row[side] for row in rows] for side in (1, 2))
        axes.bar(names, first, label=f"{sides[0]} to move", color="#c9a35b")
        axes.bar(names, second, bottom=first, label=f"{sides[1]} to move", color="#4b5563")
        axes.set(title=kind, ylabel="positions")
        axes.tick_params(axis="x", rotation=30 if max(map(len, names)) > SHORT else 0)
        axes.grid(axis="y", alpha=0.3)
        axes.set_axisbelow(True)
    every[0].legend()
    save_figure(figure, path)
