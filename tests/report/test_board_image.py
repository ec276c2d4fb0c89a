"""Boards as PNG and PDF: the same squares and men as in the SVG that they are made of."""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib import colors, image

import tabiya
from tabiya.chunks import MarkedBoard, draw_coverage, library
from tabiya.metrics import Estimate
from tabiya.report import TauSeries, plot_taus, save_picture

LOPEZ = "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/3PP3/1BP2N2/PP3PPP/RNBQR1K1 w - - 0 10"
SVG = "{http://www.w3.org/2000/svg}"


def pixels(picture: str, folder: Path) -> np.ndarray:
    path = folder / "board.png"
    save_picture(picture, path)
    return image.imread(path)


def colour_at(seen: np.ndarray, picture: str, x: float, y: float) -> np.ndarray:
    """Return the colour of a point, told in the units of the SVG."""
    _, _, width, height = map(float, ET.fromstring(picture).attrib["viewBox"].split())  # noqa: S314 (ours)
    rows, columns = seen.shape[:2]
    return seen[int(y / height * rows), int(x / width * columns), :3]


@pytest.mark.parametrize("name", ["othello", "loa"])
def test_every_disc_has_its_colour(name: str, tmp_path: Path) -> None:
    position = tabiya.game(name).initial()
    picture = position.play(position.legal_moves()[0]).svg()
    seen = pixels(picture, tmp_path)
    circles = list(ET.fromstring(picture).iter(f"{SVG}circle"))  # noqa: S314 (ours)
    assert len(circles) > 4
    for each in circles:
        found = colour_at(seen, picture, float(each.attrib["cx"]), float(each.attrib["cy"]))
        assert np.allclose(found, colors.to_rgb(each.attrib["fill"]), atol=0.02)
        edge = colour_at(
            seen, picture, float(each.attrib["cx"]) - 20, float(each.attrib["cy"]) - 20
        )
        assert not np.allclose(edge, colors.to_rgb(each.attrib["fill"]), atol=0.1)


def test_pieces_of_chess_stand_on_their_squares(tmp_path: Path) -> None:
    picture = tabiya.game("chess").position(LOPEZ).svg()
    seen = pixels(picture, tmp_path)
    pawns = {"e4": (1, 1, 1), "d4": (1, 1, 1), "e5": (0, 0, 0), "f7": (0, 0, 0)}
    empty = {"e3": "#d18b47", "d3": "#ffce9e", "h4": "#d18b47"}
    for square, expected in pawns.items():
        x, y = centre(square)
        assert np.allclose(colour_at(seen, picture, x, y + 5), expected, atol=0.02), square
    for square, colour in empty.items():
        x, y = centre(square)
        assert np.allclose(colour_at(seen, picture, x, y), colors.to_rgb(colour), atol=0.02)


def centre(square: str) -> tuple[float, float]:
    return 15 + 45 * ("abcdefgh".index(square[0]) + 0.5), 15 + 45 * (8 - int(square[1]) + 0.5)


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_every_board_that_we_draw_can_be_written(suffix: str, tmp_path: Path) -> None:
    position = tabiya.game("chess").position(LOPEZ)
    starter = library()
    pictures = [
        draw_coverage(position, starter.cover(position)),
        *(MarkedBoard.of(starter[name]).svg() for name in ("carlsbad", "isolated_queen_pawn")),
        position.svg(last_move="f1e1"),
    ]
    for number, picture in enumerate(pictures):
        one, other = (tmp_path / f"{number}-{name}{suffix}" for name in "ab")
        save_picture(picture, one)
        save_picture(picture, other)
        assert one.read_bytes() == other.read_bytes()
        start = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix]
        assert one.read_bytes().startswith(start)


def test_what_cannot_be_written_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = tabiya.game("loa").initial().svg()
    for name in ("board.gif", "board"):
        with pytest.raises(ValueError, match=r"expected a file \.png, \.svg, \.pdf, found"):
            save_picture(picture, tmp_path / name)
    with pytest.raises(ValueError, match="expected shapes and texts, found 'image'"):
        save_picture(picture.replace("</svg>", "<image/></svg>"), tmp_path / "odd.png")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ValueError, match=r"pip install 'tabiya\[plots\]'"):
        save_picture(picture, tmp_path / "board.png")
    save_picture(picture, tmp_path / "board.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_pages_with_curves_say_which_extra_they_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    series = [TauSeries("a", [1, 2], [Estimate(0.1, 0.1, 0.1), Estimate(0.2, 0.2, 0.2)])]
    monkeypatch.setitem(sys.modules, "plotly.graph_objects", None)
    with pytest.raises(ValueError, match=r"expected plotly.* 'tabiya\[plots\]'"):
        plot_taus(series, tmp_path / "taus.html", title="", x="effort")
    assert list(tmp_path.iterdir()) == []
