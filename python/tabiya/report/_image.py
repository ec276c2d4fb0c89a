"""Pictures: PNG, SVG and PDF by matplotlib, pages by plotly; an extra brings both."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabiya.files import beside

if TYPE_CHECKING:
    from matplotlib.figure import Figure

IMAGES = (".png", ".svg", ".pdf")


def new_figure(width: float = 8.0, height: float = 4.5) -> "Figure":
    """Return an empty figure.

    Raises
    ------
    ValueError
        If matplotlib is not installed.

    Examples
    --------
    >>> float(new_figure().get_figwidth())
    8.0
    """
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 (loads slowly, and is seldom wanted)
    except ModuleNotFoundError:
        raise ValueError(
            "pictures: expected matplotlib, found none; pip install 'tabiya[plots]'"
        ) from None
    return Figure(figsize=(width, height), layout="constrained")


def load_plotly() -> Any:
    """Return plotly, with its figures and subplots.

    Raises
    ------
    ValueError
        If it is not installed.

    Examples
    --------
    >>> load_plotly().__name__
    'plotly'
    """
    try:
        import plotly.graph_objects  # noqa: PLC0415 (loads slowly, and is seldom wanted)
        import plotly.subplots  # noqa: PLC0415 (the same)
    except ModuleNotFoundError:
        raise ValueError(
            "pictures: expected plotly, found none; pip install 'tabiya[plots]'"
        ) from None
    return plotly


def save_figure(figure: "Figure", path: Path | str) -> None:
    """Write a figure as its name says; the same figure gives the same file."""
    suffix = Path(path).suffix.lower()
    if suffix not in IMAGES:
        raise ValueError(f"{path}: expected a file {', '.join(IMAGES)}, found {suffix or 'none'!r}")
    # Neither the time nor the version belongs into a picture that is compared with others.
    kept = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    for axes in figure.axes:
        legend = axes.get_legend()
        for text in (axes.title, *(legend.get_texts() if legend else ())):
            text.set_parse_math(False)  # names of players and files are no formulas
    with beside(path) as part:
        figure.savefig(part, dpi=150, metadata=kept[suffix])
