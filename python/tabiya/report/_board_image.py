"""Boards as files: SVG as they were drawn, PNG and PDF by matplotlib.

matplotlib writes no SVG that it did not make itself, so the parts of a board are drawn anew: what
:mod:`chess.svg` and our own drawings use of SVG is read here, and no more. Paths are read by
fontTools, on which matplotlib stands.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from tabiya.files import write_beside
from tabiya.report._image import IMAGES, new_figure, save_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path as Outline
    from matplotlib.transforms import Affine2D

PIXELS_PER_INCH, POINTS_PER_INCH = 96.0, 72.0
# What an element hands down to those inside it, with what holds where nothing is said.
INHERITED = {
    "fill": "#000000",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "font-size": "16",
    "text-anchor": "start",
}
SHAPES = ("rect", "circle", "line", "path", "polygon")
# Definitions are drawn where they are used, descriptions nowhere.
UNSEEN = ("defs", "desc", "style", "title")
ANCHORS = {"start": "left", "middle": "center", "end": "right"}
# The letters of matplotlib are wider than those for which our drawings leave room.
LETTERS = 0.87
_STEP = re.compile(r"(translate|scale|matrix)\(([^)]*)\)")


def save_picture(picture: str, path: Path | str) -> None:
    """Write a picture of a board as the name of the file says.

    Parameters
    ----------
    picture : str
        The picture as SVG: :meth:`tabiya.Position.svg`, or what draws chunks and maps of moves.
    path : Path or str
        A file .svg, .png or .pdf; the last two need matplotlib.

    Raises
    ------
    ValueError
        If the file is to be something else, or matplotlib is not installed.

    Examples
    --------
    >>> import tabiya, tempfile
    >>> path = Path(tempfile.mkdtemp(), "start.pdf")
    >>> save_picture(tabiya.game("loa").initial().svg(), path)
    >>> path.read_bytes()[:4]
    b'%PDF'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in IMAGES:
        raise ValueError(f"{path}: expected a file {', '.join(IMAGES)}, found {suffix!r}")
    if suffix == ".svg":
        write_beside(path, picture)
    else:
        save_figure(_redraw(picture), path)


def _redraw(picture: str) -> "Figure":
    """Return a figure of the size of the picture, with all that is in it."""
    root = ET.fromstring(picture)  # noqa: S314 (we drew it)
    _, _, width, height = _numbers(root.attrib["viewBox"])
    inches = float(root.get("width", width)) / PIXELS_PER_INCH
    figure = new_figure(inches, inches * height / width)
    figure.set_layout_engine("none")  # the board is all there is, and fills the figure
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    named = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    drawing = _Drawing(axes, named, points=inches * POINTS_PER_INCH / width)
    for element in root:
        drawing.draw(element, drawing.whole, INHERITED)
    return figure


class _Drawing:
    """What is drawn on: axes in the units of the picture, and how many points a unit has."""

    def __init__(self, axes: "Axes", named: Mapping[str, ET.Element], points: float) -> None:
        from matplotlib.transforms import Affine2D  # noqa: PLC0415 (loads slowly)

        self._axes = axes
        self._named = named
        self._points = points
        self.whole = Affine2D()

    def draw(self, element: ET.Element, outer: "Affine2D", given: Mapping[str, str]) -> None:
        """Draw an element and all inside it."""
        name = element.tag.rpartition("}")[2]
        if name in UNSEEN:
            return
        style = {**given, **_said(element)}
        place = _inside(outer, element)
        if name in SHAPES:
            self._draw_shape(element, place, style)
        elif name == "text":
            self._draw_text(element, place, style)
        elif name == "use":
            self.draw(self._named[element.attrib["href"].removeprefix("#")], place, style)
        elif name in ("g", "svg"):
            for child in element:
                self.draw(child, place, style)
        else:
            raise ValueError(f"picture: expected shapes and texts, found {name!r}")

    def _draw_shape(self, element: ET.Element, place: "Affine2D", style: dict[str, str]) -> None:
        from matplotlib.patches import PathPatch  # noqa: PLC0415 (loads slowly)

        (a, b, _), (c, d, _), _ = place.get_matrix()
        width = float(style["stroke-width"])
        dashes = _numbers(style["stroke-dasharray"])
        looks: dict[str, Any] = {
            "facecolor": _colour(style, "fill"),
            "edgecolor": _colour(style, "stroke"),
            "linewidth": width * abs(a * d - b * c) ** 0.5 * self._points,
            # matplotlib counts dashes in widths of the line.
            "linestyle": (0, [dash / width for dash in dashes]) if dashes else "solid",
            "capstyle": style["stroke-linecap"],
            "joinstyle": style["stroke-linejoin"],
        }
        patch = PathPatch(_outline(element), transform=place + self._axes.transData, **looks)
        self._axes.add_patch(patch)

    def _draw_text(self, element: ET.Element, place: "Affine2D", style: dict[str, str]) -> None:
        x, y = place.transform((float(element.attrib["x"]), float(element.attrib["y"])))
        self._axes.text(
            x,
            y,
            element.text or "",
            color=_colour(style, "fill"),
            fontsize=float(style["font-size"]) * LETTERS * self._points,
            horizontalalignment=ANCHORS[style["text-anchor"]],
            verticalalignment="baseline",
            parse_math=False,
        )


def _said(element: ET.Element) -> dict[str, str]:
    """Return what an element says of its looks, in attributes or in its style."""
    pairs = (part.split(":") for part in element.get("style", "").split(";") if part.strip())
    said = {**element.attrib, **{name.strip(): value.strip() for name, value in pairs}}
    opacity = float(said.get("opacity", 1))
    if opacity < 1:
        said |= {f"{what}-opacity": str(opacity) for what in ("fill", "stroke")}
    return {name: value for name, value in said.items() if name in INHERITED}


def _colour(style: Mapping[str, str], what: str) -> Any:
    from matplotlib.colors import to_rgba  # noqa: PLC0415 (loads slowly)

    colour = style[what]
    return "none" if colour == "none" else to_rgba(colour, float(style[f"{what}-opacity"]))


def _inside(outer: "Affine2D", element: ET.Element) -> "Affine2D":
    """Return where an element lies, that stands in something that lies elsewhere."""
    from matplotlib.transforms import Affine2D  # noqa: PLC0415 (loads slowly)

    matrix = outer.get_matrix()
    for name, text in _STEP.findall(element.get("transform", "")):
        numbers = _numbers(text)
        if name == "matrix":
            step = Affine2D.from_values(*numbers)
        else:
            step = getattr(Affine2D(), name)(*numbers)
        matrix = matrix @ step.get_matrix()
    return Affine2D(matrix)


def _outline(element: ET.Element) -> "Outline":
    """Return a shape as matplotlib has it."""
    from fontTools.pens.recordingPen import RecordingPen  # noqa: PLC0415 (loads slowly)
    from fontTools.svgLib.path import parse_path  # noqa: PLC0415 (loads slowly, and only here)
    from fontTools.svgLib.path.shapes import PathBuilder  # noqa: PLC0415 (loads slowly, and only here)
    from matplotlib.path import Path as Outline  # noqa: PLC0415 (loads slowly, and only here)

    codes = {
        "moveTo": Outline.MOVETO,
        "lineTo": Outline.LINETO,
        "qCurveTo": Outline.CURVE3,
        "curveTo": Outline.CURVE4,
        "closePath": Outline.CLOSEPOLY,
    }
    plain = {name: value for name, value in element.attrib.items() if name != "transform"}
    builder, pen = PathBuilder(), RecordingPen()
    builder.add_path_from_element(ET.Element(element.tag, plain))
    parse_path(builder.paths[0], pen)
    steps = [
        (codes[name], point)
        for name, points in pen.value
        if name in codes
        for point in (points or [(0.0, 0.0)])  # where a path is closed, no point is said
    ]
    return Outline([point for _, point in steps], [code for code, _ in steps])


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]
